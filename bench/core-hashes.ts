import { createHash, createHmac } from 'node:crypto';
import type { Hash } from '#src/dice/hash.js';
import { nobleHash } from '#src/dice/noble-hash.js';
import { nodeHash } from '#src/dice/node-hash.js';
import type { Comparison, Work } from './interleaved.js';

/** The same two functions as Node's documentation shows them. */
const nodeObjects: Hash = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
};

const ENTRY = 'entry '.repeat(150);
/** 0x01 and two hashes. */
const NODE = new Uint8Array(65).fill(1);
const KEY = new Uint8Array(32).fill(0x5e);
const MESSAGE = 'treffer/dice/1'.repeat(10);

/** What is hashed most: entries, interior nodes of the tree, and dice. */
const HASHED: readonly { readonly what: string; readonly by: (hash: Hash) => () => Uint8Array }[] = [
  { what: 'SHA-256 of an entry (900 bytes of text)', by: (hash) => () => hash.sha256(ENTRY) },
  { what: 'SHA-256 of a Merkle node (65 bytes)', by: (hash) => () => hash.sha256(NODE) },
  { what: 'HMAC-SHA256 of a text of 140 bytes', by: (hash) => () => hash.hmacSha256(KEY, MESSAGE) },
];

/** The hash port on Node's crypto against the one on @noble/hashes, and against Node's Hash and Hmac objects. */
export function hashComparisons(): Comparison[] {
  return HASHED.flatMap(({ what, by }) => [
    {
      what: `${what}, baseline @noble/hashes: hashes`,
      ...same(hashing(by(nodeHash)), hashing(by(nobleHash))),
    },
    {
      what: `${what}, baseline Node's \`${what.startsWith('HMAC') ? 'createHmac' : 'createHash'}\`: hashes`,
      ...same(hashing(by(nodeHash)), hashing(by(nodeObjects))),
    },
  ]);
}

const hashing = (run: () => Uint8Array): Work<Uint8Array> => ({ run, mark: (bytes) => bytes[0]! + bytes[31]! });

/** @throws {Error} when the two give different hashes, so are not the same work */
function same(measured: Work<Uint8Array>, baseline: Work<Uint8Array>): Pick<Comparison, 'measured' | 'baseline'> {
  if (Buffer.compare(measured.run(0), baseline.run(0)) !== 0) throw new Error('two hashes that should be the same');
  return { measured, baseline };
}
