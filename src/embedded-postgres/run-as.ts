import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { type RunAs, run } from './run.js';

type User = NonNullable<RunAs['user']>;

/** As which account Postgres runs, before it is known whether that account can reach its files. */
export type Account = User | undefined;

/**
 * The account for Postgres, which refuses to run as root: ours, or when we are root the owner of the data that is
 * already there, else `postgres`, else `nobody`.
 */
export async function chooseAccount(data: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(data).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const accounts = passwd.split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((account) => account[0] === name);
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (uid > 0 && gid > 0) return { name, uid, gid };
  }
  throw new Error(
    'Postgres refuses to run as root, and /etc/passwd has neither a user "postgres" nor "nobody" for it. ' +
      'Start Treffer as an ordinary user, or set DATABASE_URL.',
  );
}

/** Hands `path` to the account; with everything in it when it still belongs to root, as after a restore of a copy. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (account === undefined || (await stat(path)).uid === account.uid) return;
  const inside = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : [];
  // The folder itself comes last: its owner says whether the work was finished.
  for (const name of inside) await lchown(join(path, name), account.uid, account.gid);
  await chown(path, account.uid, account.gid);
}

/** Lets the account pass through our data folder, without reading it; a folder that root shares in some way stays so. */
export async function letThrough(account: Account, folder: string): Promise<void> {
  if (account === undefined) return;
  const { uid, mode } = await stat(folder);
  if (uid !== 0 || (mode & 0o077) !== 0) return;
  await chown(folder, 0, account.gid);
  await chmod(folder, 0o710);
}

/**
 * How programs are run as that account. When folders above ours are closed to it, as /root is, it is given a
 * capability that opens them, through setpriv: the smaller one first.
 *
 * @throws with a sentence on what to do, when the account cannot reach the programs or the data folder at all
 */
export async function chooseRunAs(account: Account, binaries: Binaries, folder: string): Promise<RunAs> {
  if (account === undefined) return { through: [] };
  const ways = [[], throughSetpriv(account, 'dac_read_search'), throughSetpriv(account, 'dac_override')];
  const faults: string[] = [];
  for (const through of ways) {
    const as = { user: account, through };
    const reach = 'cd -- "$1" && exec "$2" --version';
    const tried = await run('/bin/sh', ['-c', reach, 'sh', folder, binaries.postgres], as).catch((error: Error) => ({
      code: null,
      output: error.message,
    }));
    if (tried.code === 0) return as;
    faults.push(tried.output);
  }
  throw new Error(
    `Postgres cannot run as root, and ${account.name} cannot reach ${folder} or ${binaries.postgres} ` +
      `(${[...new Set(faults)].join('; ')}). Set TREFFER_DATA to a folder, and put Treffer into one, that others may ` +
      'pass through, start it as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * no_setuid_fixup, because access(2), with which Postgres looks for its own programs, otherwise ignores capabilities
 * of a user who is not root.
 */
const throughSetpriv = ({ uid, gid }: User, capability: string): string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  `--inh-caps=+${capability}`,
  `--ambient-caps=+${capability}`,
  '--',
];
