import { randomBytes } from 'node:crypto';
import { access, chmod, constants, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readSignerKey, type SignerKey, signerKey, signerKeyText } from './record/signed-note.js';

/** What a secret file holds, and whether this call made it. */
export interface KeptSecret {
  readonly value: string;
  readonly made: boolean;
}

/** Makes the data folder, for its owner only. One that exists keeps the mode it has. */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    // The umask may have taken bits from the owner himself.
    if (first !== undefined) await chmod(folder, 0o700);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`The data folder ${folder} cannot be used (${reason}). Set TREFFER_DATA to another.`);
  }
}

/**
 * The key with all scopes that the embedded mode makes at its first start and keeps in `<folder>/admin-key`.
 *
 * @returns the key; `made` is true only the first time, when it is to be printed
 */
export async function adminKeyFile(folder: string): Promise<{ key: string; made: boolean }> {
  await makeDataFolder(folder);
  const { value, made } = await keptSecret(join(folder, 'admin-key'), () => `treffer_${randomSecret()}`);
  return { key: value, made };
}

/** The name of the signer key that the embedded mode makes: a name that stands for this machine alone (RFC 6761 §6.3). */
const SIGNER_NAME = 'treffer.localhost';

/**
 * The key that signs checkpoints in embedded mode: made once and kept in `<folder>/signer-key`.
 *
 * @throws {Error} when the file holds something else
 */
export async function signerKeyFile(folder: string): Promise<SignerKey> {
  await makeDataFolder(folder);
  const file = join(folder, 'signer-key');
  const { value } = await keptSecret(file, () => signerKeyText(signerKey(SIGNER_NAME, randomBytes(32))));
  try {
    return readSignerKey(value);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}. Put back its content or remove the file.`);
  }
}

/** 256 random bits, in characters that need no quoting in a URL or a shell. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Reads a secret from its file, or makes it there with mode 0600. Two processes at once end up with the same secret,
 * and a kill at any moment leaves either no file or a whole one: it is written beside and then linked into place,
 * which never overwrites.
 */
export async function keptSecret(file: string, make: () => string): Promise<KeptSecret> {
  const kept = await readSecret(file);
  if (kept !== undefined) return { value: kept, made: false };
  const value = make();
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  await writeDurably(beside, `${value}\n`);
  try {
    await link(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const others = await readSecret(file);
    return { value: others as string, made: false };
  } finally {
    await unlink(beside);
  }
  await syncFolder(dirname(file));
  return { value, made: true };
}

async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const value = text.trim();
  if (value.length < 32) throw new Error(`${file} holds no secret of ours. Put back its content or remove the file.`);
  return value;
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a link or a rename in `folder` last through a power cut. Windows cannot, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
