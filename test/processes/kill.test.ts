import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { databaseForTest } from './databases.js';
import { House } from './house.js';
import { type Door, expectTrueRecord, insist, openTable, play } from './table.js';

const KILLS = 20;

test('a service killed 20 times under load loses no answered ruling, makes none twice and reuses no seed', async () => {
  const url = await databaseForTest();
  const door: Door = { house: await House.open(url) };
  const tables = [await openTable(door.house), await openTable(door.house), await openTable(door.house)];
  const until = { over: false };
  const players = tables.flatMap((table) => [1, 2, 3].map(() => play(door, table, until, 20)));

  for (let kill = 0; kill < KILLS; kill += 1) {
    // The next process stands ready, so that it takes over while the dead one's last statements still run in Postgres.
    const next = await House.open(url);
    await sleep(Math.random() * 400);
    const { house } = door;
    await house.kill();
    door.house = next;
    expect(house.stderr).toBe('');
  }
  await sleep(500);
  until.over = true;
  await Promise.all(players);

  const counted = await Promise.all(tables.map((table) => expectTrueRecord(door.house, table)));
  for (const { rulings } of counted) expect(rulings).toBeGreaterThan(KILLS);
  // Whoever asks again later hears the same bytes, and nothing is added.
  for (const { intents } of tables) {
    for (const intent of intents.slice(0, 50)) {
      expect(await insist(door, { ...intent })).toMatchObject({ status: 200, text: intent.heard?.text });
    }
  }
  console.log(`20 kills: ${JSON.stringify(counted)}`);
}, 300_000);
