import { type Static, Type } from 'typebox';
import { Count, Name, OneOf, Strict } from '../schema.js';
import { Figure, MOST_LIFE, SIDES, State } from './model.js';

/** Everything a part of a pool can come from, in the order in which parts are listed. */
export const PART_CODES = [
  'ranged',
  'aim',
  'mounted',
  'dodge',
  'cover-light',
  'cover-heavy',
  'cover-very-heavy',
  'shield',
  'resistance',
  'serious-wound',
  'modifier',
] as const;
export type PartCode = (typeof PART_CODES)[number];

/** Where dice of a pool come from. */
export const Part = Strict(
  {
    code: OneOf(PART_CODES, 'Where these dice come from.'),
    label: Type.Optional(Name('Of a `modifier`: what the request calls it.')),
    dice: Count(-20, 100, 'Dice it adds, or takes away when negative.'),
  },
  { description: 'A part of a pool.' },
);
export type Part = Static<typeof Part>;

/** A pool, rolled. */
export const PoolRoll = Strict(
  {
    parts: Type.Array(Part, { description: 'What the pool is made of. All parts are added; a sum below 0 is 0.' }),
    dice: Type.Unsafe<readonly number[]>(
      Type.Array(Count(1, SIDES, 'A die.'), { maxItems: 500, description: 'The dice, in the order rolled.' }),
    ),
    successes: Count(0, 500, 'How many of them show 5 or 6.'),
  },
  { description: 'A pool and its roll.' },
);
export type PoolRoll = Static<typeof PoolRoll>;

export const ShotOutcome = Strict(
  {
    shot: Count(1, 10, 'Its number within the action.'),
    target: Name('Whom it went at.'),
    attack: PoolRoll,
    dodge: PoolRoll,
    hit: Type.Boolean({ description: 'Whether the attack has more successes than the dodge.' }),
    damage: Count(0, 500, 'The difference; also when that is more than the life left.'),
    life: Strict(
      {
        before: Count(0, MOST_LIFE, 'Life points before the shot.'),
        after: Count(0, MOST_LIFE, 'Life points after it, never below 0.'),
      },
      { description: "The target's life." },
    ),
    resistance: Type.Union([PoolRoll, Type.Null()], {
      description: 'The resistance roll: after damage that leaves at least 1 life, otherwise null.',
    }),
    state: State('the target after the shot'),
  },
  { description: 'One shot, completely resolved.' },
);
export type ShotOutcome = Static<typeof ShotOutcome>;

/** What comes of an attack. */
export const AttackOutcome = Strict(
  {
    actionPoints: Count(0, 140, 'Action points spent: those of the weapon and 2 per aim. A continuation costs 0.'),
    endsActivation: Type.Boolean({ description: 'Whether the action ends the activation.' }),
    shots: Type.Array(ShotOutcome, { maxItems: 10, description: 'The shots fired, in order.' }),
    shotsLeft: Count(0, 9, 'Shots of the weapon not fired yet; the action can be continued with them.'),
    figures: Type.Array(Figure, { maxItems: 10, description: 'The figures shot at, in the order first shot at.' }),
  },
  { description: 'Every shot with its dice, and how it leaves the figures.' },
);
export type AttackOutcome = Static<typeof AttackOutcome>;
