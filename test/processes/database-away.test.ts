import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bookAttack } from '../service.js';
import { databaseForTest } from './databases.js';
import { House } from './house.js';
import { ask, expectTrueRecord, openTable, play } from './table.js';

const CUTS = 15;
const ATTACKS = '/erbarmungslos/attacks';

describe('while the database is away', () => {
  test('requests end in 201 or 503 with Retry-After, the same key succeeds later, and the process lives', async () => {
    const url = await databaseForTest();
    const admin = await adminOf(url);
    const house = await House.open(url);
    const tables = [await openTable(house), await openTable(house)];
    const until = { over: false };
    const players = tables.flatMap((table) => [1, 2, 3].map(() => play({ house }, table, until)));
    for (let cut = 0; cut < CUTS; cut += 1) {
      await sleep(Math.random() * 600);
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      expect(await house.call('GET', '/livez')).toMatchObject({ status: 200 });
    }
    until.over = true;
    await Promise.all(players);
    expect(house.stderr).toBe('');
    expect(await house.call('GET', '/readyz')).toMatchObject({ status: 200 });
    for (const table of tables) await expectTrueRecord(house, table);
  });

  test('a campaign whose statement waits too long for a lock is told to come back, and no other loses its chain', async () => {
    const url = await databaseForTest();
    const admin = await adminOf(url);
    const house = await House.open(url);
    const blocked = await openTable(house);
    const other = await openTable(house);
    await admin.query('BEGIN');
    await admin.query('LOCK TABLE entries IN SHARE ROW EXCLUSIVE MODE');
    const answer = ask({ house }, blocked, ATTACKS, bookAttack);
    await expect.poll(() => house.complaints.length, { timeout: 10_000 }).toBe(1);
    await admin.query('COMMIT');
    expect((await answer).status).toBe(201);
    expect((await ask({ house }, other, ATTACKS, bookAttack)).body).toMatchObject({ chain: 0, link: 1 });
  });
});

async function adminOf(url: string): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  onTestFinished(() => admin.end());
  return admin;
}
