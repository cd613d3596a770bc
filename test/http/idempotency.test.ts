import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_KEY, bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';
import { bangAttack, keyWith, revolver, sizeOf } from './requests.js';

let service: TestService;
let campaign: string;
beforeAll(async () => {
  service = await documentedService();
});
beforeEach(async () => {
  campaign = await service.campaign();
});
afterAll(() => service.close());

/** Every POST that records something, with a body and one that is another request. */
const posts = [
  ['erbarmungslos/attacks', bookAttack, { ...bookAttack, mounted: true }],
  ['bang/attacks', bangAttack, { ...bangAttack, bangsPlayed: 0 }],
  ['contributions', { player: 'A', value: 'x' }, { player: 'A', value: 'y' }],
  ['notes', { about: 0, text: 'x' }, { about: 1, text: 'x' }],
  ['chains', {}, undefined],
  ['close', {}, undefined],
] as const;

describe.each(posts)('%s', (path, body, another) => {
  test('the same key and request: 200, Idempotent-Replayed, equal bytes, nothing recorded', async () => {
    const once = randomUUID();
    const first = await service.post(`${campaign}/${path}`, body, { once });
    const size = await sizeOf(service, campaign);
    const again = await service.post(`${campaign}/${path}`, body, { once });
    expect(first).toMatchObject({ status: 201 });
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
    expect(again.text).toBe(first.text);
    expect(await sizeOf(service, campaign)).toBe(size);
  });

  test('the same key and another request: 422', async () => {
    const once = randomUUID();
    await service.post(`${campaign}/${path}`, body, { once });
    const size = await sizeOf(service, campaign);
    const elsewhere = path === 'notes' ? 'contributions' : 'notes';
    const others = [[elsewhere, { about: 0, text: 'other' }] as const];
    for (const [other, sent] of another === undefined ? others : [...others, [path, another] as const]) {
      const answer = await service.post(`${campaign}/${other}`, sent, { once });
      expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
    }
    expect(await sizeOf(service, campaign)).toBe(size);
  });

  test('no key: 428, nothing recorded', async () => {
    const answer = await service.call('POST', `${campaign}/${path}`, { body });
    expect(answer).toMatchObject({ status: 428, body: { code: 'idempotency-key-required' } });
    expect(await sizeOf(service, campaign)).toBe(2);
  });

  test('no key, when the settings waive it: recorded each time', async () => {
    const waiving = await service.campaign({ settings: { requireIdempotencyKey: false } });
    const answers = [];
    for (let i = 0; i < 2; i += 1) answers.push(await service.call('POST', `${waiving}/${path}`, { body }));
    expect(answers.map(({ status }) => status)).toEqual([201, path === 'close' ? 409 : 201]);
    expect(await sizeOf(service, waiving)).toBe(path === 'close' ? 3 : 4);
  });

  test('a retry is answered also after closing', async () => {
    const once = randomUUID();
    const first = await service.post(`${campaign}/${path}`, body, { once });
    await service.post(`${campaign}/close`);
    expect(await service.post(`${campaign}/${path}`, body, { once })).toMatchObject({ status: 200, text: first.text });
    const fresh = await service.post(`${campaign}/${path}`, body);
    expect(fresh).toMatchObject({ status: 409, body: { code: 'campaign-closed' } });
  });
});

