import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';
import { bangAttack, linesOf, revolver, target } from './requests.js';

let service: TestService;
let campaign: string;
let closed: { text: string; status: number; body: any };
beforeAll(async () => {
  service = await documentedService();
  campaign = await service.campaign();
  await service.post(`${campaign}/erbarmungslos/attacks`, revolver);
  closed = await service.post(`${campaign}/close`, undefined, { once: 'close' });
});
afterAll(() => service.close());

test('closing is the last entry', async () => {
  expect(closed).toMatchObject({ status: 201, body: { seq: 3, size: 4, kind: 'closed', by: 'operator' } });
  expect((await service.get(campaign)).body).toMatchObject({ closed: true, size: 4, root: closed.body.root });
  const verified = verifyExport((await service.get(`${campaign}/export`)).text);
  expect(verified).toMatchObject({ findings: [], complete: true, entries: 4 });
});

test.each([
  ['erbarmungslos/attacks', bookAttack],
  [
    'erbarmungslos/attacks',
    { continues: 2, targets: [{ ...target('dimitri'), life: undefined }], shots: revolver.shots },
  ],
  ['bang/attacks', bangAttack],
  ['contributions', { player: 'A', value: 'x' }],
  ['contributions', { player: 'A', value: 'x', chain: 0 }],
  ['contributions', { player: 'A', value: 'x', chain: 7 }],
  ['notes', { about: 0, text: 'x' }],
  ['chains', {}],
  ['close', {}],
] as const)('nothing follows it: %s %j', async (path, body) => {
  const answer = await service.post(`${campaign}/${path}`, body);
  expect(answer).toMatchObject({ status: 409, body: { code: 'campaign-closed' } });
  expect(await linesOf(service, campaign)).toHaveLength(4);
});

test('nor at a process that has just started', async () => {
  const other = await documentedService({ database: service.database, ours: true });
  const answer = await other.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  expect(answer).toMatchObject({ status: 409, body: { code: 'campaign-closed' } });
  expect(await linesOf(other, campaign)).toHaveLength(4);
});

test('settings change no more, the name may', async () => {
  const settings = await service.call('PATCH', campaign, { body: { settings: { contribution: 'required' } } });
  expect(settings).toMatchObject({ status: 409, body: { code: 'campaign-closed' } });
  const name = await service.call('PATCH', campaign, { body: { name: 'Closed' } });
  expect(name).toMatchObject({ status: 200, body: { name: 'Closed', closed: true, size: 4 } });
});

test('closing again with the same key gives the same answer', async () => {
  const again = await service.post(`${campaign}/close`, undefined, { once: 'close' });
  expect(again).toMatchObject({ status: 200, text: closed.text });
});

test('it can still be read and replayed', async () => {
  expect((await service.get(`${campaign}/entries`)).body.entries).toHaveLength(4);
  expect((await service.post(`${campaign}/entries/2/replay`)).body.matches).toBe(true);
});

test('of requests at once, those that are recorded stand before the closing', async () => {
  const open = await service.campaign();
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => service.post(`${open}/erbarmungslos/attacks`, bookAttack)),
    service.post(`${open}/close`),
    ...Array.from({ length: 10 }, () => service.post(`${open}/erbarmungslos/attacks`, bookAttack)),
  ]);
  const verified = verifyExport((await service.get(`${open}/export`)).text);
  expect(verified).toMatchObject({ findings: [], complete: true });
  const recorded = answers.filter(({ status }) => status === 201).length;
  expect(verified.entries).toBe(2 + recorded);
  expect(new Set(answers.map(({ status }) => status)).has(201)).toBe(true);
  for (const { status } of answers) expect([201, 409]).toContain(status);
});
