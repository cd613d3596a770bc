import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Ruleset } from '../../rules/ruleset.js';
import { PROBLEMS, ProblemError } from '../problems.js';
import { problems, Rulesets } from '../schemas.js';

/** Whether the service can do its work at this moment; a sentence for each thing that keeps it from it. */
export type Readiness = () => Promise<readonly string[]>;

/** About the service itself: `/v1/rulesets`, `/livez`, `/readyz`, `/problems/{code}`, `/openapi.json`. */
export function serviceRoutes(
  app: FastifyInstance,
  { rulesets, readiness }: { rulesets: readonly Ruleset[]; readiness: Readiness },
): void {
  app.get('/v1/rulesets', {
    schema: {
      operationId: 'listRulesets',
      tags: ['service'],
      summary: 'List the rulebooks installed',
      description: 'Each at every version that can be replayed, with the decisions made where the text is silent.',
      security: [],
      response: { 200: Rulesets, ...problems() },
    },
    handler: async () => ({ rulesets: rulesets.map(described) }),
  });

  app.get('/livez', {
    // Asked every few seconds by whoever watches over the service.
    logLevel: 'warn',
    schema: {
      operationId: 'livez',
      tags: ['service'],
      summary: 'Is the process alive?',
      description: 'Says nothing of the database: restarting the process would not bring it back.',
      security: [],
      response: { 200: Type.Object({ status: Type.Literal('alive') }, { description: 'It is.' }), ...problems() },
    },
    handler: async () => ({ status: 'alive' }),
  });

  app.get('/readyz', {
    // Asked every few seconds by whoever watches over the service.
    logLevel: 'warn',
    schema: {
      operationId: 'readyz',
      tags: ['service'],
      summary: 'Can it rule, roll and record?',
      description: 'Asks the database, and compares its clock with the service’s.',
      security: [],
      response: { 200: Type.Object({ status: Type.Literal('ready') }, { description: 'It can.' }), ...problems(503) },
    },
    handler: async () => {
      const troubles = await readiness();
      if (troubles.length > 0) throw new ProblemError('unavailable', troubles.join(' '));
      return { status: 'ready' };
    },
  });

  app.get<{ Params: { code: string } }>('/problems/:code', {
    schema: {
      operationId: 'explainProblem',
      tags: ['service'],
      summary: 'Explain a problem',
      description: 'Where the `type` of a problem leads.',
      security: [],
      params: Type.Object({ code: Type.String({ description: 'The problem’s code.' }) }),
      response: {
        200: Type.Object(
          {
            code: Type.String(),
            status: Type.Integer(),
            title: Type.String(),
            meaning: Type.String({ description: 'What it means and what to do.' }),
          },
          { description: 'The problem explained.' },
        ),
        ...problems(404),
      },
    },
    handler: async ({ params: { code } }) => {
      if (!Object.hasOwn(PROBLEMS, code)) throw new ProblemError('not-found', 'There is no such problem.');
      return { code, ...PROBLEMS[code as keyof typeof PROBLEMS] };
    },
  });

  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

const described = ({ id, version, title, edition, source, decisions, gaps, checks, actions }: Ruleset) => ({
  id,
  version,
  title,
  edition,
  source,
  decisions,
  gaps,
  checks: checks.map(({ name, path, summary }) => ({ name, path: `/v1/${id}/${path}`, summary })),
  actions: actions.map(({ name, path, summary }) => ({
    name,
    path: `/v1/campaigns/{campaign}/${id}/${path}`,
    summary,
  })),
});
