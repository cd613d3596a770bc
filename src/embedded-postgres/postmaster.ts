import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describeProcess, processStart } from './processes.js';

/** How long a Postgres that is recovering or shutting down is waited for, and one that does not listen. */
const PATIENCE_MS = 60_000;
const SILENCE_MS = 5_000;

/** A process number that no system gives: the largest a pid_t holds. */
const NOBODYS_PID = 2_147_483_647;

/** A running Postgres of ours. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** What a connection needs besides the port. */
export interface Login {
  readonly user: string;
  readonly password: string;
}

/** The connection URL of a database of the embedded Postgres. */
export const urlOf = (port: number, { user, password }: Login, database: string): string =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

/**
 * The Postgres that an earlier service left running on `data` when it was killed, or undefined when there is none.
 * Its postmaster.pid alone proves nothing, since the system may have given the number to another process: it is ours
 * when it takes our password and says itself that it serves this folder.
 */
export async function findPostmaster(data: string, login: Login): Promise<Postmaster | undefined> {
  const begin = Date.now();
  for (;;) {
    const claim = await readClaim(data);
    if (claim === undefined || (await processStart(claim.pid)) === undefined) return undefined;
    if (!(await couldServe(claim.pid, data))) {
      await disown(data, claim.text);
      return undefined;
    }
    const { folder, refusal } = await ask(claim.port, login);
    if (folder !== undefined && (await samePlace(folder, data))) return { pid: claim.pid, port: claim.port };
    const waited = Date.now() - begin;
    // Nobody listens: whether the process is a Postgres on this folder all the same, Postgres decides when it starts.
    if (refusal === 'silent' && waited > SILENCE_MS) return undefined;
    if ((refusal !== 'silent' && refusal !== 'busy') || waited > PATIENCE_MS) {
      throw new Error(
        `${join(data, 'postmaster.pid')} names process ${claim.pid}, a running Postgres that ` +
          `${folder === undefined ? `cannot be used (${refusal})` : `serves ${folder}`}. ` +
          'Stop it, or set TREFFER_DATA to another folder.',
      );
    }
    await sleep(100);
  }
}

/** What postmaster.pid says: the process in its first line, the port in its fourth. */
async function readClaim(data: string): Promise<(Postmaster & { text: string }) | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return { pid: Number(lines[0]) || 0, port: Number(lines[3]) || 0, text };
}

/** A postmaster is called postgres and works in its data folder; where the system does not tell, it could be one. */
async function couldServe(pid: number, data: string): Promise<boolean> {
  const { program, folder } = await describeProcess(pid);
  if (program !== undefined && !program.startsWith('postgres')) return false;
  return folder === undefined || samePlace(folder, data);
}

/**
 * Postgres itself takes any living process for its predecessor and refuses to start. The number is made invalid
 * rather than the file removed: Postgres then still looks whether the shared memory named in it is in use.
 */
async function disown(data: string, text: string): Promise<void> {
  await writeFile(join(data, 'postmaster.pid'), text.replace(/^\d+/, String(NOBODYS_PID)));
}

/** The folder that the Postgres at this port serves; or `silent`, `busy` (both may pass), or why it refuses us. */
async function ask(port: number, login: Login): Promise<{ folder?: string; refusal?: string }> {
  const client = new pg.Client({
    connectionString: urlOf(port, login, 'postgres'),
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return { folder: rows[0]?.data_directory ?? '' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED' || port === 0) return { refusal: 'silent' };
    // Classes 57 and 53: it starts up, shuts down or has no connection left. No answer at all: the connection was cut.
    const final = error instanceof pg.DatabaseError && !/^5[37]/.test(error.code ?? '');
    return { refusal: final ? error.message : 'busy' };
  } finally {
    await client.end().catch(() => {});
  }
}

async function samePlace(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => path)));
  return a === b;
}
