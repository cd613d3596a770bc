import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';
import { bangAttack, linesOf } from './requests.js';

let service: TestService;
beforeAll(async () => {
  service = await documentedService();
});
afterAll(() => service.close());

const kindsOf = async (campaign: string): Promise<string[]> =>
  (await linesOf(service, campaign)).map((line) => JSON.parse(line).kind);
const findings = async (campaign: string) => verifyExport((await service.get(`${campaign}/export`)).text).findings;

test('a fresh chain is begun on request: a new anchor, links from 1, the table as it was', async () => {
  const campaign = await service.campaign();
  const attack = () => service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  await service.post(`${campaign}/contributions`, { player: 'A', value: 'x' });
  const before = await attack();
  const { anchor } = (await service.get(campaign)).body;
  const begun = await service.post(`${campaign}/chains`);
  expect(begun).toMatchObject({ status: 201, headers: { location: `${campaign}/entries/4` } });
  expect(begun.body).toMatchObject({ seq: 4, size: 5, kind: 'chain', chain: 1, length: 256 });
  expect(begun.body.anchor).not.toBe(anchor);
  expect((await attack()).body).toMatchObject({ chain: 1, link: 1, table: before.body.table });
  expect(await findings(campaign)).toEqual([]);
});

test('a chain ends after 256 rulings of any rulebook, and the next begins by itself', async () => {
  const campaign = await service.campaign();
  for (let sent = 0; sent < 256; sent += 64) {
    await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        i % 2 === 0
          ? service.post(`${campaign}/erbarmungslos/attacks`, bookAttack)
          : service.post(`${campaign}/bang/attacks`, bangAttack),
      ),
    );
  }
  expect((await service.get(campaign)).body).toMatchObject({ size: 258, chain: 0 });
  const last = await service.get(`${campaign}/entries/257`);
  expect(last.body).toMatchObject({ chain: 0, link: 256 });
  // Entries of other kinds need no link, and begin no chain.
  await service.post(`${campaign}/notes`, { about: 0, text: 'x' });
  await service.post(`${campaign}/contributions`, { player: 'A', value: 'x' });
  const illegal = await service.post(`${campaign}/erbarmungslos/attacks`, { ...bookAttack, aim: 2 });
  expect(illegal.body.code).toBe('illegal-attack');
  expect((await service.get(campaign)).body).toMatchObject({ size: 260, chain: 0 });

  const next = await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  expect(next.body).toMatchObject({ seq: 261, chain: 1, link: 1 });
  expect((await kindsOf(campaign)).slice(258)).toEqual(['note', 'contribution', 'chain', 'ruling']);
  expect(await findings(campaign)).toEqual([]);
});

test('many rulings at once across the end of a chain', async () => {
  const campaign = await service.campaign();
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => service.post(`${campaign}/erbarmungslos/attacks`, bookAttack)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const links = answers.map(({ body }) => `${body.chain}/${body.link}`);
  expect(new Set(links).size).toBe(300);
  expect(links).toContain('0/256');
  expect(links).toContain('1/44');
  expect(await findings(campaign)).toEqual([]);
});

test('a process that has just started begins a chain of its own before its first ruling', async () => {
  const campaign = await service.campaign();
  const first = await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  const other = await documentedService({ database: service.database, ours: true });
  const path = `${campaign}/erbarmungslos/attacks`;

  expect((await other.post(path, { ...bookAttack, aim: 2 })).body.code).toBe('illegal-attack');
  await other.post(`${campaign}/notes`, { about: 2, text: 'x' });
  expect(await kindsOf(campaign)).toEqual(['chain', 'settings', 'ruling', 'note']);

  const theirs = await other.post(path, bookAttack);
  expect(theirs.body).toMatchObject({ seq: 5, chain: 1, link: 1 });
  expect(theirs.body.seed).not.toBe(first.body.seed);
  const back = await service.post(path, bookAttack);
  expect(back).toMatchObject({ status: 201, body: { seq: 7, chain: 2, link: 1 } });
  expect(await kindsOf(campaign)).toEqual('chain settings ruling note chain ruling chain ruling'.split(' '));
  expect(await findings(campaign)).toEqual([]);
});

test('two processes at once: no gap, no link twice, everything verifies', async () => {
  const campaign = await service.campaign();
  const other = await documentedService({ database: service.database, ours: true });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      (i % 2 === 0 ? service : other).post(`${campaign}/erbarmungslos/attacks`, bookAttack),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.seed)).size).toBe(60);
  const lines = await linesOf(service, campaign);
  for (const { text, body } of answers) expect(text.startsWith(lines[body.seq]!.slice(0, -1))).toBe(true);
  expect(await findings(campaign)).toEqual([]);
});
