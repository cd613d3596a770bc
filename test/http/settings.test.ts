import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rulesets } from '../../src/rules/index.js';
import type { Ruleset } from '../../src/rules/ruleset.js';
import { bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';
import { bangAttack, keyWith, linesOf, revolver, sizeOf, target } from './requests.js';

const erbarmungslos = rulesets.find(({ id }) => id === 'erbarmungslos')!;
/** An older version and a newer one of a rulebook, that differ in name only. */
const older: Ruleset = { ...erbarmungslos, version: '3.4-r1' };
const newer: Ruleset = { ...erbarmungslos, version: '3.6-r1' };

let service: TestService;
let campaign: string;
beforeAll(async () => {
  service = await documentedService({ rulesets: [older, ...rulesets] });
});
beforeEach(async () => {
  campaign = await service.campaign();
});
afterAll(() => service.close());

const change = (settings: object, more: object = {}) =>
  service.call('PATCH', campaign, { body: { settings, ...more } });
const kinds = async () => (await linesOf(service, campaign)).map((line) => JSON.parse(line).kind);

test('the first entries are the chain and the settings, with defaults filled in', async () => {
  expect(await kinds()).toEqual(['chain', 'settings']);
  const [, settings] = await linesOf(service, campaign);
  expect(settings).toContain('"settings":{"requireIdempotencyKey":true,"contribution":"optional"},"by":"operator"}');
  campaign = await service.campaign({ settings: { rulesets: { bang: '4-r1' }, contribution: 'required' } });
  expect((await linesOf(service, campaign))[1]).toContain(
    '"settings":{"requireIdempotencyKey":true,"contribution":"required","rulesets":{"bang":"4-r1"}},"by":"operator"}',
  );
});

test('a change is recorded, with who made it; what is left out stays', async () => {
  const answer = await change({ contribution: 'required' });
  const settings = { requireIdempotencyKey: true, contribution: 'required' };
  expect(answer).toMatchObject({ status: 200, body: { settings, size: 3 } });
  const { body } = await service.get(`${campaign}/entries/2`);
  expect(body).toMatchObject({ kind: 'settings', settings, by: 'operator', size: 3, root: answer.body.root });
  await change({ requireIdempotencyKey: false, rulesets: { bang: '4-r1' } });
  expect((await service.get(campaign)).body.settings).toEqual({
    requireIdempotencyKey: false,
    contribution: 'required',
    rulesets: { bang: '4-r1' },
  });
  await change({ rulesets: null });
  expect((await service.get(campaign)).body.settings).toEqual({
    requireIdempotencyKey: false,
    contribution: 'required',
  });
  expect(await sizeOf(service, campaign)).toBe(5);
  expect(verifyExport((await service.get(`${campaign}/export`)).text)).toMatchObject({ findings: [] });
});

test('what changes nothing is not recorded', async () => {
  await change({ rulesets: { bang: '4-r1', erbarmungslos: '3.5-r1' } });
  for (const same of [
    {},
    { contribution: 'optional' },
    { requireIdempotencyKey: true, contribution: 'optional' },
    { rulesets: { erbarmungslos: '3.5-r1', bang: '4-r1' } },
  ]) {
    expect((await change(same)).status).toBe(200);
    expect(await sizeOf(service, campaign)).toBe(3);
  }
  campaign = await service.campaign();
  expect((await change({ rulesets: null })).status).toBe(200);
  expect(await sizeOf(service, campaign)).toBe(2);
});

test('a change needs no Idempotency-Key, takes no link and ends no chain', async () => {
  await service.post(`${campaign}/bang/attacks`, bangAttack);
  await change({ contribution: 'required' });
  await change({ contribution: 'optional' });
  expect((await service.post(`${campaign}/bang/attacks`, bangAttack)).body).toMatchObject({
    seq: 5,
    chain: 0,
    link: 2,
  });
});

test('settings and name change together, or neither', async () => {
  const unknown = await change({ rulesets: { bang: '5-r1' } }, { name: 'After' });
  expect(unknown.status).toBe(400);
  expect((await service.get(campaign)).body).toMatchObject({ name: 'Test', size: 2 });
  expect((await change({ contribution: 'required' }, { name: 'After' })).body).toMatchObject({
    name: 'After',
    size: 3,
  });
});

describe('pins', () => {
  test('the campaign is ruled by the version it is pinned to, else by the newest', async () => {
    const attack = async () => (await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack)).body.version;
    expect(await attack()).toBe('3.5-r1');
    await change({ rulesets: { erbarmungslos: '3.4-r1' } });
    expect(await attack()).toBe('3.4-r1');
    await change({ rulesets: null });
    expect(await attack()).toBe('3.5-r1');
  });

  test('an older version refuses what it does not know', async () => {
    const ambush = { ...bangAttack, events: ['ambush'] };
    expect((await service.post(`${campaign}/bang/attacks`, ambush)).body.version).toBe('4-r2');
    await change({ rulesets: { bang: '4-r1' } });
    const refused = await service.post(`${campaign}/bang/attacks`, ambush);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/events', code: 'unknown-member' }] } });
    expect((await service.post(`${campaign}/bang/attacks`, bangAttack)).body.version).toBe('4-r1');
  });

  test('a rulebook that is not named is not in play', async () => {
    await change({ rulesets: { bang: '4-r1' } });
    const refused = await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
    expect(refused).toMatchObject({ status: 422, body: { code: 'ruleset-not-in-play' } });
    expect(await sizeOf(service, campaign)).toBe(3);
    expect((await service.post(`${campaign}/bang/attacks`, bangAttack)).status).toBe(201);
  });

  test('with none named nothing is', async () => {
    await change({ rulesets: {} });
    for (const [path, body] of [
      ['erbarmungslos/attacks', bookAttack],
      ['bang/attacks', bangAttack],
    ] as const) {
      expect((await service.post(`${campaign}/${path}`, body)).body.code).toBe('ruleset-not-in-play');
    }
  });

  test.each([
    ['an unknown rulebook', { chess: '1-r1' }, '/settings/rulesets/chess'],
    ['an unknown version', { bang: '4-r9' }, '/settings/rulesets/bang'],
    ['a version of another rulebook', { bang: '3.5-r1' }, '/settings/rulesets/bang'],
    ['a name that objects have by nature', JSON.parse('{"__proto__":"1"}'), '/settings/rulesets/__proto__'],
    ['a name with a line break', { 'a\nb': '1' }, '/settings/rulesets/a\nb'],
  ])('%s is refused', async (_, pins, pointer) => {
    const fault = { pointer, code: 'unknown-ruleset' };
    expect(await change({ rulesets: pins })).toMatchObject({ status: 400, body: { errors: [fault] } });
    const created = await service.post('/v1/campaigns', { name: 'x', settings: { rulesets: pins } });
    expect(created).toMatchObject({ status: 400, body: { errors: [fault] } });
    expect(await sizeOf(service, campaign)).toBe(2);
  });

  test.each([5, null, {}, ['4-r1']])('a version that is %j is refused', async (version) => {
    for (const answer of [
      await change({ rulesets: { bang: version } }),
      await service.post('/v1/campaigns', { name: 'x', settings: { rulesets: { bang: version } } }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].pointer).toMatch(/^\/settings\/rulesets/);
    }
  });

  test('a continuation is ruled by the version of the ruling continued', async () => {
    const path = `${campaign}/erbarmungslos/attacks`;
    await service.post(path, revolver);
    const upgraded = await documentedService({
      database: service.database,
      rulesets: [...rulesets, newer],
      ours: true,
    });
    const targets = [{ ...target('dimitri'), life: undefined }];
    const next = await upgraded.post(path, { continues: 2, targets, shots: [{ at: ['dimitri'] }] });
    expect(next.body).toMatchObject({ version: '3.5-r1', request: { continues: 2 } });
    expect((await upgraded.post(path, bookAttack)).body.version).toBe('3.6-r1');
  });
});

test('a retry is answered also when its rulebook is no longer in play', async () => {
  const path = `${campaign}/erbarmungslos/attacks`;
  const first = await service.post(path, bookAttack, { once: 'pinned' });
  await change({ rulesets: { bang: '4-r1' } });
  expect(await service.post(path, bookAttack, { once: 'pinned' })).toMatchObject({ status: 200, text: first.text });
});

test('who changes settings is named by the label of the key', async () => {
  const { account, key } = await keyWith(service, ['manage']);
  const { body } = await service.post('/v1/campaigns', { name: 'Theirs' }, { key });
  const label = (await service.post('/v1/keys', { account, label: 'Spielleiterin', scopes: ['manage'] })).body;
  await service.call('PATCH', `/v1/campaigns/${body.id}`, {
    key: label.key,
    body: { settings: { contribution: 'required' } },
  });
  const entry = await service.get(`/v1/campaigns/${body.id}/entries/2`, { key });
  expect(entry.body.by).toBe('Spielleiterin');
});
