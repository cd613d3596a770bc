import { bytesToHex } from '@noble/hashes/utils.js';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Checkpoints } from '../../checkpoints.js';
import { consistencyProof, inclusionProof } from '../../record/merkle.js';
import { verifierKeyText } from '../../record/signed-note.js';
import type { Store } from '../../record/store.js';
import { Strict } from '../../rules/schema.js';
import type { Access } from '../access.js';
import { ProblemError } from '../problems.js';
import { CampaignParams, EntryParams, KEY_OR_PUBLIC, NoQuery, problems, ref } from '../schemas.js';

interface Parts {
  readonly store: Store;
  readonly access: Access;
  readonly checkpoints: Checkpoints;
}

const Size = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: `${description} Default: all there are.` }),
  );
const PLAIN = 'text/plain; charset=utf-8';
const plain = (description: string) => ({
  description,
  content: { 'text/plain': { schema: Type.String() } },
});

/** What a stranger checks the record with: checkpoints, the keys that sign them, and proofs. */
export function checkpointRoutes(app: FastifyInstance, { store, access, checkpoints }: Parts): void {
  app.get<{ Params: { campaign: string } }>('/v1/campaigns/:campaign/checkpoint', {
    schema: {
      operationId: 'getCheckpoint',
      tags: ['record'],
      summary: 'Get a checkpoint',
      description:
        'How the whole record stands, signed: keep it, or give it to others. Whatever is changed, cut, inserted or reordered up to there can be found later. A signed note as https://c2sp.org/tlog-checkpoint has it.',
      security: KEY_OR_PUBLIC,
      params: CampaignParams,
      querystring: NoQuery,
      response: { 200: plain('The checkpoint.'), ...problems(400, 401, 403, 404, 501, 503) },
    },
    handler: async (request, reply) => {
      const { id } = await access.toRead(request, request.params.campaign);
      const { refusal } = checkpoints;
      if (refusal !== undefined) throw ProblemError.of(refusal);
      const newest = await checkpoints.newest(id);
      if (newest === undefined) throw new Error(`campaign ${id} has no record`);
      return reply.type(PLAIN).send(checkpoints.sign(newest));
    },
  });

  app.get<{ Params: { campaign: string; seq: number }; Querystring: { size?: number } }>(
    '/v1/campaigns/:campaign/entries/:seq/proof',
    {
      schema: {
        operationId: 'proveInclusion',
        tags: ['record'],
        summary: 'Prove that an entry stands in the record',
        description: 'An inclusion proof (RFC 9162 §2.1.3) for the tree of `size` entries, e.g. that of a checkpoint.',
        security: KEY_OR_PUBLIC,
        params: EntryParams,
        querystring: Strict({ size: Size('How many entries the tree has.') }),
        response: {
          200: { ...ref('InclusionProof'), description: 'The proof.' },
          ...problems(400, 401, 403, 404, 503),
        },
      },
      handler: async (request) => {
        const { id } = await access.toRead(request, request.params.campaign);
        const { seq } = request.params;
        const size = request.query.size ?? (await store.size(id));
        if (seq >= size) {
          if (request.query.size === undefined) throw new ProblemError('not-found', `The record has no entry ${seq}.`);
          throw outOfRange('size', `A tree of ${size} entries has no entry ${seq}.`);
        }
        const hashes = await store.treeHashes(id, size, [[{ seq, level: 0 }], ...inclusionProof(seq, size)]);
        if (hashes === undefined) throw outOfRange('size', `The record has no ${size} entries.`);
        const [leaf, ...proof] = hashes.map(bytesToHex);
        return { seq, size, leaf, proof };
      },
    },
  );

  app.get<{ Params: { campaign: string }; Querystring: { from: number; to?: number } }>(
    '/v1/campaigns/:campaign/consistency',
    {
      schema: {
        operationId: 'proveConsistency',
        tags: ['record'],
        summary: 'Prove that the record only grew',
        description:
          'A consistency proof (RFC 9162 §2.1.4) that the tree of `to` entries begins with the tree of `from` entries, e.g. those of two checkpoints.',
        security: KEY_OR_PUBLIC,
        params: CampaignParams,
        querystring: Strict({
          from: Type.Integer({
            minimum: 1,
            maximum: 2 ** 31 - 1,
            description: 'How many entries the earlier tree had.',
          }),
          to: Size('How many the later one has.'),
        }),
        response: {
          200: { ...ref('ConsistencyProof'), description: 'The proof.' },
          ...problems(400, 401, 403, 404, 503),
        },
      },
      handler: async (request) => {
        const { id } = await access.toRead(request, request.params.campaign);
        const { from } = request.query;
        const to = request.query.to ?? (await store.size(id));
        if (from > to) throw outOfRange('from', `The later tree has ${to} entries, fewer than the earlier one.`);
        const hashes = await store.treeHashes(id, to, consistencyProof(from, to));
        if (hashes === undefined) throw outOfRange('to', `The record has no ${to} entries.`);
        return { from, to, proof: hashes.map(bytesToHex) };
      },
    },
  );

  app.get('/v1/verifier-key', {
    schema: {
      operationId: 'getVerifierKey',
      tags: ['service'],
      summary: 'The key that checkpoints are verified with',
      description: 'As https://c2sp.org/signed-note writes it. Older ones: `/v1/verifier-keys`.',
      security: [],
      querystring: NoQuery,
      response: { 200: plain('The verifier key.'), ...problems(400, 501) },
    },
    handler: async (_request, reply) => {
      const { refusal, verifierKey } = checkpoints;
      if (verifierKey === undefined) throw ProblemError.of(refusal!);
      return reply.type(PLAIN).send(verifierKeyText(verifierKey));
    },
  });

  app.get('/v1/verifier-keys', {
    schema: {
      operationId: 'listVerifierKeys',
      tags: ['service'],
      summary: 'All keys that checkpoints were ever verified with',
      description: 'Each with the period in which new checkpoints were signed with it.',
      security: [],
      querystring: NoQuery,
      response: { 200: { ...ref('VerifierKeyList'), description: 'The keys.' }, ...problems(400, 503) },
    },
    handler: async () => ({ keys: await checkpoints.verifierKeys() }),
  });
}

const outOfRange = (parameter: string, detail: string): ProblemError =>
  ProblemError.invalid([{ parameter, code: 'out-of-range', detail }]);
