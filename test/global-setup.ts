import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/embedded-postgres.js';
import { migrate } from '../src/record/migrations.js';
import { onServer } from './postgres.js';

const IMAGE = 'postgres:15-bookworm';
const TEMPLATE = 'treffer_template';

/** The Postgres of a test run: a real one, with fsync on, since tests kill processes and look what survived. */
interface Server {
  readonly url: string;
  readonly what: string;
  stop(): Promise<void>;
}

/** Starts one Postgres for the whole run and migrates the template that `createDatabase` clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = (await given()) ?? (await container()) ?? (await embedded());
  try {
    console.log(`Tests use Postgres ${await serverVersion(server.url)}: ${server.what}.`);
    await makeTemplate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgres', { url: server.url, template: TEMPLATE });
  return () => server.stop();
}

async function given(): Promise<Server | undefined> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return undefined;
  return {
    url,
    what: 'the one in TEST_DATABASE_URL',
    stop: () => onServer(url, `DROP DATABASE IF EXISTS ${TEMPLATE}`),
  };
}

async function container(): Promise<Server | undefined> {
  if (!(await dockerAnswers())) return undefined;
  try {
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
    const started = await new PostgreSqlContainer(IMAGE)
      .withCommand(['postgres', '-c', 'max_connections=200'])
      .withStartupTimeout(60_000)
      .start();
    return {
      url: started.getConnectionUri(),
      what: `${IMAGE} in Docker`,
      stop: async () => {
        await started.stop();
      },
    };
  } catch (error) {
    console.log(`Docker answers, but gives no ${IMAGE} (${(error as Error).message}): taking the embedded Postgres.`);
    return undefined;
  }
}

async function embedded(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'treffer-test-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const postgres = await startEmbeddedPostgres(folder, { info() {}, warn: console.log });
    const stop = () => postgres.stop().finally(remove);
    return { url: postgres.url, what: 'the embedded one', stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Whether an engine answers where testcontainers would look for it. */
async function dockerAnswers(): Promise<boolean> {
  const { DOCKER_HOST, XDG_RUNTIME_DIR } = process.env;
  const hosts = DOCKER_HOST
    ? [DOCKER_HOST]
    : [
        '/var/run/docker.sock',
        ...(XDG_RUNTIME_DIR ? [join(XDG_RUNTIME_DIR, 'docker.sock')] : []),
        join(homedir(), '.docker/run/docker.sock'),
        join(homedir(), '.docker/desktop/docker.sock'),
      ].map((path) => `unix://${path}`);
  return (await Promise.all(hosts.map(ping))).includes(true);
}

function ping(host: string): Promise<boolean> {
  const { protocol, hostname, port, pathname } = new URL(host);
  const where = protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port };
  return new Promise((answer) => {
    const asking = request({ ...where, path: '/_ping', signal: AbortSignal.timeout(2_000) }, (response) => {
      response.resume();
      answer(response.statusCode === 200);
    });
    asking.on('error', () => answer(false)).end();
  });
}

async function serverVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; superuser: string }>(
      `SELECT current_setting('server_version') AS version, current_setting('is_superuser') AS superuser`,
    );
    if (rows[0]?.superuser !== 'on') throw new Error('TEST_DATABASE_URL must name a superuser: tests make databases.');
    return rows[0].version;
  } finally {
    await client.end();
  }
}

async function makeTemplate(url: string): Promise<void> {
  await onServer(url, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await onServer(url, `CREATE DATABASE ${TEMPLATE} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`);
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  await migrate({ url: template.href });
  // A connection to it would be in the way of cloning.
  await onServer(url, `ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
}
