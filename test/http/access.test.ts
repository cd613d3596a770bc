import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { documentedService } from './documented.js';
import { bangAttack, keyWith } from './requests.js';

let service: TestService;
/** A private and a public campaign of one account, each with one attack, and keys to them by scope. */
let ours: { private: string; public: string };
const keys: Record<string, string> = {};
/** The same of another account. */
let stranger: string;

beforeAll(async () => {
  service = await documentedService();
  const manage = await keyWith(service, ['manage', 'play']);
  for (const scope of ['read', 'play', 'manage', 'admin']) {
    keys[scope] = (await keyWith(service, [scope], manage.account)).key;
  }
  stranger = (await keyWith(service, ['read', 'play', 'manage', 'admin'])).key;
  const made = async (isPublic: boolean) => {
    const { body } = await service.post('/v1/campaigns', { name: 'Ours', public: isPublic }, { key: manage.key });
    await service.post(`/v1/campaigns/${body.id}/erbarmungslos/attacks`, bookAttack, { key: manage.key });
    return `/v1/campaigns/${body.id}`;
  };
  ours = { private: await made(false), public: await made(true) };
});
afterAll(() => service.close());

type Method = 'GET' | 'POST' | 'PATCH';
/** Every route of a campaign: method, path, body, and the scope it needs. */
const routes: readonly [Method, string, object | undefined, string][] = [
  ['GET', '', undefined, 'read'],
  ['GET', '/entries', undefined, 'read'],
  ['GET', '/entries/2', undefined, 'read'],
  ['GET', '/export', undefined, 'read'],
  ['POST', '/entries/2/replay', undefined, 'read'],
  ['POST', '/erbarmungslos/attacks', bookAttack, 'play'],
  ['POST', '/bang/attacks', bangAttack, 'play'],
  ['POST', '/contributions', { player: 'A', value: 'x' }, 'play'],
  ['POST', '/notes', { about: 0, text: 'x' }, 'play'],
  ['POST', '/chains', undefined, 'manage'],
  ['PATCH', '', { name: 'Friday' }, 'manage'],
];
/** The scopes that include another. */
const includes: Record<string, readonly string[]> = {
  read: ['read'],
  play: ['play', 'read'],
  manage: ['manage', 'read'],
  admin: ['admin'],
};

const send = (method: Method, path: string, body: object | undefined, key: string | null) =>
  service.call(method, path, {
    key,
    ...(method === 'POST' ? { once: crypto.randomUUID() } : {}),
    ...(body === undefined ? {} : { body }),
  });

