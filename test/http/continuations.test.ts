import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';
import { bangAttack, execution, linesOf, recovery, revolver, sizeOf, target } from './requests.js';

let service: TestService;
let campaign: string;
beforeAll(async () => {
  service = await documentedService();
});
beforeEach(async () => {
  campaign = await service.campaign();
});
afterAll(() => service.close());

const attack = (body: unknown, once?: string) =>
  service.post(`${campaign}/erbarmungslos/attacks`, body, once === undefined ? {} : { once });

/** The next shot of the revolver, at the same figure, whose life the record knows. */
const { life: _, ...dimitri } = target('dimitri');
const next = (continues: number) => ({ continues, targets: [dimitri], shots: [{ at: ['dimitri'] }] });

test('the recorded request is the continued one with other targets and shots, and what it continues at the end', async () => {
  const first = await attack({ ...revolver, aim: 1, mounted: true, modifiers: [{ label: 'Nacht', dice: -1 }] });
  const second = await attack(next(first.body.seq));
  expect(second.status).toBe(201);
  const { life } = first.body.outcome.figures[0];
  expect(JSON.stringify(second.body.request)).toBe(
    JSON.stringify({
      ...first.body.request,
      targets: [{ ...dimitri, life }],
      shots: [{ at: ['dimitri'] }],
      continues: 2,
      shotsFired: 1,
    }),
  );
  const { actionPoints, shots, shotsLeft } = second.body.outcome;
  expect({ actionPoints, shotsLeft }).toEqual({ actionPoints: 0, shotsLeft: 1 });
  expect(shots).toMatchObject([{ shot: 2, life: { before: life } }]);
  expect(shots[0].attack.parts.map(({ code }: { code: string }) => code)).toEqual(['ranged', 'mounted', 'modifier']);
});

test('a continuation can be continued until no shot is left', async () => {
  await attack(revolver);
  await attack(next(2));
  const third = await attack(next(3));
  expect(third.body).toMatchObject({ link: 3, request: { continues: 3, shotsFired: 2 }, outcome: { shotsLeft: 0 } });
  const fourth = await attack(next(4));
  expect(fourth).toMatchObject({
    status: 422,
    body: { code: 'illegal-attack', reasons: [{ code: 'too-many-shots' }] },
  });
  expect(verifyExport((await service.get(`${campaign}/export`)).text)).toMatchObject({
    findings: [],
    rulings: 3,
  });
});

test('a recorded continuation replays alone', async () => {
  await attack(revolver);
  await attack(next(2));
  const replayed = await service.post(`${campaign}/entries/3/replay`);
  expect(replayed.body).toMatchObject({ matches: true, differences: [], findings: [] });
});

test('a figure that the action has not touched needs its life', async () => {
  await attack(revolver);
  const { life: __, ...ivan } = target('ivan');
  const answer = await attack({ continues: 2, targets: [ivan], shots: [{ at: ['ivan'] }] });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalid-request', errors: [{ pointer: '/targets/0/life', code: 'missing' }] },
  });
  const sent = await attack({ continues: 2, targets: [target('ivan')], shots: [{ at: ['ivan'] }] });
  expect(sent).toMatchObject({ status: 201, body: { outcome: { figures: [{ id: 'ivan' }] } } });
});

test('life and state that the record knows may be repeated, but not contradicted', async () => {
  const { life, state } = (await attack(revolver)).body.outcome.figures[0];
  const claim = (claimed: object) => ({ ...next(2), targets: [{ ...dimitri, ...claimed }] });
  const answer = await attack(claim({ life: life - 1, state: 'eliminated' }));
  expect(answer).toMatchObject({ status: 400, body: { code: 'contradicts-record' } });
  expect(answer.body.errors).toMatchObject([
    { pointer: '/targets/0/life', code: 'contradicts-record', detail: expect.stringContaining(`${life} life`) },
    { pointer: '/targets/0/state', code: 'contradicts-record' },
  ]);
  expect(await sizeOf(service, campaign)).toBe(3);
  expect((await attack(claim({ life, state }))).status).toBe(201);
});

test('a ruling can be continued once', async () => {
  await attack(revolver);
  await attack(next(2));
  const again = await attack(next(2));
  expect(again).toMatchObject({ status: 409, body: { code: 'already-continued' } });
  expect(await sizeOf(service, campaign)).toBe(4);
});

