import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import {
  append,
  completeSubtrees,
  consistencyProof,
  EMPTY,
  type Frontier,
  foldRight,
  inclusionProof,
  leafHash,
  nodeHash as node,
  rootHash,
  type Subtree,
} from '../../src/record/merkle.js';
import record from '../vectors/record.json' with { type: 'json' };

/** Grows a tree as the record does: each leaf keeps its own hash and the nodes it completes. */
function grow(leaves: readonly Uint8Array[]) {
  const frontiers: Frontier[] = [EMPTY];
  const stored = leaves.map((leaf, size) => {
    const { frontier, completed } = append(nodeHash, frontiers[size]!, leaf);
    frontiers.push(frontier);
    return [leaf, ...completed];
  });
  const hashOf = (subtrees: readonly Subtree[]) =>
    foldRight(
      nodeHash,
      subtrees.map(({ seq, level }) => stored[seq]![level]!),
    );
  return { frontiers, hashOf };
}

const published = grow(Array.from({ length: 21 }, (_, i) => nodeHash.sha256(Uint8Array.of(0, i))));

/** RFC 9162 §2.1.1, word for word: the slow way. */
function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return nodeHash.sha256('');
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return node(nodeHash, treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

describe('the tree', () => {
  it('has the published leaf hashes and roots over an export', () => {
    const leaves = record.export.map((line) => leafHash(nodeHash, line));
    expect(leaves.map(bytesToHex)).toEqual(record.leaf_hashes);
    expect(grow(leaves).frontiers.map((frontier) => bytesToHex(rootHash(nodeHash, frontier)))).toEqual(record.roots);
  });

  it('has the published roots at every size', () => {
    expect(published.frontiers.map((frontier) => bytesToHex(rootHash(nodeHash, frontier)))).toEqual(record.tree.roots);
  });

  it.each(record.tree.inclusion)('proves leaf $seq in $size', ({ seq, size, proof }) => {
    expect(inclusionProof(seq, size).map((part) => bytesToHex(published.hashOf(part)))).toEqual(proof);
  });

  it.each(record.tree.consistency)('proves that $to begins with $from', ({ from, to, proof }) => {
    expect(consistencyProof(from, to).map((part) => bytesToHex(published.hashOf(part)))).toEqual(proof);
  });

  it('is the tree of RFC 9162 at any size, from the stored nodes as from the leaves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (size) => {
        const leaves = Array.from({ length: size }, (_, i) => nodeHash.sha256(`${i}`));
        const { frontiers, hashOf } = grow(leaves);
        expect(rootHash(nodeHash, frontiers[size]!)).toEqual(treeHash(leaves));
        expect(hashOf(completeSubtrees(0, size))).toEqual(treeHash(leaves));
      }),
    );
  });

  it.each([
    ['a leaf beyond the end', () => inclusionProof(5, 5)],
    ['a leaf before the start', () => inclusionProof(-1, 5)],
    ['a size that shrinks', () => consistencyProof(6, 5)],
    ['nothing', () => consistencyProof(0, 5)],
  ])('proves nothing of %s', (_what, prove) => {
    expect(prove).toThrow(RangeError);
  });
});
