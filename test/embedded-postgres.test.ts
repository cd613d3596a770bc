import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { adminKeyFile } from '../src/data-folder.js';
import { processStart } from '../src/embedded-postgres/processes.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres.js';

const BUILT = new URL('../dist/embedded-postgres.js', import.meta.url);
const isRoot = process.getuid?.() === 0;

const started: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) {
    const pid = await postmasterPid(folder);
    if (pid !== undefined && (await processStart(pid)) !== undefined) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "treffer's data "));
  folders.push(folder);
  return folder;
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(folder, { info() {}, warn() {} });
  started.push(postgres);
  return postgres;
}

/** A service process that has started its Postgres and goes on running. */
async function startInChild(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const child = runChild(folder);
  const [line] = await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  return { child, url: String(line).trim() };
}

function runChild(folder: string): ChildProcess {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(BUILT.href)};
    const { url } = await startEmbeddedPostgres(process.argv[1], { info() {}, warn() {} });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const writeRow = (url: string) => query(url, `CREATE TABLE kept AS SELECT 'Töpfchen' AS word`);
const readRow = (url: string) => query(url, 'SELECT word FROM kept');
const ROW = [{ word: 'Töpfchen' }];

async function postmasterPid(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]) || undefined;
}

async function modeOf(...path: string[]): Promise<number> {
  return (await stat(join(...path))).mode & 0o777;
}

