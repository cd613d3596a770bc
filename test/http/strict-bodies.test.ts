import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { documentedService } from './documented.js';
import { bangAttack, execution, hostage, recovery } from './requests.js';

let service: TestService;
let campaign: string;
beforeAll(async () => {
  service = await documentedService();
  campaign = await service.campaign();
  await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
});
afterAll(() => service.close());

/** Everything that the service keeps, counted. */
async function kept(): Promise<string> {
  const { rows } = await service.pool.query(
    `SELECT concat_ws('/', (SELECT count(*) FROM entries), (SELECT count(*) FROM campaigns),
       (SELECT count(*) FROM accounts), (SELECT count(*) FROM keys)) AS kept`,
  );
  return rows[0].kept;
}

/** Every call that takes a body: method, path below the campaign or from the root, and a body it would take. */
const calls = [
  ['POST', 'erbarmungslos/attacks', bookAttack],
  ['POST', 'erbarmungslos/executions', execution],
  ['POST', 'erbarmungslos/hostages', hostage],
  ['POST', 'erbarmungslos/recoveries', recovery],
  ['POST', 'bang/attacks', bangAttack],
  ['POST', 'contributions', { player: 'Änne', value: 'Würfelglück' }],
  ['POST', 'notes', { about: 0, text: 'Agreed.' }],
  ['POST', 'chains', {}],
  ['POST', 'close', {}],
  ['POST', 'entries/2/replay', {}],
  ['PATCH', '', { name: 'Friday' }],
  ['POST', '/v1/campaigns', { name: 'Thursday' }],
  ['POST', '/v1/accounts', { name: 'Dice bot' }],
  ['POST', '/v1/keys', { label: 'dice bot', scopes: ['play'] }],
  ['POST', '/v1/bang/distance-checks', { seats: bangAttack.seats, from: 'Anna', to: 'Ben' }],
  ['POST', '/v1/bang/targets', { seats: bangAttack.seats, from: 'Anna' }],
  ['POST', '/v1/erbarmungslos/range-checks', { distance: 12, range: 20, visible: true }],
] as const;

const pathOf = (path: string) => (path.startsWith('/') ? path : `${campaign}/${path}`.replace(/\/$/, ''));

