import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';

/** Somebody with all rights on the database changes rows behind the service's back. */

let service: TestService;
let superuser: pg.Client;
beforeAll(async () => {
  service = await documentedService();
  superuser = new pg.Client({ connectionString: service.database.url });
  await superuser.connect();
  await superuser.query('ALTER TABLE entries DISABLE TRIGGER ALL');
});
afterAll(async () => {
  await superuser.end();
  await service.close();
});

/** A campaign with a contribution at 2, a ruling at 3, a contribution at 4 and a ruling at 5. */
async function table() {
  const campaign = await service.campaign();
  const attacks = `${campaign}/erbarmungslos/attacks`;
  const { body } = await service.get(campaign);
  for (const once of ['first', 'second']) {
    const contribution = { player: 'Änne', value: once, chain: body.chain };
    await service.post(attacks, { ...bookAttack, contribution }, { once });
  }
  const retry = () =>
    service.post(attacks, { ...bookAttack, contribution: { player: 'x', value: 'y', chain: 0 } }, { once: 'second' });
  return { campaign, id: campaign.split('/').pop()!, retry };
}

test('replay finds that the last contribution before a ruling is another', async () => {
  const { campaign, id } = await table();
  await superuser.query(
    `UPDATE entries SET entry = replace(entry, '"second"', '"other"') WHERE campaign = $1 AND seq = 4`,
    [id],
  );
  const { body } = await service.call('POST', `${campaign}/entries/5/replay`);
  expect(body.matches).toBe(false);
  expect(body.findings.map(({ check }: { check: string }) => check)).toEqual(['table']);
  expect((await service.call('POST', `${campaign}/entries/3/replay`)).body.matches).toBe(true);
});

test('false bytes are not repeated, neither to a reader nor to a retry, but exported for whoever verifies', async () => {
  const { campaign, id, retry } = await table();
  await superuser.query(
    `UPDATE entries SET entry = replace(entry, '"ranged":7', '"ranged":8') WHERE campaign = $1 AND seq = 5`,
    [id],
  );
  for (const answer of [await service.get(`${campaign}/entries/5`), await retry()]) {
    expect(answer).toMatchObject({ status: 500, body: { code: 'record-damaged' } });
  }
  const { text } = await service.get(`${campaign}/export`);
  expect(verifyExport(text).findings[0]).toMatchObject({ seq: 5, check: 'rules' });
});

test.each([
  ['is gone', 'DELETE FROM entries WHERE campaign = $1 AND seq = 1'],
  ['is not JSON any more', `UPDATE entries SET entry = 'nonsense' WHERE campaign = $1 AND seq = 1`],
])('a record of which an entry %s can still be exported, and the gap is found', async (_what, statement) => {
  const { campaign, id } = await table();
  await superuser.query(statement, [id]);
  const { status, text } = await service.get(`${campaign}/export`);
  expect(status).toBe(200);
  expect(verifyExport(text).findings[0]).toMatchObject({ seq: 1 });
});
