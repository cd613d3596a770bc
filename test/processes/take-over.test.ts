import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bookAttack } from '../service.js';
import { databaseForTest } from './databases.js';
import { House } from './house.js';
import { ask, expectTrueRecord, openTable } from './table.js';

const ATTACKS = '/erbarmungslos/attacks';

test('a process takes over more campaigns at once than it has connections', async () => {
  const url = await databaseForTest();
  const before = await House.open(url);
  const revolver = { ...bookAttack, weapon: { ...bookAttack.weapon, shots: 2 } };
  const tables = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const table = await openTable(before);
      const { body } = await ask({ house: before }, table, ATTACKS, revolver);
      return { ...table, continues: body.seq };
    }),
  );
  await before.stop();

  // Taking over holds a connection, and a continuation reads the record through another.
  const house = await House.open(url, { TREFFER_POOL_SIZE: '2' });
  const [dimitri] = bookAttack.targets;
  const heard = await Promise.all(
    tables.map(({ campaign, continues, intents }) => {
      const body = { continues, targets: [{ ...dimitri, id: 'ivan' }], shots: [{ at: ['ivan'] }] };
      const intent = { once: randomUUID(), path: `${campaign}${ATTACKS}`, body, putOff: 0 };
      return house.call('POST', intent.path, intent).then((answer) => {
        intents.push({ ...intent, heard: answer });
        return answer;
      });
    }),
  );
  expect(heard.map(({ status }) => status)).toEqual(tables.map(() => 201));
  expect(house.complaints).toEqual([]);
  for (const table of tables) expect(await expectTrueRecord(house, table)).toEqual({ rulings: 2, chains: 2 });
});
