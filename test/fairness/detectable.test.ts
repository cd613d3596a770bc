import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectable } from '../../src/fairness/detectable.js';

const choose = (n: number, k: number): number => {
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i;
  return ways;
};
const atLeast = (dice: number, least: number, chance: number): number => {
  let sum = 0;
  for (let k = least; k <= dice; k += 1) sum += choose(dice, k) * chance ** k * (1 - chance) ** (dice - k);
  return sum;
};

describe('what so many dice can show', () => {
  it.each([0, 1, 2, 3])('%i dice with a success rate of 1/3: nothing', (dice) => {
    // Even three successes out of three happen to fair dice in 1 of 27 cases.
    expect(detectable(dice, 1 / 3)).toBeNull();
  });

  it('one die never shows anything, however rare its faces are', () => {
    expect(detectable(1, 1 / 256)).toBeNull();
  });

  it('four dice: only when nearly all succeed', () => {
    // (1/3)⁴ is less than 2.5 %; four out of four must come up in four cases out of five.
    expect(detectable(4, 1 / 3)).toBeCloseTo(0.8 ** (1 / 4), 12);
  });

  it('many dice: about 2.8 standard errors, as textbooks have it', () => {
    for (const dice of [10_000, 1_000_000]) {
      const error = Math.sqrt(((1 / 3) * (2 / 3)) / dice);
      expect((detectable(dice, 1 / 3)! - 1 / 3) / error).toBeGreaterThan(2.75);
      expect((detectable(dice, 1 / 3)! - 1 / 3) / error).toBeLessThan(2.87);
    }
  });

  it('keeps its level and its power', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.constantFrom(1 / 6, 1 / 4, 1 / 3, 1 / 2), (dice, fair) => {
        const shifted = detectable(dice, fair);
        const unusual = Array.from({ length: dice }, (_, k) => k + 1).find((k) => atLeast(dice, k, fair) <= 0.025);
        if (unusual === undefined) return shifted === null;
        return shifted! > fair && Math.abs(atLeast(dice, unusual, shifted!) - 0.8) < 1e-9;
      }),
    );
  });
});
