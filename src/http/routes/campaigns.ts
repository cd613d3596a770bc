import { bytesToHex } from '@noble/hashes/utils.js';
import type { FastifyInstance } from 'fastify';
import stringify from 'safe-stable-stringify';
import { type Static, Type } from 'typebox';
import { uuidv7 } from 'uuidv7';
import type { Campaign as CampaignRow, Campaigns } from '../../accounts/campaigns.js';
import type { Checkpoints } from '../../checkpoints.js';
import type { Hash } from '../../dice/hash.js';
import type { Settings } from '../../record/entry.js';
import { isSameHash, rootHash } from '../../record/merkle.js';
import type { Recorder } from '../../record/recorder.js';
import type { Head, Key, Store } from '../../record/store.js';
import { closure, type Referee } from '../../referee.js';
import { Refusal } from '../../refusal.js';
import { escapePointer } from '../../rules/ruleset.js';
import { validator } from '../../validation.js';
import type { Access } from '../access.js';
import { demandCheckpoint } from '../answer.js';
import { idempotencyKey } from '../idempotency.js';
import { ProblemError, type RequestFault } from '../problems.js';
import {
  CampaignChange,
  CampaignParams,
  CheckpointQuery,
  cursorOf,
  IdempotencyHeader,
  KEY_OR_PUBLIC,
  ListQuery,
  NewCampaign,
  problems,
  ref,
} from '../schemas.js';

/** What a campaign is run by when nothing else is asked for. */
const DEFAULTS: Settings = { requireIdempotencyKey: true, contribution: 'optional' };

interface Parts {
  readonly campaigns: Campaigns;
  readonly store: Store;
  readonly recorder: Recorder;
  readonly referee: Referee;
  readonly access: Access;
  readonly checkpoints: Checkpoints;
  readonly hash: Hash;
}

