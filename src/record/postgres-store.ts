import type pg from 'pg';
import type { Hash } from '../dice/hash.js';
import { appendSql, pageSql, rowValues } from './entries-sql.js';
import type { ChainEntry, ContributionEntry, Kind, RulingEntry, Settings, SettingsEntry } from './entry.js';
import { completeSubtrees, foldRight, leafHash, type Subtree } from './merkle.js';
import { boundTo } from './page.js';
import { Turns } from './pool.js';
import {
  type Appender,
  type Head,
  RecordDamaged,
  type Recorded,
  type Row,
  type Store,
  type StoredRow,
  Unavailable,
} from './store.js';

/** Settings of a campaign between its first entry and its second; nobody ever sees them. */
const UNSET: Settings = { requireIdempotencyKey: true, contribution: 'optional' };

/** SQLSTATE of a broken unique constraint. */
const UNIQUE_VIOLATION = '23505';
/**
 * Postgres warns with these when a commit is not known to have reached its synchronous standby: the wait was cancelled,
 * or the connection is being ended.
 */
const NOT_REPLICATED = ['01000', '57P01'];

type Client = Pick<pg.ClientBase, 'query'>;

interface HeadRow {
  seq: number;
  kind: Kind;
  entry: string;
  leaf: Buffer;
  nodes: Buffer;
  table_after: Buffer;
  chain_seq: number;
  settings_seq: number | null;
  contribution_seq: number | null;
}

/** The record in Postgres ≥ 15. The pool's connections must run as `treffer_writer`. */
export class PostgresStore implements Store {
  readonly #pool: pg.Pool;
  readonly #hash: Hash;
  /** Whoever takes over a campaign holds a connection and reads with others: they must not hold them all. */
  readonly #takeOvers: Turns;
  readonly #lost: (() => void)[] = [];
  /** Connections whose last statement was confirmed with a warning. */
  readonly #warned = new WeakSet<object>();
  /** The last commit whose replication failed: until a later one succeeds, what is read may vanish in a failover. */
  #doubt: symbol | undefined;

