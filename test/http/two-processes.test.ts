import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { documentedService } from './documented.js';
import { bangAttack, sizeOf } from './requests.js';

/** Two processes on one database; the first knows the campaign's head and does not hear of what the other one does. */
let one: TestService;
let other: TestService;
let campaign: string;
beforeAll(async () => {
  one = await documentedService();
  other = await documentedService({ database: one.database });
});
beforeEach(async () => {
  campaign = await one.campaign();
  await one.post(`${campaign}/bang/attacks`, bangAttack);
});
afterAll(async () => {
  await other.close();
  await one.close();
});

const settings = (change: object) => other.call('PATCH', campaign, { body: { settings: change } });
const attack = () => one.post(`${campaign}/erbarmungslos/attacks`, bookAttack);

test('a note about an entry that the other one has recorded is taken', async () => {
  await other.post(`${campaign}/notes`, { about: 0, text: 'x' });
  expect((await one.post(`${campaign}/notes`, { about: 3, text: 'About that.' })).status).toBe(201);
});

test('a key that the other one has waived is not asked for', async () => {
  await settings({ requireIdempotencyKey: false });
  const answer = await one.call('POST', `${campaign}/erbarmungslos/attacks`, { body: bookAttack });
  expect(answer.status).toBe(201);
});

test('a contribution that the other one has waived is not asked for', async () => {
  await one.call('PATCH', campaign, { body: { settings: { contribution: 'required' } } });
  await settings({ contribution: 'optional' });
  expect((await attack()).status).toBe(201);
});

test('a rulebook that the other one has put into play is', async () => {
  await one.call('PATCH', campaign, { body: { settings: { rulesets: { bang: '4-r1' } } } });
  await settings({ rulesets: null });
  expect((await attack()).status).toBe(201);
});

test('a contribution is held against the chain that stands in the record', async () => {
  await other.post(`${campaign}/chains`);
  const answer = await one.post(`${campaign}/contributions`, { player: 'A', value: 'x', chain: 1 });
  // The chain is not this process's own, so it begins another one; what it says of it must be so.
  const { chain, anchor } = (await other.get(campaign)).body;
  expect(answer).toMatchObject({ status: 409, body: { code: 'chain-changed', chain, anchor } });
  expect(chain).toBe(2);
});

test('what the other one has demanded is demanded', async () => {
  await settings({ contribution: 'required' });
  expect((await attack()).status).toBe(428);
  await settings({ contribution: 'optional', rulesets: { bang: '4-r1' } });
  expect((await attack()).body.code).toBe('ruleset-not-in-play');
  await other.post(`${campaign}/close`);
  expect((await one.post(`${campaign}/bang/attacks`, bangAttack)).body.code).toBe('campaign-closed');
  expect((await one.get(campaign)).body.closed).toBe(true);
});

test('a change is held against the settings that the other one has made', async () => {
  await settings({ contribution: 'required' });
  const size = await sizeOf(one, campaign);
  const answer = await one.call('PATCH', campaign, { body: { settings: { contribution: 'optional' } } });
  expect(answer.body.settings.contribution).toBe('optional');
  expect(await sizeOf(one, campaign)).toBe(size + 1);
});
