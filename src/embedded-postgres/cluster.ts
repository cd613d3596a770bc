import { randomBytes } from 'node:crypto';
import { access, chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../data-folder.js';
import type { Binaries } from './binaries.js';
import { type RunAs, run } from './run.js';
import { giveTo } from './run-as.js';

/** The superuser of the embedded Postgres. */
export const SUPERUSER = 'postgres';

/** Between a cluster's name and a random end, while it is being made. */
const HALF_MADE = '.half-made-';

/** Whether `data` holds a whole cluster. */
export const hasCluster = (data: string): Promise<boolean> =>
  access(join(data, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/**
 * Makes an empty cluster in `data`. It is made beside and then renamed, so that a kill leaves no half-made cluster
 * where a whole one is expected; what such a kill left is removed.
 */
export async function makeCluster(data: string, password: string, binaries: Binaries, as: RunAs): Promise<void> {
  await removeHalfMade(data);
  const beside = `${data}${HALF_MADE}${randomBytes(6).toString('hex')}`;
  await mkdir(beside, { mode: 0o700 });
  try {
    // initdb runs as another account when we are root: it cannot read our password file.
    const passwordFile = join(beside, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    await giveTo(as.user, beside);
    const made = join(beside, 'postgres');
    const ended = await run(
      binaries.initdb,
      [
        `--pgdata=${made}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Without a locale of its own it would take the shell's, and sort differently on every machine.
        '--locale=C',
      ],
      as,
    );
    if (ended.code !== 0) throw new Error(`The embedded Postgres cannot be made: initdb said:\n${ended.output}`);
    await chmod(made, 0o700);
    await rename(made, data);
    await syncFolder(dirname(data));
  } finally {
    await removeHalfMade(data);
  }
}

/**
 * An initdb whose service was killed may still be writing, and removes its own folder when it fails: hence another
 * name each time, some patience, and no failure of ours when something stays behind.
 */
async function removeHalfMade(data: string): Promise<void> {
  const folder = dirname(data);
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(`${basename(data)}${HALF_MADE}`));
  for (const name of leftovers) {
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => {});
  }
}
