import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';
import { bangAttack, execution, hostage, linesOf, recovery, sizeOf, target } from './requests.js';

let service: TestService;
beforeAll(async () => {
  service = await documentedService();
});
afterAll(() => service.close());

const legal = [
  ['erbarmungslos', 'attacks', 'attack', '3.5-r1', bookAttack],
  ['erbarmungslos', 'executions', 'execution', '3.5-r1', execution],
  ['erbarmungslos', 'hostages', 'hostage', '3.5-r1', hostage],
  ['erbarmungslos', 'recoveries', 'recovery', '3.5-r1', recovery],
  ['bang', 'attacks', 'attack', '4-r2', bangAttack],
  ['bang', 'attacks', 'attack', '4-r2', { ...bangAttack, card: 'gatling', target: undefined }],
  ['bang', 'attacks', 'attack', '4-r2', { ...bangAttack, card: 'duel' }],
] as const;

describe.each(legal)('%s %s', (ruleset, path, action, version, request) => {
  test('are answered 201 with the recorded entry and what follows from its place', async () => {
    const campaign = await service.campaign();
    const answer = await service.post(`${campaign}/${ruleset}/${path}`, request);
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`${campaign}/entries/2`);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();

    const [line, ...others] = (await linesOf(service, campaign)).slice(2);
    expect(others).toEqual([]);
    expect(answer.text.startsWith(`${line!.slice(0, -1)},"size":3,"root":"`)).toBe(true);
    expect(Object.keys(answer.body)).toEqual(
      (
        'v campaign seq at kind chain link seed table by ruleset version action request rolls outcome ' +
        'size root bound explanation'
      ).split(' '),
    );
    expect(answer.body).toMatchObject({
      campaign: campaign.split('/').at(-1),
      kind: 'ruling',
      chain: 0,
      link: 1,
      table: '0'.repeat(64),
      by: 'operator',
      ruleset,
      action,
      version,
      bound: null,
    });
    expect(answer.body.request).toEqual(JSON.parse(JSON.stringify(request)));
    expect(answer.body.root).toBe((await service.get(campaign)).body.root);
    expect(answer.body.explanation.at(-1)).toMatch(new RegExp(` #2 · ${answer.body.root.slice(0, 8)}$`));
    expect(verifyExport((await service.get(`${campaign}/export`)).text)).toMatchObject({
      findings: [],
      rulings: 1,
      root: answer.body.root,
    });
  });
});

test('the outcome is made of the rolls, which are named by the rulebook', async () => {
  const { body } = await service.post(`${await service.campaign()}/erbarmungslos/attacks`, bookAttack);
  const [shot] = body.outcome.shots;
  expect(body.rolls.slice(0, 2)).toEqual([
    { for: 'shot 1 attack', sides: 6, values: shot.attack.dice },
    { for: 'shot 1 dodge', sides: 6, values: shot.dodge.dice },
  ]);
  expect(shot.attack.dice).toHaveLength(7);
  expect(shot.dodge.dice).toHaveLength(3);
});

