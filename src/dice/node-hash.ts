import { createHmac, hash } from 'node:crypto';
import type { Hash } from './hash.js';

/** The hash port on Node's own crypto: what the server uses. */
export const nodeHash: Hash = {
  sha256: (data) => hash('sha256', data, 'buffer'),
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
};
