import fc from 'fast-check';
import { CARDS } from '../../../src/rules/bang/cards.js';
import { CHARACTERS } from '../../../src/rules/bang/characters.js';
import type { DistanceCheck } from '../../../src/rules/bang/distance-check.js';
import { bang } from '../../../src/rules/bang/index.js';
import { EQUIPMENT, type Seat, VIEWS } from '../../../src/rules/bang/seats.js';
import { WEAPONS } from '../../../src/rules/bang/weapons.js';

/** What may lie in front of a player. */
export const belongings = fc.record(
  {
    active: fc.boolean(),
    weapon: fc.constantFrom(...WEAPONS),
    equipment: fc.uniqueArray(fc.constantFrom(...EQUIPMENT)),
    character: fc.constantFrom(...CHARACTERS),
    distanceModifiers: fc.array(
      fc.record({
        label: fc.constantFrom('Hügel', 'Nebel', 'constructor'),
        view: fc.constantFrom(...VIEWS),
        by: fc.integer({ min: -20, max: 20 }),
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

export interface Table {
  readonly seats: readonly Seat[];
  /** Two different seats, both active. */
  readonly from: number;
  readonly to: number;
}

/** Any table of 2 to 10, with two active players chosen among them. */
export const tables: fc.Arbitrary<Table> = fc
  .array(belongings, { minLength: 2, maxLength: 10 })
  .chain((seated) =>
    fc.record({
      seated: fc.constant(seated),
      from: fc.nat({ max: seated.length - 1 }),
      step: fc.integer({ min: 1, max: seated.length - 1 }),
    }),
  )
  .map(({ seated, from, step }) => {
    const to = (from + step) % seated.length;
    const seats = seated.map((belonging, i) => ({
      ...belonging,
      player: `player ${i}`,
      ...((i === from || i === to) && { active: true }),
    }));
    return { seats, from, to };
  });

export const cards = fc.constantFrom(...CARDS);

/** The distance check between two seats of a table. */
export function checkOf({ seats, from, to }: Table, more: Record<string, unknown> = {}): DistanceCheck {
  const [distanceCheck] = bang.checks;
  return distanceCheck!.check({ seats, from: seats[from]!.player, to: seats[to]!.player, ...more }) as DistanceCheck;
}
