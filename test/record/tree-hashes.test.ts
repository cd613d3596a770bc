import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { seedChain } from '../../src/dice/seed-chain.js';
import { Connections } from '../../src/record/connections.js';
import { append, consistencyProof, EMPTY, inclusionProof, leafHash, rootHash } from '../../src/record/merkle.js';
import { includes, isConsistent } from '../../src/record/merkle-proofs.js';
import { Page } from '../../src/record/page.js';
import { PostgresStore } from '../../src/record/postgres-store.js';
import type { Row } from '../../src/record/store.js';
import { createDatabase, type TestDatabase } from '../postgres.js';

/** The record's rows in a database, one connection to it, and what is needed to check proofs. */
const ENTRIES = 100_000;
const campaign = randomUUID();
const roots = new Map<number, Uint8Array>();
const leaves: Uint8Array[] = [];
let database: TestDatabase;
let pool: pg.Pool;
let store: PostgresStore;

/** Contributions are the entries that are made fastest. */
function* longRecord(): Generator<Row> {
  let page = Page.first(nodeHash, campaign, () => new Date());
  page.chain(0, seedChain(nodeHash, nodeHash.sha256('top'), 4));
  for (let seq = 0; seq < ENTRIES; seq += 1) {
    if (seq > 0) page.contribution({ player: 'Änne', value: String(seq) });
    yield page.rows[0]!;
    page = new Page(nodeHash, page.head, () => new Date());
  }
}

beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  store = new PostgresStore(new Connections(pool), nodeHash);
  let tree = EMPTY;
  let rows: Row[] = [];
  for (const row of longRecord()) {
    rows.push(row);
    leaves.push(row.leaf);
    tree = append(nodeHash, tree, row.leaf).frontier;
    roots.set(tree.size, rootHash(nodeHash, tree));
    if (rows.length < 5000 && tree.size < ENTRIES) continue;
    await insert(rows);
    rows = [];
  }
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Many rows in one statement: one after the other they would take a minute. */
async function insert(rows: readonly Row[]): Promise<void> {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const facts = rows.map(({ seq, kind, entry, leaf, nodes, table, chainSeq }) => ({
    seq,
    kind,
    entry,
    leaf: hex(leaf),
    nodes: nodes.map(hex).join(''),
    table: hex(table),
    chain: chainSeq,
  }));
  await pool.query(
    `INSERT INTO entries (campaign, seq, kind, entry, leaf, nodes, table_after, chain_seq)
     SELECT $1, seq, kind, entry, decode(leaf, 'hex'), decode(nodes, 'hex'), decode("table", 'hex'), chain
     FROM json_to_recordset($2)
       AS row(seq integer, kind text, entry text, leaf text, nodes text, "table" text, chain integer)`,
    [campaign, JSON.stringify(facts)],
  );
}

/** How many rows of `entries` are read by what is done on the one connection there is, as Postgres itself counts them. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  // Within a transaction, so that what was counted is not handed on in between.
  await pool.query('BEGIN');
  const before = await countedSoFar();
  await work();
  const read = (await countedSoFar()) - before;
  await pool.query('COMMIT');
  return read;
}

async function countedSoFar(): Promise<number> {
  const { rows } = await pool.query<{ read: number }>(
    `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS read
     FROM pg_stat_xact_user_tables WHERE relname = 'entries'`,
  );
  return rows[0]!.read;
}

const LOG2 = Math.ceil(Math.log2(ENTRIES));
const sizes = [ENTRIES, ENTRIES - 1, 65_536, 65_537, 77_777, 2, 1];

test.each(sizes)(
  'an inclusion proof in a tree of %i entries reads a number of rows that grows with its logarithm',
  async (size) => {
    for (const seq of new Set([0, size - 1, size >> 1, Math.floor(size / 3)])) {
      const parts = [[{ seq, level: 0 }], ...inclusionProof(seq, size)];
      let hashes: readonly Uint8Array[] | undefined;
      const read = await rowsRead(async () => {
        hashes = await store.treeHashes(campaign, size, parts);
      });
      // On each level one neighbour, and on the right edge the subtrees that make it up.
      expect(read).toBeLessThanOrEqual(2 * LOG2);
      const [leaf, ...proof] = hashes!;
      expect(Buffer.from(leaf!)).toEqual(Buffer.from(leaves[seq]!));
      expect(includes(nodeHash, { leaf: leaf!, index: seq, size, root: roots.get(size)!, proof })).toBe(true);
    }
  },
);

test.each([
  [1, ENTRIES],
  [ENTRIES - 1, ENTRIES],
  [65_536, ENTRIES],
  [65_535, 77_777],
  [12_345, 54_321],
  [ENTRIES, ENTRIES],
])('a consistency proof from %i to %i does so too', async (from, to) => {
  let proof: readonly Uint8Array[] | undefined;
  const read = await rowsRead(async () => {
    proof = await store.treeHashes(campaign, to, consistencyProof(from, to));
  });
  expect(read).toBeLessThanOrEqual(2 * LOG2);
  const [fromRoot, toRoot] = [roots.get(from)!, roots.get(to)!];
  expect(isConsistent(nodeHash, { from, to, fromRoot, toRoot, proof: proof! })).toBe(true);
});

test('a checkpoint of all entries reads no more', async () => {
  const read = await rowsRead(async () => {
    const head = await store.head(campaign);
    expect(Buffer.from(rootHash(nodeHash, head!.frontier))).toEqual(Buffer.from(roots.get(ENTRIES)!));
  });
  expect(read).toBeLessThanOrEqual(2 * LOG2);
});

test('counting rows finds out who reads them all', async () => {
  expect(await rowsRead(() => pool.query('SELECT sum(length(leaf)) FROM entries'))).toBe(ENTRIES);
});

test('of a size that the record does not have there are no hashes', async () => {
  expect(await store.treeHashes(campaign, ENTRIES + 1, [])).toBeUndefined();
});

test('the tree is made of the bytes that are stored', async () => {
  const row = await store.row(campaign, 4_711);
  expect(Buffer.from(leafHash(nodeHash, row!.entry))).toEqual(Buffer.from(leaves[4_711]!));
});
