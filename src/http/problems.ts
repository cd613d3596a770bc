import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAway } from '../record/away.js';
import { RecordDamaged, Unavailable } from '../record/store.js';
import type { Refusal, RefusalCode } from '../refusal.js';
import type { Fault, Phrase, Ruleset } from '../rules/ruleset.js';
import { preferredLanguage, render } from './language.js';

type ProblemCode =
  | RefusalCode
  | 'unauthenticated'
  | 'forbidden'
  | 'too-large'
  | 'not-json'
  | 'record-damaged'
  | 'unavailable'
  | 'internal-error';

interface ProblemType {
  readonly status: number;
  readonly title: string;
  /** What it means and what to do, for whoever opens the `type` URL. */
  readonly meaning: string;
}

/** Every problem this service answers with. The one place where a status is chosen. */
export const PROBLEMS: Readonly<Record<ProblemCode, ProblemType>> = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    meaning:
      'It is not JSON, or not of the form this call takes. `errors` names every fault with a JSON Pointer into the body, or the query parameter or header. Correct them and send it again.',
  },
  'contradicts-record': {
    status: 400,
    title: 'The request claims another state than the record',
    meaning:
      'A continued action starts from the life and state that the record gives. Leave them out, or send the recorded ones.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid key',
    meaning: 'This call needs `Authorization: Bearer <key>` with a key that exists and has not been revoked.',
  },
  forbidden: {
    status: 403,
    title: 'The key may not do this',
    meaning: 'The key lacks the scope that this call needs, or the campaign belongs to somebody else.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    meaning: 'There is no such thing, or it is private and belongs to another account.',
  },
  'campaign-closed': {
    status: 409,
    title: 'The campaign is closed',
    meaning:
      'Its record is complete: nothing can be added to it any more. It can still be read, replayed and verified.',
  },
  'already-continued': {
    status: 409,
    title: 'The ruling has been continued already',
    meaning: 'A ruling can be continued once. Continue its continuation instead.',
  },
  'action-closed': {
    status: 409,
    title: 'The action is over',
    meaning: 'The same figure has acted since, so that its earlier action can no longer be continued.',
  },
  'chain-changed': {
    status: 409,
    title: 'The contribution names another chain than the current one',
    meaning:
      '`chain` and `anchor` are the current ones. The value sent is burnt: contribute a fresh one that names this chain.',
  },
  'too-large': {
    status: 413,
    title: 'The body is too large',
    meaning: 'A body may have 64 KiB.',
  },
  'entry-too-large': {
    status: 413,
    title: 'The entry would be too large',
    meaning:
      'What would be recorded for this request exceeds 64 KiB. Shorten labels or split the action. Nothing was recorded and no seed spent.',
  },
  'not-json': {
    status: 415,
    title: 'The body is not JSON',
    meaning: 'Send `Content-Type: application/json`.',
  },
  'illegal-attack': {
    status: 422,
    title: 'The rules do not allow this',
    meaning:
      '`reasons` has every reason, with `who` it is about, and `explanation` says them in sentences. Nothing was rolled, nothing recorded, no seed spent: choose again.',
  },
  'ruleset-not-in-play': {
    status: 422,
    title: 'The campaign is not played by this rulebook',
    meaning: 'The settings of the campaign name the rulebooks in play, and the version each is pinned to.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    meaning: 'One key stands for one request. Use a new key for a new request.',
  },
  'not-a-ruling': {
    status: 422,
    title: 'The entry is not a ruling of this kind',
    meaning: 'Only rulings can be replayed, and only attacks continued.',
  },
  'idempotency-key-required': {
    status: 428,
    title: 'An Idempotency-Key is required',
    meaning:
      'Send an `Idempotency-Key` header of 1–255 visible ASCII characters, new for each intent and the same for each retry. A campaign can waive it in its settings.',
  },
  'contribution-required': {
    status: 428,
    title: 'A contribution is required',
    meaning: 'Send `contribution: {player, value, chain}` with a fresh value and the `chain` in this answer.',
  },
  'no-signer-key': {
    status: 501,
    title: 'No checkpoints are signed here',
    meaning:
      'Checkpoints need a key. Whoever runs the service makes one with `treffer signer create` and sets TREFFER_SIGNER_KEY; the Postgres that Treffer runs itself comes with one.',
  },
  'record-damaged': {
    status: 500,
    title: 'What is stored is not what was recorded',
    meaning:
      'Somebody changed or removed a row of this record behind the service’s back. Replay and an export, which gives every row as it is, show where. The service repeats no false bytes.',
  },
  unavailable: {
    status: 503,
    title: 'Not available at the moment',
    meaning:
      'The database is not reachable or too much is waiting. Send the same request with the same Idempotency-Key again: it returns the ruling if it was recorded, and makes it if not.',
  },
  'internal-error': {
    status: 500,
    title: 'Something went wrong in the service',
    meaning:
      'Send the same request with the same Idempotency-Key again: it returns the ruling if it was recorded, and makes it if not.',
  },
};

/** A fault in a query parameter, header or the body, as answered. */
export type RequestFault = Fault | (Omit<Fault, 'pointer'> & { readonly parameter?: string; readonly header?: string });

/** Ends a request with a problem. Thrown by hooks and handlers, sent by {@link sendError}. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  constructor(
    readonly code: ProblemCode,
    detail: string,
    readonly members: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }

  static of(refusal: Refusal): ProblemError {
    return new ProblemError(refusal.code, refusal.detail, refusal.members);
  }

  static invalid(errors: readonly RequestFault[]): ProblemError {
    const detail = errors.length === 1 ? 'The request has a fault.' : `The request has ${errors.length} faults.`;
    return new ProblemError('invalid-request', detail, { errors });
  }
}

/** What Fastify itself throws before a handler runs. */
const FASTIFY_CODES: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not-json',
};

/** The error handler: every error leaves as `application/problem+json` (RFC 9457). */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error);
  const { status, title } = PROBLEMS[problem.code];
  if (status >= 500)
    request.log[status === 503 ? 'warn' : 'error']({ reqId: request.id, err: error }, 'request failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="treffer"');
  if (status === 503) reply.header('retry-after', '1');
  const { explanation, ...members } = problem.members;
  const language = preferredLanguage(request);
  if (explanation !== undefined) reply.header('content-language', language).header('vary', 'accept-language');
  return reply
    .code(status)
    .header('content-type', 'application/problem+json')
    .header('x-request-id', request.id)
    .send(
      JSON.stringify({
        type: `/problems/${problem.code}`,
        title,
        status,
        detail: problem.message,
        code: problem.code,
        requestId: request.id,
        ...members,
        ...(explanation === undefined ? {} : { explanation: sentences(explanation as Unrendered, language) }),
      }),
    );
}

interface Unrendered {
  readonly ruleset: Ruleset;
  readonly phrases: readonly Phrase[];
}

const sentences = ({ ruleset, phrases }: Unrendered, language: 'de' | 'en'): string[] =>
  phrases.map((phrase) => render(ruleset.phrases, phrase, language));

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof RecordDamaged) return new ProblemError('record-damaged', `Damaged: ${error.message}.`);
  if (error instanceof Unavailable || isAway(error)) {
    return new ProblemError('unavailable', 'Not available at the moment. Try again with the same Idempotency-Key.');
  }
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string };
  const known = FASTIFY_CODES[code ?? ''];
  if (known !== undefined) return new ProblemError(known, PROBLEMS[known].meaning);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ProblemError('invalid-request', message ?? 'The request is not valid.', { errors: [] });
  }
  return new ProblemError('internal-error', 'Something went wrong in the service.');
}
