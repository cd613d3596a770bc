import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';
import { bangAttack, execution, hostage, recovery, revolver } from './requests.js';

let service: TestService;
let campaign: string;
beforeAll(async () => {
  service = await documentedService();
  campaign = await service.campaign();
  await service.post(`${campaign}/erbarmungslos/attacks`, revolver);
});
afterAll(() => service.close());

const bodies: readonly (readonly [string, object])[] = [
  ['erbarmungslos/attacks', bookAttack],
  ['erbarmungslos/attacks', { ...revolver, aim: 1, mounted: true, modifiers: [{ label: 'Nacht', dice: -1 }] }],
  ['erbarmungslos/attacks', { continues: 2, targets: revolver.targets, shots: revolver.shots }],
  ['erbarmungslos/executions', execution],
  ['erbarmungslos/hostages', hostage],
  ['erbarmungslos/recoveries', recovery],
  ['bang/attacks', bangAttack],
  ['contributions', { player: 'A', value: 'x', chain: 0 }],
  ['notes', { about: 0, text: 'x' }],
];

/** Where something can be changed in a value: the way to each member and item. */
function places(value: unknown, way: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[...way, name], ...places(member, [...way, name])]);
}

/** What is put there: mostly what is nearly right, as people and programs get it wrong. */
const instead = fc.oneof(
  fc.constantFrom(null, '', 'rupert', 'dimitri', 'Anna', '__proto__', '\ud800', 'able', 'duel', true, false),
  fc.constantFrom(0, -0, 1, -1, 0.5, 2, 3, 101, 1e21, 2 ** 31, 2 ** 53, 1e308, Number.MIN_VALUE),
  fc.constantFrom([], {}, [[]], [null], ['dimitri'], { constructor: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);

function changed(body: object, way: readonly string[], value: unknown): object {
  const copy = structuredClone(body);
  let inner = copy as Record<string, any>;
  for (const name of way.slice(0, -1)) inner = inner[name];
  inner[way.at(-1)!] = value;
  return copy;
}

const nearly = fc.constantFrom(...bodies).chain(([path, body]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...places(body)), fc.oneof(instead, fc.constant(undefined))), {
      minLength: 1,
      maxLength: 2,
    })
    .map((changes) => {
      const sent = changes.reduce((made, [way, value]) => {
        try {
          return changed(made, way, value);
        } catch {
          return made; // An earlier change took that place away.
        }
      }, body);
      return [path, JSON.stringify(sent)] as const;
    }),
);

test('whatever is sent is ruled on or refused: never a 5xx, and the record stays sound', async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(nearly, async ([path, body]) => {
      const { status, body: answer } = await service.post(`${campaign}/${path}`, body);
      seen.set(status, (seen.get(status) ?? 0) + 1);
      expect([201, 400, 409, 422]).toContain(status);
      if (status === 400) expect(answer.errors.length).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
  expect(seen.get(201)).toBeGreaterThan(0);
  expect(seen.get(400)).toBeGreaterThan(0);
  expect(verifyExport((await service.get(`${campaign}/export`)).text)).toMatchObject({ findings: [] });
}, 120_000);
