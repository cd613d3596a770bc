import { base64 } from '@scure/base';
import { decodeBase64, NoteError, openNote, type SignerKey, signNote, type VerifierKey } from './signed-note.js';

/*
 * Checkpoints (docs/verify.md §6): what a campaign's whole record was at one moment, in three lines, as
 * https://c2sp.org/tlog-checkpoint has it, in a signed note.
 */

/** How a campaign's record stood at some size. */
export interface Checkpoint {
  readonly campaign: string;
  /** How many entries it had. */
  readonly size: number;
  /** Of the tree over them: 32 bytes. */
  readonly root: Uint8Array;
}

/**
 * A checkpoint as its own text, before anybody has signed it.
 *
 * @param name the name of the key that signs
 */
export const checkpointText = (name: string, { campaign, size, root }: Checkpoint): string =>
  `${name}/campaigns/${campaign}\n${size}\n${base64.encode(root)}\n`;

/** A checkpoint as a signed note. */
export const signCheckpoint = (signer: SignerKey, checkpoint: Checkpoint): string =>
  signNote(signer, checkpointText(signer.verifier.name, checkpoint));

/**
 * Reads a signed checkpoint.
 *
 * @param keys one of them must have signed it, under its own name
 * @throws {NoteError}
 */
export function openCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
): { readonly checkpoint: Checkpoint; readonly signedBy: readonly VerifierKey[] } {
  const { text, signedBy } = openNote(note, keys);
  const { name, ...checkpoint } = readCheckpointText(text);
  if (!signedBy.some((key) => key.name === name)) {
    throw new NoteError(`its first line names ${name}, and that is none of those who signed it`);
  }
  return { checkpoint, signedBy };
}

/**
 * Reads the text of a checkpoint. What stands after the third line is not ours and passed over.
 *
 * @throws {NoteError}
 */
export function readCheckpointText(text: string): Checkpoint & { readonly name: string } {
  const [origin = '', size = '', encoded = '', ...others] = text.split('\n');
  const [, name, campaign] = /^(\S+)\/campaigns\/([0-9a-f-]{36})$/.exec(origin) ?? [];
  const root = decodeBase64(encoded);
  const extensions = others.slice(0, -1);
  if (name === undefined || campaign === undefined) {
    throw new NoteError('its first line is not <key name>/campaigns/<campaign>');
  }
  if (!/^(?:0|[1-9]\d{0,14})$/.test(size)) throw new NoteError('its second line is no size');
  if (root?.length !== 32) throw new NoteError('its third line is no root of 32 bytes in base64');
  if (others.at(-1) !== '' || extensions.includes('')) throw new NoteError('it has an empty line');
  return { name, campaign, size: Number(size), root };
}
