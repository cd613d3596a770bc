import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { AWAIT_STANDBY, type Connections } from '../record/connections.js';
import { insertFirst } from '../record/entries-sql.js';
import type { Key, Row } from '../record/store.js';

/** A campaign's own row; what happens in it stands in the record. */
export interface Campaign {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  /** Anyone who has the id may read, replay and verify it. */
  readonly public: boolean;
  readonly createdAt: string;
}

interface CampaignRow {
  id: string;
  account: string;
  name: string;
  public: boolean;
  created_at: Date;
}

const COLUMNS = 'id, account, name, public, created_at';
const UNIQUE_VIOLATION = '23505';

export class Campaigns {
  readonly #connections: Connections;
  readonly #pool: pg.Pool;
  /** To whom a campaign belongs never changes, so it is asked once. */
  readonly #accounts = new LRUCache<string, string>({ max: 50_000 });

  constructor(connections: Connections) {
    this.#connections = connections;
    this.#pool = connections.pool;
  }

  /**
   * The account that made it; undefined when there is no such campaign.
   *
   * @returns a promise only when the database is asked
   */
  accountOf(id: string): string | Promise<string | undefined> {
    return this.#accounts.get(id) ?? this.#findAccount(id);
  }

  async #findAccount(id: string): Promise<string | undefined> {
    const campaign = await this.find(id);
    if (campaign !== undefined) this.#accounts.set(id, campaign.account);
    return campaign?.account;
  }

  async find(id: string): Promise<Campaign | undefined> {
    const { rows } = await this.#pool.query<CampaignRow>(`SELECT ${COLUMNS} FROM campaigns WHERE id = $1`, [id]);
    return rows[0] && campaign(rows[0]);
  }

  /** An account's campaigns, oldest first. */
  async list(account: string, query: { after?: string; limit: number }): Promise<Campaign[]> {
    const { rows } = await this.#pool.query<CampaignRow>(
      `SELECT ${COLUMNS} FROM campaigns WHERE account = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
      [account, query.after ?? null, query.limit],
    );
    return rows.map(campaign);
  }

  /**
   * The campaign that an account made with this key, and the hash of the request it was made for.
   *
   * @throws {Unavailable} when it may vanish in a failover
   */
  async byKey(account: string, keyHash: Uint8Array): Promise<{ campaign: Campaign; request: Uint8Array } | undefined> {
    const { rows } = await this.#connections.committing((client) =>
      client.query<CampaignRow & { request_hash: Buffer }>(
        `SELECT ${COLUMNS}, request_hash, ${AWAIT_STANDBY} FROM campaigns WHERE account = $1 AND key_hash = $2`,
        [account, keyHash],
      ),
    );
    return rows[0] && { campaign: campaign(rows[0]), request: rows[0].request_hash };
  }

  /**
   * Makes a campaign and the first rows of its record in one commit.
   *
   * @returns false when the account used the key before: nothing was written
   * @throws {Unavailable} when it may vanish in a failover, or it is not known whether it was committed
   */
  async create(made: Campaign, key: Key | undefined, rows: readonly Row[]): Promise<boolean> {
    try {
      await this.#connections.committing(async (client) => {
        await client.query('BEGIN');
        await client.query(
          `INSERT INTO campaigns (${COLUMNS}, key_hash, request_hash) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [made.id, made.account, made.name, made.public, made.createdAt, key?.hash ?? null, key?.request ?? null],
        );
        await insertFirst(client, made.id, rows);
        await client.query('COMMIT');
      });
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  /**
   * Renames or publishes a campaign; what is left out stays.
   *
   * @throws {Unavailable} as {@link create}
   */
  async change(
    id: string,
    { name, public: isPublic }: { name?: string; public?: boolean },
  ): Promise<Campaign | undefined> {
    const { rows } = await this.#connections.committing((client) =>
      client.query<CampaignRow>(
        `UPDATE campaigns SET name = coalesce($2, name), public = coalesce($3, public) WHERE id = $1 RETURNING ${COLUMNS}`,
        [id, name ?? null, isPublic ?? null],
      ),
    );
    return rows[0] && campaign(rows[0]);
  }
}

const campaign = (row: CampaignRow): Campaign => ({
  id: row.id,
  account: row.account,
  name: row.name,
  public: row.public,
  createdAt: row.created_at.toISOString(),
});