  constructor(pool: pg.Pool, hash: Hash) {
    this.#pool = pool;
    this.#hash = hash;
    this.#takeOvers = new Turns(Math.floor((pool.options.max ?? 10) / 2));
    pool.on('connect', (client) => {
      client.on('notice', (notice) => {
        if (!NOT_REPLICATED.includes(notice.code ?? '')) return;
        this.#warned.add(client);
        this.#doubt = Symbol();
      });
    });
    pool.on('error', () => this.#nothingHolds());
  }

  onLost(listener: () => void): void {
    this.#lost.push(listener);
  }

  head(campaign: string): Promise<Head | undefined> {
    return this.#asking(() => this.#head(this.#pool, campaign));
  }

  byKey(campaign: string, keyHash: Uint8Array) {
    return this.#withClient((client) => this.#byKey(client, campaign, keyHash));
  }

  read(campaign: string, seq: number): Promise<Recorded | undefined> {
    return this.#asking(async () => {
      const { rows } = await this.#pool.query<HeadRow>(
        'SELECT seq, kind, entry, leaf, nodes, contribution_seq FROM entries WHERE campaign = $1 AND seq = $2',
        [campaign, seq],
      );
      return rows[0] && this.#recorded(this.#pool, campaign, rows[0]);
    });
  }

  row(campaign: string, seq: number): Promise<StoredRow | undefined> {
    return this.#asking(async () => {
      const { rows } = await this.#pool.query<HeadRow>(
        'SELECT seq, kind, entry, leaf, table_after, chain_seq, contribution_seq FROM entries WHERE campaign = $1 AND seq = $2',
        [campaign, seq],
      );
      const row = rows[0];
      return (
        row && {
          seq,
          kind: row.kind,
          entry: row.entry,
          leaf: row.leaf,
          table: row.table_after,
          chainSeq: row.chain_seq,
          contributionSeq: row.contribution_seq ?? undefined,
        }
      );
    });
  }

  page(campaign: string, { after, limit, bytes, kind }: Parameters<Store['page']>[1]) {
    return this.#asking(async () => {
      const values: (string | number)[] = [campaign, after, limit];
      if (bytes !== undefined) values.push(bytes);
      if (kind !== undefined) values.push(kind);
      const text = pageSql(bytes !== undefined, kind !== undefined);
      const { rows } = await this.#pool.query<{ seq: number; entry: string }>(
        // With a kind, planned anew each time: the index of the rare kinds serves only them.
        kind === undefined ? { name: bytes === undefined ? 'entries' : 'page', text, values } : { text, values },
      );
      return rows;
    });
  }

  async size(campaign: string): Promise<number> {
    return this.#asking(async () => {
      const { rows } = await this.#pool.query<{ seq: number | null }>(
        'SELECT max(seq) AS seq FROM entries WHERE campaign = $1',
        [campaign],
      );
      return (rows[0]?.seq ?? -1) + 1;
    });
  }

  treeHashes(campaign: string, size: number, parts: readonly (readonly Subtree[])[]) {
    return this.#asking(async () => {
      // Subtrees of one tree that don't overlap end with different leaves, so that a seq stands for one of them.
      const levels = new Map([[size - 1, 0], ...parts.flat().map(({ seq, level }) => [seq, level] as const)]);
      const { rows } = await this.#pool.query<{ seq: number; hash: Buffer }>({
        name: 'tree hashes',
        text: `SELECT seq, substring(leaf || nodes FROM 32 * ($3::integer[])[array_position($2::integer[], seq)] + 1 FOR 32) AS hash
               FROM entries WHERE campaign = $1 AND seq = ANY($2::integer[])`,
        values: [campaign, [...levels.keys()], [...levels.values()]],
      });
      const found = new Map(rows.map(({ seq, hash }) => [seq, hash]));
      if (!found.has(size - 1)) return undefined;
      const hashAt = ({ seq }: Subtree): Buffer => {
        const hash = found.get(seq);
        if (hash?.length !== 32) throw new RecordDamaged(seq);
        return hash;
      };
      return parts.map((part) => foldRight(this.#hash, part.map(hashAt)));
    });
  }

  append(after: Pick<Head, 'campaign' | 'frontier' | 'leaf'>, rows: readonly Row[]) {
    return this.#withClient((client) => this.#append(client, after, rows, 'shared'));
  }

  isNewest(head: Pick<Head, 'campaign' | 'frontier' | 'leaf'>): Promise<boolean> {
    return this.#asking(() => this.#isNewest(this.#pool, head));
  }

  async settled(): Promise<void> {
    if (this.#doubt !== undefined) await this.#withClient((client) => this.#settleDoubt(client));
  }

  takeOver<T>(campaign: string, work: (appender: Appender) => Promise<T>): Promise<T> {
    const takeOver = async (client: Client) => {
      // Held by the session, not by a transaction, so that each append inside commits on its own. Others' appends share
      // this lock: it is ours when the last of them has committed, and until we let go none of them gets through.
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [campaign]);
      const result = await work({
        head: (id) => this.#head(client, id),
        byKey: (id, keyHash) => this.#byKey(client, id, keyHash),
        isNewest: (head) => this.#isNewest(client, head),
        append: (after, rows) => this.#append(client, after, rows, 'held'),
      });
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [campaign]);
      return result;
    };
    return this.#takeOvers.take(() => this.#withClient(takeOver));
  }

  async #append(
    client: Client,
    after: Pick<Head, 'campaign' | 'frontier' | 'leaf'>,
    rows: readonly Row[],
    lock: 'shared' | 'held',
  ): Promise<'appended' | 'conflict'> {
    const doubt = this.#doubt;
    this.#warned.delete(client);
    let inserted: number | null;
    try {
      // The rows are written only if the row before them has the leaf hash they were computed from: after a restore or
      // a failover the primary key alone would let a gap through.
      ({ rowCount: inserted } = await client.query({
        name: rows.length <= 8 ? `append ${rows.length} ${lock}` : '',
        text: appendSql(rows.length, lock),
        values: [after.campaign, after.frontier.size - 1, after.leaf, ...rows.flatMap(rowValues)],
      }));
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return 'conflict';
      throw error;
    }
    if (inserted !== rows.length) return 'conflict';
    this.#demandReplicated(client, doubt);
    return 'appended';
  }

  /**
   * @param doubt what there was before the commit just confirmed: it is settled
   * @throws {Unavailable} when that commit may vanish in a failover
   */
  #demandReplicated(client: Client, doubt: symbol | undefined): void {
    if (this.#warned.has(client)) {
      this.#nothingHolds();
      throw new Unavailable('the commit did not reach the standby');
    }
    if (this.#doubt === doubt) this.#doubt = undefined;
  }

  /** Commits something that changes nothing: when that has reached the standby, so has everything before it. */
  async #settleDoubt(client: Client): Promise<void> {
    const doubt = this.#doubt;
    this.#warned.delete(client);
    await client.query(`SELECT pg_logical_emit_message(true, 'treffer', '')`);
    this.#demandReplicated(client, doubt);
  }

  async #isNewest(client: Client, head: Pick<Head, 'campaign' | 'frontier' | 'leaf'>): Promise<boolean> {
    const { rows } = await client.query<{ leaf: Buffer }>({
      name: 'newest leaf',
      text: 'SELECT leaf FROM entries WHERE campaign = $1 ORDER BY seq DESC LIMIT 1',
      values: [head.campaign],
    });
    return rows[0] !== undefined && Buffer.compare(rows[0].leaf, head.leaf) === 0;
  }

  async #head(client: Client, campaign: string): Promise<Head | undefined> {
    const newest = await client.query<HeadRow>({
      name: 'newest',
      text: `SELECT seq, kind, entry, leaf, nodes, table_after, chain_seq, settings_seq, contribution_seq
             FROM entries WHERE campaign = $1 ORDER BY seq DESC LIMIT 1`,
      values: [campaign],
    });
    const last = newest.rows[0];
    if (last === undefined) return undefined;
    const size = last.seq + 1;
    const edge = completeSubtrees(0, size);
    const others = [last.chain_seq, last.settings_seq, last.contribution_seq].filter((seq) => seq !== null);
    const rows = await this.#rows(client, campaign, [...others, ...edge.map(({ seq }) => seq)]);
    const parsed = <T>(seq: number): T => JSON.parse(this.#whole(rows, seq).entry) as T;
    const chain = parsed<ChainEntry>(last.chain_seq);
    const contribution = last.contribution_seq === null ? undefined : parsed<ContributionEntry>(last.contribution_seq);
    return {
      campaign,
      frontier: { size, subtrees: edge.map((subtree) => hashOf(present(rows, subtree.seq), subtree)) },
      leaf: last.leaf,
      at: (JSON.parse(this.#whole(new Map([[last.seq, last]]), last.seq).entry) as { at: string }).at,
      table: last.table_after,
      chain: { seq: last.chain_seq, chain: chain.chain, length: chain.length, anchor: chain.anchor },
      settings: last.settings_seq === null ? UNSET : parsed<SettingsEntry>(last.settings_seq).settings,
      settingsSeq: last.settings_seq ?? undefined,
      contribution: contribution && {
        player: contribution.player,
        seq: contribution.seq,
        ...(contribution.chain === undefined ? {} : { chain: contribution.chain }),
      },
      closed: last.kind === 'closed',
    };
  }

  async #byKey(client: Client, campaign: string, keyHash: Uint8Array) {
    if (this.#doubt !== undefined) await this.#settleDoubt(client);
    const { rows } = await client.query<HeadRow & { request_hash: Buffer }>({
      name: 'by key',
      text: `SELECT seq, kind, entry, leaf, nodes, contribution_seq, request_hash
             FROM entries WHERE campaign = $1 AND key_hash = $2`,
      values: [campaign, keyHash],
    });
    const row = rows[0];
    return row && { recorded: await this.#recorded(client, campaign, row), request: row.request_hash };
  }

  /** What an answer says of a row: the same as when it was first recorded. */
  async #recorded(client: Client, campaign: string, row: HeadRow): Promise<Recorded> {
    const { seq, kind, entry } = row;
    const size = seq + 1;
    const edge = completeSubtrees(0, size);
    const contributed = kind === 'ruling' && row.contribution_seq !== null ? [row.contribution_seq] : [];
    const rows = await this.#rows(client, campaign, [...contributed, ...edge.map((subtree) => subtree.seq)]);
    const [by] = contributed;
    const contribution = by === undefined ? undefined : (JSON.parse(this.#whole(rows, by).entry) as ContributionEntry);
    this.#whole(rows, seq, row);
    return {
      campaign,
      seq,
      kind,
      entry,
      size,
      root: foldRight(
        this.#hash,
        edge.map((subtree) => hashOf(present(rows, subtree.seq), subtree)),
      ),
      bound: kind === 'ruling' ? boundTo(contribution, (JSON.parse(entry) as RulingEntry).chain) : null,
    };
  }

  /**
   * A row whose bytes are still the recorded ones.
   *
   * @throws {RecordDamaged}
   */
  #whole(rows: ReadonlyMap<number, HeadRow>, seq: number, row = rows.get(seq)): HeadRow {
    if (row === undefined || Buffer.compare(leafHash(this.#hash, row.entry), row.leaf) !== 0)
      throw new RecordDamaged(seq);
    return row;
  }

  async #rows(client: Client, campaign: string, seqs: readonly number[]): Promise<Map<number, HeadRow>> {
    const { rows } = await client.query<HeadRow>({
      name: 'rows',
      text: 'SELECT seq, entry, leaf, nodes FROM entries WHERE campaign = $1 AND seq = ANY($2::integer[])',
      values: [campaign, seqs],
    });
    return new Map(rows.map((row) => [row.seq, row]));
  }

  /** Runs statements on one connection, which is thrown away after an error: nobody knows what state it is in. */
  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#asking(async () => {
      const client = await this.#pool.connect();
      try {
        const result = await work(client);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    });
  }

  /** Turns what the driver throws when the database is away into {@link Unavailable}. */
  async #asking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Unavailable || !isAway(error)) throw error;
      if (!isQueueing(error) && !isLockTimeout(error)) this.#nothingHolds();
      throw new Unavailable('the database is not reachable', { cause: error });
    }
  }

  #nothingHolds(): void {
    for (const listener of this.#lost) listener();
  }
}

