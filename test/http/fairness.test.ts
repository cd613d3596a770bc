import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { fairnessReport } from '../../src/fairness/report.js';
import { Tally } from '../../src/fairness/tally.js';
import { fairnessAnswer } from '../../src/http/fairness-answer.js';
import { rulesets } from '../../src/rules/index.js';
import { bookAttack, type TestService } from '../service.js';
import { documentedService } from './documented.js';
import { bangAttack, execution, keyWith, linesOf, sizeOf } from './requests.js';

let service: TestService;
let minutes = 0;
beforeAll(async () => {
  // A clock that the tests put forward; the database's own time matters to readiness only.
  service = await documentedService({ now: () => new Date(Date.parse('2026-11-30T17:00:00Z') + minutes * 60_000) });
});
afterAll(() => service.close());

const shoot = (campaign: string, change: object = {}) =>
  service.post(`${campaign}/erbarmungslos/attacks`, { ...bookAttack, ...change });

/** What counting the export from the beginning gives. */
async function fromScratch(campaign: string) {
  const tally = new Tally(rulesets, nodeHash);
  for (const line of await linesOf(service, campaign)) tally.add(line);
  return fairnessAnswer(fairnessReport(tally), 'en');
}

test('a campaign without rulings has no dice and no statistic', async () => {
  const { status, body } = await service.get(`${await service.campaign()}/fairness`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ size: 2, rulings: 0, groups: [], purposes: [], repeats: { count: 0, listed: [] } });
  expect(body.overall).toMatchObject({ dice: 0, successes: null, bySides: [] });
});

test('dice of every ruling are counted for their players', async () => {
  const campaign = await service.campaign();
  const { body: shot } = await shoot(campaign);
  await service.post(`${campaign}/bang/attacks`, bangAttack);
  await service.post(`${campaign}/erbarmungslos/executions`, execution);
  const { body } = await service.get(`${campaign}/fairness`);
  expect(body).toMatchObject({ size: 5, rulings: 3, notUnderstood: 0, malformed: 0 });
  const attack = body.groups[0];
  expect(attack).toMatchObject({ ruleset: 'erbarmungslos', who: 'rupert', purpose: 'attack', dice: 7 });
  expect(attack.successes).toMatchObject({ dice: 7, seen: shot.outcome.shots[0].attack.successes });
  expect(body.groups).toContainEqual(
    expect.objectContaining({ ruleset: 'bang', who: 'Ben', purpose: 'barrel', dice: 1 }),
  );
  expect(body).toEqual(await fromScratch(campaign));
});

test('a report continued as the record grows is the one counted from the beginning', async () => {
  const campaign = await service.campaign();
  for (let round = 0; round < 4; round += 1) {
    for (let i = 0; i < 2 * round; i += 1) {
      minutes += 3;
      await shoot(campaign);
      await service.post(`${campaign}/notes`, { about: 0, text: 'hm' });
    }
    const { body } = await service.get(`${campaign}/fairness`);
    expect(body.size).toBe(await sizeOf(service, campaign));
    expect(body).toEqual(await fromScratch(campaign));
  }
});

test('a record of many pages is counted whole, by many who ask at once', async () => {
  const campaign = await service.campaign();
  for (let sent = 0; sent < 600; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, i) => shoot(campaign, { aim: (sent + i) % 2 })));
  }
  const answers = await Promise.all(Array.from({ length: 10 }, () => service.get(`${campaign}/fairness`)));
  const whole = await fromScratch(campaign);
  expect(whole.rulings).toBe(600);
  for (const { body } of answers) expect(body).toEqual(whole);
});

test('whoever has just recorded finds it counted, whoever else is counting', async () => {
  const campaign = await service.campaign();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { body } = await shoot(campaign);
      const report = await service.get(`${campaign}/fairness`);
      expect(report.body.size).toBeGreaterThan(body.seq);
    }),
  );
});

describe('an equal request', () => {
  test('exactly ten minutes later is a repeat, later no more; a retry never is', async () => {
    const campaign = await service.campaign();
    await service.post(`${campaign}/erbarmungslos/attacks`, { ...bookAttack, actor: 'Änne' }, { once: 'first' });
    await service.post(`${campaign}/erbarmungslos/attacks`, { ...bookAttack, actor: 'Änne' }, { once: 'first' });
    minutes += 10;
    await shoot(campaign, { actor: 'Ben' });
    minutes += 10.001;
    await shoot(campaign);
    const { body } = await service.get(`${campaign}/fairness`);
    expect(body.repeats).toEqual({ count: 1, listed: [{ seq: 3, of: 2, seconds: 600, by: 'operator', actor: 'Ben' }] });
    expect(body.sentences.join(' ')).toMatch(/the same shot again, or a roll made until it pleased/);
  });
});

test('sentences are in the language asked for, numbers are the same', async () => {
  const campaign = await service.campaign();
  await shoot(campaign);
  const asked = (language: string) => service.get(`${campaign}/fairness`, { headers: { 'accept-language': language } });
  const [german, english] = [await asked('de-AT'), await asked('en')];
  expect(german.headers).toMatchObject({ 'content-language': 'de', vary: 'accept-language' });
  expect(german.body.sentences.join(' ')).toMatch(/weder beweisen noch ausschließen/);
  const numbers = (body: any) =>
    JSON.parse(JSON.stringify(body), (name, value) => (name === 'sentences' ? value.length : value));
  expect(numbers(german.body)).toEqual(numbers(english.body));
});

test('who may read the record may read the report', async () => {
  const hidden = await service.campaign();
  const open = await service.campaign({ public: true });
  const stranger = await keyWith(service, ['read']);
  expect((await service.get(`${open}/fairness`, { key: null })).status).toBe(200);
  expect((await service.get(`${open}/fairness`, { key: stranger.key })).status).toBe(200);
  for (const key of [null, stranger.key]) {
    expect(await service.get(`${hidden}/fairness`, { key })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  }
  expect(await service.get(`${open}/fairness?since=1`)).toMatchObject({
    status: 400,
    body: { code: 'invalid-request' },
  });
});

test('what somebody changed behind the service’s back is counted as not understood', async () => {
  const superuser = new pg.Client({ connectionString: service.database.url });
  await superuser.connect();
  await superuser.query('ALTER TABLE entries DISABLE TRIGGER ALL');
  const campaign = await service.campaign();
  const change = (seq: number, from: string, to: string) =>
    superuser.query('UPDATE entries SET entry = replace(entry, $1, $2) WHERE campaign = $3 AND seq = $4', [
      from,
      to,
      campaign.split('/').at(-1),
      seq,
    ]);
  for (let i = 0; i < 4; i += 1) await shoot(campaign);
  await change(2, '"3.5-r1"', '"9-r1"');
  await change(3, '"v":1', '"v":');
  await superuser.query('DELETE FROM entries WHERE campaign = $1 AND seq = 4', [campaign.split('/').at(-1)]);
  await superuser.end();
  const { status, body } = await service.get(`${campaign}/fairness`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ rulings: 2, notUnderstood: 1, malformed: 1 });
});
