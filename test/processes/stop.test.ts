import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bookAttack } from '../service.js';
import { databaseForTest } from './databases.js';
import { House } from './house.js';
import { expectTrueRecord, type Intent, openTable } from './table.js';

test('a service told to stop under load answers what it has begun, loses nothing and ends with 0', async () => {
  const url = await databaseForTest();
  const house = await House.open(url);
  const table = await openTable(house);
  const until = { over: false };
  const unanswered: Intent[] = [];
  const players = Array.from({ length: 16 }, async () => {
    while (!until.over) {
      const path = `${table.campaign}/erbarmungslos/attacks`;
      const intent: Intent = { once: randomUUID(), path, body: bookAttack, putOff: 0 };
      // 201, or 503 from a socket that is still open, or no connection any more: never anything else.
      const heard = await house.call('POST', intent.path, intent).catch(() => undefined);
      if (heard?.status !== 201) {
        expect([503, undefined]).toContain(heard?.status);
        unanswered.push(intent);
        return;
      }
      table.intents.push({ ...intent, heard });
    }
  });
  while (table.intents.length < 200) await sleep(20);
  const asked = performance.now();
  expect(await house.stop()).toEqual({ code: 0, signal: null });
  expect(performance.now() - asked).toBeLessThan(10_000);
  until.over = true;
  await Promise.all(players);
  expect(house.stderr).toBe('');

  // Every ruling in the record was answered: none was made for somebody who then heard nothing.
  const next = await House.open(url);
  await expectTrueRecord(next, table);
  // And whoever was turned away gets his ruling from the next process.
  for (const intent of unanswered) expect((await next.call('POST', intent.path, intent)).status).toBe(201);
});
