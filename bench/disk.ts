import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { say } from './options.js';
import { megabytes } from './result.js';

/** @throws {Error} when the temporary folder has too little room */
export async function demandDisk(needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const free = bavail * bsize;
  say(`Takes about ${megabytes(needed)} of disk in ${tmpdir()}, where ${megabytes(free)} are free.`);
  if (free < needed) throw new Error('That is too little: take fewer --entries, or another TMPDIR.');
}
