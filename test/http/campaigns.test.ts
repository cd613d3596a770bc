import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { documentedService } from './documented.js';
import { keyWith, linesOf, sizeOf } from './requests.js';

let service: TestService;
beforeAll(async () => {
  service = await documentedService();
});
afterAll(() => service.close());

test('a campaign is created with its first chain and its settings', async () => {
  const answer = await service.post('/v1/campaigns', { name: 'Thursday night' });
  expect(answer.status).toBe(201);
  const { id } = answer.body;
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(answer.headers.location).toBe(`/v1/campaigns/${id}`);
  const lines = await linesOf(service, `/v1/campaigns/${id}`);
  const [chain, settings] = lines.map((line) => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(chain).toEqual({
    v: 1,
    campaign: id,
    seq: 0,
    at: expect.any(String),
    kind: 'chain',
    chain: 0,
    length: 256,
    anchor: answer.body.anchor,
  });
  expect(settings).toMatchObject({
    seq: 1,
    kind: 'settings',
    settings: { requireIdempotencyKey: true, contribution: 'optional' },
    by: 'operator',
  });
  expect(answer.body).toMatchObject({
    name: 'Thursday night',
    public: false,
    closed: false,
    settings: settings.settings,
    size: 2,
    chain: 0,
  });
});

test('a campaign says where its record stands', async () => {
  const campaign = await service.campaign();
  const ruling = await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  expect((await service.get(campaign)).body).toMatchObject({ size: 3, root: ruling.body.root, chain: 0 });
  const chain = await service.post(`${campaign}/chains`);
  const { anchor, root } = chain.body;
  expect((await service.get(campaign)).body).toMatchObject({ size: 4, root, chain: 1, anchor });
});

test('what is created can be read', async () => {
  const { body } = await service.post('/v1/campaigns', { name: 'Änne & Söhne 🎲', public: true });
  expect((await service.get(`/v1/campaigns/${body.id}`)).body).toEqual(body);
});

test('a campaign is renamed and published, which its record does not care about', async () => {
  const campaign = await service.campaign({ name: 'Before' });
  const renamed = await service.call('PATCH', campaign, { body: { name: 'After' } });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'After', public: false } });
  const published = await service.call('PATCH', campaign, { body: { public: true } });
  expect(published.body).toMatchObject({ name: 'After', public: true });
  expect((await service.get(campaign, { key: null })).body).toEqual(published.body);
  await service.call('PATCH', campaign, { body: { public: false } });
  expect((await service.get(campaign, { key: null })).status).toBe(404);
  expect(await sizeOf(service, campaign)).toBe(2);
});

describe('what is no campaign is refused', () => {
  test.each([
    ['without a name', {}, '/name', 'missing'],
    ['with an empty name', { name: '' }, '/name', 'wrong-length'],
    ['with a name of 65', { name: 'x'.repeat(65) }, '/name', 'wrong-length'],
    ['public as a text', { name: 'x', public: 'true' }, '/public', 'wrong-type'],
    ['public null', { name: 'x', public: null }, '/public', 'wrong-type'],
    [
      'an unknown setting',
      { name: 'x', settings: { contributions: 'required' } },
      '/settings/contributions',
      'unknown-member',
    ],
    ['an unknown choice', { name: 'x', settings: { contribution: 'yes' } }, '/settings/contribution', 'not-allowed'],
    ['settings null', { name: 'x', settings: null }, '/settings', 'wrong-type'],
    ['pins null', { name: 'x', settings: { rulesets: null } }, '/settings/rulesets', 'wrong-type'],
  ])('%s', async (_, body, pointer, code) => {
    const answer = await service.post('/v1/campaigns', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request', errors: [{ pointer, code }] } });
  });

  test('a change that changes nothing that there is', async () => {
    const campaign = await service.campaign();
    for (const body of [{}, { closed: true }]) {
      expect((await service.call('PATCH', campaign, { body })).status).toBe(400);
    }
  });
});

test('an account’s campaigns are listed oldest first, a page at a time', async () => {
  const { key } = await keyWith(service, ['manage']);
  const made: string[] = [];
  for (let i = 0; i < 5; i += 1)
    made.push((await service.post('/v1/campaigns', { name: `No. ${i}` }, { key })).body.id);
  const pages: string[][] = [];
  let path: string | null = '/v1/campaigns?limit=2';
  while (path !== null) {
    const { body }: { body: { campaigns: { id: string }[]; next: string | null } } = await service.get(path, { key });
    pages.push(body.campaigns.map(({ id }) => id));
    path = body.next;
  }
  expect(pages).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
  expect((await service.get('/v1/campaigns', { key })).body.next).toBeNull();
});

test('the list has no campaign of another account, published or not', async () => {
  const { key } = await keyWith(service, ['manage', 'admin']);
  await service.campaign({ public: true });
  expect((await service.get('/v1/campaigns', { key })).body).toEqual({ campaigns: [], next: null });
});

test.each([
  ['limit=0', 'limit', 'out-of-range'],
  ['limit=101', 'limit', 'out-of-range'],
  ['limit=ten', 'limit', 'wrong-type'],
  ['after=nonsense', 'after', 'wrong-format'],
  ['page=2', 'page', 'unknown-member'],
])('a list asked for with %s is refused', async (query, parameter, code) => {
  const answer = await service.get(`/v1/campaigns?${query}`);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request', errors: [{ parameter, code }] } });
});
