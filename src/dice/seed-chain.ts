import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hash } from './hash.js';

/** How many rulings one chain serves before the next begins. */
export const CHAIN_LENGTH = 256;

/** Every 16th link is kept, so that a chain takes little memory and a link at most 15 hashes. */
const KEPT_EVERY = 16;

/** Of a link: SHA-256. */
const LINK_BYTES = 32;

const PREFIX = utf8ToBytes('treffer/seed/1\n');

/** s_(i−1) from s_i (docs/verify.md §2): 32 bytes in, 32 bytes out. */
export function previousLink(hash: Hash, link: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(PREFIX.length + link.length);
  bytes.set(PREFIX);
  bytes.set(link, PREFIX.length);
  return hash.sha256(bytes);
}

/** A reversed hash chain whose secret links live in memory only. */
export interface SeedChain {
  /** How many links there are: N. */
  readonly length: number;
  /** s_0, public from the start: 32 bytes. */
  readonly anchor: Uint8Array;
  /**
   * s_j for 1 ≤ j ≤ length: 32 bytes.
   *
   * @throws {RangeError} outside of that
   */
  link(j: number): Uint8Array;
}

/**
 * A chain down from its top link s_N (docs/verify.md §2).
 *
 * @param top s_N: 32 fresh bytes from the operating system's generator
 * @param length N, how many rulings it serves
 */
export function seedChain(hash: Hash, top: Uint8Array, length: number): SeedChain {
  // In one array: as many small ones would take ten times the memory.
  const kept = new Uint8Array((Math.ceil(length / KEPT_EVERY) + 1) * LINK_BYTES);
  const keptAt = (j: number): number => Math.ceil(j / KEPT_EVERY) * LINK_BYTES;
  let link = top;
  kept.set(link, keptAt(length));
  for (let i = length - 1; i >= 0; i -= 1) {
    link = previousLink(hash, link);
    if (i % KEPT_EVERY === 0) kept.set(link, keptAt(i));
  }
  const anchor = link;
  /** The links from one kept link down to the next, the lowest first: they are asked for in ascending order. */
  const stretch = new Uint8Array(KEPT_EVERY * LINK_BYTES);
  let stretchEnd: number | undefined;
  return {
    length,
    anchor,
    link(j) {
      if (!Number.isInteger(j) || j < 1 || j > length) throw new RangeError(`no link ${j} in a chain of ${length}`);
      const start = Math.floor((j - 1) / KEPT_EVERY) * KEPT_EVERY + 1;
      const end = Math.min(length, start + KEPT_EVERY - 1);
      if (stretchEnd !== end) {
        let below = kept.slice(keptAt(end), keptAt(end) + LINK_BYTES);
        for (let i = end; i >= start; i -= 1) {
          stretch.set(below, (i - start) * LINK_BYTES);
          if (i > start) below = previousLink(hash, below) as Uint8Array<ArrayBuffer>;
        }
        stretchEnd = end;
      }
      return stretch.slice((j - start) * LINK_BYTES, (j - start + 1) * LINK_BYTES);
    },
  };
}