/** A valid body with one member more, written first. */
const plus = (member: string, body: object) => {
  const rest = JSON.stringify(body).slice(1);
  return `{${member}${rest === '}' ? '' : ','}${rest}`;
};

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** What no call takes: the body made from a valid one, and the fault that names it. */
const malformed: readonly [string, (body: object) => string | Buffer, { pointer?: string; code: string }][] = [
  ['not JSON', () => '{"name": "Thursday"', { pointer: '', code: 'not-json' }],
  ['JSON with a comment', (body) => `/* hello */ ${JSON.stringify(body)}`, { pointer: '', code: 'not-json' }],
  ['NaN', () => '{"value": NaN}', { pointer: '', code: 'not-json' }],
  ['two values', (body) => `${JSON.stringify(body)}{}`, { pointer: '', code: 'not-json' }],
  ['a raw control character', () => '{"name": "a\u0000b"}', { pointer: '', code: 'not-json' }],
  ['invalid UTF-8', () => Buffer.from('7b226e616d65223a22ff227d', 'hex'), { pointer: '', code: 'not-utf-8' }],
  ['a surrogate in UTF-8', () => Buffer.from('7b226e223a22eda080227d', 'hex'), { pointer: '', code: 'not-utf-8' }],
  ['UTF-16', () => Buffer.from('{}', 'utf16le'), { pointer: '', code: 'not-json' }],
  ['a byte order mark', (body) => `\ufeff${JSON.stringify(body)}`, { pointer: '', code: 'not-json' }],
  ['only white space', () => ' \n', { pointer: '', code: 'not-json' }],
  ['an array', (body) => JSON.stringify([body]), { pointer: '', code: 'wrong-type' }],
  ['a number', () => '12', { pointer: '', code: 'wrong-type' }],
  ['a string', () => '"{}"', { pointer: '', code: 'wrong-type' }],
  ['null', () => 'null', { pointer: '', code: 'wrong-type' }],
  ['21 levels', (body) => plus(`"deep":${nested(20)}`, body), { pointer: '', code: 'too-deep' }],
  ['10,000 levels', () => nested(10_000), { pointer: '', code: 'too-deep' }],
  ['30,000 levels of objects that never end', () => '{"":'.repeat(15_000), { pointer: '', code: 'not-json' }],
  ['an extra member', (body) => plus('"luck":20', body), { pointer: '/luck', code: 'unknown-member' }],
  ['a member without a name', (body) => plus('"":1', body), { pointer: '/', code: 'unknown-member' }],
  [
    'a member __proto__',
    (body) => plus('"__proto__":{"x":1}', body),
    { pointer: '/__proto__', code: 'unknown-member' },
  ],
  [
    'a member constructor',
    (body) => plus('"constructor":1', body),
    { pointer: '/constructor', code: 'unknown-member' },
  ],
  ['a member toString', (body) => plus('"toString":null', body), { pointer: '/toString', code: 'unknown-member' }],
  ['a member with / and ~', (body) => plus('"a/b~c":1', body), { pointer: '/a~1b~0c', code: 'unknown-member' }],
  ['a lone surrogate as a member', (body) => plus('"\\ud800":1', body), { pointer: '/\ud800', code: 'unknown-member' }],
  ['a NUL as a member', (body) => plus('"\\u0000":1', body), { pointer: '/\u0000', code: 'unknown-member' }],
  ['a repeated member', (body) => plus('"twice":1,"twice":1', body), { pointer: '/twice', code: 'repeated-member' }],
  [
    'a member repeated in another spelling',
    (body) => plus('"twice":1,"\\u0074wice":1', body),
    { pointer: '/twice', code: 'repeated-member' },
  ],
  [
    'a member repeated deep inside',
    (body) => plus('"deep":[{},{"__proto__":1,"x":2,"__proto__":3}]', body),
    { pointer: '/deep/1/__proto__', code: 'repeated-member' },
  ],
];

describe.each(calls)('%s %s refuses', (method, path, body) => {
  test.each(malformed)('%s', async (_, write, fault) => {
    const before = await kept();
    const answer = await service.call(method, pathOf(path), { body: write(body), once: 'strict' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body.errors).toContainEqual(expect.objectContaining(fault));
    expect(await kept()).toBe(before);
  });

  test('a body of another media type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense']) {
      const before = await kept();
      const answer = await service.call(method, pathOf(path), {
        body: JSON.stringify(body),
        once: 'strict',
        headers: { 'content-type': type },
      });
      expect(answer).toMatchObject({ status: 415, body: { code: 'not-json' } });
      expect(await kept()).toBe(before);
    }
  });

  test('more than 64 KiB, and 10 MB', async () => {
    for (const size of [64 * 1024 + 1, 10_000_000]) {
      const before = await kept();
      const text = JSON.stringify(body);
      const answer = await service.call(method, pathOf(path), { body: text.padEnd(size), once: 'strict' });
      expect(answer).toMatchObject({ status: 413, body: { code: 'too-large' } });
      expect(await kept()).toBe(before);
    }
  });
});

test.each(calls.filter(([, , body]) => Object.keys(body).length > 0))('%s %s needs a body', async (method, path) => {
  const before = await kept();
  for (const more of [{}, { body: '' }]) {
    const answer = await service.call(method, pathOf(path), { ...more, once: 'strict' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer: '', code: 'wrong-type' }));
  }
  expect(await kept()).toBe(before);
});

