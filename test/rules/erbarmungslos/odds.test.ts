import { describe, expect, it } from 'vitest';
import type { Dice } from '../../../src/dice/roll.js';
import { adjudicate } from '../../../src/rules/erbarmungslos/attack.js';
import type { Attack } from '../../../src/rules/erbarmungslos/attack-model.js';
import type { ShotOutcome } from '../../../src/rules/erbarmungslos/attack-outcome.js';

const bookExample: Attack = {
  shooter: { id: 'Rupert', ranged: 7, life: 5, maxLife: 5 },
  weapon: { range: 20 },
  targets: [
    {
      id: 'Dimitri',
      dodge: 2,
      resistance: 3,
      life: 5,
      maxLife: 5,
      distance: 12,
      visible: true,
      cover: 'light',
    },
  ],
  shots: [{ at: ['Dimitri'] }],
};

/** Attack 7, dodge 2 + 1, resistance 3. */
const DICE = 13;

/**
 * Adjudicates every pattern of successes and failures, a success weighing 1 and a failure 2 of 3, and adds up those
 * whose shot satisfies `holds`: the numerator of its probability over 3^13. Dice not rolled simply add up to 1.
 */
function weigh(attack: Attack, holds: (shot: ShotOutcome) => boolean): bigint {
  let sum = 0n;
  for (let pattern = 0; pattern < 2 ** DICE; pattern += 1) {
    let used = 0;
    const dice: Dice = {
      roll(_name, _sides, count) {
        const values = Array.from({ length: count }, (_, i) => ((pattern >> (used + i)) & 1 ? 5 : 4));
        used += count;
        return values;
      },
    };
    if (!holds(adjudicate(attack, dice).shots[0]!)) continue;
    let weight = 1n;
    for (let die = 0; die < DICE; die += 1) if (!((pattern >> die) & 1)) weight *= 2n;
    sum += weight;
  }
  return sum;
}

describe('the odds of attack 7 against dodge 2 in light cover, life 5, resistance 3 are exactly', () => {
  const all = 3n ** BigInt(DICE);

  it.each<[string, bigint, (shot: ShotOutcome) => boolean]>([
    ['13939/19683 for a hit', 13939n, (shot) => shot.hit],
    ['326/19683 for a kill', 326n, (shot) => shot.state === 'eliminated'],
    ['19683/19683 for anything', 19683n, () => true],
  ])('%s', (_, numerator, holds) => {
    expect(weigh(bookExample, holds) * 19683n).toBe(numerator * all);
  });

  it('8/27 for failing the resistance roll, given that there is one', () => {
    const rolled = weigh(bookExample, (shot) => shot.resistance !== null);
    const failed = weigh(bookExample, (shot) => shot.state === 'incapacitated');
    expect(rolled).toBeGreaterThan(0n);
    expect(failed * 27n).toBe(rolled * 8n);
  });
});

describe('a die is a success', () => {
  it.each([1, 2, 3, 4, 5, 6])('exactly when it shows 5 or 6: %i', (face) => {
    const dice: Dice = { roll: (_name, _sides, count) => Array.from({ length: count }, () => face) };
    const { attack, dodge } = adjudicate(bookExample, dice).shots[0]!;
    expect([attack.successes, dodge.successes]).toEqual(face >= 5 ? [7, 3] : [0, 0]);
  });
});
