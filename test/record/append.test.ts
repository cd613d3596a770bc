import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { Connections } from '../../src/record/connections.js';
import { LOCK_APPENDS, UNLOCK_APPENDS } from '../../src/record/entries-sql.js';
import { type LiveHead, Page } from '../../src/record/page.js';
import { connect } from '../../src/record/pool.js';
import { PostgresStore } from '../../src/record/postgres-store.js';
import type { Part } from '../../src/record/store.js';
import { createDatabase, type TestDatabase } from '../postgres.js';
import { freshKey, newCampaign, notes } from './notes.js';

let database: TestDatabase;
let pools: pg.Pool[];
let store: PostgresStore;
/** Another process's. */
let other: PostgresStore;
let admin: pg.Client;
let campaigns: LiveHead[];

beforeAll(async () => {
  database = await createDatabase();
  pools = [connect(database.url, 4), connect(database.url, 4)];
  [store, other] = pools.map((pool) => new PostgresStore(new Connections(pool), nodeHash)) as [
    PostgresStore,
    PostgresStore,
  ];
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
beforeEach(async () => {
  campaigns = [];
  for (let i = 0; i < 4; i += 1) campaigns.push(await newCampaign(admin));
});
afterAll(async () => {
  await admin.end();
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const idOf = ({ after }: Part) => after.campaign;

/** How many entries a campaign has after its first, and the transactions that wrote them. */
async function written(...parts: Part[]): Promise<{ sizes: number[]; transactions: number }> {
  const { rows } = await admin.query<{ campaign: string; xmin: string }>(
    'SELECT campaign, xmin::text FROM entries WHERE campaign = ANY($1::uuid[]) AND seq > 0',
    [parts.map(idOf)],
  );
  return {
    sizes: parts.map((part) => rows.filter(({ campaign }) => campaign === idOf(part)).length),
    transactions: new Set(rows.map(({ xmin }) => xmin)).size,
  };
}

test('what many campaigns have is one commit', async () => {
  const parts = campaigns.map((head) => notes(head, {}, { key: freshKey() }, {}));
  expect(await store.append(parts)).toEqual(new Set());
  expect(await written(...parts)).toEqual({ sizes: [3, 3, 3, 3], transactions: 1 });
});

test.each<[string, (head: LiveHead) => Promise<Part>]>([
  [
    'whose newest entry is another one',
    async (head) => {
      await store.append([notes(head, {})]);
      return notes(head, {}, {});
    },
  ],
  [
    'whose entry before has other bytes than those computed from, as after a restore',
    async (head) => notes({ ...head, leaf: randomBytes(32) }, {}, {}),
  ],
  [
    'whose entry before is missing, so that there would be a gap',
    async (head) => {
      const page = new Page(nodeHash, head, () => new Date());
      page.note({ about: 0, text: 'never committed', by: 'test' });
      return notes(page.head, {}, {});
    },
  ],
  [
    'where the key of a later row was used before',
    async (head) => {
      const used = freshKey();
      const first = notes(head, { key: used });
      await store.append([first]);
      const newest = await store.head(head.campaign);
      return notes({ ...newest!, spent: 0 }, {}, { key: used }, {});
    },
  ],
  [
    'where the ruling to continue was continued before',
    async (head) => {
      await store.append([notes(head, { continues: 0 })]);
      const newest = await store.head(head.campaign);
      return notes({ ...newest!, spent: 0 }, { continues: 0 }, {});
    },
  ],
])('a campaign %s is refused wholly, and costs the others nothing', async (_, beaten) => {
  const [first, ...rest] = campaigns;
  const refused = await beaten(first!);
  const others = rest.map((head) => notes(head, {}, { key: freshKey() }));
  const before = await written(refused);
  expect(await store.append([others[0]!, refused, ...others.slice(1)])).toEqual(new Set([idOf(refused)]));
  expect(await written(refused)).toEqual(before);
  expect(await written(...others)).toEqual({ sizes: [2, 2, 2], transactions: 1 });
});

test('two processes that append to the same campaigns in opposite orders share them out: each is written once, by one', async () => {
  for (let round = 0; round < 20; round += 1) {
    const ours = campaigns.map((head) => notes(head, {}, {}));
    const theirs = campaigns.map((head) => notes(head, {}, {}, {})).reverse();
    const [refused, theirRefused] = await Promise.all([store.append(ours), other.append(theirs)]);
    for (const part of ours) {
      const won = !refused.has(idOf(part));
      expect(theirRefused.has(idOf(part))).toBe(won);
      expect((await written(part)).sizes).toEqual([won ? 2 : 3]);
    }
    campaigns = await Promise.all(campaigns.map(() => newCampaign(admin)));
  }
});

test('who takes campaigns over gets their heads as they are, and nobody else appends meanwhile', async () => {
  const [head] = campaigns;
  await other.append([notes(head!, {})]);
  const refused = await store.takeOver([head!.campaign], (heads) => {
    const found = heads.get(head!.campaign)!;
    expect(found.frontier.size).toBe(2);
    return [notes({ ...found, spent: 0 }, {})];
  });
  expect(refused).toEqual(new Set());
  expect((await written(notes(head!))).sizes).toEqual([2]);
});

test('an append waits for whoever keeps the others out', async () => {
  await admin.query(LOCK_APPENDS);
  const [head] = campaigns;
  let done = false;
  const appending = store.append([notes(head!, {})]).then(() => {
    done = true;
  });
  await sleep(200);
  expect(done).toBe(false);
  await admin.query(UNLOCK_APPENDS);
  await appending;
  expect((await written(notes(head!))).sizes).toEqual([1]);
});

test('whoever keeps the others out and then does nothing, as a process that is stopped, loses the lock before they give up', async () => {
  const stopped = new pg.Client({ connectionString: database.url });
  stopped.on('error', () => undefined);
  await stopped.connect();
  await stopped.query(LOCK_APPENDS);
  const [head] = campaigns;
  expect(await store.append([notes(head!, {})])).toEqual(new Set());
  await expect(stopped.query(UNLOCK_APPENDS)).rejects.toThrow();
});

test('used keys are told from others', async () => {
  const [head] = campaigns;
  const used = freshKey();
  await store.append([notes(head!, { key: used })]);
  const found = await store.usedKeys(head!.campaign, [used.hash, randomBytes(32)]);
  expect(found).toEqual(new Set([used.hash.toString('hex')]));
});
