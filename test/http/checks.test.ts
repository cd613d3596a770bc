import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../service.js';
import { documentedService } from './documented.js';
import { bangAttack } from './requests.js';

let service: TestService;
beforeAll(async () => {
  service = await documentedService();
});
afterAll(() => service.close());

interface Vector {
  readonly name: string;
  readonly request: object;
  readonly outcome?: object;
  readonly faults?: readonly object[];
}
const vectors = (file: string): Vector[] =>
  JSON.parse(readFileSync(new URL(`../vectors/${file}.json`, import.meta.url), 'utf8'));

const checks = [
  ['/v1/bang/distance-checks', 'bang-distance-checks'],
  ['/v1/bang/distance-checks', 'own-bang-distance-checks'],
  ['/v1/bang/targets', 'bang-targets'],
  ['/v1/bang/targets', 'own-bang-targets'],
  ['/v1/erbarmungslos/range-checks', 'own-erbarmungslos-range-checks'],
] as const;

describe.each(checks)('%s answers as %s.json', (path, file) => {
  const answered = vectors(file).filter(({ outcome }) => outcome !== undefined);

  test.each(answered)('$name', async ({ request, outcome }) => {
    const answer = await service.call('POST', path, { body: request, key: null });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(outcome);
    // Byte for byte, so also in the order of members.
    expect(answer.text).toBe(JSON.stringify(outcome));
  });
});

const refused = checks.flatMap(([path, file]) =>
  vectors(file)
    .filter(({ faults }) => faults !== undefined)
    .map((vector) => ({ path, ...vector })),
);
test.each(refused)('$path names the faults of $name', async ({ path, request, faults }) => {
  const answer = await service.call('POST', path, { body: request, key: null });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject(faults!);
});

const seats = [{ player: 'A', equipment: ['appaloosa'] }, { player: 'B', equipment: ['mustang'] }, { player: 'C' }];

test('/v1/bang/distances answers with the whole table', async () => {
  const answer = await service.call('POST', '/v1/bang/distances', { body: { seats }, key: null });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.text).toBe(
    JSON.stringify({
      players: ['A', 'B', 'C'],
      distances: [
        [null, 1, 1],
        [1, null, 1],
        [1, 2, null],
      ],
      seatDistances: [
        [null, 1, 1],
        [1, null, 1],
        [1, 1, null],
      ],
      weapons: ['A', 'B', 'C'].map((player) => ({ player, weapon: 'colt-45', reach: 1 })),
    }),
  );
});

test('/v1/bang/equip-checks answers by the card’s usual name, and with the policy that came to bear', async () => {
  const check = async (body: object) =>
    (await service.call('POST', '/v1/bang/equip-checks', { body: { seats, player: 'A', ...body }, key: null })).text;
  expect(await check({ card: 'scope' })).toBe(
    '{"card":"scope","player":"A","replaces":null,"legal":false,"reasons":["duplicate-card"]}',
  );
  expect(await check({ card: 'volcanic', seats: [{ player: 'A', weapon: 'volcanic' }, { player: 'B' }] })).toBe(
    '{"card":"volcanic","player":"A","replaces":"volcanic","legal":true,"reasons":[],"policy":{"sameWeapon":"replace"}}',
  );
});

test('a check leaves no trace', async () => {
  const { rows: before } = await service.pool.query('SELECT count(*) FROM entries');
  const body = { seats: bangAttack.seats, from: 'Anna' };
  await service.call('POST', '/v1/bang/targets', { body, key: null });
  expect((await service.pool.query('SELECT count(*) FROM entries')).rows).toEqual(before);
});

const faulty = [
  ['/v1/bang/distance-checks', { seats: bangAttack.seats, from: 'Anna', to: 'Nobody' }, '/to', 'unknown-player'],
  ['/v1/bang/distance-checks', { seats: [{ player: 'A' }], from: 'A', to: 'A' }, '/seats', 'wrong-length'],
  ['/v1/bang/targets', { seats: [{ player: 'A' }, { player: 'A' }], from: 'A' }, '/seats/1/player', 'duplicate-id'],
  ['/v1/bang/targets', { seats: bangAttack.seats, from: 'Anna', card: 'beer' }, '/card', 'not-allowed'],
  ['/v1/bang/distances', { seats: bangAttack.seats, turnOf: 'Nobody' }, '/turnOf', 'unknown-player'],
  ['/v1/bang/distances', { seats: bangAttack.seats, events: ['ambush', 'ambush'] }, '/events', 'repeated'],
  ['/v1/bang/equip-checks', { seats: bangAttack.seats, player: 'Anna', card: 'jail' }, '/target', 'missing'],
  ['/v1/bang/equip-checks', { seats: bangAttack.seats, player: 'Anna', card: 'colt-45' }, '/card', 'not-allowed'],
  ['/v1/erbarmungslos/range-checks', { distance: 12, range: 20 }, '/visible', 'missing'],
  ['/v1/erbarmungslos/range-checks', { range: 20, visible: true }, '', 'one-of'],
  ['/v1/erbarmungslos/range-checks', { distance: 12, range: 20, visible: true, unit: 'm' }, '/unit', 'not-allowed'],
] as const;

test.each(faulty)('%s refuses %j', async (path, body, pointer, code) => {
  const answer = await service.call('POST', path, { body, key: null });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
});
