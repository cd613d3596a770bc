import { readFileSync } from 'node:fs';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { Example, Ruleset } from '../rules/ruleset.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The frame of the OpenAPI 3.1 document; the routes fill it. */
export function document(rulesets: readonly Ruleset[]): FastifyDynamicSwaggerOptions {
  const books = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]));
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Treffer',
        version,
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'Rules on ranged attacks in tabletop games: says whether a shot is allowed, rolls the dice on the server, works out what happened step by step, and writes it into a record that nobody can quietly change.',
      },
      servers: [{ url: '/' }],
      tags: [
        ...[...books.values()].map(({ id, title, edition }) => ({ name: id, description: `${title}, ${edition}` })),
        { name: 'campaigns', description: 'A campaign has a record of its own.' },
        { name: 'record', description: 'What happened, in order, for good.' },
        { name: 'administration', description: 'Accounts and keys.' },
        { name: 'service', description: 'About the service itself.' },
      ],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'A key of this service, `treffer_…`.' },
        },
      },
      security: [{ key: [] }],
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`) },
  };
}

/** Examples of a body with their titles, as @fastify/swagger takes them. */
export const named = (examples: readonly Example[]): object => ({
  'x-examples': Object.fromEntries(
    examples.map(({ summary, request }, index) => [`example-${index + 1}`, { summary, value: request }]),
  ),
});
