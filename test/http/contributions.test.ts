import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { contribute, NO_ENTROPY } from '../../src/dice/table-entropy.js';
import { bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';
import { sizeOf } from './requests.js';

let service: TestService;
let campaign: string;
beforeAll(async () => {
  service = await documentedService();
});
beforeEach(async () => {
  campaign = await service.campaign();
});
afterAll(() => service.close());

const contribution = (player: string, value: string, chain?: number) =>
  service.post(`${campaign}/contributions`, { player, value, ...(chain === undefined ? {} : { chain }) });
const attack = (more: object = {}) => service.post(`${campaign}/erbarmungslos/attacks`, { ...bookAttack, ...more });

test('a contribution is recorded as it was made', async () => {
  const answer = await contribution('Änne', 'Würfelglück 🎲', 0);
  expect(answer).toMatchObject({ status: 201, headers: { location: `${campaign}/entries/2` } });
  expect(answer.body).toMatchObject({ seq: 2, size: 3, player: 'Änne', value: 'Würfelglück 🎲', chain: 0 });
  const unnamed = await contribution('Ben', 'x');
  expect(unnamed.body).not.toHaveProperty('chain');
});

test('every contribution before a ruling is in its table, in order', async () => {
  let table = NO_ENTROPY;
  for (const value of ['one', 'zwei', '🎲']) {
    await contribution('A', value);
    table = contribute(nodeHash, table, value);
    expect((await attack()).body.table).toBe(Buffer.from(table).toString('hex'));
  }
  await service.post(`${campaign}/chains`);
  expect((await attack()).body.table).toBe(Buffer.from(table).toString('hex'));
  expect(verifyExport((await service.get(`${campaign}/export`)).text)).toMatchObject({ findings: [] });
});

describe('who is bound', () => {
  const bound = async () => (await attack()).body.bound;
  test('nobody, without a contribution', async () => {
    expect(await bound()).toBeNull();
  });
  test('the last contributor who names the chain', async () => {
    await contribution('A', 'x', 0);
    await contribution('B', 'y', 0);
    expect(await bound()).toBe('B');
  });
  test('nobody, when the last one names no chain', async () => {
    await contribution('A', 'x', 0);
    await contribution('B', 'y');
    expect(await bound()).toBeNull();
  });
  test('nobody any more, when a new chain has begun', async () => {
    await contribution('A', 'x', 0);
    await service.post(`${campaign}/chains`);
    expect(await bound()).toBeNull();
  });
  test('the same one for each later ruling, until somebody else contributes', async () => {
    await contribution('A', 'x', 0);
    expect([await bound(), await bound()]).toEqual(['A', 'A']);
    await contribution('B', 'y', 0);
    expect(await bound()).toBe('B');
  });
  test('the one in the request, after those before it', async () => {
    await contribution('A', 'x', 0);
    expect((await attack({ contribution: { player: 'B', value: 'y', chain: 0 } })).body.bound).toBe('B');
  });
});

test('a contribution that names another chain is refused with the current one', async () => {
  const { anchor } = (await service.post(`${campaign}/chains`)).body;
  for (const chain of [0, 2]) {
    const answer = await contribution('A', 'x', chain);
    expect(answer).toMatchObject({ status: 409, body: { code: 'chain-changed', chain: 1, anchor } });
    expect((await attack({ contribution: { player: 'A', value: 'x', chain } })).body).toMatchObject({
      code: 'chain-changed',
      chain: 1,
      anchor,
    });
  }
  expect(await sizeOf(service, campaign)).toBe(3);
  expect((await contribution('A', 'x', 1)).status).toBe(201);
});

test('a process that has begun no chain begins one before it looks at the chain named', async () => {
  const other = await documentedService({ database: service.database, ours: true });
  const answer = await other.post(`${campaign}/contributions`, { player: 'A', value: 'x', chain: 0 });
  const { body: now } = await other.get(campaign);
  expect(answer).toMatchObject({ status: 409, body: { code: 'chain-changed', chain: 1, anchor: now.anchor } });
  expect(now).toMatchObject({ size: 3, chain: 1 });
  const named = await other.post(`${campaign}/contributions`, { player: 'A', value: 'y', chain: 1 });
  expect(named.status).toBe(201);
  expect((await other.post(`${campaign}/erbarmungslos/attacks`, bookAttack)).body).toMatchObject({
    chain: 1,
    bound: 'A',
  });
});

test('a campaign that requires contributions rolls nothing without', async () => {
  campaign = await service.campaign({ settings: { contribution: 'required' } });
  const { anchor } = (await service.get(campaign)).body;
  await contribution('A', 'x', 0);
  const without = await attack();
  expect(without).toMatchObject({ status: 428, body: { code: 'contribution-required', chain: 0, anchor } });
  expect(await sizeOf(service, campaign)).toBe(3);
  const answer = await attack({ contribution: { player: 'B', value: 'y', chain: 0 } });
  expect(answer).toMatchObject({ status: 201, body: { seq: 4, link: 1, bound: 'B' } });
  expect((await service.post(`${campaign}/notes`, { about: 0, text: 'Notes need none.' })).status).toBe(201);
});
