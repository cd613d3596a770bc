import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ended, program } from './measured-process.js';
import type { Started } from './started.js';

const MAIN = program('../main.js');

/** The key with all scopes of every service that a benchmark starts. */
const ADMIN_KEY = 'the-benchmarks-admin-key-0123456789';
export const AUTHORIZATION = { authorization: `Bearer ${ADMIN_KEY}` };

/** A server as it runs in production: a process of its own, spoken to through a socket. */
export interface House {
  readonly url: string;
  readonly pid: number;
  /** Stops it and waits until it has ended. */
  close(): Promise<void>;
}

/** Starts the service on a database and waits until it listens. Settings are the default ones. */
export function openHouse(started: Started, databaseUrl: string, nodeOptions: readonly string[] = []): Promise<House> {
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    TREFFER_ADMIN_KEY: ADMIN_KEY,
    NODE_ENV: 'production',
  };
  return openServer(started, [...nodeOptions, MAIN], env);
}

/** Starts a Node program that listens and says at which address. */
export async function openServer(
  started: Started,
  words: readonly string[],
  own: Readonly<Record<string, string>>,
): Promise<House> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, words, { env: { PATH, ...own }, stdio: ['ignore', 'pipe', 'inherit'] });
  started.process(child);
  const failed = ended(child).then(() => {
    throw new Error('the server ended');
  });
  const url = await Promise.race([addressOf(child), failed]);
  // At the end it is stopped by a signal, which is no failure.
  failed.catch(() => undefined);
  return {
    url,
    pid: child.pid!,
    close: async () => {
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}

/** The first address that a process names on its standard output. What it says afterwards is read and thrown away. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
  const lines = createInterface({ input: stdout! });
  return new Promise((found) => {
    lines.on('line', (line) => {
      const url = /(http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (url === undefined) return;
      // Splitting a service's log into lines would take processor time from what is measured.
      lines.close();
      stdout!.resume();
      found(url);
    });
  });
}
