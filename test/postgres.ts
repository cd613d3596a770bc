import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, as superuser, and the migrated database to clone; from `global-setup.ts`. */
    postgres: { url: string; template: string };
  }
}

/** A database of one's own, migrated and empty. */
export interface TestDatabase {
  /** As superuser. */
  readonly url: string;
  /** Removes it, with the connections that are still open. */
  drop(): Promise<void>;
}

/** Clones the migrated template: one per test file, or per test where tests would disturb each other. */
export async function createDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  const name = `treffer_test_${randomBytes(6).toString('hex')}`;
  await retryWhileInUse(() => onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => onServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Runs one statement on a connection of its own. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A template that somebody is connected to cannot be cloned (55006); nobody stays connected to ours for long. */
async function retryWhileInUse(create: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await create();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || tries === 40) throw error;
      await sleep(250);
    }
  }
}
