import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { leafHash } from '../../src/record/merkle.js';
import { rulesets } from '../../src/rules/index.js';
import type { Action, Ruleset } from '../../src/rules/ruleset.js';
import { bookAttack, type TestService } from '../service.js';
import { documentedService } from './documented.js';
import { bangAttack, execution, hostage, recovery, revolver } from './requests.js';

const erbarmungslos = rulesets.find(({ id }) => id === 'erbarmungslos')!;

/** The rulebook under another version, with one of its actions done otherwise. */
const version = (name: string, action: string, other: Partial<Action>): Ruleset => ({
  ...erbarmungslos,
  version: name,
  actions: erbarmungslos.actions.map((each) => (each.name === action ? { ...each, ...other } : each)),
});
const attack = erbarmungslos.actions.find(({ name }) => name === 'attack')!;
/** Versions for these tests: the newest comes last, so that campaigns still play by 3.5-r1. */
const versions = [
  version('3.4-r1', 'attack', {
    adjudicate: (request, dice) => ({ ...(attack.adjudicate(request, dice) as object), shotsLeft: 9 }),
  }),
  version('3.4-r2', 'attack', { refusals: () => [{ code: 'out-of-range', who: 'dimitri' }] }),
  version('3.4-r3', 'attack', { faults: () => [{ pointer: '/weapon', code: 'too-modern', detail: 'No pistols.' }] }),
  version('3.4-r4', 'attack', {
    adjudicate: (request, dice) => {
      dice.roll('fortune', 6, 1);
      return attack.adjudicate(request, dice);
    },
  }),
];

let service: TestService;
let superuser: pg.Client;
let campaign: string;
beforeAll(async () => {
  service = await documentedService({ rulesets: [...versions, ...rulesets] });
  superuser = new pg.Client({ connectionString: service.database.url });
  await superuser.connect();
});
beforeEach(async () => {
  campaign = await service.campaign();
});
afterAll(async () => {
  await superuser.end();
  await service.close();
});

const replay = (seq: number, query = '') => service.post(`${campaign}/entries/${seq}/replay${query}`);

const actions = [
  ['erbarmungslos/attacks', bookAttack],
  ['erbarmungslos/executions', execution],
  ['erbarmungslos/hostages', hostage],
  ['erbarmungslos/recoveries', recovery],
  ['bang/attacks', bangAttack],
] as const;

test.each(actions)('a ruling of %s matches, with the same rolls and outcome', async (path, request) => {
  const { body } = await service.post(`${campaign}/${path}`, request);
  const replayed = await replay(2);
  expect(replayed.status).toBe(200);
  expect(replayed.body).toEqual({
    matches: true,
    version: body.version,
    outcome: body.outcome,
    rolls: body.rolls,
    differences: [],
    findings: [],
  });
});

test('a ruling matches after contributions, under a later chain, and whoever has closed the campaign since', async () => {
  await service.post(`${campaign}/contributions`, { player: 'A', value: 'x', chain: 0 });
  await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  await service.post(`${campaign}/chains`);
  await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  const contribution = { player: 'B', value: 'y', chain: 1 };
  await service.post(`${campaign}/erbarmungslos/attacks`, { ...bookAttack, contribution });
  await service.post(`${campaign}/close`);
  for (const seq of [3, 5, 7]) expect([seq, (await replay(seq)).body.matches]).toEqual([seq, true]);
});

test('what is no ruling is not replayed', async () => {
  await service.post(`${campaign}/notes`, { about: 0, text: 'x' });
  for (const seq of [0, 1, 2]) {
    expect(await replay(seq)).toMatchObject({ status: 422, body: { code: 'not-a-ruling' } });
  }
  expect(await replay(3)).toMatchObject({ status: 404, body: { code: 'not-found' } });
});