describe('what the same request is', () => {
  const attack = (body: unknown, once: string, headers = {}) =>
    service.post(`${campaign}/erbarmungslos/attacks`, body, { once, headers });
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reversed(member)]),
    );
  };

  test('the order of members does not matter, at any level; nor white space', async () => {
    const first = await attack(bookAttack, 'order');
    const again = await attack(JSON.stringify(reversed(bookAttack), null, 2), 'order');
    expect(again).toMatchObject({ status: 200, text: first.text });
  });

  test('the order of a list does', async () => {
    await attack({ ...revolver, shots: [{ at: ['dimitri'], modifiers: [] }, { at: ['dimitri'] }] }, 'list');
    const again = await attack(
      { ...revolver, shots: [{ at: ['dimitri'] }, { at: ['dimitri'], modifiers: [] }] },
      'list',
    );
    expect(again.body.code).toBe('idempotency-key-reused');
  });

  test('the contribution does not count', async () => {
    const contribution = { player: 'Ben', value: 'x', chain: 0 };
    const first = await attack({ ...bookAttack, contribution }, 'contribution');
    expect(first.body.bound).toBe('Ben');
    for (const other of [{ ...contribution, value: 'y' }, { ...contribution, chain: 7 }, undefined]) {
      const again = await attack({ ...bookAttack, contribution: other }, 'contribution');
      expect(again).toMatchObject({ status: 200, text: first.text });
    }
    expect(await sizeOf(service, campaign)).toBe(4);
  });

  test('the actor does', async () => {
    await attack({ ...bookAttack, actor: 'Änne' }, 'actor');
    for (const other of [{ ...bookAttack, actor: 'Ben' }, bookAttack]) {
      expect(await attack(other, 'actor')).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
    }
  });

  test('the explanation follows the language, all else stays', async () => {
    const german = await attack(bookAttack, 'language', { 'accept-language': 'de' });
    const english = await attack(bookAttack, 'language', { 'accept-language': 'en' });
    expect(english.status).toBe(200);
    expect(english.body.explanation).not.toEqual(german.body.explanation);
    expect({ ...english.body, explanation: [] }).toEqual({ ...german.body, explanation: [] });
    expect((await attack(bookAttack, 'language', { 'accept-language': 'de' })).text).toBe(german.text);
  });

  test('another action is another request, also with an equal body', async () => {
    await service.post(`${campaign}/chains`, {}, { once: 'purpose' });
    const answer = await service.post(`${campaign}/close`, {}, { once: 'purpose' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
  });

  test('no body and an empty object are the same', async () => {
    const first = await service.post(`${campaign}/chains`, undefined, { once: 'empty' });
    expect(await service.post(`${campaign}/chains`, {}, { once: 'empty' })).toMatchObject({
      status: 200,
      text: first.text,
    });
  });

  test('a reused key is told before the faults of the body', async () => {
    await attack(bookAttack, 'faulty');
    expect((await attack({ luck: 1 }, 'faulty')).body.code).toBe('idempotency-key-reused');
  });

  test('the bytes stay the same when the record has grown', async () => {
    const contribution = { player: 'Ben', value: 'x', chain: 0 };
    const first = await attack({ ...bookAttack, contribution }, 'grown');
    await service.post(`${campaign}/contributions`, { player: 'Carla', value: 'y' });
    await service.post(`${campaign}/chains`);
    await attack(bookAttack, 'other');
    expect((await attack(bookAttack, 'grown')).text).toBe(first.text);
  });
});