describe.each(routes)('%s /v1/campaigns/{id}%s', (method, path, body, scope) => {
  test.each(Object.keys(includes))(`needs the scope ${scope}: a key with %s`, async (has) => {
    const answer = await send(method, `${ours.private}${path}`, body, keys[has]!);
    if (includes[has]!.includes(scope)) expect(answer.status).toBeLessThan(300);
    else expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('a private campaign of another account is as good as none', async () => {
    const nowhere = `/v1/campaigns/${crypto.randomUUID()}`;
    for (const campaign of [ours.private, nowhere, '/v1/campaigns/nonsense']) {
      const answer = await send(method, `${campaign}${path}`, body, stranger);
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found', detail: 'There is no such campaign.' } });
    }
    const operators = await service.call(method, `${ours.private}${path}`, { ...(body && { body }), once: 'x' });
    expect(operators.status).toBe(404);
  });

  test('a public campaign is read by anyone, and written by its account only', async () => {
    const reads = scope === 'read';
    const without = await send(method, `${ours.public}${path}`, body, null);
    const foreign = await send(method, `${ours.public}${path}`, body, stranger);
    if (reads) expect([without.status, foreign.status]).toEqual([200, 200]);
    else {
      expect(without).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect(foreign).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });

  test('without a key, a private campaign is not there to be read or written', async () => {
    const answer = await send(method, `${ours.private}${path}`, body, null);
    expect(answer.status).toBe(scope === 'read' ? 404 : 401);
  });

  test('an unknown key is refused, also where none is needed', async () => {
    const answer = await send(method, `${ours.public}${path}`, body, 'treffer_unknown');
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  });
});

test('closing needs the scope manage', async () => {
  for (const [has, status] of Object.entries({ read: 403, play: 403, admin: 403, manage: 201 })) {
    const answer = await send('POST', `${ours.public}/close`, undefined, keys[has]!);
    expect([has, answer.status]).toEqual([has, status]);
  }
});

describe('routes without a campaign', () => {
  const plain = [
    ['GET', '/v1/campaigns', undefined, 'read'],
    ['POST', '/v1/campaigns', { name: 'New' }, 'manage'],
    ['GET', '/v1/keys', undefined, 'admin'],
    ['POST', '/v1/accounts', { name: 'New' }, 'admin'],
    ['POST', '/v1/keys', { label: 'new', scopes: ['read'] }, 'admin'],
  ] as const;
  test.each(plain)('%s %s', async (method, path, body, scope) => {
    expect((await send(method, path, body, null)).status).toBe(401);
    expect((await send(method, path, body, 'treffer_unknown')).status).toBe(401);
    for (const [has, included] of Object.entries(includes)) {
      const { status } = await send(method, path, body, keys[has]!);
      expect([has, status < 300 ? 'allowed' : status]).toEqual([has, included.includes(scope) ? 'allowed' : 403]);
    }
  });

  const open = ['/v1/rulesets', '/openapi.json', '/livez', '/readyz', '/problems/not-found', '/docs/'] as const;
  test.each(open)('GET %s needs no key', async (path) => {
    expect((await service.get(path, { key: null })).status).toBe(200);
  });
});

describe('the Authorization header', () => {
  test.each([
    ['of another scheme', 'Basic dHJlZmZlcg=='],
    ['without a key', 'Bearer'],
    ['with an empty key', 'Bearer '],
    ['with two keys', 'Bearer one two'],
    ['with the key alone', 'treffer_the-operator-key-of-the-tests'],
    ['empty', ''],
    ['with a very long key', `Bearer ${'k'.repeat(5000)}`],
  ])('%s is refused', async (_, authorization) => {
    const answer = await service.get('/v1/campaigns', { key: null, headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('takes the scheme in any case', async () => {
    const headers = { authorization: `bEARER ${keys.read}` };
    expect((await service.get(ours.private, { key: null, headers })).status).toBe(200);
  });
});

describe('a key', () => {
  test('that is revoked stops at once on this node', async () => {
    const { id, key } = await keyWith(service, ['read']);
    expect((await service.get('/v1/campaigns', { key })).status).toBe(200);
    expect((await service.call('DELETE', `/v1/keys/${id}`)).status).toBe(204);
    expect((await service.get('/v1/campaigns', { key })).status).toBe(401);
    expect((await service.call('DELETE', `/v1/keys/${id}`)).status).toBe(204);
    const listed = (await service.get('/v1/keys?limit=100')).body.keys.find((each: { id: string }) => each.id === id);
    expect(listed.revokedAt).toEqual(expect.any(String));
  });

  test('is shown once and stored as a hash', async () => {
    const { id, key } = await keyWith(service, ['read']);
    expect(key).toMatch(/^treffer_[\w-]{43}$/);
    const listed = await service.get('/v1/keys?limit=100');
    expect(listed.body.keys.map((each: { id: string }) => each.id)).toContain(id);
    expect(listed.text).not.toContain(key);
    const { rows } = await service.pool.query('SELECT keys::text AS row FROM keys');
    for (const { row } of rows) expect(row).not.toContain(key);
  });

  test('of an account that is not there is not made', async () => {
    const answer = await service.post('/v1/keys', { account: crypto.randomUUID(), label: 'x', scopes: ['read'] });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/account', code: 'unknown-account' }] } });
  });

  test.each([
    ['no scope', [], '/scopes', 'wrong-length'],
    ['an unknown scope', ['write'], '/scopes/0', 'not-allowed'],
    ['a scope twice', ['read', 'read'], '/scopes', 'repeated'],
  ])('with %s is not made', async (_, scopes, pointer, code) => {
    const answer = await service.post('/v1/keys', { label: 'x', scopes });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } });
  });

  test('that is not there cannot be revoked', async () => {
    expect((await service.call('DELETE', `/v1/keys/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await service.call('DELETE', '/v1/keys/nonsense')).status).toBe(400);
  });
});

test('keys are listed a page at a time, of one account or of all', async () => {
  const { account } = await keyWith(service, ['read']);
  for (let i = 0; i < 4; i += 1) await keyWith(service, ['read'], account);
  const seen: string[] = [];
  let path: string | null = `/v1/keys?account=${account}&limit=2`;
  let pages = 0;
  while (path !== null) {
    const { body }: { body: { keys: { id: string; account: string }[]; next: string | null } } =
      await service.get(path);
    pages += 1;
    seen.push(...body.keys.map((each) => each.id));
    expect(body.keys.every((each) => each.account === account)).toBe(true);
    path = body.next;
  }
  expect([pages, seen.length, new Set(seen).size]).toEqual([3, 5, 5]);
  expect(seen).toEqual([...seen].sort());
});
