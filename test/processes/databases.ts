import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createDatabase } from '../postgres.js';

/** Runs statements one after the other, each on its own, as whoever the URL names. */
export async function query(url: string, ...statements: string[]): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: any[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** A migrated database that goes with the test; its URL, as superuser. */
export async function databaseForTest(): Promise<string> {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

/** A database with nothing in it that goes with the test; its URL, as superuser. */
export async function emptyDatabaseForTest(encoding: 'UTF8' | 'SQL_ASCII' = 'UTF8'): Promise<string> {
  const { url } = inject('postgres');
  const name = `treffer_empty_${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE DATABASE ${name} ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`);
  onTestFinished(() => query(url, `DROP DATABASE ${name} WITH (FORCE)`).then(() => undefined));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
