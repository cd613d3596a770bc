import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';

/*
 * Signed notes (https://c2sp.org/signed-note), with Ed25519 signatures only: a text, a blank line, and a line for each
 * signature.
 */

/** Signature type identifier byte of Ed25519. */
const ED25519 = 1;
/** More signatures than this are no note of ours: each would have to be looked at. */
const MOST_SIGNATURES = 64;

/** A note, or a key, that is not what the specification says, or a signature that is false. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}

/** Who signs notes: to be given to everybody. */
export interface VerifierKey {
  /** Without white space or plus signs; best a URL without its scheme. */
  readonly name: string;
  /** First 4 bytes of SHA-256(name ‖ "\n" ‖ 0x01 ‖ public key), in hex. */
  readonly id: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** A key that signs notes: to be kept secret. */
export interface SignerKey {
  readonly verifier: VerifierKey;
  /** 32 bytes, the seed of RFC 8032. */
  readonly secret: Uint8Array;
}

/**
 * The signer key with this name and secret.
 *
 * @param secret 32 fresh bytes from the operating system's generator
 * @throws {NoteError} when the name can't be a key's
 */
export function signerKey(name: string, secret: Uint8Array): SignerKey {
  if (!isKeyName(name)) throw new NoteError(`"${name}" can't be a key's name: no white space and no plus sign`);
  return { verifier: verifierKey(name, ed25519.getPublicKey(secret)), secret };
}

/** `<name>+<hex key id>+<base64(0x01 ‖ public key)>`. */
export const verifierKeyText = ({ name, id, publicKey }: VerifierKey): string => `${name}+${id}+${typed(publicKey)}`;

/** `PRIVATE+KEY+<name>+<hex key id>+<base64(0x01 ‖ secret)>`, the form that Go's `sumdb/note` reads too. */
export const signerKeyText = ({ verifier: { name, id }, secret }: SignerKey): string =>
  `PRIVATE+KEY+${name}+${id}+${typed(secret)}`;

/** @throws {NoteError} unless it is the verifier key of an Ed25519 key */
export function readVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', key = ''] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(text.trim()) ?? [];
  const publicKey = untyped(key);
  if (!isKeyName(name) || publicKey === undefined || !isPoint(publicKey)) {
    throw new NoteError('it is no verifier key of the form <name>+<key id>+<base64>, or of another kind than Ed25519');
  }
  const read = verifierKey(name, publicKey);
  if (read.id !== id)
    throw new NoteError(`the verifier key of ${name} has the id ${id}, but its bytes give ${read.id}`);
  return read;
}

/** @throws {NoteError} unless it is a signer key as {@link signerKeyText} writes it; the message never repeats it */
export function readSignerKey(text: string): SignerKey {
  const [, name = '', id = '', key = ''] = /^PRIVATE\+KEY\+([^+]*)\+([^+]*)\+(.*)$/s.exec(text.trim()) ?? [];
  const secret = untyped(key);
  if (!isKeyName(name) || secret === undefined) {
    throw new NoteError('it is no signer key of the form PRIVATE+KEY+<name>+<key id>+<base64>');
  }
  const read = signerKey(name, secret);
  if (read.verifier.id !== id) throw new NoteError('its key id is not the one that its bytes give');
  return read;
}

/**
 * A text with a signature under it.
 *
 * @param text ends with a newline
 * @returns the signed note
 */
export function signNote({ verifier: { name, id }, secret }: SignerKey, text: string): string {
  if (!isNoteText(text)) throw new NoteError('the text of a note ends with a newline and has no control characters');
  const signature = ed25519.sign(utf8ToBytes(text), secret);
  return `${text}\n— ${name} ${base64.encode(concatBytes(idBytes(id), signature))}\n`;
}

/**
 * Reads a signed note that at least one of these keys has signed. Signatures of other keys are passed over.
 *
 * @returns its text, and which of the keys have signed it
 * @throws {NoteError} when it is no signed note, none of the keys has signed it, or a signature of one is false
 */
export function openNote(
  note: string,
  keys: readonly VerifierKey[],
): { readonly text: string; readonly signedBy: readonly VerifierKey[] } {
  const { text, signatures } = splitNote(note);
  const signedBy = new Set<VerifierKey>();
  for (const { name, id, signature } of signatures) {
    const key = keys.find((each) => each.name === name && each.id === id);
    if (key === undefined) continue;
    if (!isSignedBy(key, text, signature)) throw new NoteError(`the signature of ${name}+${id} is false`);
    signedBy.add(key);
  }
  if (signedBy.size === 0) {
    const others = signatures.map(({ name, id }) => `${name}+${id}`).join(', ');
    throw new NoteError(
      `it is signed by ${others}, and by none of the keys given (GET /v1/verifier-keys lists those of a service)`,
    );
  }
  return { text, signedBy: [...signedBy] };
}

/**
 * The parts of a signed note. Nothing is said about whether the signatures are good.
 *
 * @throws {NoteError} when it is no signed note
 */
export function splitNote(note: string): {
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly id: string; readonly signature: Uint8Array }[];
} {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  if (end < 0 || !isNoteText(note))
    throw new NoteError('it is no signed note: was it pasted? It must be kept byte for byte');
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) throw new NoteError(`it has ${lines.length} signatures`);
  const signatures = lines.map((line) => {
    const [, name = '', encoded = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
    const bytes = decodeBase64(encoded);
    if (!isKeyName(name) || bytes === undefined || bytes.length <= 4) {
      throw new NoteError(
        'it is no signed note, since a line under the text is no signature: was it pasted? It must be kept byte for byte',
      );
    }
    return { name, id: bytesToHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
  });
  return { text, signatures };
}

function isSignedBy({ publicKey }: VerifierKey, text: string, signature: Uint8Array): boolean {
  try {
    // As RFC 8032 has it, and not by the laxer rules of ZIP 215.
    return ed25519.verify(signature, utf8ToBytes(text), publicKey, { zip215: false });
  } catch {
    return false;
  }
}

function verifierKey(name: string, publicKey: Uint8Array): VerifierKey {
  const sum = sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(ED25519), publicKey));
  return { name, id: bytesToHex(sum.subarray(0, 4)), publicKey };
}

/** Whether 32 bytes are a point of the curve, in its only encoding (RFC 8032 §5.1.3). */
function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/** What is white space to Unicode, which is not just what it is to JavaScript's `\s`. */
const isKeyName = (name: string): boolean => /^[^\p{White_Space}+]+$/u.test(name) && name.isWellFormed();

/** Control characters other than newlines have no place in a note. */
const isNoteText = (text: string): boolean =>
  text.endsWith('\n') && text.isWellFormed() && [...text].every((character) => character >= ' ' || character === '\n');

const typed = (key: Uint8Array): string => base64.encode(concatBytes(Uint8Array.of(ED25519), key));

function untyped(encoded: string): Uint8Array | undefined {
  const bytes = decodeBase64(encoded);
  return bytes?.length === 33 && bytes[0] === ED25519 ? bytes.subarray(1) : undefined;
}

const idBytes = (id: string): Uint8Array => Uint8Array.from(id.match(/../g)!, (byte) => Number.parseInt(byte, 16));

/** Canonical base64 (RFC 4648 §4) as bytes; undefined for anything else. */
export function decodeBase64(encoded: string): Uint8Array | undefined {
  try {
    return base64.decode(encoded);
  } catch {
    return undefined;
  }
}
