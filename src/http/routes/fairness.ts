import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Hash } from '../../dice/hash.js';
import type { Store } from '../../record/store.js';
import type { Ruleset } from '../../rules/ruleset.js';
import type { Access } from '../access.js';
import { fairnessAnswer } from '../fairness-answer.js';
import { Fairness } from '../fairness-schema.js';
import { preferredLanguage } from '../language.js';
import { RecordTallies } from '../record-tallies.js';
import { CampaignParams, KEY_OR_PUBLIC, LanguageHeader, NoQuery, problems, ref } from '../schemas.js';

interface Parts {
  readonly rulesets: readonly Ruleset[];
  readonly store: Store;
  readonly access: Access;
  readonly hash: Hash;
}

/** Counting a record's dice: `GET /v1/campaigns/{campaign}/fairness`. */
export function fairnessRoutes(app: FastifyInstance, { rulesets, store, access, hash }: Parts): void {
  app.addSchema(Fairness);
  const tallies = new RecordTallies(rulesets, store, hash);
  app.get<{ Params: { campaign: string } }>('/v1/campaigns/:campaign/fairness', {
    schema: {
      operationId: 'reportFairness',
      tags: ['record'],
      summary: 'Count the dice',
      description:
        'The dice of the record by player and purpose: how often each face came up, successes against expectation, and how likely fair dice are to fall as unevenly (Pearson’s chi-squared test); with each sample its size, and what so many dice can and cannot show. Also the rulings that repeat a request of the ten minutes before. `size` says how much of the record was counted.',
      security: KEY_OR_PUBLIC,
      params: CampaignParams,
      querystring: NoQuery,
      headers: Type.Object(LanguageHeader),
      response: { 200: { ...ref('Fairness'), description: 'The report.' }, ...problems(400, 401, 403, 404, 503) },
    },
    handler: async (request, reply) => {
      const { id } = await access.toRead(request, request.params.campaign);
      const report = await tallies.report(id);
      const language = preferredLanguage(request);
      reply.header('content-language', language).header('vary', 'accept-language');
      return fairnessAnswer(report, language);
    },
  });
}
