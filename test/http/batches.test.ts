import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LOCK_APPENDS, UNLOCK_APPENDS } from '../../src/record/entries-sql.js';
import { bookAttack, type TestService, testService } from '../service.js';
import { verifyExport } from '../verify.js';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const attack = (campaign: string, once: string = randomUUID()) =>
  service.post(`${campaign}/erbarmungslos/attacks`, bookAttack, { once });

async function admin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('requests to many campaigns at once share a few commits', async () => {
  const campaigns = await Promise.all(Array.from({ length: 30 }, () => service.campaign()));
  await Promise.all(campaigns.map((campaign) => attack(campaign)));
  const database = await admin();
  const transactions = async () =>
    Number((await database.query('SELECT count(DISTINCT xmin::text) FROM entries')).rows[0].count);
  const before = await transactions();
  const answers = await Promise.all([...campaigns, ...campaigns].map((campaign) => attack(campaign)));
  expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(201));
  expect((await transactions()) - before).toBeLessThan(15);
});

test('when too many wait, the next is told at once to come back, nothing is half done, and it rolls once when it does', async () => {
  const campaign = await service.campaign();
  expect((await attack(campaign)).status).toBe(201);
  const database = await admin();
  // Nobody can append while somebody else keeps the others out, here for as long as it takes.
  await database.query(LOCK_APPENDS);
  await database.query('RESET idle_session_timeout');
  const keys = Array.from({ length: 1400 }, () => randomUUID());
  let answered = 0;
  const answers = keys.map((once) =>
    attack(campaign, once).then((answer) => {
      answered += 1;
      return answer;
    }),
  );
  await expect.poll(() => answered, { timeout: 3_000 }).toBeGreaterThan(50);
  const refused = answered;
  await database.query(UNLOCK_APPENDS);
  const heard = await Promise.all(answers);
  const busy = heard.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThanOrEqual(refused);
  for (const { headers, body } of busy) {
    expect(headers['retry-after']).toBe('1');
    expect(body.code).toBe('unavailable');
  }
  expect(heard.filter(({ status }) => status === 201)).toHaveLength(keys.length - busy.length);
  const again = await Promise.all(
    keys.filter((_, i) => heard[i]?.status === 503).map((once) => attack(campaign, once)),
  );
  expect(again.filter(({ status }) => status === 201)).toHaveLength(busy.length);
  expect(verifyExport((await service.get(`${campaign}/export`)).text)).toMatchObject({
    findings: [],
    rulings: keys.length + 1,
  });
});

test('an old key that this process has not seen is answered with its ruling, among requests that are new', async () => {
  const campaigns = await Promise.all(Array.from({ length: 5 }, () => service.campaign()));
  const old = await Promise.all(campaigns.map((campaign, i) => attack(campaign, `old-${i}`)));
  const other = await testService({ database: service.database, ours: true });
  const at = (campaign: string, once: string) => other.post(`${campaign}/erbarmungslos/attacks`, bookAttack, { once });
  // The other process has a chain of its own everywhere, so that it commits without looking first.
  const live = await Promise.all(campaigns.map((campaign) => at(campaign, randomUUID())));
  expect(live.map(({ status }) => status)).toEqual(Array(5).fill(201));
  const mixed = await Promise.all(
    campaigns.flatMap((campaign, i) => [
      at(campaign, randomUUID()),
      at(campaign, `old-${i}`),
      at(campaign, randomUUID()),
    ]),
  );
  expect(mixed.map(({ status }) => status)).toEqual(campaigns.flatMap(() => [201, 200, 201]));
  expect(mixed.filter(({ status }) => status === 200).map(({ text }) => text)).toEqual(old.map(({ text }) => text));
  for (const campaign of campaigns) {
    const { findings, rulings } = verifyExport((await other.get(`${campaign}/export`)).text);
    expect({ findings, rulings }).toEqual({ findings: [], rulings: 4 });
  }
});

test('an old key is answered also by a process that would have to begin a chain for it, and begins none', async () => {
  const campaign = await service.campaign();
  const first = await attack(campaign, 'the-old-one');
  const other = await testService({ database: service.database, ours: true });
  const again = await other.post(`${campaign}/erbarmungslos/attacks`, bookAttack, { once: 'the-old-one' });
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect((await service.get(campaign)).body.size).toBe(first.body.size);
});