/** `POST` and `GET /v1/campaigns`, `GET` and `PATCH /v1/campaigns/{campaign}`. */
export function campaignRoutes(app: FastifyInstance, parts: Parts): void {
  const { campaigns, store, recorder, referee, access, checkpoints, hash } = parts;

  /** A campaign as answered. */
  const shown = async (row: CampaignRow, withCheckpoint = false) => {
    const head = await store.head(row.id);
    if (head === undefined) throw new Error(`campaign ${row.id} has no record`);
    const answer = campaignAnswer(row, head, hash);
    if (!withCheckpoint) return answer;
    const root = rootHash(hash, head.frontier);
    return { ...answer, checkpoint: checkpoints.sign({ campaign: row.id, size: answer.size, root }) };
  };

  app.post('/v1/campaigns', {
    schema: {
      operationId: 'createCampaign',
      tags: ['campaigns'],
      summary: 'Create a campaign',
      description: 'Begins its record: seed chain 0 with its public anchor, then the settings.',
      querystring: CheckpointQuery,
      headers: Type.Object(IdempotencyHeader.properties),
      body: NewCampaign,
      response: {
        201: { ...ref('Campaign'), description: 'Created.' },
        200: { ...ref('Campaign'), description: 'Created before under the same Idempotency-Key; as it stands now.' },
        ...problems(400, 401, 403, 413, 415, 422, 501, 503),
      },
    },
    handler: async (request, reply) => {
      const { account, label } = await access.demand(request, 'manage');
      const withCheckpoint = demandCheckpoint(request, checkpoints);
      const key = idempotencyKey(request, 'create campaign');
      const before = await createdBefore(campaigns, account, key);
      if (before !== undefined) {
        return reply
          .code(200)
          .header('idempotent-replayed', 'true')
          .send(await shown(before, withCheckpoint));
      }
      const faults = validator(NewCampaign)(request.body);
      if (faults.length > 0) throw ProblemError.invalid(faults);
      const body = request.body as Static<typeof NewCampaign>;
      checkPins(referee, body.settings?.rulesets);
      const row: CampaignRow = {
        id: uuidv7(),
        account,
        name: body.name,
        public: body.public ?? false,
        createdAt: new Date().toISOString(),
      };
      const begun = await recorder.begin(row.id, { ...DEFAULTS, ...body.settings }, label, (rows) =>
        campaigns.create(row, key, rows),
      );
      if (!begun) {
        const twin = await createdBefore(campaigns, account, key);
        if (twin === undefined) throw new Error('the key is taken, but by no campaign');
        return reply
          .code(200)
          .header('idempotent-replayed', 'true')
          .send(await shown(twin, withCheckpoint));
      }
      return reply
        .code(201)
        .header('location', `/v1/campaigns/${row.id}`)
        .send(await shown(row, withCheckpoint));
    },
  });

  app.get<{ Querystring: { after?: string; limit?: number } }>('/v1/campaigns', {
    schema: {
      operationId: 'listCampaigns',
      tags: ['campaigns'],
      summary: 'List the account’s campaigns',
      description: 'Oldest first. `next` is the path of the next page, null at the end.',
      querystring: ListQuery,
      response: {
        200: Type.Object(
          { campaigns: Type.Array(ref('CampaignSummary')), next: cursorOf },
          { description: 'A page of campaigns.' },
        ),
        ...problems(400, 401, 403, 503),
      },
    },
    handler: async (request) => {
      const { account } = await access.demand(request, 'read');
      const { after, limit = 20 } = request.query;
      const found = await campaigns.list(account, { ...(after === undefined ? {} : { after }), limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page[page.length - 1];
      return {
        campaigns: page.map(summary),
        next: found.length > limit ? `/v1/campaigns?after=${last?.id}&limit=${limit}` : null,
      };
    },
  });

  app.get<{ Params: { campaign: string } }>('/v1/campaigns/:campaign', {
    schema: {
      operationId: 'getCampaign',
      tags: ['campaigns'],
      summary: 'Read a campaign',
      description:
        'With its settings, the newest chain and its anchor, and where its record stands. A chain lives in the memory of one process: after a restart the next request that rolls or names a chain begins a new one, and a contribution that names the old one is answered with 409 and the new one.',
      security: KEY_OR_PUBLIC,
      params: CampaignParams,
      response: { 200: { ...ref('Campaign'), description: 'The campaign.' }, ...problems(400, 401, 403, 404, 503) },
    },
    handler: async (request) => shown(await access.toRead(request, request.params.campaign)),
  });

  app.patch<{ Params: { campaign: string } }>('/v1/campaigns/:campaign', {
    schema: {
      operationId: 'changeCampaign',
      tags: ['campaigns'],
      summary: 'Rename, publish or change the settings of a campaign',
      description: 'What is left out stays as it is. Changed settings are recorded.',
      params: CampaignParams,
      querystring: CheckpointQuery,
      body: CampaignChange,
      response: {
        200: { ...ref('Campaign'), description: 'The campaign after the change.' },
        ...problems(400, 401, 403, 404, 409, 413, 415, 501, 503),
      },
    },
    handler: async (request) => {
      const id = request.params.campaign;
      const { label } = await access.toWrite(request, id, 'manage');
      const withCheckpoint = demandCheckpoint(request, checkpoints);
      const faults = validator(CampaignChange)(request.body);
      if (faults.length > 0) throw ProblemError.invalid(faults);
      const { settings, ...own } = request.body as Static<typeof CampaignChange>;
      if (settings !== undefined) {
        checkPins(referee, settings.rulesets ?? undefined);
        await changeSettings({ store, recorder }, id, settings, label);
      }
      const row = await campaigns.change(id, own);
      if (row === undefined) throw new Error(`campaign ${id} is gone`);
      return shown(row, withCheckpoint);
    },
  });
}

async function createdBefore(campaigns: Campaigns, account: string, key: Key | undefined) {
  const found = key && (await campaigns.byKey(account, key.hash));
  if (found === undefined) return undefined;
  if (!isSameHash(found.request, key!.request)) {
    throw new ProblemError(
      'idempotency-key-reused',
      'This Idempotency-Key was used for another campaign: send a new one.',
    );
  }
  return found.campaign;
}

/** Records settings when they change something. */
async function changeSettings(
  { store, recorder }: Pick<Parts, 'store' | 'recorder'>,
  campaign: string,
  change: NonNullable<Static<typeof CampaignChange>['settings']>,
  by: string,
): Promise<void> {
  const changed = ({ settings }: Pick<Head, 'settings'>): Settings => {
    const { rulesets, ...others } = { ...settings, ...change };
    return { ...others, ...(rulesets === undefined || rulesets === null ? {} : { rulesets }) };
  };
  const head = await store.head(campaign);
  if (head !== undefined && !head.closed && stringify(changed(head)) === stringify(head.settings)) return;
  const result = await recorder.record(campaign, {
    needsChain: false,
    write: (page) => {
      // Repeating a PATCH does no harm, so it needs no key.
      const refusal = closure(page.head);
      if (refusal === undefined) page.settings(changed(page.head), by);
      return refusal;
    },
  });
  if (result instanceof Refusal) throw ProblemError.of(result);
}

/** @throws {ProblemError} when a campaign is to be pinned to a rulebook or version that is not there */
function checkPins(referee: Referee, pins: Readonly<Record<string, string>> = {}): void {
  const faults: RequestFault[] = Object.entries(pins)
    .filter(([id, version]) => referee.ruleset(id, version) === undefined)
    .map(([id, version]) => ({
      pointer: `/settings/rulesets/${escapePointer(id)}`,
      code: 'unknown-ruleset',
      detail: `There is no rulebook "${id}" at version "${version}" here; GET /v1/rulesets lists them.`,
    }));
  if (faults.length > 0) throw ProblemError.invalid(faults);
}

const summary = ({ id, name, public: isPublic, createdAt }: CampaignRow) => ({ id, name, public: isPublic, createdAt });

const campaignAnswer = (row: CampaignRow, head: Head, hash: Hash) => ({
  ...summary(row),
  closed: head.closed,
  settings: head.settings,
  size: head.frontier.size,
  root: bytesToHex(rootHash(hash, head.frontier)),
  chain: head.chain.chain,
  anchor: head.chain.anchor,
});
