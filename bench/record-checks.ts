import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { query } from './database.js';
import type { House } from './house.js';
import { type LoadReport, loadKey } from './load-spec.js';
import { ended, program } from './measured-process.js';
import type { Started } from './started.js';

const CLI = program('../cli.js');

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
 * Looks whether campaigns hold exactly what was sent to them: no gap, and each Idempotency-Key once.
 *
 * @param reports of all loads that these campaigns have had, every answer of which was 201
 * @throws {Error} unless they do
 */
export async function demandKeys(
  databaseUrl: string,
  campaigns: readonly string[],
  reports: readonly LoadReport[],
): Promise<void> {
  const gaps = await query<{ campaign: string }>(
    databaseUrl,
    'SELECT campaign FROM entries WHERE campaign = ANY($1::uuid[]) GROUP BY campaign HAVING count(*) <> max(seq) + 1',
    [campaigns],
  );
  if (gaps.length > 0) throw new Error(`campaign ${gaps[0]!.campaign} lacks entries`);
  const rows = await query<{ key: string }>(
    databaseUrl,
    "SELECT encode(key_hash, 'base64') AS key FROM entries WHERE campaign = ANY($1::uuid[]) AND key_hash IS NOT NULL",
    [campaigns],
  );
  const recorded = new Set(rows.map(({ key }) => key));
  if (recorded.size !== rows.length) throw new Error('a key was recorded in two campaigns');
  let sent = 0;
  for (const report of reports) {
    for (let number = 1; number <= report.sent; number += 1, sent += 1) {
      const key = loadKey(report.keyPrefix, number);
      if (!recorded.has(hash('sha256', key, 'base64'))) throw new Error(`${key} was answered, but not recorded`);
    }
  }
  if (sent !== rows.length) throw new Error(`${sent} keys were sent, but ${rows.length} are recorded`);
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