test('sent twice with one key it is one continuation, with two it is refused the second time', async () => {
  await attack(revolver);
  const [one, two] = await Promise.all([attack(next(2), 'same'), attack(next(2), 'same')]);
  expect([one.status, two.status].sort()).toEqual([200, 201]);
  expect(one.text).toBe(two.text);
  expect((await attack(next(2), 'same')).text).toBe(one.text);

  const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => attack(next(3), `key-${i}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
    new Set(['already-continued']),
  );
  expect(await sizeOf(service, campaign)).toBe(5);
});

test('sent twice without a key it is refused the second time', async () => {
  campaign = await service.campaign({ settings: { requireIdempotencyKey: false } });
  const path = `${campaign}/erbarmungslos/attacks`;
  await service.call('POST', path, { body: revolver });
  const answers = await Promise.all([1, 2, 3].map(() => service.call('POST', path, { body: next(2) })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await sizeOf(service, campaign)).toBe(4);
});

test('two continuations at two processes: one is recorded, the other refused', async () => {
  await attack(revolver);
  const other = await documentedService({ database: service.database, ours: true });
  const path = `${campaign}/erbarmungslos/attacks`;
  const answers = await Promise.all([service.post(path, next(2)), other.post(path, next(2))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const rulings = (await linesOf(service, campaign)).filter((line) => line.includes('"kind":"ruling"'));
  expect(rulings).toHaveLength(2);
  expect(verifyExport((await service.get(`${campaign}/export`)).text)).toMatchObject({ findings: [] });
});

describe('an action is over once the same figure', () => {
  const acts = [
    ['shoots', 'attacks', bookAttack],
    ['finishes somebody', 'executions', execution],
    [
      'takes a hostage',
      'hostages',
      {
        captor: { id: 'rupert' },
        hostage: { id: 'kassierer', civilian: true, armed: false },
        baseContact: true,
        options: { hostages: true },
      },
    ],
  ] as const;
  test.each(acts)('%s', async (_, path, body) => {
    await attack(revolver);
    expect((await service.post(`${campaign}/erbarmungslos/${path}`, body)).status).toBe(201);
    expect(await attack(next(2))).toMatchObject({ status: 409, body: { code: 'action-closed' } });
    expect(await sizeOf(service, campaign)).toBe(4);
  });

  test('but not when somebody else does', async () => {
    await attack(revolver);
    await attack({ ...bookAttack, shooter: { ...bookAttack.shooter, id: 'jesse' }, targets: [target('dimitri')] });
    await service.post(`${campaign}/bang/attacks`, { ...bangAttack });
    await service.post(`${campaign}/notes`, { about: 2, text: 'Wait.' });
    expect((await attack(next(2))).status).toBe(201);
  });
});

test('when another ruling touched a figure since, its newest life counts', async () => {
  const first = await attack(revolver);
  const { life } = first.body.outcome.figures[0];
  const jesse = { ...revolver.shooter, id: 'jesse', ranged: 100 };
  const between = await attack({ ...revolver, shooter: jesse, targets: [{ ...target('dimitri'), life, dodge: 0 }] });
  const newest = between.body.outcome.figures[0];
  expect(newest.life).toBeLessThan(life);
  const stale = await attack({ ...next(2), targets: [{ ...dimitri, life }] });
  expect(stale).toMatchObject({ status: 400, body: { code: 'contradicts-record' } });
  const answer = await attack(next(2));
  expect(answer.body.outcome.shots).toMatchObject([{ life: { before: newest.life } }]);
});

test('a shooter whom another ruling put out of action since shoots no more', async () => {
  await attack(revolver);
  await service.post(`${campaign}/erbarmungslos/executions`, {
    ...execution,
    figure: { id: 'jesse' },
    victim: { id: 'rupert', life: 2, state: 'incapacitated' },
  });
  expect(await attack(next(2))).toMatchObject({
    status: 422,
    body: { code: 'illegal-attack', reasons: [{ code: 'shooter-eliminated', who: 'rupert' }] },
  });
  expect(await sizeOf(service, campaign)).toBe(4);
});

test('a target that has recovered since may be shot at again', async () => {
  await attack(revolver);
  await service.post(`${campaign}/erbarmungslos/recoveries`, { ...recovery, figure: { ...recovery.figure, life: 7 } });
  const answer = await attack(next(2));
  expect(answer).toMatchObject({ status: 201, body: { outcome: { shots: [{ life: { before: 7 } }] } } });
});

describe('a continuation that points', () => {
  test('to nothing is invalid', async () => {
    await attack(revolver);
    expect(await attack(next(3))).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', errors: [{ pointer: '/continues', code: 'unknown-entry' }] },
    });
  });
  test('to nothing is told its other faults, too', async () => {
    const answer = await attack({ ...next(3), shots: [{ at: ['nobody'] }], aim: 1 });
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/aim',
      '/continues',
      '/shots/0/at/0',
    ]);
  });
  test('to a chain entry is refused', async () => {
    await attack(revolver);
    expect(await attack(next(0))).toMatchObject({ status: 422, body: { code: 'not-a-ruling' } });
  });
  test('to a ruling of another rulebook is refused', async () => {
    await service.post(`${campaign}/bang/attacks`, bangAttack);
    expect(await attack(next(2))).toMatchObject({ status: 422, body: { code: 'not-a-ruling' } });
  });
  test('to a ruling that is no attack is refused', async () => {
    await service.post(`${campaign}/erbarmungslos/executions`, execution);
    expect(await attack(next(2))).toMatchObject({ status: 422, body: { code: 'not-a-ruling' } });
  });
  test('to an attack of another campaign finds nothing', async () => {
    await attack(revolver);
    campaign = await service.campaign();
    expect(await attack(next(2))).toMatchObject({ status: 400, body: { errors: [{ code: 'unknown-entry' }] } });
  });
  test('to an attack that had no shot left is refused', async () => {
    await attack(bookAttack);
    const answer = await attack({ continues: 2, targets: [target('ivan')], shots: [{ at: ['ivan'] }] });
    expect(answer).toMatchObject({ status: 422, body: { reasons: [{ code: 'too-many-shots' }] } });
  });
});

test('how many shots were fired is the record’s to say', async () => {
  await attack(revolver);
  const answer = await attack({ ...next(2), shotsFired: 1 });
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/shotsFired', code: 'unknown-member' }] },
  });
});

test('a continuation may carry an actor and a contribution', async () => {
  await attack(revolver);
  const contribution = { player: 'Ben', value: 'x', chain: 0 };
  const answer = await attack({ ...next(2), actor: 'Änne', contribution });
  expect(answer.body).toMatchObject({ seq: 4, actor: 'Änne', bound: 'Ben', request: { continues: 2 } });
  expect(answer.body.request).not.toHaveProperty('contribution');
  expect((await service.post(`${campaign}/entries/4/replay`)).body.matches).toBe(true);
});