describe('under another version', () => {
  beforeEach(async () => {
    await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  });

  test('that rules otherwise: the differences as a JSON Patch', async () => {
    expect((await replay(2, '?version=3.4-r1')).body).toMatchObject({
      matches: false,
      version: '3.4-r1',
      outcome: { shotsLeft: 9 },
      differences: [{ op: 'replace', path: '/outcome/shotsLeft', value: 9 }],
      findings: [],
    });
  });

  test('that rolls otherwise: the dice come from the same stream', async () => {
    const { body: recorded } = await service.get(`${campaign}/entries/2`);
    const { body } = await replay(2, '?version=3.4-r4');
    const values = (rolls: { values: number[] }[]) => rolls.flatMap((roll) => roll.values);
    expect(body.matches).toBe(false);
    expect(body.rolls.slice(0, 2)).toMatchObject([{ for: 'fortune', sides: 6 }, { for: 'shot 1 attack' }]);
    expect(values(body.rolls).slice(0, 10)).toEqual(values(recorded.rolls).slice(0, 10));
    expect(body.differences.length).toBeGreaterThan(0);
  });

  test('that forbids the attack: refused, with the reasons', async () => {
    const { body } = await replay(2, '?version=3.4-r2');
    expect(body).toEqual({
      matches: false,
      version: '3.4-r2',
      refused: [{ code: 'out-of-range', who: 'dimitri' }],
      findings: [],
    });
  });

  test('that does not take the request: refused, with where', async () => {
    const { body } = await replay(2, '?version=3.4-r3');
    expect(body).toMatchObject({ matches: false, refused: [{ code: 'too-modern', pointer: '/weapon' }] });
  });

  test('that is the recorded one: matches', async () => {
    expect((await replay(2, '?version=3.5-r1')).body).toMatchObject({ matches: true, differences: [] });
  });

  test.each(['9-r9', '4-r1', '', 'x'.repeat(65)])('that is unknown (%s): 400', async (unknown) => {
    const answer = await replay(2, `?version=${unknown}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', errors: [{ parameter: 'version' }] },
    });
  });
});

/** Changes a stored row as only a superuser can, with the triggers off. */
async function tamper(seq: number, change: { entry?: (entry: string) => string; set?: string }): Promise<void> {
  const id = campaign.split('/').at(-1);
  await superuser.query('ALTER TABLE entries DISABLE TRIGGER ALL');
  try {
    const where = 'WHERE campaign = $1 AND seq = $2';
    const { rows } = await superuser.query(`SELECT entry FROM entries ${where}`, [id, seq]);
    const entry = change.entry?.(rows[0].entry) ?? rows[0].entry;
    if (change.entry !== undefined && entry === rows[0].entry) throw new Error('nothing was changed');
    await superuser.query(`UPDATE entries SET entry = $3${change.set ?? ''} ${where}`, [id, seq, entry]);
  } finally {
    await superuser.query('ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_append_only');
    await superuser.query('ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_keep');
  }
}

/** An entry with members changed, written as the service writes it. */
const withMembers = (change: (entry: any) => object) => (entry: string) => {
  const value = JSON.parse(entry);
  return JSON.stringify({ ...value, ...change(value) });
};
const flip = (hex: string) => `${hex[0] === 'a' ? 'b' : 'a'}${hex.slice(1)}`;

describe('a changed row is reported, with where', () => {
  beforeEach(async () => {
    await service.post(`${campaign}/contributions`, { player: 'A', value: 'x', chain: 0 });
    for (let i = 0; i < 3; i += 1) await service.post(`${campaign}/erbarmungslos/attacks`, revolver);
  });
  const checks = ({ findings }: { findings: { check: string }[] }) => findings.map(({ check }) => check);

  const changes = [
    ['the outcome', withMembers(({ outcome }) => ({ outcome: { ...outcome, shotsLeft: 1 } })), ['outcome']],
    ['an outcome left out', withMembers(() => ({ outcome: undefined })), ['outcome']],
    [
      'a roll',
      withMembers(({ rolls: [first, ...others] }) => ({
        rolls: [{ ...first, values: first.values.map((value: number) => 7 - value) }, ...others],
      })),
      ['rolls'],
    ],
    ['a roll left out', withMembers(({ rolls }) => ({ rolls: rolls.slice(1) })), ['rolls']],
    ['the rolls left out', withMembers(() => ({ rolls: undefined })), ['rolls']],
    ['the seed', withMembers(({ seed }) => ({ seed: flip(seed) })), ['seed', 'rolls', 'outcome']],
    ['a seed that is none', withMembers(() => ({ seed: 7 })), ['seed', 'rolls', 'outcome']],
    ['the link', withMembers(() => ({ link: 1 })), ['seed']],
    ['a link beyond the chain', withMembers(() => ({ link: 1e9 })), ['seed']],
    ['the chain', withMembers(() => ({ chain: 1 })), ['seed']],
    ['the table', withMembers(({ table }) => ({ table: flip(table) })), ['table', 'rolls', 'outcome']],
    ['its place', withMembers(() => ({ seq: 9 })), ['place', 'rolls', 'outcome']],
    ['its campaign', withMembers(() => ({ campaign: '0'.repeat(36) })), ['place', 'rolls', 'outcome']],
    [
      'the request, still legal',
      withMembers(({ request }) => ({ request: { ...request, shooter: { ...request.shooter, ranged: 8 } } })),
      ['rolls', 'outcome'],
    ],
    ['the version', withMembers(() => ({ version: '9-r9' })), ['version']],
    ['the rulebook', withMembers(() => ({ ruleset: 'bang' })), ['version']],
    ['the action', withMembers(() => ({ action: 'prayer' })), ['version']],
    ['who asked', withMembers(() => ({ by: 'somebody else' })), []],
    ['the time', withMembers(() => ({ at: '2020-01-01T00:00:00.000Z' })), []],
    ['white space', (entry: string) => entry.replace('"kind"', ' "kind"'), []],
    ['the kind', withMembers(() => ({ kind: 'note' })), []],
    ['everything', () => 'nothing', []],
    ['everything to null', () => 'null', []],
  ] as const;

  test.each(changes)('%s', async (_, entry, found) => {
    expect((await replay(4)).body.matches).toBe(true);
    await tamper(4, { entry });
    const { status, body } = await replay(4);
    expect(status).toBe(200);
    expect(body.matches).toBe(false);
    expect(checks(body)).toEqual(expect.arrayContaining(['bytes', ...found]));
    expect(body.findings[0].detail).toContain('4');
    expect((await replay(5)).body.matches).toBe(true);
  });

  test('also with the leaf hash made to fit', async () => {
    await tamper(4, { entry: withMembers(({ outcome }) => ({ outcome: { ...outcome, shotsLeft: 1 } })) });
    const { rows } = await superuser.query('SELECT entry FROM entries WHERE campaign = $1 AND seq = 4', [
      campaign.split('/').at(-1),
    ]);
    const leaf = Buffer.from(leafHash(nodeHash, rows[0].entry)).toString('hex');
    await tamper(4, { set: `, leaf = '\\x${leaf}'` });
    const { body } = await replay(4);
    expect(checks(body)).toEqual(['outcome']);
    expect(body.differences).toEqual([{ op: 'replace', path: '/outcome/shotsLeft', value: 2 }]);
  });

  test('the leaf hash alone', async () => {
    await tamper(4, { set: `, leaf = sha256('x')` });
    const { body } = await replay(4);
    expect(body.matches).toBe(false);
    expect(checks(body)).toEqual(['bytes']);
  });

  test('the request, now against the rules', async () => {
    await tamper(4, {
      entry: withMembers(({ request }) => ({ request: { ...request, weapon: { ...request.weapon, range: 1 } } })),
    });
    const { body } = await replay(4);
    expect(body).toMatchObject({ matches: false, refused: [{ code: 'out-of-range', who: 'dimitri' }] });
    expect(checks(body)).toEqual(['bytes']);
  });

  test('the request, now of no form that the rulebook takes', async () => {
    for (const request of [null, [], 'shoot', { shots: 1 }]) {
      await tamper(4, { entry: withMembers(() => ({ request })) });
      const { body } = await replay(4);
      expect(body.matches).toBe(false);
      expect(body.refused.length).toBeGreaterThan(0);
    }
  });

  test('the anchor of its chain', async () => {
    await tamper(0, { entry: withMembers(({ anchor }) => ({ anchor: flip(anchor) })) });
    expect(checks((await replay(4)).body)).toEqual(['seed']);
  });

  test('the contribution before it', async () => {
    await tamper(2, { entry: withMembers(() => ({ value: 'y' })), set: `, table_after = sha256('x')` });
    expect(checks((await replay(3)).body)).toEqual(['table']);
  });

  test('a note made a ruling', async () => {
    await service.post(`${campaign}/notes`, { about: 0, text: 'x' });
    await tamper(6, { entry: withMembers(() => ({ kind: 'ruling' })) });
    const { status, body } = await replay(6);
    expect([status, body.matches]).toEqual([200, false]);
    expect(checks(body)).toContain('bytes');
  });
});
