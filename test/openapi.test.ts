import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openapiDocument } from '../src/openapi-document.js';
import { rulesets } from '../src/rules/index.js';
import { type TestService, testService } from './service.js';

type Json = Record<string, any>;

const committed: Json = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'));
const operations = Object.entries<Json>(committed.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('the API document', () => {
  it('is the committed one: run `npm run openapi` when it changed on purpose', async () => {
    expect(JSON.parse(JSON.stringify(await openapiDocument(rulesets)))).toEqual(committed);
  });

  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(committed));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(committed.openapi).toMatch(/^3\.1\./);
  });

  it.each(operations)('says what $method $path does and how it fails', ({ operation }) => {
    expect(operation.operationId).toBeTruthy();
    expect(operation.summary).toBeTruthy();
    expect(operation.description).toBeTruthy();
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      expect(response.description).toBeTruthy();
      if (Number(status) >= 400) expect(Object.keys(response.content)).toEqual(['application/problem+json']);
    }
  });

  it.each(operations.filter(({ operation }) => operation.requestBody))(
    'describes every member of the body of $method $path and has an example',
    ({ operation }) => {
      expect(undescribed(operation.requestBody.content['application/json'].schema)).toEqual([]);
      expect(examplesOf(operation).length).toBeGreaterThan(0);
    },
  );
});

describe('each example, executed', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
  });
  afterAll(() => service.close());

  const examples = operations.flatMap(({ path, method, operation }) =>
    examplesOf(operation).map((body, index) => ({ path, method, index: index + 1, body, operation })),
  );

  it.each(examples)(
    'of $method $path, number $index, is answered as documented',
    async ({ path, method, body, operation }) => {
      const campaign = await service.campaign();
      if (body.continues !== undefined) await beginAction(service, campaign, path, body);
      const url = path.replace('/v1/campaigns/{campaign}', campaign);
      const answer = await service.call(method.toUpperCase() as 'POST', url, { body, once: 'example' });
      const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      expect(success, answer.text).toContain(String(answer.status));
    },
  );
});

/** Records the action that a continuation example takes up: it misses for certain, so that everyone is still able. */
async function beginAction(service: TestService, campaign: string, path: string, example: Json): Promise<void> {
  const targets = example.targets.map((target: Json) => ({ life: target.maxLife, ...target }));
  const { status, body } = await service.post(path.replace('/v1/campaigns/{campaign}', campaign), {
    shooter: { id: 'Shooter', ranged: 0, life: 5, maxLife: 5 },
    weapon: { range: 100, shots: 10 },
    targets,
    shots: [{ at: [targets[0].id] }],
  });
  expect({ status, seq: body.seq }).toEqual({ status: 201, seq: example.continues });
}

function examplesOf({ requestBody }: Json): Json[] {
  const media = requestBody?.content['application/json'] ?? {};
  if (media.example !== undefined) return [media.example];
  return Object.values<Json>(media.examples ?? {}).map(({ value }) => value);
}

/** Pointers to members of a schema that nobody has described. */
function undescribed(schema: Json, at = ''): string[] {
  if (schema.$ref !== undefined) return [];
  const members = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, member]) => [
    ...(member.description === undefined && member.$ref === undefined ? [`${at}/${name}`] : []),
    ...undescribed(member, `${at}/${name}`),
  ]);
  const items = schema.items === undefined ? [] : undescribed(schema.items, `${at}/-`);
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((form: Json) => undescribed(form, at));
  return [...members, ...items, ...forms];
}
