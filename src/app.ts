import type { Server } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Campaigns } from './accounts/campaigns.js';
import type { Keys } from './accounts/keys.js';
import type { Checkpoints } from './checkpoints.js';
import type { Hash } from './dice/hash.js';
import { Access } from './http/access.js';
import { BODY_BYTES, readStrictJson } from './http/body.js';
import { document } from './http/openapi.js';
import { ProblemError, type RequestFault, sendError } from './http/problems.js';
import { requestId } from './http/request-id.js';
import { actionRoutes } from './http/routes/actions.js';
import { campaignRoutes } from './http/routes/campaigns.js';
import { checkpointRoutes } from './http/routes/checkpoints.js';
import { checkRoutes } from './http/routes/checks.js';
import { entryRoutes } from './http/routes/entries.js';
import { fairnessRoutes } from './http/routes/fairness.js';
import { keyRoutes } from './http/routes/keys.js';
import { recordActRoutes } from './http/routes/record-acts.js';
import { type Readiness, serviceRoutes } from './http/routes/service.js';
import { COMPONENTS } from './http/schemas.js';
import type { Recorder } from './record/recorder.js';
import type { Store } from './record/store.js';
import { Referee } from './referee.js';
import type { Ruleset } from './rules/ruleset.js';
import { validator } from './validation.js';

export interface AppParts {
  readonly rulesets: readonly Ruleset[];
  readonly store: Store;
  readonly recorder: Recorder;
  readonly keys: Keys;
  readonly campaigns: Campaigns;
  readonly checkpoints: Checkpoints;
  readonly hash: Hash;
  /** Told of each campaign that was closed just now. */
  readonly onClosed?: (campaign: string) => void;
  readonly readiness: Readiness;
  readonly logger?: FastifyBaseLogger;
}

/** The whole HTTP service, wired by hand; not listening yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { rulesets, store, recorder, keys, campaigns, checkpoints, hash, onClosed = () => undefined, logger } = parts;
  const options: FastifyHttpOptions<Server> = {
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    ...(logsRequests(logger) ? {} : WITHOUT_REQUEST_LOG),
    bodyLimit: BODY_BYTES,
    genReqId: requestId,
    forceCloseConnections: 'idle',
    // Who is let in while the service closes is served.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void sendError(error, request as FastifyRequest, reply as FastifyReply),
    routerOptions: { maxParamLength: 200 },
  };
  const app = Fastify(options);
  readStrictJson(app);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request) => {
    throw new ProblemError('not-found', `There is no ${request.method} ${request.url.split('?')[0]} here.`);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // Bodies are validated by the handlers: the idempotency key is looked up before, and the campaign may be pinned to
  // another version than the one in the document. What is in the URL is validated here.
  app.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart === 'body' || httpPart === 'headers') return () => true;
    const validate = validator(schema as never, { coerce: true });
    return (value) => {
      const faults = validate(value);
      return faults.length === 0 ? { value } : { error: ProblemError.invalid(faults.map(inUrl)) };
    };
  });
  // Answers are written as they are: a serialiser made from the schema would drop members and truncate numbers.
  app.setSerializerCompiler(() => JSON.stringify);

  await app.register(swagger, document(rulesets));
  await app.register(swaggerUi, { routePrefix: '/docs', uiConfig: { deepLinking: true } });
  for (const component of COMPONENTS) app.addSchema(component);

  const access = new Access(keys, campaigns);
  const referee = new Referee({ rulesets, store, recorder });
  for (const ruleset of newest(rulesets)) {
    checkRoutes(app, ruleset);
    actionRoutes(app, { referee, access, checkpoints }, ruleset);
  }
  campaignRoutes(app, { campaigns, store, recorder, referee, access, checkpoints, hash });
  recordActRoutes(app, { referee, recorder, access, checkpoints, onClosed });
  entryRoutes(app, { store, referee, access, hash });
  checkpointRoutes(app, { store, access, checkpoints });
  fairnessRoutes(app, { rulesets, store, access, hash });
  keyRoutes(app, { keys, access });
  serviceRoutes(app, parts);
  return app;
}

/** Two lines for every request cost as much time as ruling on it: they are for finding faults. */
const logsRequests = (logger: FastifyBaseLogger | undefined): boolean =>
  logger !== undefined && ['debug', 'trace'].includes(logger.level);

/** Nor is there a logger of its own for each request: whoever logs something names the request. */
const WITHOUT_REQUEST_LOG: Pick<FastifyHttpOptions<Server>, 'logController' | 'childLoggerFactory'> = {
  logController: new LogController({ disableRequestLogging: true }),
  childLoggerFactory: (logger) => logger,
};

const inUrl = ({ pointer, code, detail }: { pointer: string; code: string; detail: string }): RequestFault => ({
  parameter: pointer.slice(1),
  code,
  detail,
});

/** Of each rulebook the version that new requests are ruled by. */
const newest = (rulesets: readonly Ruleset[]): Ruleset[] => [
  ...new Map(rulesets.map((each) => [each.id, each])).values(),
];
