import type pg from 'pg';
import { type Config, readConfig } from '../config.js';
import { type Log, openDatabase, type Reached, type reachDatabase } from '../database.js';
import { FolderInUse } from '../embedded-postgres/folder-lock.js';
import { findEmbeddedPostgres } from '../embedded-postgres.js';
import { connect } from '../record/pool.js';

/**
 * Runs something on the configured database, also while a service runs on it, and lets go of it again.
 *
 * @param open brings its schema up to date first; `reachDatabase` for whoever wants to see it as it is
 * @throws {ConfigError}; {Error} when the database can't be reached
 */
export async function withDatabase<T>(
  work: (pool: pg.Pool) => Promise<T>,
  open: typeof reachDatabase = openDatabase,
): Promise<T> {
  const database = await alsoInUse(readConfig(process.env), open);
  const pool = connect(database.url, 1);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await database.stop();
  }
}

async function alsoInUse(config: Config, open: (config: Config, log: Log) => Promise<Reached>): Promise<Reached> {
  try {
    return await open(config, {
      info: () => undefined,
      warn: (message) => process.stderr.write(`${message}\n`),
    });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const url = await findEmbeddedPostgres(config.dataFolder);
    if (url === undefined) throw error;
    return { url, stop: async () => undefined };
  }
}
