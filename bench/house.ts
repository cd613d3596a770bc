import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ended } from './measured-process.js';
import type { Started } from './started.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

/** The service as it runs in production: a process of its own, spoken to through a socket. */
export interface House {
  readonly url: string;
  readonly pid: number;
}

/** Starts the service on a database and waits until it listens. */
export async function openHouse(started: Started, databaseUrl: string): Promise<House> {
  const { PATH } = process.env;
  const env = { PATH, HOST: '127.0.0.1', PORT: '0', DATABASE_URL: databaseUrl, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.process(child);
  const failed = ended(child).then(() => {
    throw new Error('the service ended');
  });
  const listening = new Promise<string>((found) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /Treffer rules at (http:\/\/[\d.:]+)/.exec(line)?.[1];
      if (url !== undefined) found(url);
    });
  });
  const url = await Promise.race([listening, failed]);
  // At the end it is stopped by a signal, which is no failure.
  failed.catch(() => undefined);
  return { url, pid: child.pid! };
}
