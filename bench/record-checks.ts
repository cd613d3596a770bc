import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { query } from './database.js';
import type { House } from './house.js';
import { ended } from './measured-process.js';
import type { Started } from './started.js';

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));

/**
 * Compares the record with what was answered.
 *
 * @throws {Error} unless there are as many rulings as attacks were answered with 201
 */
export async function demandRulings(databaseUrl: string, answered: number): Promise<void> {
  const [row] = await query<{ rulings: string }>(
    databaseUrl,
    "SELECT count(*) AS rulings FROM entries WHERE kind = 'ruling'",
  );
  const rulings = Number(row!.rulings);
  if (rulings !== answered) throw new Error(`${answered} attacks were answered, but the record has ${rulings} rulings`);
}

/**
 * Runs `treffer verify` on a campaign of a running service.
 *
 * @throws {Error} unless all holds
 */
export async function demandVerified(started: Started, { url }: House, campaign: string): Promise<void> {
  const child = spawn(process.execPath, [CLI, 'verify', `${url}/v1/campaigns/${campaign}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.process(child);
  const [out, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended(child).catch((error: Error) => error),
  ]);
  if (child.exitCode !== 0) throw new Error(`campaign ${campaign} does not verify:\n${out}${errors}`);
}
