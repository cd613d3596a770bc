import { concatBytes } from '@noble/hashes/utils.js';
import type { Hash } from '../dice/hash.js';

/*
 * The Merkle tree over a campaign's entries: RFC 9162 §2.1 with SHA-256 (docs/verify.md §5). A complete subtree is
 * hashed once, when its last leaf is appended, and stored with that leaf, so that it is known by the seq of that leaf
 * and its level (0: the leaf itself).
 */

/**
 * The hash of an entry as a leaf: SHA-256(0x00 ‖ bytes).
 *
 * @param entry its text, or its bytes
 */
export const leafHash = (hash: Hash, entry: string | Uint8Array): Uint8Array =>
  hash.sha256(typeof entry === 'string' ? `\0${entry}` : concatBytes(Uint8Array.of(0), entry));

/** The hash of an interior node: SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array {
  NODE.set(left, 1);
  NODE.set(right, 33);
  return hash.sha256(NODE);
}

/** The bytes of the node that is being hashed; its first stays 1. Nothing else happens before they are. */
const NODE = new Uint8Array(65).fill(1, 0, 1);

/** A tree's right edge: the roots of its complete subtrees, largest first. All that is needed to append. */
export interface Frontier {
  /** Number of leaves. */
  readonly size: number;
  readonly subtrees: readonly Uint8Array[];
}

export const EMPTY: Frontier = { size: 0, subtrees: [] };

/**
 * The tree with one leaf more.
 *
 * @returns its frontier, and the interior nodes that this leaf completes, lowest level first
 */
export function append(
  hash: Hash,
  { size, subtrees }: Frontier,
  leaf: Uint8Array,
): { frontier: Frontier; completed: Uint8Array[] } {
  const edge = [...subtrees];
  const completed: Uint8Array[] = [];
  let node = leaf;
  for (let left = size; left % 2 === 1; left = (left - 1) / 2) {
    node = nodeHash(hash, edge.pop()!, node);
    completed.push(node);
  }
  edge.push(node);
  return { frontier: { size: size + 1, subtrees: edge }, completed };
}

/** The tree's root: 32 bytes. Of no leaves, SHA-256 of nothing. */
export const rootHash = (hash: Hash, { subtrees }: Frontier): Uint8Array =>
  subtrees.length === 0 ? hash.sha256('') : foldRight(hash, subtrees);

/** The root over neighbouring complete subtrees, largest first. At least one. */
export function foldRight(hash: Hash, subtrees: readonly Uint8Array[]): Uint8Array {
  let root = subtrees[subtrees.length - 1]!;
  for (let i = subtrees.length - 2; i >= 0; i -= 1) root = nodeHash(hash, subtrees[i]!, root);
  return root;
}

/** A complete subtree: stored with the leaf `seq`, its last, as the `level`-th hash (0: the leaf hash itself). */
export interface Subtree {
  readonly seq: number;
  readonly level: number;
}

/** The complete subtrees over the leaves from `start` to `end` − 1, largest first; `start` begins a subtree that size. */
export function completeSubtrees(start: number, end: number): Subtree[] {
  const found: Subtree[] = [];
  for (let at = start; at < end; ) {
    const level = Math.floor(Math.log2(end - at));
    at += 2 ** level;
    found.push({ seq: at - 1, level });
  }
  return found;
}

/**
 * Which subtrees the inclusion proof of leaf `index` in the tree of `size` is made of (RFC 9162 §2.1.3.1).
 *
 * @returns one list for each hash of the proof, in order; {@link foldRight} over a list's hashes gives it
 * @throws {RangeError} unless 0 ≤ index < size
 */
export function inclusionProof(index: number, size: number): Subtree[][] {
  if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const path: Subtree[][] = [];
  for (let start = 0, end = size; end - start > 1; ) {
    const middle = start + largestPowerBelow(end - start);
    if (index < middle) {
      path.unshift(completeSubtrees(middle, end));
      end = middle;
    } else {
      path.unshift(completeSubtrees(start, middle));
      start = middle;
    }
  }
  return path;
}

/**
 * Which subtrees the proof is made of that the tree of `to` leaves begins with the tree of `from` (RFC 9162 §2.1.4.1).
 *
 * @returns as {@link inclusionProof}
 * @throws {RangeError} unless 0 < from ≤ to
 */
export function consistencyProof(from: number, to: number): Subtree[][] {
  if (!(from > 0 && from <= to)) throw new RangeError(`no proof from size ${from} to ${to}`);
  const path: Subtree[][] = [];
  let start = 0;
  let end = to;
  // As long as the old tree is a whole subtree from the very left, the verifier knows its root already.
  let known = true;
  while (from !== end) {
    const middle = start + largestPowerBelow(end - start);
    if (from <= middle) {
      path.unshift(completeSubtrees(middle, end));
      end = middle;
    } else {
      path.unshift(completeSubtrees(start, middle));
      start = middle;
      known = false;
    }
  }
  if (!known) path.unshift(completeSubtrees(start, end));
  return path;
}

/** The largest power of two smaller than n, for n ≥ 2. */
function largestPowerBelow(n: number): number {
  return 2 ** Math.floor(Math.log2(n - 1));
}

/** Whether two hashes have the same bytes. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
