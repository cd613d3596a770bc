import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEMS } from '../../src/http/problems.js';
import { type Answer, bookAttack, type TestService } from '../service.js';
import { documentedService } from './documented.js';

let service: TestService;
let campaign: string;
beforeAll(async () => {
  service = await documentedService();
  campaign = await service.campaign();
});
afterAll(() => service.close());

test.each(Object.entries(PROBLEMS))('%s is explained where its type leads', async (code, { status, title }) => {
  const answer = await service.get(`/problems/${code}`, { key: null });
  expect(answer).toMatchObject({ status: 200, body: { code, status, title } });
  expect(answer.body.meaning.length).toBeGreaterThan(20);
});

test.each(['nonsense', 'constructor', '__proto__', 'toString'])('there is no problem %s', async (code) => {
  expect((await service.get(`/problems/${code}`)).status).toBe(404);
});

describe('every problem is application/problem+json with all its members', () => {
  const attacks = () => `${campaign}/erbarmungslos/attacks`;
  const causes: readonly [keyof typeof PROBLEMS, number, () => ReturnType<TestService['call']>][] = [
    ['invalid-request', 400, () => service.post(attacks(), {})],
    ['invalid-request', 400, () => service.get('/v1/campaigns/%ff')],
    ['invalid-request', 400, () => service.get(`/v1/campaigns/${'x'.repeat(201)}`)],
    ['unauthenticated', 401, () => service.get('/v1/keys', { key: null })],
    ['not-found', 404, () => service.get('/v1/nothing')],
    ['not-found', 404, () => service.get('/')],
    ['not-found', 404, () => service.get(`/v1/campaigns/${'x'.repeat(200)}`)],
    ['not-found', 404, () => service.call('DELETE', campaign)],
    ['not-found', 404, () => service.call('PUT', campaign, { body: { name: 'x' } })],
    ['not-found', 404, () => service.get(attacks())],
    ['not-found', 404, () => service.post(`${campaign}/bang/odds`, {})],
    ['too-large', 413, () => service.post(attacks(), ' '.repeat(65 * 1024))],
    ['not-json', 415, () => service.post(attacks(), 'hello', { headers: { 'content-type': 'text/plain' } })],
    ['illegal-attack', 422, () => service.post(attacks(), { ...bookAttack, aim: 2 })],
    ['not-a-ruling', 422, () => service.post(`${campaign}/entries/0/replay`)],
    ['idempotency-key-required', 428, () => service.call('POST', attacks(), { body: bookAttack })],
  ];
  test.each(causes)('%s', async (code, status, cause) => {
    const { headers, body, status: answered }: Answer = await cause();
    expect(answered).toBe(status);
    expect(headers['content-type']).toMatch(/^application\/problem\+json(;|$)/);
    expect(body).toMatchObject({ type: `/problems/${code}`, code, status, title: PROBLEMS[code].title });
    expect(body.detail).toEqual(expect.any(String));
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.requestId).toBe(headers['x-request-id']);
  });
});

test('each request has an id of its own, also when all is well', async () => {
  const ids = new Set<unknown>();
  for (let i = 0; i < 3; i += 1) ids.add((await service.get('/livez')).headers['x-request-id']);
  expect(ids.size).toBe(3);
  expect([...ids].every((id) => typeof id === 'string')).toBe(true);
});

test('a caller cannot choose the id', async () => {
  const answer = await service.get('/v1/nothing', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
  expect(answer.body.requestId).not.toBe('mine');
});

test('what is no HTTP at all does not stop the process', async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  for (const nonsense of ['\r\n\r\n', 'HELLO\r\n\r\n', `GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`]) {
    await new Promise<void>((closed) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(nonsense));
      socket.on('error', () => undefined).on('close', () => closed());
      socket.resume();
    });
  }
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
});