test('20 levels and exactly 64 KiB are taken', async () => {
  const deep = await service.post(`${campaign}/notes`, plus(`"deep":${nested(19)}`, { about: 0, text: 'x' }));
  expect(deep.body.errors).toEqual([expect.objectContaining({ pointer: '/deep', code: 'unknown-member' })]);
  const long = JSON.stringify({ about: 0, text: 'As long as it may be.' }).padEnd(64 * 1024);
  expect((await service.post(`${campaign}/notes`, long)).status).toBe(201);
});

/** The book's attack as text, with one part written otherwise. */
const attackWith = (part: string, other: string) => {
  const text = JSON.stringify(bookAttack);
  if (!text.includes(part)) throw new Error(`no ${part} in the attack`);
  return text.replace(part, other);
};

const faultyAttacks: readonly [string, string, { pointer: string; code: string; detail?: string }][] = [
  [
    'a misspelt member, with a suggestion',
    attackWith('"cover":"light"', '"cvoer":"light"'),
    { pointer: '/targets/0/cvoer', code: 'unknown-member', detail: expect.stringContaining('`cover`') },
  ],
  [
    'a member in another case',
    attackWith('"maxLife":5', '"maxlife":5'),
    { pointer: '/shooter/maxlife', code: 'unknown-member', detail: expect.stringContaining('`maxLife`') },
  ],
  ['a missing member', attackWith('"dodge":2,', ''), { pointer: '/targets/0/dodge', code: 'missing' }],
  [
    'a repeated member inside',
    attackWith('"dodge":2', '"dodge":2,"dodge":2'),
    { pointer: '/targets/0/dodge', code: 'repeated-member' },
  ],
  [
    'a number as a string',
    attackWith('"ranged":7', '"ranged":"7"'),
    { pointer: '/shooter/ranged', code: 'wrong-type' },
  ],
  ['a truth value as a number', attackWith('true', '1'), { pointer: '/targets/0/visible', code: 'wrong-type' }],
  ['a truth value as a string', attackWith('true', '"true"'), { pointer: '/targets/0/visible', code: 'wrong-type' }],
  ['null for a number', attackWith('"life":5', '"life":null'), { pointer: '/shooter/life', code: 'wrong-type' }],
  ['null for what may be left out', attackWith('"light"', 'null'), { pointer: '/targets/0/cover', code: 'wrong-type' }],
  ['one string for a list', attackWith('["dimitri"]', '"dimitri"'), { pointer: '/shots/0/at', code: 'wrong-type' }],
  ['1e400', attackWith('"ranged":7', '"ranged":1e400'), { pointer: '/shooter/ranged', code: 'wrong-type' }],
  ['1e400 as a length', attackWith('"range":20', '"range":1e400'), { pointer: '/weapon/range', code: 'wrong-type' }],
  ['−1e400', attackWith('"ranged":7', '"ranged":-1e400'), { pointer: '/shooter/ranged', code: 'wrong-type' }],
  ['1e308', attackWith('"range":20', '"range":1e308'), { pointer: '/weapon/range', code: 'out-of-range' }],
  [
    'an integer of 400 digits',
    attackWith('"ranged":7', `"ranged":${'9'.repeat(400)}`),
    { pointer: '/shooter/ranged', code: 'wrong-type' },
  ],
  [
    'more than the most',
    attackWith('"ranged":7', '"ranged":101'),
    { pointer: '/shooter/ranged', code: 'out-of-range' },
  ],
  [
    'less than the least',
    attackWith('"ranged":7', '"ranged":-1'),
    { pointer: '/shooter/ranged', code: 'out-of-range' },
  ],
  ['half a die', attackWith('"ranged":7', '"ranged":7.5'), { pointer: '/shooter/ranged', code: 'wrong-type' }],
  [
    'a length beyond 10,000',
    attackWith('"distance":12', '"distance":10000.001'),
    { pointer: '/targets/0/distance', code: 'out-of-range' },
  ],
  [
    'four decimals',
    attackWith('"distance":12', '"distance":12.0001'),
    { pointer: '/targets/0/distance', code: 'too-many-decimals' },
  ],
  [
    'a very small length',
    attackWith('"distance":12', '"distance":1e-7'),
    { pointer: '/targets/0/distance', code: 'too-many-decimals' },
  ],
  [
    'neither distance nor positions',
    attackWith('"distance":12,', ''),
    { pointer: '/targets/0', code: 'one-of', detail: expect.stringContaining('`distance` or `positions`') },
  ],
  [
    'both distance and positions',
    attackWith('"distance":12', '"distance":12,"positions":{"from":{"x":0,"y":0},"to":{"x":1,"y":1}}'),
    { pointer: '/targets/0', code: 'one-of' },
  ],
  [
    'a word that is not on the list',
    attackWith('"light"', '"Light"'),
    { pointer: '/targets/0/cover', code: 'not-allowed' },
  ],
  ['an empty name', attackWith('"rupert"', '""'), { pointer: '/shooter/id', code: 'wrong-length' }],
  [
    'a name of 65 code points',
    attackWith('"rupert"', JSON.stringify('🎲'.repeat(65))),
    { pointer: '/shooter/id', code: 'wrong-length' },
  ],
  ['a name that is not NFC', attackWith('"rupert"', '"A\u0308nne"'), { pointer: '/shooter/id', code: 'wrong-format' }],
  [
    'a lone surrogate in a name',
    attackWith('"rupert"', '"a\\ud800"'),
    { pointer: '/shooter/id', code: 'wrong-format' },
  ],
  ['a NUL in a name', attackWith('"rupert"', '"a\\u0000"'), { pointer: '/shooter/id', code: 'wrong-format' }],
  ['a line break in a name', attackWith('"rupert"', '"a\\nb"'), { pointer: '/shooter/id', code: 'wrong-format' }],
  ['U+2028 in a name', attackWith('"rupert"', '"a\\u2028b"'), { pointer: '/shooter/id', code: 'wrong-format' }],
  [
    'a lone surrogate in a label',
    attackWith('"targets"', '"modifiers":[{"label":"\\udc00","dice":1}],"targets"'),
    { pointer: '/modifiers/0/label', code: 'wrong-format' },
  ],
  ['a lone surrogate as actor', attackWith('{', '{"actor":"\\udfff",'), { pointer: '/actor', code: 'wrong-format' }],
  [
    'a NUL in a contribution',
    attackWith('{', '{"contribution":{"player":"A","value":"\\u0000","chain":0},'),
    { pointer: '/contribution/value', code: 'wrong-format' },
  ],
  [
    'a contribution without its chain',
    attackWith('{', '{"contribution":{"player":"A","value":"x"},'),
    { pointer: '/contribution/chain', code: 'missing' },
  ],
  [
    'a misspelt member of the contribution',
    attackWith('{', '{"contribution":{"player":"A","value":"x","chian":0},'),
    { pointer: '/contribution/chian', code: 'unknown-member', detail: expect.stringContaining('`chain`') },
  ],
  [
    'a figure nobody knows',
    attackWith('["dimitri"]', '["dmitri"]'),
    { pointer: '/shots/0/at/0', code: 'unknown-figure' },
  ],
  ['an id twice', attackWith('"id":"dimitri"', '"id":"rupert"'), { pointer: '/targets/0/id', code: 'duplicate-id' }],
  [
    'more life than when unhurt',
    attackWith('"life":5', '"life":6'),
    { pointer: '/shooter/life', code: 'life-above-max' },
  ],
  [
    'shots fired, which the record counts',
    attackWith('{', '{"shotsFired":1,'),
    { pointer: '/shotsFired', code: 'unknown-member' },
  ],
  [
    'more than 500 dice',
    JSON.stringify({
      ...bookAttack,
      shooter: { ...bookAttack.shooter, ranged: 100 },
      weapon: { range: 20, shots: 6 },
      shots: Array.from({ length: 6 }, () => ({ at: ['dimitri'] })),
    }),
    { pointer: '', code: 'too-many-dice' },
  ],
];

