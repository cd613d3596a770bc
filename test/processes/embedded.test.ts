import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { processStart } from '../../src/embedded-postgres/processes.js';
import { readSignerKey, verifierKeyText } from '../../src/record/signed-note.js';
import { bookAttack } from '../service.js';
import { House } from './house.js';
import { ask, expectTrueRecord, openTable } from './table.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The key as it stands in the output: on a line of its own, not in the log. */
const PRINTED = /shown this once[^\n]*\n\n {2}(treffer_[\w-]+)\n/;

test('without a database of yours the service brings its own, which survives a stop and a kill', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'treffer-processes-'));
  onTestFinished(() => cleanUp(folder));
  const start = async (key: string): Promise<House> => {
    const house = House.run({ TREFFER_DATA: folder });
    await house.listening();
    house.key = key;
    return house;
  };

  const first = await start('');
  const key = PRINTED.exec(first.stdout)?.[1] ?? '';
  expect(first.stdout.split(key)).toHaveLength(2);
  expect(await readFile(join(folder, 'admin-key'), 'utf8')).toBe(`${key}\n`);
  expect((await stat(join(folder, 'admin-key'))).mode & 0o777).toBe(0o600);
  const signer = await readFile(join(folder, 'signer-key'), 'utf8');
  expect((await stat(join(folder, 'signer-key'))).mode & 0o777).toBe(0o600);
  expect(first.stdout + first.stderr).not.toContain(signer.trim().split('+').pop());
  const verifierKey = (await first.call('GET', '/v1/verifier-key')).text;
  expect(verifierKey).toBe(verifierKeyText(readSignerKey(signer).verifier));
  first.key = key;
  expect(await first.call('GET', '/readyz')).toMatchObject({ status: 200 });
  const table = await openTable(first);
  await ask({ house: first }, table, '/erbarmungslos/attacks', bookAttack);
  expect(await first.stop()).toEqual({ code: 0, signal: null });

  const second = await start(key);
  expect(second.stdout).not.toContain(key);
  expect((await second.call('GET', '/v1/verifier-key')).text).toBe(verifierKey);
  // The commands work beside the running service.
  expect(await command(folder, 'audit')).toMatch(/campaigns: 1, rows: 3\n\nEverything holds/);
  await ask({ house: second }, table, '/erbarmungslos/attacks', bookAttack);
  await second.kill();

  const third = await start(key);
  expect(third.stdout).toContain('Took over the embedded Postgres');
  await ask({ house: third }, table, '/erbarmungslos/attacks', bookAttack);
  expect(await expectTrueRecord(third, table)).toEqual({ rulings: 3, chains: 3 });
  expect(await third.stop()).toEqual({ code: 0, signal: null });
  expect(await postmaster(folder)).toBeUndefined();
});

/** What a command on the same data folder prints. */
async function command(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, TREFFER_DATA: folder },
  });
  return stdout;
}

/** Removes the folder, and the Postgres on it when the test ended early. */
async function cleanUp(folder: string): Promise<void> {
  const pid = await postmaster(folder);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** The process that runs as Postgres on the folder. */
async function postmaster(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return pid > 0 && (await processStart(pid)) !== undefined ? pid : undefined;
}
