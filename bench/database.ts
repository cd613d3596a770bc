import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#src/embedded-postgres.js';
import { migrate } from '#src/record/migrations.js';
import { say } from './options.js';
import type { Started } from './started.js';

export interface BenchDatabase {
  readonly url: string;
  /** Of the server. */
  readonly version: string;
}

/**
 * A migrated database of one's own: on the server in DATABASE_URL, where it is dropped at the end, or on an embedded
 * Postgres with its data in `folder`.
 */
export async function openBenchDatabase(started: Started, folder: string): Promise<BenchDatabase> {
  const url = process.env.DATABASE_URL
    ? await onServer(started, process.env.DATABASE_URL)
    : await embedded(started, folder);
  await migrate({ url });
  const [row] = await query<{ server_version: string }>(url, 'SHOW server_version');
  return { url, version: row!.server_version };
}

/** The same in a temporary folder that is removed at the end. */
export async function temporaryDatabase(started: Started): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'treffer-bench-'));
  started.add(() => rm(folder, { recursive: true, force: true }));
  return openBenchDatabase(started, folder);
}

/** Another migrated database on the same server, dropped at the end. */
export async function siblingDatabase(started: Started, { url, version }: BenchDatabase): Promise<BenchDatabase> {
  const sibling = { url: await onServer(started, url), version };
  await migrate(sibling);
  return sibling;
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Does what Postgres would otherwise do some time later, in the middle of what is measured. */
export async function settle(databaseUrl: string): Promise<void> {
  await query(databaseUrl, 'VACUUM (ANALYZE) entries');
  await query(databaseUrl, 'CHECKPOINT');
}

async function onServer(started: Started, url: string): Promise<string> {
  const name = `treffer_bench_${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE DATABASE ${name} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`);
  started.add(() => query(url, `DROP DATABASE ${name} WITH (FORCE)`));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

async function embedded(started: Started, folder: string): Promise<string> {
  const log = { info: () => undefined, warn: say };
  const postgres = await startEmbeddedPostgres(join(folder, 'data'), log);
  started.add(() => postgres.stop());
  return postgres.url;
}