test('50 in parallel are one entry and 50 equal bodies', async () => {
  const path = `${campaign}/erbarmungslos/attacks`;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => service.post(path, bookAttack, { once: 'parallel' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await sizeOf(service, campaign)).toBe(3);
});

test('50 in parallel at two processes are one ruling and 50 equal bodies', async () => {
  const other = await documentedService({ database: service.database, ours: true });
  const path = `${campaign}/erbarmungslos/attacks`;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? service : other).post(path, bookAttack, { once: 'parallel' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const verified = verifyExport((await service.get(`${campaign}/export`)).text);
  expect(verified).toMatchObject({ findings: [], rulings: 1 });
});

test('many keys, each sent to two processes at once, are one ruling each', async () => {
  const other = await documentedService({ database: service.database, ours: true });
  const path = `${campaign}/bang/attacks`;
  const pairs = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      Promise.all([service, other].map((each) => each.post(path, bangAttack, { once: `key-${i}` }))),
    ),
  );
  for (const pair of pairs) {
    expect(pair.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(pair[0]!.text).toBe(pair[1]!.text);
  }
  const verified = verifyExport((await service.get(`${campaign}/export`)).text);
  expect(verified).toMatchObject({ findings: [], rulings: 30 });
});

test('of two different requests in parallel with one key, one is recorded', async () => {
  const path = `${campaign}/erbarmungslos/attacks`;
  const answers = await Promise.all(
    [bookAttack, { ...bookAttack, mounted: true }].map((body) => service.post(path, body, { once: 'either' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(await sizeOf(service, campaign)).toBe(3);
});

describe('a refused request binds no key', () => {
  const faulty = { ...bookAttack, cover: 'none' };
  const illegal = { ...bookAttack, aim: 2 };
  const staleChain = { ...bookAttack, contribution: { player: 'A', value: 'x', chain: 9 } };
  test.each([
    ['malformed', faulty, 400],
    ['illegal', illegal, 422],
    ['naming another chain', staleChain, 409],
  ])('%s: changed and sent again it is ruled on', async (_, body, status) => {
    const path = `${campaign}/erbarmungslos/attacks`;
    expect((await service.post(path, body, { once: 'refused' })).status).toBe(status);
    expect((await service.post(path, bookAttack, { once: 'refused' })).status).toBe(201);
  });
});

describe('the header', () => {
  const note = { about: 0, text: 'x' };
  test.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a space', 'two words'],
    ['not ASCII', 'schl\u00fcssel'],
    ['with a DEL', 'a\u007f'],
  ])('%s is refused', async (_, once) => {
    const answer = await service.post(`${campaign}/notes`, note, { once });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', errors: [{ header: 'Idempotency-Key', code: 'wrong-format' }] },
    });
    expect(await sizeOf(service, campaign)).toBe(2);
  });

  test.each([
    ['of 255 characters', 'k'.repeat(255)],
    ['of one', 'k'],
    ['with every visible character', String.fromCharCode(...Array.from({ length: 94 }, (__, i) => 0x21 + i))],
  ])('%s is taken', async (_, once) => {
    expect((await service.post(`${campaign}/notes`, note, { once })).status).toBe(201);
    expect((await service.post(`${campaign}/notes`, note, { once })).status).toBe(200);
  });

  test('sent twice is refused', async () => {
    // Over a socket: Node joins the two with a comma and a space.
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as AddressInfo;
    const status = await new Promise((answered, failed) => {
      const headers = {
        authorization: `Bearer ${ADMIN_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': ['one', 'two'],
      };
      const sending = request({ port, method: 'POST', path: `${campaign}/notes`, headers }, (response) => {
        response.resume();
        answered(response.statusCode);
      });
      sending.on('error', failed).end(JSON.stringify(note));
    });
    expect(status).toBe(400);
    expect(await sizeOf(service, campaign)).toBe(2);
  });

  test('is case-sensitive', async () => {
    await service.post(`${campaign}/notes`, note, { once: 'key' });
    expect((await service.post(`${campaign}/notes`, note, { once: 'KEY' })).status).toBe(201);
  });
});

test('a key belongs to its campaign', async () => {
  const other = await service.campaign();
  await service.post(`${campaign}/notes`, { about: 0, text: 'x' }, { once: 'here' });
  const answer = await service.post(`${other}/notes`, { about: 1, text: 'y' }, { once: 'here' });
  expect(answer.status).toBe(201);
});

test('keys are stored as hashes only', async () => {
  const once = 'a-key-that-nobody-else-has';
  await service.post(`${campaign}/notes`, { about: 0, text: 'x' }, { once });
  await service.post('/v1/campaigns', { name: 'x' }, { once });
  const { rows } = await service.pool.query(
    'SELECT entries::text AS row FROM entries UNION ALL SELECT campaigns::text FROM campaigns',
  );
  const hex = Buffer.from(once).toString('hex');
  expect(rows.length).toBeGreaterThan(2);
  for (const { row } of rows) {
    expect(row).not.toContain(once);
    expect(row).not.toContain(hex);
  }
});

describe('creating a campaign', () => {
  test('with the same key: the same campaign, once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.post('/v1/campaigns', { name: 'Once' }, { once: 'create' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.find(({ status }) => status === 200)!;
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    const { rows } = await service.pool.query("SELECT count(*)::integer AS n FROM campaigns WHERE name = 'Once'");
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('with the same key and another body: 422', async () => {
    await service.post('/v1/campaigns', { name: 'One' }, { once: 'create-two' });
    const answer = await service.post('/v1/campaigns', { name: 'Two' }, { once: 'create-two' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
  });

  test('the key belongs to the account', async () => {
    const { key } = await keyWith(service, ['manage']);
    const ours = await service.post('/v1/campaigns', { name: 'Ours' }, { once: 'both' });
    const theirs = await service.post('/v1/campaigns', { name: 'Theirs' }, { once: 'both', key });
    expect([ours.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(ours.body.id);
  });
});
