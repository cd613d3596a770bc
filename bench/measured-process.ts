import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Started } from './started.js';

/** What a process took from its start to its end. */
export interface Usage {
  readonly wallMs: number;
  /** Of all its threads. */
  readonly cpuMs: number;
  /** Peak resident memory. */
  readonly peakBytes: number;
}

/** The file of a program, by its path from here. */
export const program = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const HOOK = new URL('./usage-at-exit.js', import.meta.url).href;

/** Whether a process can be held on one core here. */
export const canPin: boolean = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/**
 * Runs a Node program to its end, on one core where {@link canPin}.
 *
 * @throws {Error} unless it ends with 0
 */
export async function measured(started: Started, program: string, ...words: string[]): Promise<Usage> {
  const node = [process.execPath, '--import', HOOK, program, ...words];
  const [command, ...rest] = canPin ? ['taskset', '-c', '0', ...node] : node;
  const begin = performance.now();
  const child = spawn(command!, rest, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  started.process(child);
  const [usage] = await Promise.all([text(child.stdio[3] as Readable), ended(child)]);
  return { wallMs: performance.now() - begin, ...(JSON.parse(usage) as Pick<Usage, 'cpuMs' | 'peakBytes'>) };
}

/** @throws {Error} unless the process ends with 0 */
export async function ended(child: ChildProcess): Promise<void> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code ?? signal}`);
}