/**
 * Whether an error says something about the connection or the server rather than about a statement. SQLSTATE classes:
 * 08 connection, 28 log-in, 3D no such database, 25006 read-only (a standby), 53 out of resources, 57 shut down or cancelled, 58 system.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof Unavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown };
  if (typeof code === 'string' && severity !== undefined) return /^(08|28|3D|53|57|58|25006|55P03)/.test(code);
  // Sockets' errors have a code of the system, the driver's own only a message.
  return (typeof code === 'string' && /^E(?!RR_)/.test(code)) || DRIVER.test(error.message);
}

/** What the driver says when it is its connection that failed. */
const DRIVER =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/;

/** The pool had no connection free in time: no statement was sent, so every head still holds. */
const isQueueing = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

function present(rows: ReadonlyMap<number, HeadRow>, seq: number): HeadRow {
  const row = rows.get(seq);
  if (row === undefined) throw new RecordDamaged(seq);
  return row;
}

/** @throws {RecordDamaged} when the row does not hold it */
function hashOf(row: HeadRow, { level }: Subtree): Uint8Array {
  const hash = level === 0 ? row.leaf : row.nodes.subarray(32 * (level - 1), 32 * level);
  if (hash.length !== 32) throw new RecordDamaged(row.seq);
  return hash;
}
