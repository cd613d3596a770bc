import Fastify, { type FastifyRequest } from 'fastify';
import { recordingBody } from '#src/sent.js';
import { validator } from '#src/validation.js';
import { ATTACKS_PATH, attack } from './common-shot.js';

/** A request for an attack, validated. */
export type AttackRequest = FastifyRequest<{ Params: { campaign: string } }>;

/**
 * A Fastify that takes attacks and does nothing else: no log, no keys, no other routes. Bodies are read by Fastify's own
 * parser and validated by the function that the service uses, answers are written by JSON.stringify, save those that are JSON
 * already. Says its address.
 *
 * @param answer gives an answer, or one as JSON
 */
export async function serveAttacks(answer: (request: AttackRequest) => object | Promise<string>): Promise<void> {
  const app = Fastify();
  app.setValidatorCompiler(({ schema }) => {
    const validate = validator(schema as never);
    return (value) => {
      const [fault] = validate(value);
      return fault === undefined ? { value } : { error: new Error(`${fault.pointer} ${fault.detail}`) };
    };
  });
  app.post<{ Params: { campaign: string } }>(
    ATTACKS_PATH.replace('{campaign}', ':campaign'),
    { schema: { body: recordingBody(attack.request) } },
    async (request, reply) => {
      const answered = await answer(request);
      return reply.code(201).type('application/json; charset=utf-8').send(answered);
    },
  );
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
}
