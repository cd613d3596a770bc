import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { previousLink, seedChain } from '../../src/dice/seed-chain.js';
import { contribute, NO_ENTROPY } from '../../src/dice/table-entropy.js';
import record from '../vectors/record.json' with { type: 'json' };

describe('a seed chain', () => {
  it('has the published links', () => {
    const { top, length, anchor_and_links: links } = record.chain;
    const chain = seedChain(nodeHash, hexToBytes(top), length);
    expect(bytesToHex(chain.anchor)).toBe(links[0]);
    for (let j = 1; j <= length; j += 1) expect(bytesToHex(chain.link(j))).toBe(links[j]);
  });

  it.each([1, 2, 15, 16, 17, 31, 32, 33, 100, 256])(
    'of length %i: every link hashes to the one before it',
    (length) => {
      const chain = seedChain(nodeHash, nodeHash.sha256('top'), length);
      let before = chain.anchor;
      for (let j = 1; j <= length; j += 1) {
        expect(previousLink(nodeHash, chain.link(j))).toEqual(before);
        before = chain.link(j);
      }
      expect(before).toEqual(nodeHash.sha256('top'));
    },
  );

  it.each([0, -1, 1.5, 6])('of length 5 has no link %s', (j) => {
    expect(() => seedChain(nodeHash, nodeHash.sha256('top'), 5).link(j)).toThrow(RangeError);
  });
});

it('table entropy follows from every contribution in order', () => {
  let table = NO_ENTROPY;
  for (const { value, table_after } of record.contributions) {
    table = contribute(nodeHash, table, value);
    expect(bytesToHex(table)).toBe(table_after);
  }
});