test.each(faultyAttacks)('an attack with %s is refused and records nothing', async (_, body, fault) => {
  const before = await kept();
  const answer = await service.post(`${campaign}/erbarmungslos/attacks`, body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  expect(answer.body.errors).toContainEqual(expect.objectContaining(fault));
  expect(await kept()).toBe(before);
});

const faultyOthers: readonly [string, string, object, { pointer: string; code: string }][] = [
  [
    'a lone surrogate as a name in answers',
    'bang/attacks',
    { ...bangAttack, answers: { '\ud800': {} } },
    { pointer: '/answers/\ud800', code: 'unknown-player' },
  ],
  [
    'a lone surrogate as a player',
    'bang/attacks',
    { ...bangAttack, attacker: '\ud800' },
    { pointer: '/attacker', code: 'wrong-format' },
  ],
  [
    'an answer that is misspelt',
    'bang/attacks',
    { ...bangAttack, answers: { Ben: { mised: 1 } } },
    { pointer: '/answers/Ben/mised', code: 'unknown-member' },
  ],
  [
    'a number as a string',
    'bang/attacks',
    { ...bangAttack, bangsPlayed: '0' },
    { pointer: '/bangsPlayed', code: 'wrong-type' },
  ],
  [
    'a member of another rulebook',
    'bang/attacks',
    { ...bangAttack, continues: 2 },
    { pointer: '/continues', code: 'unknown-member' },
  ],
  [
    'a target for a card that goes for all',
    'bang/attacks',
    { ...bangAttack, card: 'gatling' },
    { pointer: '/target', code: 'target-not-expected' },
  ],
  [
    'a lone surrogate in the value',
    'contributions',
    { player: 'A', value: '\ud800' },
    { pointer: '/value', code: 'wrong-format' },
  ],
  ['an empty value', 'contributions', { player: 'A', value: '' }, { pointer: '/value', code: 'wrong-length' }],
  [
    'a value of 257 characters',
    'contributions',
    { player: 'A', value: 'x'.repeat(257) },
    { pointer: '/value', code: 'wrong-length' },
  ],
  [
    'null for its chain',
    'contributions',
    { player: 'A', value: 'x', chain: null },
    { pointer: '/chain', code: 'wrong-type' },
  ],
  ['a NUL in the text', 'notes', { about: 0, text: 'a\u0000' }, { pointer: '/text', code: 'wrong-format' }],
  [
    'a text of 1,001 characters',
    'notes',
    { about: 0, text: 'x'.repeat(1001) },
    { pointer: '/text', code: 'wrong-length' },
  ],
  ['an entry that is not there', 'notes', { about: 1000, text: 'x' }, { pointer: '/about', code: 'unknown-entry' }],
  ['an entry beyond all records', 'notes', { about: 2 ** 53, text: 'x' }, { pointer: '/about', code: 'unknown-entry' }],
  ['a fraction as a place', 'notes', { about: 0.5, text: 'x' }, { pointer: '/about', code: 'wrong-type' }],
  [
    'an unknown state',
    'erbarmungslos/recoveries',
    { ...recovery, figure: { ...recovery.figure, state: 'asleep' } },
    { pointer: '/figure/state', code: 'not-allowed' },
  ],
  [
    'a place that is no number',
    'erbarmungslos/attacks',
    { continues: '2', targets: bookAttack.targets, shots: bookAttack.shots },
    { pointer: '/continues', code: 'wrong-type' },
  ],
  [
    'a place that is null',
    'erbarmungslos/attacks',
    { continues: null, targets: bookAttack.targets, shots: bookAttack.shots },
    { pointer: '/continues', code: 'wrong-type' },
  ],
  [
    'a place below 0',
    'erbarmungslos/attacks',
    { continues: -1, targets: bookAttack.targets, shots: bookAttack.shots },
    { pointer: '/continues', code: 'out-of-range' },
  ],
  [
    'a place beyond all records',
    'erbarmungslos/attacks',
    { continues: 2 ** 31, targets: bookAttack.targets, shots: bookAttack.shots },
    { pointer: '/continues', code: 'unknown-entry' },
  ],
  [
    'a shooter in a continuation',
    'erbarmungslos/attacks',
    { ...bookAttack, continues: 2 },
    { pointer: '/shooter', code: 'unknown-member' },
  ],
];

test.each(faultyOthers)('%s is refused by %s', async (_, path, body, fault) => {
  const before = await kept();
  const answer = await service.post(`${campaign}/${path}`, body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  expect(answer.body.errors).toContainEqual(expect.objectContaining(fault));
  expect(await kept()).toBe(before);
});

test('every fault is named at once, those of form and those beyond', async () => {
  const { shooter, targets, shots } = bookAttack;
  const answer = await service.post(`${campaign}/erbarmungslos/attacks`, {
    shooter: { ...shooter, ranged: '7', life: 9 },
    weapon: { range: 1e9, sots: 2 },
    targets: [{ ...targets[0], cover: 'some', visible: undefined }],
    shots: [...shots, { at: ['nobody'] }],
    actor: '',
    luck: 1,
  });
  expect(answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual(
    expect.arrayContaining([
      ['/luck', 'unknown-member'],
      ['/actor', 'wrong-length'],
      ['/shooter/ranged', 'wrong-type'],
      ['/shooter/life', 'life-above-max'],
      ['/weapon/range', 'out-of-range'],
      ['/weapon/sots', 'unknown-member'],
      ['/targets/0/cover', 'not-allowed'],
      ['/targets/0/visible', 'missing'],
      ['/shots/1/at/0', 'unknown-figure'],
    ]),
  );
  expect(answer.body.errors).toHaveLength(9);
});

describe('names that objects have by nature are names like any other', () => {
  test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])('%s', async (name) => {
    const seats = bangAttack.seats.map((seat) => (seat.player === 'Ben' ? { player: name, life: 3 } : seat));
    // Written by hand, since an object literal would lose __proto__.
    const body = JSON.stringify({ ...bangAttack, seats, target: name, answers: {} }).replace(
      '"answers":{}',
      `"answers":{${JSON.stringify(name)}:{"missed":1}}`,
    );
    const { status, body: ruling, text } = await service.post(`${campaign}/bang/attacks`, body);
    expect(status).toBe(201);
    expect(ruling.outcome.hits).toMatchObject([{ player: name, played: { missed: 1 }, hit: false }]);
    expect(text).toContain(`"request":${body}`);
    const unlisted = await service.post(`${campaign}/bang/attacks`, {
      ...bangAttack,
      seats,
      target: name,
      answers: {},
    });
    expect(unlisted.body.outcome.hits).toMatchObject([{ player: name, played: { missed: 0 }, hit: true }]);
  });
});

test('10 MB over a socket are refused, and the process goes on answering', async () => {
  const before = await kept();
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  for (const chunked of [false, true]) {
    const size = 10_000_000;
    const status = await new Promise<number | undefined>((answered, failed) => {
      const sending = request({
        port,
        method: 'POST',
        path: `${campaign}/erbarmungslos/attacks`,
        headers: {
          'content-type': 'application/json',
          ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': size }),
        },
      });
      sending.on('response', (response) => {
        response.resume();
        answered(response.statusCode);
      });
      // The service answers and hangs up before everything has been sent.
      sending.on('error', failed);
      sending.end(Buffer.alloc(size, ' '));
    });
    expect(status).toBe(413);
  }
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  expect(await kept()).toBe(before);
  expect((await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack)).status).toBe(201);
});