describe('the request is recorded as it was sent', () => {
  const sent = [
    [
      'members in the sender’s order, also those that look like numbers',
      'bang/attacks',
      '{"answers":{"2":{"missed":1},"1":{},"10":{"bangs":2,"missed":0}},"card":"gatling","attacker":"1","seats":[{"life":4,"player":"1"},{"player":"2","life":4},{"player":"10","life":4}]}',
    ],
    [
      'numbers as they were written',
      'erbarmungslos/attacks',
      '{"shots":[{"at":["b"]}],"targets":[{"visible":true,"distance":12.50,"maxLife":5e0,"life":5,"resistance":3,"dodge":2,"id":"b"}],"weapon":{"range":2.0E1},"shooter":{"maxLife":5,"life":5,"ranged":7,"id":"a"}}',
    ],
    [
      'escapes as they were written',
      'erbarmungslos/attacks',
      '{"\\u0073hooter":{"id":"\\u00c4nne \\ud83c\\udfb2","ranged":7,"life":5,"maxLife":5},"weapon":{"name":"\\"Colt\\" \\/","range":20},"targets":[{"id":"b 🎲","dodge":2,"resistance":3,"life":5,"maxLife":5,"distance":12,"visible":true}],"shots":[{"at":["b 🎲"]}]}',
    ],
  ] as const;

  test.each(sent)('%s', async (_, path, text) => {
    const campaign = await service.campaign();
    const answer = await service.post(`${campaign}/${path}`, text);
    expect(answer.status).toBe(201);
    const written = text.replace('"\\u0073hooter"', '"shooter"');
    expect(answer.text).toContain(`"request":${written},"rolls"`);
    expect((await linesOf(service, campaign))[2]).toContain(`"request":${written},"rolls"`);
    const replayed = await service.post(`${campaign}/entries/2/replay`);
    expect(replayed.body).toMatchObject({ matches: true, findings: [] });
  });

  test('white space between its tokens is not kept, that inside of texts is', async () => {
    const spaced = JSON.stringify({ ...bangAttack, seats: bangAttack.seats.map((s) => ({ ...s })) }, null, '\t')
      .replaceAll('"Ben"', '"Ben  B"')
      .replaceAll('\n', '\r\n ');
    const campaign = await service.campaign();
    const answer = await service.post(`${campaign}/bang/attacks`, spaced);
    expect(answer.text).toContain(`"request":${JSON.stringify(JSON.parse(spaced))},"rolls"`);
  });

  test('defaults are not filled in, and actor and contribution are not part of it', async () => {
    const campaign = await service.campaign();
    const { contribution, ...others } = { contribution: { player: 'Ben', value: 'x', chain: 0 }, actor: 'Änne' };
    const answer = await service.post(`${campaign}/erbarmungslos/attacks`, { contribution, ...bookAttack, ...others });
    expect(answer.text).toContain(`"by":"operator","actor":"Änne","ruleset":"erbarmungslos"`);
    expect(answer.text).toContain(`"request":${JSON.stringify(bookAttack)},"rolls"`);
  });
});

test('`by` is the label of the key', async () => {
  const { key } = (await service.post('/v1/keys', { label: 'Würfelbot', scopes: ['play'] })).body;
  const answer = await service.post(`${await service.campaign()}/bang/attacks`, bangAttack, { key });
  expect(answer.body.by).toBe('Würfelbot');
});

describe('a contribution in the request', () => {
  test('stands in the record directly before the ruling, changes its table and binds', async () => {
    const campaign = await service.campaign();
    const contribution = { player: 'Ben', value: 'Würfelglück 🎲', chain: 0 };
    const answer = await service.post(`${campaign}/erbarmungslos/attacks`, { ...bookAttack, contribution });
    expect(answer).toMatchObject({ status: 201, body: { seq: 3, size: 4, link: 1, bound: 'Ben' } });
    // The table after this one contribution, from test/vectors/record.json.
    expect(answer.body.table).toBe('e99dc65d159821babed99bd1692b65c7766150e0c4b8e5653d0f9925fb054084');
    const lines = await linesOf(service, campaign);
    expect(JSON.parse(lines[2]!)).toMatchObject({ kind: 'contribution', ...contribution });
    expect(answer.text.startsWith(lines[3]!.slice(0, -1))).toBe(true);
    expect(JSON.parse(lines[2]!).at <= answer.body.at).toBe(true);
  });

  test('that names another chain refuses the whole request', async () => {
    const campaign = await service.campaign();
    const contribution = { player: 'Ben', value: 'x', chain: 1 };
    const { anchor } = (await service.get(campaign)).body;
    const answer = await service.post(`${campaign}/bang/attacks`, { ...bangAttack, contribution });
    expect(answer).toMatchObject({ status: 409, body: { code: 'chain-changed', chain: 0, anchor } });
    expect(await sizeOf(service, campaign)).toBe(2);
  });
});

