import { bytesToHex } from '@noble/hashes/utils.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Checkpoints } from '../checkpoints.js';
import type { RulingEntry } from '../record/entry.js';
import type { RecordedOnce } from '../record/job.js';
import type { Recorded } from '../record/store.js';
import type { Referee } from '../referee.js';
import { Refusal } from '../refusal.js';
import type { Language } from '../rules/ruleset.js';
import { preferredLanguage, render } from './language.js';
import { ProblemError } from './problems.js';
import type { CheckpointQuery } from './schemas.js';

/** Whoever answers with an entry needs these. */
interface Parts {
  readonly referee: Referee;
  readonly checkpoints: Checkpoints;
}

/** Whether the answer is to carry a checkpoint. */
const wantsCheckpoint = (request: FastifyRequest): boolean => (request.query as CheckpointQuery).checkpoint === true;

/**
 * To be called before anything is recorded: a checkpoint that can't be had must be known beforehand.
 *
 * @returns whether the answer is to carry one
 * @throws {ProblemError} `no-signer-key`
 */
export function demandCheckpoint(request: FastifyRequest, checkpoints: Checkpoints): boolean {
  const wanted = wantsCheckpoint(request);
  const { refusal } = checkpoints;
  if (wanted && refusal !== undefined) throw ProblemError.of(refusal);
  return wanted;
}

/**
 * Answers with an entry: its recorded bytes, then what follows from its place. 201 when this request recorded it, 200
 * with `Idempotent-Replayed` when an earlier one with the same key did.
 *
 * @throws {ProblemError} for a refusal
 */
export function sendRecorded(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  result: RecordedOnce | Refusal,
  word = wording(request, parts.referee),
): FastifyReply {
  if (result instanceof Refusal) throw ProblemError.of(result);
  const { recorded, replayed } = result;
  if (replayed) reply.code(200).header('idempotent-replayed', 'true');
  else reply.code(201).header('location', `/v1/campaigns/${recorded.campaign}/entries/${recorded.seq}`);
  const answer = word(recorded);
  if (!wantsCheckpoint(request)) return send(request, reply, recorded, answer);
  const more = `,"checkpoint":${JSON.stringify(parts.checkpoints.sign(recorded))}}`;
  return send(request, reply, recorded, Buffer.concat([answer.subarray(0, -1), Buffer.from(more)]));
}

/** Answers with an entry of the record, whoever recorded it. */
export const sendEntry = (
  request: FastifyRequest,
  reply: FastifyReply,
  referee: Referee,
  recorded: Recorded,
): FastifyReply => send(request, reply, recorded, wording(request, referee)(recorded));

/**
 * Words the answer with an entry: JSON in UTF-8. For the same entry again it is worded already, so that it can be done
 * before the entry is recorded.
 */
export function wording(request: FastifyRequest, referee: Referee): (recorded: Recorded) => Buffer {
  let of: Recorded | undefined;
  let answer: Buffer | undefined;
  return (recorded) => {
    if (answer === undefined || recorded !== of) {
      answer = Buffer.from(worded(recorded, referee, preferredLanguage(request)));
      of = recorded;
    }
    return answer;
  };
}

function worded(recorded: Recorded, referee: Referee, language: Language): string {
  const { entry, kind, size, bound } = recorded;
  const root = bytesToHex(recorded.root);
  const place = `${entry.slice(0, -1)},"size":${size},"root":"${root}"`;
  if (kind !== 'ruling') return `${place}}`;
  const explanation = JSON.stringify(explain(referee, recorded, root, language));
  return `${place},"bound":${JSON.stringify(bound)},"explanation":${explanation}}`;
}

function send(request: FastifyRequest, reply: FastifyReply, { kind }: Recorded, answer: Buffer): FastifyReply {
  if (kind === 'ruling') reply.header('content-language', preferredLanguage(request)).header('vary', 'accept-language');
  return reply.type('application/json; charset=utf-8').send(answer);
}

/** A ruling in sentences. The last one ends with its place and the tree's root, so that a screenshot is a receipt. */
function explain(referee: Referee, recorded: Recorded, root: string, language: Language): string[] {
  const { entry, seq, ruling = JSON.parse(entry) as RulingEntry } = recorded;
  const ruleset = referee.ruleset(ruling.ruleset, ruling.version);
  const action = ruleset?.actions.find(({ name }) => name === ruling.action);
  const receipt = `#${seq} · ${root.slice(0, 8)}`;
  if (ruleset === undefined || action === undefined) return [receipt];
  const sentences = action
    .explain(ruling.request, ruling.outcome)
    .map((phrase) => render(ruleset.phrases, phrase, language));
  const last = sentences.pop();
  return [...sentences, last === undefined ? receipt : `${last} ${receipt}`];
}
