import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { uuidv7 } from 'uuidv7';
import { query, settle } from './database.js';
import { ended, program } from './measured-process.js';
import { say } from './options.js';
import { whole } from './result.js';
import type { Started } from './started.js';

const FILL = program('./fill-campaigns.js');
/** A process computes entries on one core, and leaves Postgres time enough for twice as many. */
const PROCESSES = 2;
const SAY_EVERY_MS = 10_000;

/**
 * Fills a database with campaigns, all with equally long records, as if they had been played for years.
 *
 * @returns their ids
 */
export async function fillRecord(
  started: Started,
  databaseUrl: string,
  { campaigns, entries }: { campaigns: number; entries: number },
): Promise<string[]> {
  const ids = Array.from({ length: campaigns }, uuidv7);
  const each = Math.ceil(entries / campaigns);
  const indexes = await dropIndexes(databaseUrl);
  const written = Array.from({ length: PROCESSES }, () => 0);
  const begin = performance.now();
  const saying = setInterval(() => {
    const rows = written.reduce((sum, count) => sum + count, 0);
    say(
      `${whole(rows)} of ${whole(entries)} entries, ${whole((rows * 1000) / (performance.now() - begin))} a second …`,
    );
  }, SAY_EVERY_MS);
  try {
    await Promise.all(
      written.map((_, i) => {
        const own = ids.filter((_, campaign) => campaign % PROCESSES === i);
        const child = spawn(process.execPath, [FILL, `${each}`, ...own], {
          env: { ...process.env, DATABASE_URL: databaseUrl },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        started.process(child);
        createInterface({ input: child.stdout }).on('line', (count) => {
          written[i] = Number(count);
        });
        return ended(child);
      }),
    );
  } finally {
    clearInterval(saying);
  }
  say('Making the indexes anew …');
  for (const index of indexes) await query(databaseUrl, index);
  await settle(databaseUrl);
  return ids;
}

/**
 * Drops all indexes but the primary key's: made at the end, an index of random keys is made much faster.
 *
 * @returns the statements that make them again
 */
async function dropIndexes(databaseUrl: string): Promise<string[]> {
  const indexes = await query<{ name: string; definition: string }>(
    databaseUrl,
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = 'entries'::regclass AND NOT indisprimary`,
  );
  for (const { name } of indexes) await query(databaseUrl, `DROP INDEX ${name}`);
  return indexes.map(({ definition }) => definition);
}
