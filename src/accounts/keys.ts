import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Connections } from '../record/connections.js';

/** What a key may do; `play` and `manage` include `read`. */
export const SCOPES = ['read', 'play', 'manage', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** The account of whoever runs the service; made by the first migration. */
export const OPERATOR_ACCOUNT = '00000000-0000-7000-8000-000000000000';

/** How long a key is believed without asking the database again: a revoked key stops within 5 s on every node. */
const BELIEVED_MS = 3_000;

/** Who is asking. */
export interface Caller {
  readonly account: string;
  /** The key's label: `by` in the record. */
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** A key as it may be shown: never the key itself. */
export interface KeyInfo {
  readonly id: string;
  readonly account: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

interface KeyRow {
  id: string;
  account: string;
  label: string;
  scopes: Scope[];
  created_at: Date;
  revoked_at: Date | null;
}

export const mayDo = ({ scopes }: Caller, scope: Scope): boolean =>
  scopes.includes(scope) || (scope === 'read' && (scopes.includes('play') || scopes.includes('manage')));

/** Accounts and their keys. Only a key's SHA-256 is stored: it has 256 random bits, so no salt or stretching is needed. */
export class Keys {
  readonly #connections: Connections;
  readonly #pool: pg.Pool;
  readonly #operator: Buffer | undefined;
  readonly #believed = new LRUCache<string, { caller: Caller | undefined }>({ max: 10_000, ttl: BELIEVED_MS });

  /** @param operatorKey the key that administers the service, from the environment or the data folder */
  constructor(connections: Connections, operatorKey: string | undefined) {
    this.#connections = connections;
    this.#pool = connections.pool;
    this.#operator = operatorKey === undefined ? undefined : digest(operatorKey);
  }

  /**
   * Whose key it is; undefined for an unknown or revoked one. Both take the same way.
   *
   * @returns a promise only when the database is asked
   */
  caller(key: string): Caller | undefined | Promise<Caller | undefined> {
    const hashed = digest(key);
    if (this.#operator !== undefined && timingSafeEqual(hashed, this.#operator)) return OPERATOR;
    const id = hashed.toString('base64');
    const believed = this.#believed.get(id);
    return believed === undefined ? this.#ask(hashed, id) : believed.caller;
  }

  async #ask(hashed: Buffer, id: string): Promise<Caller | undefined> {
    const { rows } = await this.#pool.query<KeyRow>(
      'SELECT account, label, scopes FROM keys WHERE hash = $1 AND revoked_at IS NULL',
      [hashed],
    );
    const caller = rows[0] && { account: rows[0].account, label: rows[0].label, scopes: rows[0].scopes };
    this.#believed.set(id, { caller });
    return caller;
  }

  async createAccount(name: string): Promise<{ id: string; name: string; createdAt: string }> {
    const { rows } = await this.#connections.committing((client) =>
      client.query<{ id: string; name: string; created_at: Date }>(
        'INSERT INTO accounts (id, name) VALUES ($1, $2) RETURNING id, name, created_at',
        [uuidv7(), name],
      ),
    );
    const row = rows[0]!;
    return { id: row.id, name: row.name, createdAt: row.created_at.toISOString() };
  }

  /**
   * Makes a key. This is the only time it is shown.
   *
   * @returns undefined when there is no such account
   */
  async create(
    account: string,
    label: string,
    scopes: readonly Scope[],
  ): Promise<(KeyInfo & { key: string }) | undefined> {
    const key = `treffer_${randomBytes(32).toString('base64url')}`;
    const { rows } = await this.#connections.committing((client) =>
      client.query<KeyRow>(
        `INSERT INTO keys (id, account, label, scopes, hash)
         SELECT $1::uuid, id, $3::text, $4::text[], $5::bytea FROM accounts WHERE id = $2::uuid
         RETURNING id, account, label, scopes, created_at, revoked_at`,
        [uuidv7(), account, label, scopes, digest(key)],
      ),
    );
    return rows[0] && { ...info(rows[0]), key };
  }

  async list(query: { account?: string; after?: string; limit: number }): Promise<KeyInfo[]> {
    const { rows } = await this.#pool.query<KeyRow>(
      `SELECT id, account, label, scopes, created_at, revoked_at FROM keys
       WHERE ($1::uuid IS NULL OR account = $1) AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
      [query.account ?? null, query.after ?? null, query.limit],
    );
    return rows.map(info);
  }

  /** @returns false when there is no such key */
  async revoke(id: string): Promise<boolean> {
    const { rows } = await this.#connections.committing((client) =>
      client.query<{ hash: Buffer }>(
        'UPDATE keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING hash',
        [id],
      ),
    );
    if (rows[0] === undefined) return false;
    this.#believed.delete(rows[0].hash.toString('base64'));
    return true;
  }
}

const OPERATOR: Caller = { account: OPERATOR_ACCOUNT, label: 'operator', scopes: SCOPES };

const digest = (key: string): Buffer => hash('sha256', key, 'buffer');

const info = (row: KeyRow): KeyInfo => ({
  id: row.id,
  account: row.account,
  label: row.label,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
});
