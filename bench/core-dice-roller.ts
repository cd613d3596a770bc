import { DiceRoll } from '@dice-roller/rpg-dice-roller';
import { POOL, SIDES, seeded } from './core-dice.js';
import type { Comparison, Work } from './interleaved.js';

/*
 * Import this when all else has been measured: mathjs, which rpg-dice-roller needs, makes the heap several times as
 * large, and collecting the garbage of our hashes takes the longer the larger the heap is.
 */

/** Pools of ten d6: our seeded dice against a dice roller for Node. */
export function diceRollerComparisons(): Comparison[] {
  const notation = `${POOL}d${SIDES}`;
  const ours = 'Seeded d6 in pools of 10, a ruling each, while mathjs is loaded';
  return [
    {
      what: `${ours}, baseline rpg-dice-roller, \`${notation}\` parsed beforehand: dice`,
      measured: seeded(1),
      baseline: rolledAgain(notation),
      each: POOL,
    },
    {
      what: `${ours}, baseline rpg-dice-roller, \`${notation}\` parsed each time: dice`,
      measured: seeded(1),
      baseline: { run: () => new DiceRoll(notation), mark: ({ total }: DiceRoll) => total },
      each: POOL,
    },
  ];
}

function rolledAgain(notation: string): Work<DiceRoll> {
  const roll = new DiceRoll(notation);
  return {
    run() {
      roll.roll();
      return roll;
    },
    mark: ({ total }) => total,
  };
}
