import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** The table in which the migrations that have run are kept. */
const VERSIONS = 'schema_versions';

/** Any number, as long as it stays the same: whoever holds this advisory lock migrates, everybody else waits. */
const LOCK = 7_305_219_041;

/** How long to wait for the database to answer. */
const CONNECT_MS = 5_000;

/**
 * Brings the schema up to date, forward only. Safe to call from several processes at once: one migrates, the others
 * wait and find nothing left to do.
 *
 * @param options.url a role that may create tables and roles
 * @param options.grantTo the login role that the service will use, when it is another one
 * @throws {Error} when the database can't be reached, is not UTF8, or was migrated by a newer version of the service
 */
export async function migrate(options: { url: string; grantTo?: string; log?: (line: string) => void }): Promise<void> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'treffer migrate',
    connectionTimeoutMillis: CONNECT_MS,
  });
  // Losing the connection rejects the running query; without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const encoding = await client.query<{ server_encoding: string }>('SHOW server_encoding');
    if (encoding.rows[0]?.server_encoding !== 'UTF8') {
      throw new Error(
        `the database's encoding is ${encoding.rows[0]?.server_encoding}: Treffer needs UTF8. Create it with: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
      );
    }
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await runner({
      dbClient: client,
      dir: FOLDER,
      ignorePattern: '(?!.*\\.sql$).*',
      direction: 'up',
      migrationsTable: VERSIONS,
      // The lock above waits; the runner's own gives up at once.
      noLock: true,
      log: options.log ?? (() => undefined),
    });
    const unknown = await unknownMigrations(client);
    if (unknown.length > 0) {
      throw new Error(
        `the database was migrated by a newer Treffer (${unknown.join(', ')}): start that version, migrations only go forward`,
      );
    }
    if (options.grantTo !== undefined) {
      await client.query(`GRANT treffer_writer TO ${pg.escapeIdentifier(options.grantTo)}`);
    }
  } finally {
    await client.end();
  }
}

async function unknownMigrations(client: pg.Client): Promise<string[]> {
  const known = readdirSync(FOLDER).map((file) => file.replace(/\.sql$/, ''));
  const run = await client.query<{ name: string }>(`SELECT name FROM ${VERSIONS} ORDER BY id`);
  return run.rows.map((row) => row.name).filter((name) => !known.includes(name));
}
