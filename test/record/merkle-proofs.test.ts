import { hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import {
  append,
  consistencyProof,
  EMPTY,
  foldRight,
  inclusionProof,
  rootHash,
  type Subtree,
} from '../../src/record/merkle.js';
import { includes, isConsistent } from '../../src/record/merkle-proofs.js';
import record from '../vectors/record.json' with { type: 'json' };

const MOST = 70;
/** Trees of 0 to 70 leaves, as the record grows them, and the proofs that it makes of what it stores. */
const leaves = Array.from({ length: MOST }, (_, i) => nodeHash.sha256(Uint8Array.of(0, i)));
const roots = [rootHash(nodeHash, EMPTY)];
const stored: Uint8Array[][] = [];
let tree = EMPTY;
for (const leaf of leaves) {
  const grown = append(nodeHash, tree, leaf);
  tree = grown.frontier;
  stored.push([leaf, ...grown.completed]);
  roots.push(rootHash(nodeHash, tree));
}
const made = (path: Subtree[][]) =>
  path.map((part) =>
    foldRight(
      nodeHash,
      part.map(({ seq, level }) => stored[seq]![level]!),
    ),
  );
const inclusion = (index: number, size: number) => ({
  leaf: leaves[index]!,
  index,
  size,
  root: roots[size]!,
  proof: made(inclusionProof(index, size)),
});
const consistency = (from: number, to: number) => ({
  from,
  to,
  fromRoot: roots[from]!,
  toRoot: roots[to]!,
  proof: made(consistencyProof(from, to)),
});

const flipped = (hash: Uint8Array): Uint8Array => hash.map((byte, i) => (i === 0 ? byte ^ 1 : byte));
const proofs = [
  ['one is missing', (proof: Uint8Array[]) => proof.slice(1)],
  ['the last is missing', (proof: Uint8Array[]) => proof.slice(0, -1)],
  ['one is too many', (proof: Uint8Array[]) => [...proof, leaves[0]!]],
  ['one is another', (proof: Uint8Array[]) => proof.map((hash, i) => (i === 0 ? flipped(hash) : hash))],
  ['two are exchanged', (proof: Uint8Array[]) => [...proof].reverse()],
] as const;

describe('an inclusion proof', () => {
  it.each(record.tree.inclusion)('that is published holds: leaf $seq in $size', ({ seq, size, proof }) => {
    const root = hexToBytes(record.tree.roots[size]!);
    expect(includes(nodeHash, { leaf: leaves[seq]!, index: seq, size, root, proof: proof.map(hexToBytes) })).toBe(true);
  });

  it('holds for every leaf of every tree', () => {
    for (let size = 1; size <= MOST; size += 1) {
      for (let index = 0; index < size; index += 1) {
        expect(includes(nodeHash, inclusion(index, size)), `${index} in ${size}`).toBe(true);
      }
    }
  });

  it('holds for no other leaf, place, size or root', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MOST }), fc.nat(MOST), fc.nat(MOST), (size, at, other) => {
        const index = at % size;
        const proof = inclusion(index, size);
        const elsewhere = other % size;
        if (elsewhere !== index) {
          expect(includes(nodeHash, { ...proof, index: elsewhere })).toBe(false);
          expect(includes(nodeHash, { ...proof, leaf: leaves[elsewhere]! })).toBe(false);
        }
        expect(includes(nodeHash, { ...proof, root: flipped(proof.root) })).toBe(false);
        expect(includes(nodeHash, { ...proof, leaf: flipped(proof.leaf) })).toBe(false);
        for (const wrong of [-1, 0.5, size, Number.NaN]) {
          expect(includes(nodeHash, { ...proof, index: wrong })).toBe(false);
        }
      }),
    );
  });

  it.each(proofs)('does not hold when %s', (_what, change) => {
    for (let size = 4; size <= MOST; size += 1) {
      const proof = inclusion(size >> 1, size);
      expect(includes(nodeHash, { ...proof, proof: change(proof.proof) }), String(size)).toBe(false);
    }
  });
});

describe('a consistency proof', () => {
  it.each(record.tree.consistency)('that is published holds: from $from to $to', ({ from, to, proof }) => {
    const [fromRoot, toRoot] = [from, to].map((size) => hexToBytes(record.tree.roots[size]!)) as [
      Uint8Array,
      Uint8Array,
    ];
    expect(isConsistent(nodeHash, { from, to, fromRoot, toRoot, proof: proof.map(hexToBytes) })).toBe(true);
  });

  it('holds between any two trees', () => {
    for (let to = 1; to <= MOST; to += 1) {
      for (let from = 1; from <= to; from += 1) {
        expect(isConsistent(nodeHash, consistency(from, to)), `${from} to ${to}`).toBe(true);
      }
    }
  });

  it('holds for no other roots or sizes', () => {
    for (let to = 2; to <= MOST; to += 1) {
      const proof = consistency(1 + (to >> 1), to);
      expect(isConsistent(nodeHash, { ...proof, fromRoot: flipped(proof.fromRoot) })).toBe(false);
      expect(isConsistent(nodeHash, { ...proof, toRoot: flipped(proof.toRoot) })).toBe(false);
      expect(isConsistent(nodeHash, { ...proof, fromRoot: proof.toRoot, toRoot: proof.fromRoot })).toBe(
        proof.from === proof.to,
      );
      for (const from of [0, -1, to + 1, 1.5]) expect(isConsistent(nodeHash, { ...proof, from })).toBe(false);
    }
  });

  it('from a tree to itself is empty', () => {
    expect(consistency(5, 5).proof).toEqual([]);
    expect(isConsistent(nodeHash, { ...consistency(5, 5), proof: [leaves[0]!] })).toBe(false);
    expect(isConsistent(nodeHash, { ...consistency(5, 5), toRoot: roots[6]! })).toBe(false);
    expect(isConsistent(nodeHash, { ...consistency(4, 8), proof: [] })).toBe(false);
  });

  it.each(proofs)('does not hold when %s', (_what, change) => {
    for (let to = 8; to <= MOST; to += 1) {
      const proof = consistency(to - 3, to);
      if (proof.proof.length < 2) continue;
      expect(isConsistent(nodeHash, { ...proof, proof: change(proof.proof) }), String(to)).toBe(false);
    }
  });
});
