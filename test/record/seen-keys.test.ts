import { expect, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { SeenKeys } from '../../src/record/seen-keys.js';

const hashes = (count: number) => Array.from({ length: count }, (_, i) => nodeHash.sha256(`key ${i}`));

test('a key that came by is remembered, another is not', () => {
  const seen = new SeenKeys();
  const [first, second] = hashes(2);
  seen.add(first!);
  expect([seen.has(first!), seen.has(second!)]).toEqual([true, false]);
});

test('of 10,000 keys nearly all are remembered, and of 10,000 others none is taken for one of them', () => {
  const seen = new SeenKeys();
  const all = hashes(20_000);
  const came = all.slice(0, 10_000);
  for (const key of came) seen.add(key);
  expect(came.filter((key) => seen.has(key)).length).toBeGreaterThan(9_000);
  expect(all.slice(10_000).filter((key) => seen.has(key))).toEqual([]);
});

test('a key of zeros is not there before it came', () => {
  expect(new SeenKeys().has(new Uint8Array(32))).toBe(false);
});
