import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/*
 * A line of an export as text, whatever its bytes are: a byte that is not UTF-8 stands as a lone surrogate, from U+DC80 for
 * 0x80 to U+DCFF for 0xFF, as Python's `surrogateescape` has it (PEP 383). No entry can hold one.
 */

const FIRST = 0xdc00;

/** @param byte one that is not UTF-8 where it stands, 0x80 to 0xFF */
export const escapedByte = (byte: number): string => String.fromCharCode(FIRST + byte);

/** The bytes that a line was, also where they are not UTF-8. */
export function lineBytes(line: string): Uint8Array {
  if (line.isWellFormed()) return utf8ToBytes(line);
  const parts: Uint8Array[] = [];
  for (const character of line) {
    const byte = character.charCodeAt(0) - FIRST;
    parts.push(character.length === 1 && byte >= 0x80 && byte <= 0xff ? Uint8Array.of(byte) : utf8ToBytes(character));
  }
  return concatBytes(...parts);
}
