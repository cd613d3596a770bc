import { createHash, createPublicKey, verify } from 'node:crypto';

/*
 * Reads checkpoints by https://c2sp.org/signed-note and https://c2sp.org/tlog-checkpoint and by nothing else: none of
 * Treffer's own code, and another implementation of Ed25519.
 */

/** An Ed25519 public key in SPKI (RFC 8410) is this prefix and the 32 bytes of RFC 8032. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const ED25519 = 0x01;

const strictBase64 = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Error(`not the base64 of RFC 4648 section 4: ${text}`);
  return bytes;
};

/** Opens a signed note with one verifier key, and takes its text for a checkpoint. */
export function openCheckpointBySpec(note: string, vkey: string): { origin: string; size: number; root: Buffer } {
  const text = openNoteBySpec(note, vkey);
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('the note text does not end with a newline');
  const [origin, size, root, ...extensions] = lines;
  if (origin === undefined || size === undefined || root === undefined) throw new Error('fewer than three lines');
  if (lines.includes('')) throw new Error('an empty line');
  if (extensions.length > 0) throw new Error('extension lines are not recommended');
  if (/\s|\+/u.test(origin)) throw new Error('the origin has a space or a plus');
  if (!/^(0|[1-9][0-9]*)$/.test(size)) throw new Error('the size is not decimal, or has leading zeroes');
  const hash = strictBase64(root);
  if (hash.length !== 32) throw new Error('the root hash is no SHA-256');
  return { origin, size: Number(size), root: hash };
}

/** The text of a note that this key has signed. */
export function openNoteBySpec(note: string, vkey: string): string {
  const [name, id, key, ...others] = vkey.split('+');
  // Base64 itself may hold plus signs.
  const material = strictBase64([key, ...others].join('+'));
  if (name === undefined || name === '' || /[\s+]/u.test(name)) throw new Error('no key name');
  if (material.length !== 33 || material[0] !== ED25519) throw new Error('no Ed25519 key');
  const sum = createHash('sha256').update(`${name}\n`).update(material).digest();
  if (sum.subarray(0, 4).toString('hex') !== id) throw new Error('the key id is not the one of the key');

  if ([...note].some((each) => each < ' ' && each !== '\n')) throw new Error('a control character');
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new Error('no blank line, or no newline at the end');
  const text = note.slice(0, end + 1);
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, material.subarray(1)]), format: 'der', type: 'spki' });
  let good = 0;
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const parts = line.split(' ');
    if (parts.length !== 3 || parts[0] !== '\u2014') throw new Error(`no signature line: ${line}`);
    const bytes = strictBase64(parts[2] as string);
    if (parts[1] !== name || bytes.subarray(0, 4).toString('hex') !== id) continue;
    if (!verify(null, Buffer.from(text), publicKey, bytes.subarray(4))) throw new Error('a false signature');
    good += 1;
  }
  if (good === 0) throw new Error('not signed by this key');
  return text;
}
