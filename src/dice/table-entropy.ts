import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hash } from './hash.js';

const PREFIX = utf8ToBytes('treffer/table/1\n');

/** t at seq 0, before anyone has contributed: 32 zero bytes (docs/verify.md §3). */
export const NO_ENTROPY: Uint8Array = new Uint8Array(32);

/**
 * t after a contribution (docs/verify.md §3).
 *
 * @param table t before it: 32 bytes
 * @param value what was contributed, hashed as UTF-8
 */
export function contribute(hash: Hash, table: Uint8Array, value: string): Uint8Array {
  return hash.sha256(concatBytes(PREFIX, table, hash.sha256(value)));
}
