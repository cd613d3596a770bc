import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Checkpoints } from '../../checkpoints.js';
import type { Referee } from '../../referee.js';
import type { Action, Ruleset } from '../../rules/ruleset.js';
import { recordingBody } from '../../sent.js';
import type { Access } from '../access.js';
import { demandCheckpoint, sendRecorded, wording } from '../answer.js';
import { idempotencyKey } from '../idempotency.js';
import { named } from '../openapi.js';
import {
  CampaignParams,
  CheckpointQuery,
  IdempotencyHeader,
  LanguageHeader,
  problems,
  ref,
  ruling,
} from '../schemas.js';

/** `POST /v1/campaigns/{campaign}/<ruleset>/<actions>`: adjudicated with dice, recorded, answered. */
export function actionRoutes(
  app: FastifyInstance,
  { referee, access, checkpoints }: { referee: Referee; access: Access; checkpoints: Checkpoints },
  ruleset: Ruleset,
): void {
  for (const action of ruleset.actions) {
    const id = `${ruleset.id}.${action.name}.ruling`;
    app.addSchema({ ...ruling(action.recorded ?? action.request, action.outcome), $id: id });
    app.post<{ Params: { campaign: string } }>(`/v1/campaigns/:campaign/${ruleset.id}/${action.path}`, {
      schema: {
        operationId: `${ruleset.id}-${action.name}`,
        tags: [ruleset.id],
        summary: action.summary,
        description: action.description,
        params: CampaignParams,
        querystring: CheckpointQuery,
        headers: Type.Object({ ...IdempotencyHeader.properties, ...LanguageHeader }),
        body: bodyOf(action),
        response: {
          201: { ...ref(id), description: 'Rolled, ruled on and recorded.' },
          200: { ...ref(id), description: 'Recorded before under the same Idempotency-Key; nothing was rolled again.' },
          ...problems(400, 401, 403, 404, 409, 413, 415, 422, 428, 501, 503),
        },
      },
      handler: async (request, reply) => {
        const { campaign } = request.params;
        const entering = access.toWrite(request, campaign, 'play');
        // Who was let in a moment ago is known without waiting.
        const caller = entering instanceof Promise ? await entering : entering;
        demandCheckpoint(request, checkpoints);
        const word = wording(request, referee);
        const result = await referee.adjudicate({
          campaign,
          ruleset: ruleset.id,
          action: action.name,
          sent: request.sent ?? { value: undefined, minified: '' },
          by: caller.label,
          key: idempotencyKey(request, `${ruleset.id} ${action.name}`),
          foreseen: word,
        });
        return sendRecorded(request, reply, { referee, checkpoints }, result, word);
      },
    });
  }
}

/** What may be sent: a whole request or, where the action can be continued, what continues it. */
function bodyOf({ request, examples, continuation }: Action): object {
  const whole = recordingBody(request);
  if (continuation === undefined) return { ...whole, ...named(examples) };
  return {
    anyOf: [
      { ...whole, title: 'A new action' },
      { ...recordingBody(continuation.sent), title: 'An action continued' },
    ],
    ...named([...examples, ...continuation.examples]),
  };
}
