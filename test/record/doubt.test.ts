import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { seedChain } from '../../src/dice/seed-chain.js';
import { insertFirst } from '../../src/record/entries-sql.js';
import { type LiveHead, Page } from '../../src/record/page.js';
import { connect } from '../../src/record/pool.js';
import { PostgresStore } from '../../src/record/postgres-store.js';
import { type Part, Unavailable } from '../../src/record/store.js';
import { createDatabase, type TestDatabase } from '../postgres.js';

let database: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

async function newCampaign(): Promise<LiveHead> {
  const page = Page.first(nodeHash, randomUUID(), () => new Date());
  page.chain(0, seedChain(nodeHash, randomBytes(32), 4));
  await insertFirst(admin, page.head.campaign, page.rows);
  return page.head;
}

function note(after: LiveHead, key = { hash: randomBytes(32), request: randomBytes(32) }): Part {
  const page = new Page(nodeHash, after, () => new Date(), key);
  page.note({ about: 0, text: 'x', by: 'test' });
  return { after, rows: page.keyed() };
}

/** How many commits were made only to wait for the standby. */
const waits = (asked: MockInstance<pg.Client['query']>) =>
  asked.mock.calls.filter(([statement]) => String(statement).includes('pg_logical_emit_message')).length;

test.each<[string, (store: PostgresStore, head: LiveHead) => Promise<unknown>, boolean]>([
  ['is not settled by an append that wrote nothing', (s, h) => s.append([note({ ...h, leaf: randomBytes(32) })]), true],
  ['is not settled by a takeover that wrote nothing', (s, h) => s.takeOver([h.campaign], () => []), true],
  ['is settled by an append that wrote something', (s, h) => s.append([note(h)]), false],
])('a commit that may vanish %s', async (_, meanwhile, inDoubt) => {
  const pool = connect(database.url, 4);
  onTestFinished(() => pool.end());
  const store = new PostgresStore(pool, nodeHash);
  const [warned, other] = [await newCampaign(), await newCampaign()];
  await admin.query(`CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE WARNING 'as when the wait for the standby was cancelled'; RETURN NULL; END $$;
    CREATE TRIGGER warn AFTER INSERT ON entries FOR EACH STATEMENT EXECUTE FUNCTION warn()`);
  const part = note(warned);
  await expect(store.append([part])).rejects.toBeInstanceOf(Unavailable);
  await admin.query('DROP TRIGGER warn ON entries; DROP FUNCTION warn()');

  await meanwhile(store, other);
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => asked.mockRestore());
  expect(await store.byKey(warned.campaign, part.rows[0]!.key!.hash)).toBeDefined();
  // Who is in doubt commits something before he answers from the record.
  expect(waits(asked as never)).toBe(inDoubt ? 1 : 0);
});
