import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Hash } from '../../dice/hash.js';
import { KINDS, type Kind } from '../../record/entry.js';
import type { Store } from '../../record/store.js';
import type { Referee } from '../../referee.js';
import { Refusal } from '../../refusal.js';
import { replay } from '../../replay.js';
import { OneOf, Strict } from '../../rules/schema.js';
import { validator } from '../../validation.js';
import type { Access } from '../access.js';
import { sendEntry } from '../answer.js';
import { ProblemError } from '../problems.js';
import {
  CampaignParams,
  cursorOf,
  EntryParams,
  KEY_OR_PUBLIC,
  LanguageHeader,
  Nothing,
  problems,
  ref,
} from '../schemas.js';

/** A page of entries has at most this many … */
const PAGE_ENTRIES = 500;
/** … and this many bytes. */
const PAGE_BYTES = 1024 * 1024;

/** An export is read so many rows at a time: few enough for the heap's young generation, and 4 MiB at the very most. */
const EXPORT_ROWS = 64;

const EntriesQuery = Strict({
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Only entries with a larger seq.' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_ENTRIES, description: 'At most this many. Default 100.' }),
  ),
  kind: Type.Optional(OneOf(KINDS, 'Only entries of this kind.')),
});

interface Parts {
  readonly store: Store;
  readonly referee: Referee;
  readonly access: Access;
  readonly hash: Hash;
}

/** Reading the record: `GET …/entries`, `GET …/entries/{seq}`, `GET …/export`, `POST …/entries/{seq}/replay`. */
export function entryRoutes(app: FastifyInstance, { store, referee, access, hash }: Parts): void {
  app.get<{ Params: { campaign: string }; Querystring: { after?: number; limit?: number; kind?: Kind } }>(
    '/v1/campaigns/:campaign/entries',
    {
      schema: {
        operationId: 'listEntries',
        tags: ['record'],
        summary: 'Read the record',
        description: `Oldest first, each entry exactly as recorded. A page ends at \`limit\` or 1 MiB; \`next\` is the path of the next one, null at the end.`,
        security: KEY_OR_PUBLIC,
        params: CampaignParams,
        querystring: EntriesQuery,
        response: {
          200: Type.Object(
            { entries: Type.Array(ref('Entry')), next: cursorOf },
            { description: 'A page of the record.' },
          ),
          ...problems(400, 401, 403, 404, 503),
        },
      },
      handler: async (request, reply) => {
        const { id } = await access.toRead(request, request.params.campaign);
        const { after, limit = 100, kind } = request.query;
        const filter = kind === undefined ? {} : { kind };
        const found = await store.page(id, { after: after ?? -1, limit: limit + 1, bytes: PAGE_BYTES, ...filter });
        const page = found.slice(0, limit);
        const last = page[page.length - 1];
        const more =
          last !== undefined &&
          (found.length > limit ||
            (await store.page(id, { after: last.seq, limit: 1, bytes: PAGE_BYTES, ...filter })).length > 0);
        const next = more
          ? JSON.stringify(
              `/v1/campaigns/${id}/entries?after=${last.seq}&limit=${limit}${kind === undefined ? '' : `&kind=${kind}`}`,
            )
          : 'null';
        return reply
          .type('application/json; charset=utf-8')
          .send(`{"entries":[${page.map(({ entry }) => entry).join(',')}],"next":${next}}`);
      },
    },
  );

  app.get<{ Params: { campaign: string; seq: number } }>('/v1/campaigns/:campaign/entries/:seq', {
    schema: {
      operationId: 'getEntry',
      tags: ['record'],
      summary: 'Read one entry',
      description: 'As it was answered when it was recorded; the explanation follows the language asked for.',
      security: KEY_OR_PUBLIC,
      params: EntryParams,
      headers: Type.Object(LanguageHeader),
      response: { 200: { ...ref('RecordedEntry'), description: 'The entry.' }, ...problems(400, 401, 403, 404, 503) },
    },
    handler: async (request, reply) => {
      const { id } = await access.toRead(request, request.params.campaign);
      const recorded = await store.read(id, request.params.seq);
      if (recorded === undefined) throw new ProblemError('not-found', `The record has no entry ${request.params.seq}.`);
      return sendEntry(request, reply, referee, recorded);
    },
  });

  app.get<{ Params: { campaign: string } }>('/v1/campaigns/:campaign/export', {
    schema: {
      operationId: 'exportCampaign',
      tags: ['record'],
      summary: 'Export the record',
      description: 'Every entry’s exact bytes, one a line, as far as the record went when the export began.',
      security: KEY_OR_PUBLIC,
      params: CampaignParams,
      response: {
        200: {
          description: 'The record as newline-delimited JSON.',
          content: { 'application/x-ndjson': { schema: Type.String() } },
        },
        ...problems(400, 401, 403, 404, 503),
      },
    },
    handler: async (request, reply) => {
      const { id } = await access.toRead(request, request.params.campaign);
      const size = await store.size(id);
      return reply
        .type('application/x-ndjson')
        .header('content-disposition', `attachment; filename="${id}.ndjson"`)
        .send(Readable.from(lines(store, id, size), { objectMode: false }));
    },
  });

  app.post<{ Params: { campaign: string; seq: number }; Querystring: { version?: string } }>(
    '/v1/campaigns/:campaign/entries/:seq/replay',
    {
      schema: {
        operationId: 'replayRuling',
        tags: ['record'],
        summary: 'Adjudicate a recorded ruling again',
        description:
          'From the recorded request, seed and version, and nothing else. Also checks the entry’s bytes, its seed against the anchor, and its table entropy. With `version`, under another version of the rulebook, the dice coming from the same stream.',
        security: KEY_OR_PUBLIC,
        params: EntryParams,
        querystring: Strict({
          version: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Another version.' })),
        }),
        response: {
          200: { ...ref('Replay'), description: 'What came of it.' },
          ...problems(400, 401, 403, 404, 413, 415, 422, 503),
        },
      },
      handler: async (request) => {
        const { id } = await access.toRead(request, request.params.campaign);
        const faults = validator(Nothing)(request.sent === undefined ? {} : request.body);
        if (faults.length > 0) throw ProblemError.invalid(faults);
        const result = await replay({ referee, store, hash }, id, request.params.seq, request.query.version);
        if (result instanceof Refusal) throw ProblemError.of(result);
        return result;
      },
    },
  );
}

/**
 * A record's lines up to a size, read a page at a time: memory stays the same however long it is. Postgres reads a page
 * while the one before it is being sent.
 */
async function* lines(store: Store, campaign: string, size: number): AsyncGenerator<string> {
  const pageAfter = (after: number) => {
    const page = store.page(campaign, { after, limit: Math.min(EXPORT_ROWS, size - 1 - after) });
    // Its failure is heard when its turn comes, if anybody is still listening then.
    page.catch(() => undefined);
    return page;
  };
  for (let next = pageAfter(-1), after = -1; after < size - 1; ) {
    const page = await next;
    const last = page[page.length - 1];
    // A row that somebody removed is missing here too: whoever verifies the export will say so.
    if (last === undefined) return;
    after = last.seq;
    if (after < size - 1) next = pageAfter(after);
    yield page.map(({ entry }) => `${entry}\n`).join('');
  }
}
