import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/embedded-postgres.js';
import { signerKeyText } from '../../src/record/signed-note.js';
import { bookAttack, SIGNER } from '../service.js';
import { query } from './databases.js';
import { House } from './house.js';
import { openTable } from './table.js';

test('what did not reach the standby is answered by no process, or stands in a checkpoint, only when a later commit has', async () => {
  // A server of our own, since this setting is the server's and holds up every commit.
  const folder = await mkdtemp(join(tmpdir(), 'treffer-standby-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(folder, { info() {}, warn() {} });
  onTestFinished(() => postgres.stop());
  const standby = (name: string) =>
    query(postgres.url, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`, 'SELECT pg_reload_conf()');

  const signer = { TREFFER_SIGNER_KEY: signerKeyText(SIGNER) };
  const [house, other] = [await House.open(postgres.url, signer), await House.open(postgres.url, signer)];
  const table = await openTable(house);
  const attempt = (at = house) =>
    at.call('POST', `${table.campaign}/erbarmungslos/attacks`, { once: 'one', body: bookAttack });
  const create = (at = house) => at.call('POST', '/v1/campaigns', { once: 'another', body: { name: 'Zweiter Tisch' } });
  const rename = () => house.call('PATCH', table.campaign, { body: { name: 'Tisch am Fenster' } });
  const account = () => house.call('POST', '/v1/accounts', { body: { name: 'Verein' } });
  await standby('nobody');
  const checkpoint = () => house.call('GET', `${table.campaign}/checkpoint`);
  const atOther = [() => attempt(other), () => create(other)];
  for (const ask of [attempt, attempt, checkpoint, create, create, ...atOther, rename, account]) {
    const answer = ask();
    await expect.poll(() => query(postgres.url, CANCEL_WAITING), { timeout: 10_000 }).not.toEqual([]);
    expect((await answer).status).toBe(503);
  }
  await standby('');
  expect((await checkpoint()).text).toMatch(/\n3\n/);
  const recorded = await attempt();
  expect(recorded).toMatchObject({ status: 200, body: { seq: 2 } });
  expect((await attempt()).text).toBe(recorded.text);
  expect((await attempt(other)).text).toBe(recorded.text);
  expect((await create(other)).status).toBe(200);
});

const CANCEL_WAITING = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
