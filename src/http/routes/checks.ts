import type { FastifyInstance } from 'fastify';
import type { Ruleset } from '../../rules/ruleset.js';
import { everyFault } from '../../validation.js';
import { named } from '../openapi.js';
import { ProblemError } from '../problems.js';
import { problems } from '../schemas.js';

/** `POST /v1/<ruleset>/<checks>`: questions that need no dice, no key and no record. */
export function checkRoutes(app: FastifyInstance, ruleset: Ruleset): void {
  for (const check of ruleset.checks) {
    app.post(`/v1/${ruleset.id}/${check.path}`, {
      schema: {
        operationId: `${ruleset.id}-${check.name}`,
        tags: [ruleset.id],
        summary: check.summary,
        description: check.description,
        security: [],
        body: { ...check.request, ...named(check.examples) },
        response: { 200: { ...check.outcome, description: check.summary }, ...problems(400, 413, 415) },
      },
      handler: async (request) => {
        const faults = everyFault(check.request, request.body, check.faults);
        if (faults.length > 0) throw ProblemError.invalid(faults);
        return check.check(request.body);
      },
    });
  }
}
