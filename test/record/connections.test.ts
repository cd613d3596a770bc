import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, Connections } from '../../src/record/connections.js';
import { connect } from '../../src/record/pool.js';
import { createDatabase, type TestDatabase } from '../postgres.js';

let database: TestDatabase;
let pool: pg.Pool;
let connections: Connections;

beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(() => {
  pool = connect(database.url, 4);
  connections = new Connections(pool);
});
afterAll(() => database.drop());

const pidOf = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;

test('many commits at once leave no connection behind', async () => {
  const pids = await Promise.all(Array.from({ length: 50 }, () => connections.committing(pidOf)));
  expect(new Set(pids).size).toBeLessThanOrEqual(4);
  await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
  await pool.end();
});

test('a commit that follows soon goes by the same connection, which is let go when none does', async () => {
  const first = await connections.committing(pidOf);
  expect(await connections.committing(pidOf)).toBe(first);
  expect(pool.idleCount).toBe(0);
  await expect.poll(() => pool.idleCount).toBe(1);
  await pool.end();
});

test('whoever waits for a connection gets the one that steady commits would keep', async () => {
  const small = connect(database.url, 2);
  const committing = new Connections(small);
  const busy = await small.connect();
  let over = false;
  const commits = (async () => {
    while (!over) {
      await committing.committing(pidOf);
      await sleep(10);
    }
  })();
  await sleep(50);
  for (let i = 0; i < 3; i += 1) await small.query('SELECT 1');
  over = true;
  await commits;
  busy.release();
  await small.end();
  await pool.end();
});

test('a connection that ends while it is kept is not used again, and nothing known before holds', async () => {
  let lost = 0;
  connections.onLost(() => {
    lost += 1;
  });
  const pid = await connections.committing(pidOf);
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query('SELECT pg_terminate_backend($1)', [pid]);
  await admin.end();
  await expect.poll(() => lost).toBe(1);
  expect(await connections.committing(pidOf)).not.toBe(pid);
  await pool.end();
});

test('a commit that fails takes its connection with it', async () => {
  const first = await connections.committing(pidOf);
  await expect(connections.committing((client) => client.query('nonsense'))).rejects.toThrow();
  expect(await connections.committing(pidOf)).not.toBe(first);
  await pool.end();
});
