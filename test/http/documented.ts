import { randomUUID } from 'node:crypto';
import '@fastify/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Answer, type TestService, testService } from '../service.js';

/** What of the API document is needed to hold an answer against it. */
interface ApiDocument {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}
interface Operation {
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
}

/** A service every one of whose answers must be as its own API document says, or the call throws. */
export async function documentedService(options: Parameters<typeof testService>[0] = {}): Promise<TestService> {
  const service = await testService(options);
  const hold = answersOf(service.app.swagger() as unknown as ApiDocument);
  const call: TestService['call'] = async (method, path, more) => {
    const answer = await service.call(method, path, more);
    hold(method, path, answer);
    return answer;
  };
  return {
    ...service,
    call,
    get: (path, more) => call('GET', path, more),
    post: (path, body, more = {}) =>
      call('POST', path, { once: randomUUID(), ...more, ...(body === undefined ? {} : { body }) }),
  };
}

/** Throws for an answer that the document does not describe, or a problem that contradicts itself. */
function answersOf(document: ApiDocument): (method: string, path: string, answer: Answer) => void {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: {
      uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
      'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      name: (text: string) => text.isWellFormed() && text.normalize('NFC') === text,
      text: (text: string) => text.isWellFormed(),
    },
  });
  const compiled = new Map<object, ValidateFunction>();
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    operations,
  }));

  const conforms = (schema: object, body: unknown, what: string): void => {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      validate = ajv.compile({ ...schema, components: document.components });
      compiled.set(schema, validate);
    }
    if (!validate(body)) throw new Error(`${what} is not as documented: ${ajv.errorsText(validate.errors)}`);
  };

  return (method, url, answer) => {
    const [path = ''] = url.split('?');
    const what = `${method} ${path} ${answer.status} ${answer.text.slice(0, 500)}`;
    const mediaType = String(answer.headers['content-type'] ?? '').split(';')[0]!;
    if (mediaType === 'application/problem+json') soundProblem(answer, what);
    const route = routes.find(({ pattern }) => pattern.test(path));
    const operation = route?.operations[method.toLowerCase()];
    if (operation === undefined) {
      if (url.startsWith('/openapi.json') || url.startsWith('/docs')) return;
      conforms(document.components.schemas.Problem!, answer.body, what);
      return;
    }
    const response = operation.responses[answer.status];
    if (response === undefined) throw new Error(`${what}: the status is not documented`);
    if (response.content === undefined) return;
    const schema = response.content[mediaType]?.schema;
    if (schema === undefined) throw new Error(`${what}: ${mediaType} is not documented`);
    if (/json$/.test(mediaType) && mediaType !== 'application/x-ndjson') conforms(schema, answer.body, what);
  };
}

/** A problem's members agree with each other and with the headers (RFC 9457). */
function soundProblem({ status, headers, body }: Answer, what: string): void {
  if (body.status !== status) throw new Error(`${what}: the status in the body is ${body.status}`);
  if (body.type !== `/problems/${body.code}`) throw new Error(`${what}: the type is ${body.type}`);
  if (body.requestId !== headers['x-request-id']) throw new Error(`${what}: x-request-id is another`);
}
