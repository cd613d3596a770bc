import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { Caller, Scope } from '../../accounts/keys.js';
import type { Checkpoints } from '../../checkpoints.js';
import type { RecordedOnce } from '../../record/job.js';
import type { Page } from '../../record/page.js';
import type { Recorder } from '../../record/recorder.js';
import type { Key } from '../../record/store.js';
import { admission, chainChanged, invalid, type Referee } from '../../referee.js';
import { Refusal } from '../../refusal.js';
import { validator } from '../../validation.js';
import type { Access } from '../access.js';
import { demandCheckpoint, sendRecorded } from '../answer.js';
import { idempotencyKey } from '../idempotency.js';
import {
  CampaignParams,
  CheckpointQuery,
  IdempotencyHeader,
  NewContribution,
  NewNote,
  Nothing,
  problems,
  recordedEntry,
  ref,
} from '../schemas.js';

interface RecordAct {
  readonly operationId: string;
  readonly path: 'contributions' | 'chains' | 'notes' | 'close';
  readonly kind: 'contribution' | 'chain' | 'note' | 'closed';
  readonly scope: Scope;
  readonly summary: string;
  readonly description: string;
  readonly body: TSchema;
  /** It names the current chain, so that a live one must stand in the record first. */
  needsChain(body: unknown): boolean;
  write(page: Page, body: never, caller: Caller, recorder: Recorder): Refusal | undefined;
}

/** What goes into the record without being ruled on. */
const ACTS: readonly RecordAct[] = [
  {
    operationId: 'contribute',
    path: 'contributions',
    kind: 'contribution',
    scope: 'play',
    summary: 'Add entropy to the dice',
    description:
      'Mixed into every later roll of the campaign. One that names the current `chain` and is the last before a ruling binds the operator: whoever made it knows that nobody chose those dice after him.',
    body: NewContribution,
    needsChain: (body) => (body as { chain?: number }).chain !== undefined,
    write: (page, body: { player: string; value: string; chain?: number }) => {
      if (body.chain !== undefined && body.chain !== page.head.chain.chain) return chainChanged(body.chain, page.head);
      page.contribution(body);
      return undefined;
    },
  },
  {
    operationId: 'beginChain',
    path: 'chains',
    kind: 'chain',
    scope: 'manage',
    summary: 'Begin a fresh seed chain',
    description: 'Its anchor stands in the record before anything is rolled from it. The old chain ends.',
    body: Nothing,
    needsChain: () => false,
    write: (page, _body, _caller, recorder) => {
      page.chain(page.head.chain.chain + 1, recorder.freshChain());
      return undefined;
    },
  },
  {
    operationId: 'addNote',
    path: 'notes',
    kind: 'note',
    scope: 'play',
    summary: 'Say something about an entry',
    description: 'A void, a correction, an agreed re-roll: changes nothing, but is said in public and for good.',
    body: NewNote,
    needsChain: () => false,
    write: (page, body: { about: number; text: string }, { label }) => {
      const { about } = body;
      if (about >= page.head.frontier.size) {
        return invalid([{ pointer: '/about', code: 'unknown-entry', detail: `The record has no entry ${about}.` }]);
      }
      page.note({ ...body, by: label });
      return undefined;
    },
  },
  {
    operationId: 'closeCampaign',
    path: 'close',
    kind: 'closed',
    scope: 'manage',
    summary: 'Close the campaign',
    description: 'Irreversible: this is its last entry, and a verifier says that the record is complete.',
    body: Nothing,
    needsChain: () => false,
    write: (page, _body, { label }) => {
      page.closed(label);
      return undefined;
    },
  },
];

interface Parts {
  readonly referee: Referee;
  readonly recorder: Recorder;
  readonly access: Access;
  readonly checkpoints: Checkpoints;
  /** Told of each campaign that was closed just now. */
  readonly onClosed: (campaign: string) => void;
}

/** `POST /v1/campaigns/{campaign}/contributions`, `/chains`, `/notes`, `/close`. */
export function recordActRoutes(app: FastifyInstance, parts: Parts): void {
  for (const act of ACTS) {
    const id = `${act.kind}.recorded`;
    app.addSchema({ ...recordedEntry(act.kind), $id: id });
    app.post<{ Params: { campaign: string } }>(`/v1/campaigns/:campaign/${act.path}`, {
      schema: {
        operationId: act.operationId,
        tags: ['record'],
        summary: act.summary,
        description: act.description,
        params: CampaignParams,
        querystring: CheckpointQuery,
        headers: Type.Object(IdempotencyHeader.properties),
        ...(act.body === Nothing ? {} : { body: act.body }),
        response: {
          201: { ...ref(id), description: 'Recorded.' },
          200: { ...ref(id), description: 'Recorded before under the same Idempotency-Key.' },
          ...problems(400, 401, 403, 404, 409, 413, 415, 422, 428, 501, 503),
        },
      },
      handler: (request, reply) => perform(act, parts, request, reply),
    });
  }
}

async function perform(
  act: RecordAct,
  parts: Parts,
  request: FastifyRequest<{ Params: { campaign: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { access, checkpoints } = parts;
  const { campaign } = request.params;
  const caller = await access.toWrite(request, campaign, act.scope);
  demandCheckpoint(request, checkpoints);
  const key = idempotencyKey(request, act.path);
  const result = await recordOnce(act, parts, { campaign, key, request, caller });
  if (act.kind === 'closed' && !(result instanceof Refusal) && !result.replayed) parts.onClosed(campaign);
  return sendRecorded(request, reply, parts, result);
}

/** A retry is answered before every other check, also after the campaign was closed. */
async function recordOnce(
  act: RecordAct,
  { recorder }: Parts,
  {
    campaign,
    key,
    request,
    caller,
  }: { campaign: string; key: Key | undefined; request: FastifyRequest; caller: Caller },
): Promise<RecordedOnce | Refusal> {
  const seen = key && (await recorder.seen(campaign, key));
  if (seen !== undefined) return seen;
  const body = request.sent === undefined && act.body === Nothing ? {} : request.body;
  const faults = validator(act.body)(body);
  const admitted =
    faults.length > 0 ? invalid(faults) : await recorder.judge(campaign, (head) => admission(head, key) ?? head);
  if (admitted instanceof Refusal) return recorder.unlessRecorded(campaign, key, admitted);
  return recorder.record(campaign, {
    ...(key === undefined ? {} : { key }),
    needsChain: act.needsChain(body),
    write: (page) => admission(page.head, key) ?? act.write(page, body as never, caller, recorder),
  });
}
