import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { documentedService } from './documented.js';

let service: TestService;
let attacks: string;
beforeAll(async () => {
  service = await documentedService();
  attacks = `${await service.campaign()}/erbarmungslos/attacks`;
});
afterAll(() => service.close());

test.each([
  ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
  ['a compressed body', { 'content-encoding': 'gzip' }],
])('%s is refused with 415', async (_what, headers) => {
  expect(await service.post(attacks, bookAttack, { headers })).toMatchObject({
    status: 415,
    body: { code: 'not-json' },
  });
});

test.each(['application/json; charset=UTF-8', 'application/json;charset="utf-8"', 'APPLICATION/JSON'])(
  '%s is taken',
  async (type) => {
    expect((await service.post(attacks, bookAttack, { headers: { 'content-type': type } })).status).toBe(201);
  },
);

test('a query parameter that nobody understands is refused, not passed over', async () => {
  const answer = await service.post(`${attacks}?checkpiont=true`, bookAttack);
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ parameter: 'checkpiont', code: 'unknown-member' }] },
  });
});

test.each([
  ['"distance":12', '"distance":12.0000000000000000001', '/targets/0/distance'],
  ['"ranged":7', '"ranged":7.0000000000000000001', '/shooter/ranged'],
])('a number with more digits than every reader holds is refused: %s', async (short, long, pointer) => {
  const body = JSON.stringify(bookAttack).replace(short, long);
  expect(body).toContain(long);
  const answer = await service.post(attacks, body);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer, code: 'too-many-digits' }] } });
});

test('a long number in a name is a name', async () => {
  const named = { ...bookAttack, shooter: { ...bookAttack.shooter, id: '12345678901234567890' } };
  expect((await service.post(attacks, named)).status).toBe(201);
});