// A machine that runs all test files at once may need a while for an initdb.
describe('the embedded Postgres', { timeout: 90_000 }, () => {
  test('is UTF8, sorts by code point and confirms only what is on disk', async () => {
    const { url } = await start(await newFolder());
    const settings = [
      ['server_encoding', 'UTF8'],
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['synchronous_commit', 'on'],
      ['listen_addresses', '127.0.0.1'],
      ['unix_socket_directories', ''],
      ['password_encryption', 'scram-sha-256'],
    ];
    for (const [name, value] of settings)
      expect(await query(url, `SELECT current_setting('${name}') AS value`), name).toEqual([{ value }]);
    expect(await query(url, 'SELECT datcollate FROM pg_database WHERE datname = current_database()')).toEqual([
      { datcollate: 'C' },
    ]);
    expect(new URL(url).pathname).toBe('/treffer');
  });

  test('can be read by its own account only, and asks for the password', async () => {
    const folder = await newFolder();
    const { url } = await start(folder);
    expect((await modeOf(folder)) & 0o067).toBe(0);
    expect(await modeOf(folder, 'postgres')).toBe(0o700);
    expect(await modeOf(folder, 'postgres-password')).toBe(0o600);
    expect(await modeOf(folder, 'postgres.log')).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('keeps its data over a restart, and stops when told to, once or twice', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    await writeRow(first.url);
    const pid = (await postmasterPid(folder)) as number;
    await Promise.all([first.stop(), first.stop()]);
    await expect.poll(() => processStart(pid)).toBeUndefined();
    expect(await readdir(folder)).not.toContain('treffer.pid');

    const second = await start(folder);
    expect(second.adopted).toBe(false);
    expect(await readRow(second.url)).toEqual(ROW);
  });

  test('is taken over, running, from a service that was killed', async () => {
    const folder = await newFolder();
    const { child, url } = await startInChild(folder);
    await writeRow(url);
    await kill(child);
    const pid = (await postmasterPid(folder)) as number;

    const next = await start(folder);
    expect(next).toMatchObject({ adopted: true, url });
    expect(await postmasterPid(folder)).toBe(pid);
    expect(await readRow(next.url)).toEqual(ROW);
    await next.stop();
    await expect.poll(() => processStart(pid)).toBeUndefined();
  });

  test('is started again when it was killed together with its service', async () => {
    const folder = await newFolder();
    const { child, url } = await startInChild(folder);
    await writeRow(url);
    await kill(child);
    process.kill((await postmasterPid(folder)) as number, 'SIGKILL');

    const next = await start(folder);
    expect(next.adopted).toBe(false);
    expect(await readRow(next.url)).toEqual(ROW);
  });

  test("is started although its old process number is another program's by now", async () => {
    const folder = await newFolder();
    const first = await start(folder);
    await writeRow(first.url);
    const claim = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
    await first.stop();
    // A living child of ours, so that Postgres would believe it.
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(other);
    await writeFile(join(folder, 'postgres', 'postmaster.pid'), claim.replace(/^\d+/, String(other.pid)));

    const next = await start(folder);
    expect(next.adopted).toBe(false);
    expect(await readRow(next.url)).toEqual(ROW);
  });

  test('belongs to one service: a second one on the same folder is refused', async () => {
    const folder = await newFolder();
    const { child, url } = await startInChild(folder);
    await expect(start(folder)).rejects.toThrow(
      `Another Treffer is running on the data folder ${folder} (process ${child.pid}).`,
    );
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('believes no lock of a process number that was given away', async () => {
    const folder = await newFolder();
    const { child } = await startInChild(folder);
    const lock = JSON.parse(await readFile(join(folder, 'treffer.pid'), 'utf8'));
    await kill(child);
    await writeFile(join(folder, 'treffer.pid'), JSON.stringify({ ...lock, pid: process.pid }));
    expect((await start(folder)).adopted).toBe(true);
  });

  test('believes no lock that a kill left empty', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'treffer.pid'), '');
    expect((await start(folder)).adopted).toBe(false);
  });

  test('is made whole when a kill left it half-made', async () => {
    const folder = await newFolder();
    const child = runChild(folder);
    while (!(await readdir(folder, { recursive: true })).some((path) => path.endsWith('PG_VERSION'))) await sleep(5);
    await kill(child);
    expect(await readdir(folder)).not.toContain('postgres');

    const { url, adopted } = await start(folder);
    expect(adopted).toBe(false);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(folder)).filter((name) => name.includes('half-made'))).toEqual([]);
  });

  test('says why it does not start, with the end of its log', async () => {
    const folder = await newFolder();
    await (await start(folder)).stop();
    await appendFile(join(folder, 'postgres', 'postgresql.conf'), '\nnonsense = 1\n');
    await expect(start(folder)).rejects.toThrow(/did not start[\s\S]*parameter "nonsense"[\s\S]*DATABASE_URL/);
    expect(await readdir(folder)).not.toContain('treffer.pid');
  });

  test('says what is missing when the password is gone', async () => {
    const folder = await newFolder();
    await (await start(folder)).stop();
    await rm(join(folder, 'postgres-password'));
    await expect(start(folder)).rejects.toThrow(/postgres-password is missing/);
  });

  test.runIf(isRoot)('runs for root as another user, also below folders closed to it', async () => {
    const folder = join(await newFolder(), 'closed', 'data');
    await mkdir(join(folder, '..'), { mode: 0o700 });
    const { url } = await start(folder);
    await writeRow(url);
    const pid = await postmasterPid(folder);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(status).not.toMatch(/^Uid:\s+0/m);
    // CAP_DAC_READ_SEARCH and nothing else; a container that withholds it gets CAP_DAC_OVERRIDE.
    expect(status).toMatch(/^CapEff:\s+0+[24]$/m);
  });

  test.runIf(isRoot)('opens data that root restored from a copy', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    await writeRow(first.url);
    await first.stop();
    const data = join(folder, 'postgres');
    for (const path of await readdir(data, { recursive: true })) await chown(join(data, path), 0, 0);
    await chown(data, 0, 0);
    expect(await readRow((await start(folder)).url)).toEqual(ROW);
  });
});

describe('the admin key', () => {
  test('is made once, for its owner only, however many ask at once', async () => {
    const folder = join(await newFolder(), 'new');
    const asked = await Promise.all(Array.from({ length: 20 }, () => adminKeyFile(folder)));
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    expect(asked.filter(({ made }) => made)).toHaveLength(1);
    expect(asked[0]?.key).toMatch(/^treffer_[\w-]{43}$/);
    expect(await adminKeyFile(folder)).toEqual({ key: asked[0]?.key, made: false });
    expect(await modeOf(folder)).toBe(0o700);
    expect(await modeOf(folder, 'admin-key')).toBe(0o600);
    expect(await readdir(folder)).toEqual(['admin-key']);
  });

  test('is not replaced when its file was emptied', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'admin-key'), '\n');
    await expect(adminKeyFile(folder)).rejects.toThrow(/admin-key holds no secret/);
  });
});
