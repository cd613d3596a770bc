import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import type { LiveHead } from '../../src/record/page.js';
import { connect } from '../../src/record/pool.js';
import { PostgresStore } from '../../src/record/postgres-store.js';
import { Unavailable } from '../../src/record/store.js';
import { createDatabase, type TestDatabase } from '../postgres.js';
import { freshKey, newCampaign, notes } from './notes.js';

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

/** How many commits were made only to wait for the standby. */
const waits = (asked: MockInstance<pg.Client['query']>) =>
  asked.mock.calls.filter(([statement]) => String(statement).includes('pg_logical_emit_message')).length;

test.each<[string, (store: PostgresStore, head: LiveHead) => Promise<unknown>, boolean]>([
  [
    'is not settled by an append that wrote nothing',
    (s, h) => s.append([notes({ ...h, leaf: randomBytes(32) }, {})]),
    true,
  ],
  ['is not settled by a takeover that wrote nothing', (s, h) => s.takeOver([h.campaign], () => []), true],
  ['is settled by an append that wrote something', (s, h) => s.append([notes(h, {})]), false],
])('a commit that may vanish %s', async (_, meanwhile, inDoubt) => {
  const pool = connect(database.url, 4);
  onTestFinished(() => pool.end());
  const store = new PostgresStore(pool, nodeHash);
  const [warned, other] = [await newCampaign(admin), await newCampaign(admin)];
  await admin.query(`CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE WARNING 'as when the wait for the standby was cancelled'; RETURN NULL; END $$;
    CREATE TRIGGER warn AFTER INSERT ON entries FOR EACH STATEMENT EXECUTE FUNCTION warn()`);
  const key = freshKey();
  await expect(store.append([notes(warned, { key })])).rejects.toBeInstanceOf(Unavailable);
  await admin.query('DROP TRIGGER warn ON entries; DROP FUNCTION warn()');

  await meanwhile(store, other);
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => asked.mockRestore());
  expect(await store.byKey(warned.campaign, key.hash)).toBeDefined();
  // Who is in doubt commits something before he answers from the record.
  expect(waits(asked as never)).toBe(inDoubt ? 1 : 0);
});
