import { DiceRoll } from '@dice-roller/rpg-dice-roller';
import { POOL, SIDES, seeded } from './core-dice.js';
import type { Comparison, Work } from './interleaved.js';

/*
 * Import this when all else has been measured: seeded dice were seen to take twice as long once it (and mathjs with it)
 * is loaded. Why is not known; with larger semi-spaces for V8's young objects they did not.
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
