import { availableParallelism, cpus } from 'node:os';
import { type BenchDatabase, query } from './database.js';

/** The processor's model. */
export const processor = (): string => `${cpus()[0]?.model.trim()}`;

/** On what it was measured, as the line above a table. */
export function machine({ version }: BenchDatabase): string {
  const cores = availableParallelism();
  return `${processor()}, ${cores} ${cores === 1 ? 'core' : 'cores'}; Node ${process.version}, Postgres ${version}`;
}

/**
 * That a commit is on the disk before it is confirmed.
 *
 * @returns the settings, to be printed
 * @throws {Error} when the server answers before that
 */
export async function demandDurable({ url }: BenchDatabase): Promise<string> {
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes'];
  const found: string[] = [];
  for (const setting of settings) {
    const [row] = await query<Record<string, string>>(url, `SHOW ${setting}`);
    const value = row![setting]!;
    if (value === 'off' || (setting === 'synchronous_commit' && value !== 'on'))
      throw new Error(
        `Postgres runs with ${setting} = ${value}: what it confirms may be lost, so nothing is measured.`,
      );
    found.push(`${setting} = ${value}`);
  }
  return found.join(', ');
}
