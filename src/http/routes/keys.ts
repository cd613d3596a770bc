import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Keys } from '../../accounts/keys.js';
import { Strict } from '../../rules/schema.js';
import { validator } from '../../validation.js';
import type { Access } from '../access.js';
import { ProblemError } from '../problems.js';
import { cursorOf, Id, ListQuery, NewAccount, NewKey, problems, ref } from '../schemas.js';

/** Administration: `POST /v1/accounts`, `GET` and `POST /v1/keys`, `DELETE /v1/keys/{id}`. */
export function keyRoutes(app: FastifyInstance, { keys, access }: { keys: Keys; access: Access }): void {
  app.post('/v1/accounts', {
    schema: {
      operationId: 'createAccount',
      tags: ['administration'],
      summary: 'Create an account',
      description: 'Campaigns belong to the account that made them.',
      body: NewAccount,
      response: {
        201: { ...ref('Account'), description: 'Created.' },
        ...problems(400, 401, 403, 413, 415, 503),
      },
    },
    handler: async (request, reply) => {
      await access.demand(request, 'admin');
      const faults = validator(NewAccount)(request.body);
      if (faults.length > 0) throw ProblemError.invalid(faults);
      const { name } = request.body as Static<typeof NewAccount>;
      return reply.code(201).send(await keys.createAccount(name));
    },
  });

  app.post('/v1/keys', {
    schema: {
      operationId: 'createKey',
      tags: ['administration'],
      summary: 'Create a key',
      description: 'The key itself is in this answer and nowhere else: only a hash is kept.',
      body: NewKey,
      response: {
        201: { ...ref('MadeKey'), description: 'Created.' },
        ...problems(400, 401, 403, 413, 415, 503),
      },
    },
    handler: async (request, reply) => {
      const caller = await access.demand(request, 'admin');
      const faults = validator(NewKey)(request.body);
      if (faults.length > 0) throw ProblemError.invalid(faults);
      const { account = caller.account, label, scopes } = request.body as Static<typeof NewKey>;
      const made = await keys.create(account, label, scopes);
      if (made === undefined) {
        throw ProblemError.invalid([
          { pointer: '/account', code: 'unknown-account', detail: 'There is no such account.' },
        ]);
      }
      return reply.code(201).header('cache-control', 'no-store').send(made);
    },
  });

  app.get<{ Querystring: { account?: string; after?: string; limit?: number } }>('/v1/keys', {
    schema: {
      operationId: 'listKeys',
      tags: ['administration'],
      summary: 'List keys',
      description: 'Oldest first, revoked ones too; of one account or of all.',
      querystring: Strict({ ...ListQuery.properties, account: Type.Optional(Id('Only this account’s.')) }),
      response: {
        200: Type.Object({ keys: Type.Array(ref('KeyInfo')), next: cursorOf }, { description: 'A page of keys.' }),
        ...problems(400, 401, 403, 503),
      },
    },
    handler: async (request) => {
      await access.demand(request, 'admin');
      const { account, after, limit = 20 } = request.query;
      const filter = { ...(account === undefined ? {} : { account }), ...(after === undefined ? {} : { after }) };
      const found = await keys.list({ ...filter, limit: limit + 1 });
      const page = found.slice(0, limit);
      const more = `/v1/keys?after=${page[page.length - 1]?.id}&limit=${limit}`;
      const next = account === undefined ? more : `${more}&account=${account}`;
      return { keys: page, next: found.length > limit ? next : null };
    },
  });

  app.delete<{ Params: { id: string } }>('/v1/keys/:id', {
    schema: {
      operationId: 'revokeKey',
      tags: ['administration'],
      summary: 'Revoke a key',
      description: 'It stops working within 5 seconds on every node. Revoking it again changes nothing.',
      params: Strict({ id: Id('The key’s own id.') }),
      response: { 204: { type: 'null', description: 'Revoked.' }, ...problems(400, 401, 403, 404, 503) },
    },
    handler: async (request, reply) => {
      await access.demand(request, 'admin');
      if (!(await keys.revoke(request.params.id))) throw new ProblemError('not-found', 'There is no such key.');
      return reply.code(204).send();
    },
  });
}
