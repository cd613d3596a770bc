import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAIN_LENGTH } from '../../src/dice/seed-chain.js';
import { createDatabase, type TestDatabase } from '../postgres.js';
import { bookAttack } from '../service.js';
import { House, onDatabase } from './house.js';
import { expectTrueRecord, openTable, play, type Table } from './table.js';

const MINUTE_MS = 60_000;

describe('two processes on one database', () => {
  let database: TestDatabase;
  let one: House;
  let two: House;
  let table: Table;

  beforeAll(async () => {
    database = await createDatabase();
    one = new House(onDatabase(database.url));
    two = new House(onDatabase(database.url));
    await Promise.all([one.listening(), two.listening()]);
  });
  beforeEach(async () => {
    table = await openTable(one);
  });
  afterAll(async () => {
    await Promise.all([one.kill(), two.kill()]);
    await database.drop();
  });

  const attacks = () => `${table.campaign}/erbarmungslos/attacks`;
  const entriesNow = async () => (await one.call('GET', `${table.campaign}/export`)).text.split('\n').length - 1;

  test(
    'write into one campaign for a minute: no gap, nothing but 201, all of it verifies',
    async () => {
      const until = { over: false };
      // Eight at one, so that it always has something to write, and four at the other, who must not starve.
      const doors = [...Array(8).fill({ house: one }), ...Array(4).fill({ house: two })];
      const players = doors.map((door) => play(door, table, until));
      await sleep(MINUTE_MS);
      until.over = true;
      await Promise.all(players);
      expect(table.intents.filter(({ heard, putOff }) => heard?.status !== 201 || putOff > 0)).toEqual([]);
      const counted = await expectTrueRecord(one, table);
      expect(counted.chains).toBeLessThan(counted.rulings / 2);
      console.log(`Two processes in one campaign for a minute: ${JSON.stringify(counted)}`);
    },
    MINUTE_MS + 120_000,
  );

  test('write into a campaign each, and begin a chain only when the one before is used up', async () => {
    const other = await openTable(two);
    const until = { over: false };
    const players = [1, 2, 3].flatMap(() => [play({ house: one }, table, until), play({ house: two }, other, until)]);
    await sleep(1_000);
    until.over = true;
    await Promise.all(players);
    for (const { rulings, chains } of [await expectTrueRecord(two, table), await expectTrueRecord(one, other)]) {
      expect(chains).toBe(Math.ceil(rulings / CHAIN_LENGTH));
    }
  });

  test('answer 50 equal requests with one key at once by one ruling', async () => {
    const once = randomUUID();
    const heard = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 === 0 ? one : two).call('POST', attacks(), { once, body: bookAttack }),
      ),
    );
    expect(new Set(heard.map(({ text }) => text)).size).toBe(1);
    expect(heard.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
    expect(heard.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(49);
    const rulings = await one.call('GET', `${table.campaign}/entries?kind=ruling`);
    expect(rulings.body.entries).toHaveLength(1);
  });

  test('refuse another request with a key that the other one has recorded', async () => {
    const once = randomUUID();
    await one.call('POST', attacks(), { once, body: bookAttack });
    const before = await entriesNow();
    const other = await two.call('POST', attacks(), { once, body: { ...bookAttack, actor: 'Dimitri' } });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
    expect(await entriesNow()).toBe(before);
  });

  test('refuse nothing for what the other one has changed', async () => {
    const onlyBang = { settings: { rulesets: { bang: '4-r1' } } };
    const both = { settings: { rulesets: { bang: '4-r1', erbarmungslos: '3.5-r1' } } };
    table = await openTable(one, onlyBang);
    const asked = () => one.call('POST', attacks(), { once: randomUUID(), body: bookAttack });
    expect(await asked()).toMatchObject({ status: 422, body: { code: 'ruleset-not-in-play' } });
    expect(await two.call('PATCH', table.campaign, { body: both })).toMatchObject({ status: 200 });
    expect(await asked()).toMatchObject({ status: 201 });
  });

  describe('when a continuation is sent to both at once', () => {
    const revolver = { ...bookAttack, weapon: { ...bookAttack.weapon, shots: 2 } };
    const [dimitri] = bookAttack.targets;
    const second = { targets: [{ ...dimitri, id: 'ivan' }], shots: [{ at: ['ivan'] }] };
    const continueAtBoth = async (keys: [string, string]) => {
      const first = await one.call('POST', attacks(), { once: randomUUID(), body: revolver });
      const body = { continues: first.body.seq, ...second };
      return Promise.all([
        one.call('POST', attacks(), { once: keys[0], body }),
        two.call('POST', attacks(), { once: keys[1], body }),
      ]);
    };

    test('with different keys, one of them is told that it came too late', async () => {
      for (let round = 0; round < 10; round += 1) {
        const heard = await continueAtBoth([randomUUID(), randomUUID()]);
        expect(heard.map(({ status }) => status).sort(), heard.map(({ text }) => text).join('\n')).toEqual([201, 409]);
        expect(heard.find(({ status }) => status === 409)?.body.code).toBe('already-continued');
      }
    });

    test('with one key, both hear the same', async () => {
      for (let round = 0; round < 10; round += 1) {
        const once = randomUUID();
        const heard = await continueAtBoth([once, once]);
        expect(heard.map(({ status }) => status).sort(), heard.map(({ text }) => text).join('\n')).toEqual([200, 201]);
        expect(heard[0].text).toBe(heard[1].text);
      }
    });
  });

  test('hear the same when both are told at once, with one key, to close', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { campaign } = await openTable(one);
      const once = randomUUID();
      const heard = await Promise.all([one, two].map((house) => house.call('POST', `${campaign}/close`, { once })));
      expect(heard.map(({ status }) => status).sort(), heard.map(({ text }) => text).join('\n')).toEqual([200, 201]);
      expect(heard[0]?.text).toBe(heard[1]?.text);
    }
  });
});
