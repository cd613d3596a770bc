import type { Hash } from '../dice/hash.js';
import { isSameHash, nodeHash } from './merkle.js';

/*
 * Checking proofs that somebody else made (RFC 9162 §2.1.3.2 and §2.1.4.2). Sizes are halved and not shifted: bit
 * operations end at 2^31.
 */

const half = (n: number): number => Math.floor(n / 2);
const isOdd = (n: number): boolean => n % 2 === 1;

/** That a leaf stands in a tree. */
export interface InclusionProof {
  /** The leaf's hash: 32 bytes. */
  readonly leaf: Uint8Array;
  /** The leaf's position, from 0. */
  readonly index: number;
  /** How many leaves the tree has. */
  readonly size: number;
  /** The tree's root: 32 bytes. */
  readonly root: Uint8Array;
  /** Hashes of 32 bytes, in the order of RFC 9162. */
  readonly proof: readonly Uint8Array[];
}

/** Whether the proof shows that the leaf stands at this index of the tree with this root (RFC 9162 §2.1.3.2). */
export function includes(hash: Hash, { leaf, index, size, root, proof }: InclusionProof): boolean {
  if (!isSize(size) || !isSize(index) || index >= size) return false;
  let node = index;
  let last = size - 1;
  let found = leaf;
  for (const neighbour of proof) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      found = nodeHash(hash, neighbour, found);
      // On the right edge, levels without a neighbour take no hash.
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      found = nodeHash(hash, found, neighbour);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 && isSameHash(found, root);
}

/** That a tree begins with another, smaller one. */
export interface ConsistencyProof {
  /** How many leaves the smaller tree has; at least 1. */
  readonly from: number;
  /** How many leaves the larger tree has. */
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  /** Hashes of 32 bytes, in the order of RFC 9162. */
  readonly proof: readonly Uint8Array[];
}

/** Whether the proof shows that the tree of `to` leaves begins with the tree of `from` leaves (RFC 9162 §2.1.4.2). */
export function isConsistent(hash: Hash, { from, to, fromRoot, toRoot, proof }: ConsistencyProof): boolean {
  if (!isSize(from) || !isSize(to) || from < 1 || from > to) return false;
  if (from === to) return proof.length === 0 && isSameHash(fromRoot, toRoot);
  let node = from - 1;
  let last = to - 1;
  while (isOdd(node)) {
    node = half(node);
    last = half(last);
  }
  // A smaller tree that is a whole subtree of the larger one is known already, and not sent.
  const path = node === 0 ? [fromRoot, ...proof] : proof;
  if (path.length === 0 || proof.length === 0) return false;
  let smaller = path[0]!;
  let larger = path[0]!;
  for (const neighbour of path.slice(1)) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      smaller = nodeHash(hash, neighbour, smaller);
      larger = nodeHash(hash, neighbour, larger);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      larger = nodeHash(hash, larger, neighbour);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 && isSameHash(smaller, fromRoot) && isSameHash(larger, toRoot);
}

const isSize = (n: number): boolean => Number.isSafeInteger(n) && n >= 0;
