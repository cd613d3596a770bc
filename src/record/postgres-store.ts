import type pg from 'pg';
import type { Hash } from '../dice/hash.js';
import { binaryArray } from './binary-array.js';
import { AWAIT_STANDBY, type Client, type Connections } from './connections.js';
import {
  appendOneSql,
  appendOneValues,
  appendSql,
  appendThroughGateSql,
  appendValues,
  LOCK_APPENDS,
  type Lock,
  pageSql,
  UNLOCK_APPENDS,
} from './entries-sql.js';
import type { ChainEntry, ContributionEntry, Kind, RulingEntry, Settings, SettingsEntry } from './entry.js';
import { completeSubtrees, foldRight, isSameHash, leafHash, type Subtree } from './merkle.js';
import { boundTo } from './page.js';
import { type Head, type Part, RecordDamaged, type Recorded, type Store, type StoredRow, type Tip } from './store.js';

/** Settings of a campaign between its first entry and its second; nobody ever sees them. */
const UNSET: Settings = { requireIdempotencyKey: true, contribution: 'optional' };

/**
 * SQLSTATEs of a statement that wrote nothing because somebody else was first: a broken unique constraint; two nodes that
 * wait for each other's rows.
 */
const BEATEN = ['23505', '40P01'];

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

/** The record in Postgres ≥ 15. The connections must run as `treffer_writer`. */
export class PostgresStore implements Store {
  readonly #pool: pg.Pool;

  readonly #connections: Connections;
  readonly #hash: Hash;

  constructor(connections: Connections, hash: Hash) {
    this.#pool = connections.pool;
    this.#connections = connections;
    this.#hash = hash;
  }

  onLost(listener: () => void): void {
    this.#connections.onLost(listener);
  }

  head(campaign: string): Promise<Head | undefined> {
    return this.#asking(() => this.#head(this.#pool, campaign));
  }

  byKey(campaign: string, keyHash: Uint8Array) {
    return this.#connections.committing(async (client) => {
      const { rows } = await client.query<HeadRow & { request_hash: Buffer }>({
        name: 'by key',
        text: `SELECT seq, kind, entry, leaf, nodes, contribution_seq, request_hash, ${AWAIT_STANDBY}
               FROM entries WHERE campaign = $1 AND key_hash = $2`,
        values: [campaign, keyHash],
      });
      const row = rows[0];
      return row && { recorded: await this.#recorded(client, campaign, row), request: row.request_hash };
    });
  }

  usedKeys(campaign: string, keyHashes: readonly Uint8Array[]): Promise<ReadonlySet<string>> {
    return this.#asking(async () => {
      const { rows } = await this.#pool.query<{ key: string }>({
        name: 'used keys',
        text: `SELECT encode(key_hash, 'hex') AS key FROM entries WHERE campaign = $1 AND key_hash = ANY($2::bytea[])`,
        values: [campaign, binaryArray('bytea', keyHashes)],
      });
      return new Set(rows.map(({ key }) => key));
    });
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

  append(parts: readonly Part[]): Promise<ReadonlySet<string>> {
    return this.#connections.committing((client) => this.#append(client, parts, 'shared'));
  }

  takeOver(campaigns: readonly string[], write: (heads: ReadonlyMap<string, Head>) => readonly Part[]) {
    return this.#connections.committing(async (client) => {
      // Held by the session, not by a transaction, so that what is appended is committed while others are kept out.
      await client.query(LOCK_APPENDS);
      const heads = new Map<string, Head>();
      for (const campaign of campaigns) {
        const head = await this.#head(client, campaign);
        if (head !== undefined) heads.set(campaign, head);
      }
      const parts = write(heads);
      const refused = parts.length === 0 ? new Set<string>() : await this.#append(client, parts, 'locked');
      await client.query(UNLOCK_APPENDS);
      return refused;
    });
  }

  isNewest({ campaign, leaf }: Tip): Promise<boolean> {
    return this.#asking(async () => {
      const { rows } = await this.#pool.query<{ leaf: Buffer }>({
        name: 'newest leaf',
        text: 'SELECT leaf FROM entries WHERE campaign = $1 ORDER BY seq DESC LIMIT 1',
        values: [campaign],
      });
      return rows[0] !== undefined && isSameHash(rows[0].leaf, leaf);
    });
  }

  settled(): Promise<void> {
    return this.#connections.settled();
  }

  /** Everything in one statement; when that writes nothing, what can be written in a second one. */
  async #append(client: Client, unordered: readonly Part[], lock: Lock): Promise<ReadonlySet<string>> {
    // In one order on every node, so that two never wait for each other.
    const parts = [...unordered].sort((a, b) => (a.after.campaign < b.after.campaign ? -1 : 1));
    if (await unlessBeaten(async () => (await client.query(appending(parts, lock))).rowCount !== 0)) return NOBODY;
    const written = await unlessBeaten(async () => {
      // Planned anew each time: it is rare, and its plan depends on how large the table is.
      const { rows } = await client.query<{ campaign: string }>(appendThroughGateSql[lock], appendValues(parts));
      return new Set(rows.map(({ campaign }) => campaign));
    });
    return new Set(parts.map(({ after }) => after.campaign).filter((campaign) => !written?.has(campaign)));
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
    if (row === undefined || !isSameHash(leafHash(this.#hash, row.entry), row.leaf)) throw new RecordDamaged(seq);
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

  #asking<T>(work: () => Promise<T>): Promise<T> {
    return this.#connections.asking(work);
  }
}

const NOBODY: ReadonlySet<string> = new Set();

/** What a statement that appends comes to; undefined when it has written nothing because somebody else was first. */
async function unlessBeaten<T>(append: () => Promise<T>): Promise<T | undefined> {
  try {
    return await append();
  } catch (error) {
    if (BEATEN.includes((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}

/** The statement that appends all of it or nothing. */
function appending(parts: readonly Part[], lock: Lock): pg.QueryConfig {
  const [part] = parts;
  const [row, ...others] = part?.rows ?? [];
  return parts.length === 1 && part !== undefined && row !== undefined && others.length === 0
    ? { name: `append an entry, ${lock}`, text: appendOneSql[lock], values: appendOneValues(part, row) }
    : { name: `append entries, ${lock}`, text: appendSql[lock], values: appendValues(parts) };
}

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
