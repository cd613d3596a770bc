import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN_KEY, bookAttack } from '../service.js';
import { databaseForTest, emptyDatabaseForTest, query } from './databases.js';
import { House } from './house.js';
import { ask, expectTrueRecord, openTable } from './table.js';

/** From sysexits.h. */
const CONFIGURATION = 78;
const UNAVAILABLE = 69;

/** Starts the service, which is expected to give up; what it says then and with which code it ends. */
async function startInVain(env: NodeJS.ProcessEnv) {
  const house = House.run({ TREFFER_ADMIN_KEY: ADMIN_KEY, ...env });
  const { code } = await house.ended;
  return { code, said: house.stderr };
}

describe('a start', () => {
  test('of two processes at once on an empty database brings both up, on a schema made once', async () => {
    const url = await emptyDatabaseForTest();
    const [one, two] = await Promise.all([House.open(url), House.open(url)]);
    expect(await one.call('GET', '/readyz')).toMatchObject({ status: 200 });
    expect(await two.call('GET', '/readyz')).toMatchObject({ status: 200 });
    const runs = await query(url, 'SELECT name, count(*)::integer AS times FROM schema_versions GROUP BY name');
    expect(runs.length).toBeGreaterThan(0);
    for (const { times } of runs) expect(times).toBe(1);
  });

  test('with a wrong configuration ends with 78 and names every fault', async () => {
    const { code, said } = await startInVain({
      PORT: 'http',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://me:hunter2@db/treffer',
      TREFFER_ADMIN_KEY: 'short',
      TREFFER_POOL: '5',
    });
    expect(code).toBe(CONFIGURATION);
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'TREFFER_ADMIN_KEY', 'TREFFER_POOL']) {
      expect(said).toMatch(new RegExp(`^${name} `, 'm'));
    }
    expect(said).not.toMatch(/hunter2|short/);
  });

  test('on a port that is taken ends with 69 and says so', async () => {
    const url = await databaseForTest();
    const other = await House.open(url);
    const { code, said } = await startInVain({ DATABASE_URL: url, PORT: new URL(other.url).port });
    expect({ code, said }).toMatchObject({
      code: UNAVAILABLE,
      said: expect.stringMatching(/can’t listen.*EADDRINUSE/),
    });
  });

  test('without a database that answers ends with 69 within seconds and says so', async () => {
    const silent = await silentServer();
    const [refused, unanswered, missing] = await Promise.all([
      startInVain({ DATABASE_URL: 'postgres://treffer:hunter2@127.0.0.1:1/treffer' }),
      startInVain({ DATABASE_URL: `postgres://treffer:hunter2@127.0.0.1:${silent}/treffer` }),
      startInVain({ DATABASE_URL: `${await databaseForTest()}_not` }),
    ]);
    expect(refused).toMatchObject({ code: UNAVAILABLE, said: expect.stringContaining('ECONNREFUSED') });
    expect(unanswered).toMatchObject({ code: UNAVAILABLE, said: expect.stringContaining('timeout') });
    expect(missing).toMatchObject({ code: UNAVAILABLE, said: expect.stringContaining('does not exist') });
    for (const { said } of [refused, unanswered, missing]) {
      expect(said).toMatch(/^The database can’t be used: /);
      expect(said).not.toContain('hunter2');
    }
  });

  test('as a role that may do nothing by itself, migrated by another, needs no more', async () => {
    const owner = await databaseForTest();
    const own = new URL(owner);
    own.username = 'treffer_login_of_tests';
    own.password = 'p+w';
    await query(
      owner,
      'DROP ROLE IF EXISTS treffer_login_of_tests',
      `CREATE ROLE treffer_login_of_tests LOGIN PASSWORD 'p+w'`,
    );
    onTestFinished(() => query(owner, 'DROP ROLE treffer_login_of_tests').then(() => undefined));
    const house = await House.open(own.href, { TREFFER_MIGRATE_URL: owner });
    const table = await openTable(house);
    await ask({ house }, table, '/erbarmungslos/attacks', bookAttack);
    await expectTrueRecord(house, table);
    await house.stop();
  });
});

describe('a start is refused, with a sentence on what is wrong, on a database', () => {
  test.each([
    ['whose entries the service could change', 'GRANT UPDATE ON entries TO treffer_writer', /could change or delete/],
    ['whose entries anyone could delete', 'GRANT DELETE ON entries TO PUBLIC', /could change or delete/],
    ['whose entries the service could empty', 'GRANT TRUNCATE ON entries TO treffer_writer', /could change or delete/],
    ['without its guards', 'ALTER TABLE entries DISABLE TRIGGER ALL', /triggers/],
    ['whose guards sleep while replicating', 'ALTER TABLE entries ENABLE TRIGGER entries_keep', /triggers/],
    ['that lost a guard', 'DROP TRIGGER entries_append_only ON entries', /triggers/],
    [
      'of a newer version',
      `INSERT INTO schema_versions (name, run_on) VALUES ('9999-of-the-future', now())`,
      /newer Treffer \(9999-of-the-future\)/,
    ],
  ])('%s', async (_what, change, sentence) => {
    const url = await databaseForTest();
    await query(url, change);
    const { code, said } = await startInVain({ DATABASE_URL: url });
    expect({ code, said }).toMatchObject({ code: UNAVAILABLE, said: expect.stringMatching(sentence) });
  });

  test('that is not UTF8', async () => {
    const { code, said } = await startInVain({ DATABASE_URL: await emptyDatabaseForTest('SQL_ASCII') });
    expect({ code, said }).toMatchObject({ code: UNAVAILABLE, said: expect.stringMatching(/SQL_ASCII.*needs UTF8/) });
  });
});

/** A server that takes connections and never says anything; its port. */
async function silentServer(): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => open.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
