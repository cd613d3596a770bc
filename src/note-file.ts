import { readFile } from 'node:fs/promises';
import { Unreadable } from './export-source.js';
import { NoteError } from './record/signed-note.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A note's text from its bytes.
 *
 * @throws {NoteError} when they are not UTF-8: put right, it would be another note
 */
export function noteText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new NoteError('it is no signed note: it is not UTF-8');
  }
}

/** @throws {Unreadable} when there is no such file */
export const readNoteFile = (file: string): Promise<Uint8Array> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Unreadable(error.code === 'ENOENT' ? `there is no file ${file}` : error.message);
  });