describe('what the rules forbid', () => {
  const illegal = [
    [
      'erbarmungslos/attacks',
      {
        ...bookAttack,
        shooter: { ...bookAttack.shooter, state: 'incapacitated', actionPoints: 0 },
        aim: 2,
        targets: [
          { ...target('dimitri'), distance: 20.001, visible: false, shield: true },
          { ...target('ivan'), state: 'eliminated' },
          { ...target('boris'), distance: 100 },
        ],
        shots: [{ at: ['dimitri', 'ivan'] }, { at: ['dimitri'] }],
      },
      [
        { code: 'shooter-incapacitated', who: 'rupert' },
        { code: 'aim-limit' },
        { code: 'too-many-shots' },
        { code: 'not-enough-action-points' },
        { code: 'hostages-not-in-play' },
        { code: 'out-of-range', who: 'dimitri' },
        { code: 'not-visible', who: 'dimitri' },
        { code: 'target-eliminated', who: 'ivan' },
      ],
    ],
    [
      'erbarmungslos/executions',
      { ...execution, victim: { ...execution.victim, state: 'able' }, baseContact: false, enemy: false },
      [{ code: 'victim-able', who: 'dimitri' }, { code: 'no-base-contact' }, { code: 'not-an-enemy' }],
    ],
    [
      'erbarmungslos/hostages',
      { ...hostage, hostage: { id: 'kassierer', civilian: false, armed: true }, options: undefined },
      [{ code: 'hostages-not-in-play' }, { code: 'not-a-civilian' }, { code: 'armed' }],
    ],
    [
      'erbarmungslos/recoveries',
      { ...recovery, laterRound: false, heartForInitiative: false },
      [{ code: 'not-a-later-round' }, { code: 'no-heart-for-initiative' }],
    ],
    [
      'bang/attacks',
      { ...bangAttack, target: 'Carla', bangsPlayed: 1 },
      [{ code: 'out-of-reach', who: 'Carla' }, { code: 'bang-limit' }],
    ],
  ] as const;

  test.each(illegal)('%s: every reason and a sentence for each, nothing recorded', async (path, request, reasons) => {
    const campaign = await service.campaign();
    const before = await service.get(campaign);
    const english = await service.post(`${campaign}/${path}`, request, { headers: { 'accept-language': 'en' } });
    expect(english).toMatchObject({ status: 422, body: { code: 'illegal-attack' } });
    expect(english.body.reasons).toEqual(reasons);
    const german = await service.post(`${campaign}/${path}`, request, { headers: { 'accept-language': 'de' } });
    expect(german.body.reasons).toEqual(reasons);
    for (const answer of [english, german]) {
      expect(answer.body.explanation.length).toBeGreaterThanOrEqual(reasons.length);
      expect(new Set(answer.body.explanation).size).toBe(answer.body.explanation.length);
    }
    for (const [i, sentence] of english.body.explanation.entries()) {
      expect(german.body.explanation[i]).not.toBe(sentence);
    }
    expect([english.headers['content-language'], german.headers['content-language']]).toEqual(['en', 'de']);
    expect((await service.get(campaign)).body).toEqual(before.body);
  });

  test('spends no seed: the next ruling has the next link', async () => {
    const campaign = await service.campaign();
    const [path, request] = illegal[0];
    const first = await service.post(`${campaign}/${path}`, bookAttack);
    await service.post(`${campaign}/${path}`, request);
    const next = await service.post(`${campaign}/${path}`, bookAttack);
    expect([first.body.link, next.body.link]).toEqual([1, 2]);
    expect([first.body.seq, next.body.seq]).toEqual([2, 3]);
    expect(verifyExport((await service.get(`${campaign}/export`)).text)).toMatchObject({ findings: [] });
  });

  test('burns no contribution', async () => {
    const campaign = await service.campaign();
    const contribution = { player: 'Ben', value: 'x', chain: 0 };
    const answer = await service.post(`${campaign}/bang/attacks`, { ...bangAttack, target: 'Carla', contribution });
    expect(answer.body.code).toBe('illegal-attack');
    expect(await sizeOf(service, campaign)).toBe(2);
  });
});

test('an entry longer than 64 KiB is refused, although its request is not, and spends no seed', async () => {
  const campaign = await service.campaign();
  const modifiers = Array.from({ length: 16 }, (_, i) => ({
    label: String.fromCodePoint(0x1f300 + i).repeat(64),
    dice: 1,
  }));
  const targets = Array.from({ length: 13 }, (_, i) => ({ ...target(`target ${i}`), modifiers }));
  const long = JSON.stringify({ ...bookAttack, modifiers, targets, shots: [{ at: ['target 0'] }] });
  expect(Buffer.byteLength(long)).toBeGreaterThan(62 * 1024);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(64 * 1024);
  const answer = await service.post(`${campaign}/erbarmungslos/attacks`, long);
  expect(answer).toMatchObject({ status: 413, body: { code: 'entry-too-large' } });
  expect(await sizeOf(service, campaign)).toBe(2);
  // It does not depend on the dice, so that nobody can ask again until they please.
  await service.post(`${campaign}/notes`, { about: 0, text: 'other dice' });
  const again = await service.post(`${campaign}/erbarmungslos/attacks`, long);
  expect([again.status, again.body.detail]).toEqual([413, answer.body.detail]);
  expect((await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack)).body).toMatchObject({ seq: 3, link: 1 });
});
