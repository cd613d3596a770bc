import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hash } from './hash.js';

/** The hash port on @noble/hashes: for browsers, where Node's crypto does not exist. */
export const nobleHash: Hash = {
  sha256: (data) => sha256(typeof data === 'string' ? utf8ToBytes(data) : data),
  hmacSha256: (key, message) => hmac(sha256, key, utf8ToBytes(message)),
};
