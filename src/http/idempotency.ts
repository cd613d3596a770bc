import type { FastifyRequest } from 'fastify';
import type { Key } from '../record/store.js';
import { keyFor } from '../sent.js';
import { ProblemError } from './problems.js';

/**
 * The request's Idempotency-Key together with what it stands for.
 *
 * @param purpose tells requests with equal bodies apart
 * @returns undefined when it has none
 * @throws {ProblemError} `invalid-request` for anything but 1–255 visible ASCII characters
 */
export function idempotencyKey(request: FastifyRequest, purpose: string): Key | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw ProblemError.invalid([
      { header: 'Idempotency-Key', code: 'wrong-format', detail: 'Must be 1–255 visible ASCII characters.' },
    ]);
  }
  return keyFor(header, purpose, request.sent);
}
