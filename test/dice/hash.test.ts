import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { nobleHash } from '../../src/dice/noble-hash.js';
import { nodeHash } from '../../src/dice/node-hash.js';

const key = (length: number, byte: number) => new Uint8Array(length).fill(byte);

describe.each([
  ['Node', nodeHash],
  ['@noble/hashes', nobleHash],
])('the hash port on %s', (_name, hash) => {
  it.each([
    ['nothing', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['"abc" (FIPS 180-4, appendix B.1)', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['text as UTF-8', 'ä🎲', bytesToHex(nodeHash.sha256(Buffer.from('ä🎲')))],
  ])('hashes %s', (_what, text, expected) => {
    expect(bytesToHex(hash.sha256(text))).toBe(expected);
    expect(bytesToHex(hash.sha256(new TextEncoder().encode(text)))).toBe(expected);
  });

  it.each([
    ['RFC 4231, case 1', key(20, 0x0b), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      'RFC 4231, case 6: a key longer than a block',
      key(131, 0xaa),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('signs %s', (_what, secret, message, expected) => {
    expect(bytesToHex(hash.hmacSha256(secret, message))).toBe(expected);
  });
});
