import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type SignerKey, signerKey } from '../src/record/signed-note.js';
import type { Ruleset } from '../src/rules/ruleset.js';
import { openService, type Service } from '../src/service.js';
import { createDatabase, type TestDatabase } from './postgres.js';

/** The operator's key of every service that the tests start. */
export const ADMIN_KEY = 'treffer_the-operator-key-of-the-tests';

/** Signs the checkpoints of every service that the tests start. */
export const SIGNER = signerKey('dice.example.org/treffer', new Uint8Array(32).fill(7));

export interface Answer<Body = any> {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly text: string;
  /** Parsed, when it is JSON. */
  readonly body: Body;
}

export interface Call {
  /** Sent as JSON; a string or Buffer as it is. */
  readonly body?: unknown;
  /** Bearer key; null for none. The operator's when left out. */
  readonly key?: string | null;
  /** Idempotency-Key. */
  readonly once?: string;
  readonly headers?: Record<string, string>;
}

/** The whole service, as in production, on a database of its own; calls go through Fastify without a socket. */
export interface TestService extends Service {
  readonly database: TestDatabase;
  call<Body = any>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    path: string,
    call?: Call,
  ): Promise<Answer<Body>>;
  /** A POST with a fresh Idempotency-Key, unless the call has one. */
  post<Body = any>(path: string, body?: unknown, call?: Call): Promise<Answer<Body>>;
  get<Body = any>(path: string, call?: Call): Promise<Answer<Body>>;
  /** Makes a campaign and returns its path, `/v1/campaigns/<id>`. */
  campaign(body?: object): Promise<string>;
}

/** Opens a service for a file (call it in `beforeAll` and close it in `afterAll`) or, with `ours`, for one test. */
export async function testService(
  options: {
    database?: TestDatabase;
    rulesets?: readonly Ruleset[];
    now?: () => Date;
    ours?: boolean;
    /** Null for none. */
    signer?: SignerKey | null;
    webhookUrl?: string;
  } = {},
): Promise<TestService> {
  const database = options.database ?? (await createDatabase());
  const { signer = SIGNER, webhookUrl } = options;
  const service = await openService({
    databaseUrl: database.url,
    poolSize: 5,
    heads: 1000,
    adminKey: ADMIN_KEY,
    ...(signer === null ? {} : { signer }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(options.rulesets === undefined ? {} : { rulesets: options.rulesets }),
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  await service.app.ready();

  const call: TestService['call'] = async (method, path, { body, key = ADMIN_KEY, once, headers = {} } = {}) => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await service.app.inject({
      method,
      url: path,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: raw ? body : JSON.stringify(body) }),
    });
    const isJson =
      /json/.test(String(response.headers['content-type'])) && !/ndjson/.test(String(response.headers['content-type']));
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      body: isJson ? JSON.parse(response.payload) : undefined,
    };
  };
  const post: TestService['post'] = (path, body, more = {}) =>
    call('POST', path, { once: randomUUID(), ...more, ...(body === undefined ? {} : { body }) });

  const opened: TestService = {
    ...service,
    database,
    call,
    post,
    get: (path, more) => call('GET', path, more),
    campaign: async (body = {}) => {
      const { body: made, status, text } = await post('/v1/campaigns', { name: 'Test', ...body });
      if (status !== 201) throw new Error(text);
      return `/v1/campaigns/${made.id}`;
    },
    close: async () => {
      await service.close();
      if (options.database === undefined) await database.drop();
    },
  };
  if (options.ours === true) onTestFinished(() => opened.close());
  return opened;
}

/** A legal attack of the book: Rupert, 7 dice, on Dimitri in light cover. */
export const bookAttack = {
  shooter: { id: 'rupert', ranged: 7, life: 5, maxLife: 5 },
  weapon: { name: 'Pistole', range: 20 },
  targets: [
    { id: 'dimitri', dodge: 2, resistance: 3, life: 5, maxLife: 5, distance: 12, visible: true, cover: 'light' },
  ],
  shots: [{ at: ['dimitri'] }],
};
