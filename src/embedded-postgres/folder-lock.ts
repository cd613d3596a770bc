import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from './processes.js';

/** How often a holder shows, by the file's time, that it lives; and how long another machine waits to see that. */
const BEAT_MS = 4_000;
const SILENCE_MS = 10_000;

/** The data folder belongs to this process until it lets go. */
export interface FolderLock {
  release(): Promise<void>;
}

/** Another Treffer runs on the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

interface Holder {
  readonly pid: number;
  readonly start: string;
  /** Process numbers mean something only on one machine and in one container. */
  readonly place: string;
}

/**
 * Takes `<folder>/treffer.pid`, so that two services never share one embedded Postgres: each would stop it under the
 * other. A lock left by a process that is gone is taken over.
 *
 * @throws {FolderInUse}
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, 'treffer.pid');
  const mine = JSON.stringify({ pid: process.pid, start: await processStart(process.pid), place: place() });
  for (;;) {
    if (await create(file, mine)) return held(file, mine);
    const theirs = await read(file);
    if (theirs === undefined) continue;
    const holder = parse(theirs);
    if (holder !== undefined && (await lives(holder, file))) {
      throw new FolderInUse(
        `Another Treffer is running on the data folder ${folder} (process ${holder.pid}). ` +
          'Stop it first, or set TREFFER_DATA to another folder.',
      );
    }
    await removeStale(file, theirs);
  }
}

async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function held(file: string, mine: string): FolderLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, BEAT_MS);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      if ((await read(file)) === mine) await unlink(file);
    },
  };
}

/** The file's text; a file that is still empty was made this very moment, or by a process that was killed then. */
async function read(file: string): Promise<string | undefined> {
  for (let tries = 0; ; tries++) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== '' || tries === 20) return text;
    await sleep(50);
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

async function lives(holder: Holder, file: string): Promise<boolean> {
  if (holder.place === place()) return (await processStart(holder.pid)) === holder.start;
  // Of a process in another container or on another machine only its beat can be seen.
  const end = Date.now() + SILENCE_MS;
  const seen = await changedAt(file);
  while (Date.now() < end) {
    const now = await changedAt(file);
    if (now === undefined) return false;
    if (now !== seen) return true;
    await sleep(500);
  }
  return false;
}

const changedAt = async (file: string): Promise<number | undefined> =>
  (await stat(file).catch(() => undefined))?.mtimeMs;

/** Moves the file away before removing it, so that of two who found it stale only one removes it. */
async function removeStale(file: string, stale: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Someone quicker replaced the stale lock by his own between our look and our rename: give it back.
  if ((await read(aside)) !== stale) await rename(aside, file);
  else await unlink(aside);
}

function place(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not Linux: one machine, one set of process numbers.
  }
  return `${hostname()} ${processes}`.trim();
}
