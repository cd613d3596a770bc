import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atLeast, incompleteBeta, logGamma, upperGamma } from '../../src/fairness/gamma.js';

/** Equal to ten digits, relative to the value. */
const closeTo = (value: number, known: number) =>
  expect(Math.abs(value - known)).toBeLessThanOrEqual(1e-10 * Math.abs(known));

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
const choose = (n: number, k: number): number => {
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i;
  return ways;
};

describe('log Γ', () => {
  it('is the logarithm of a factorial', () => {
    for (let n = 3; n <= 170; n += 1) closeTo(logGamma(n), Math.log(factorial(n - 1)));
    expect(Math.abs(logGamma(1))).toBeLessThan(1e-14);
    expect(Math.abs(logGamma(2))).toBeLessThan(1e-14);
  });

  it('of a half is the logarithm of √π', () => closeTo(logGamma(0.5), Math.log(Math.PI) / 2));
});

describe('the upper tail of the chi-squared distribution', () => {
  it('for an even number of degrees of freedom is a finite sum', () => {
    for (const half of [1, 2, 3, 5, 10, 40, 127]) {
      for (const x of [0.001, 0.5, 1, 2, 5, 10, 30, 79, 128, 200, 400]) {
        let term = Math.exp(-x);
        let sum = term;
        for (let k = 1; k < half; k += 1) {
          term *= x / k;
          sum += term;
        }
        closeTo(upperGamma(half, x), sum);
      }
    }
  });

  // Critical values as printed in tables (e.g. NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4), to 3 decimals.
  it.each([
    [1, 3.841, 0.05],
    [1, 6.635, 0.01],
    [1, 10.828, 0.001],
    [3, 7.815, 0.05],
    [5, 9.236, 0.1],
    [5, 11.07, 0.05],
    [5, 15.086, 0.01],
    [5, 20.515, 0.001],
    [7, 18.475, 0.01],
    [19, 30.144, 0.05],
    [79, 100.749, 0.05],
    [99, 123.225, 0.05],
  ])('with %i degrees of freedom beyond %f is %f', (degrees, critical, level) => {
    expect(upperGamma(degrees / 2, (critical + 0.0006) / 2)).toBeLessThan(level);
    expect(upperGamma(degrees / 2, (critical - 0.0006) / 2)).toBeGreaterThan(level);
  });

  it('agrees with values computed elsewhere, also far out', () => {
    closeTo(upperGamma(2.5, 2.5), 0.4158801869955079);
    closeTo(upperGamma(2.5, 50), 5.285148360943219e-20);
    closeTo(upperGamma(39.5, 60), 0.0020201165203732854);
    expect(upperGamma(2.5, 5000)).toBe(0);
    expect(upperGamma(2.5, 0)).toBe(1);
  });

  it('falls from 1 to 0', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 255 }),
        fc.double({ min: 0, max: 600, noNaN: true }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (degrees, x, more) => {
          const p = upperGamma(degrees / 2, x);
          const later = upperGamma(degrees / 2, x + more);
          return p >= 0 && p <= 1 && later <= p + 1e-13;
        },
      ),
    );
  });

  it('obeys its recurrence: Q(a + 1, x) = Q(a, x) + xᵃ e⁻ˣ / Γ(a + 1)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 250 }), fc.double({ min: 0.01, max: 300, noNaN: true }), (degrees, x) => {
        const a = degrees / 2;
        const step = Math.exp(a * Math.log(x) - x - logGamma(a + 1));
        return Math.abs(upperGamma(a + 1, x) - upperGamma(a, x) - step) < 1e-12;
      }),
    );
  });
});

describe('at least so many successes', () => {
  it('is a sum of binomial terms', () => {
    for (const dice of [1, 2, 3, 10, 40]) {
      for (const chance of [1 / 80, 1 / 6, 0.25, 1 / 3, 0.5, 0.9]) {
        for (let least = 0; least <= dice + 1; least += 1) {
          let sum = 0;
          for (let k = dice; k >= least; k -= 1) sum += choose(dice, k) * chance ** k * (1 - chance) ** (dice - k);
          expect(Math.abs(atLeast(dice, least, chance) - sum)).toBeLessThan(1e-12);
        }
      }
    }
  });

  it('of very many dice is as computed elsewhere', () => {
    expect(Math.abs(atLeast(1_000_000, 334_000, 1 / 3) - 0.078822628446086)).toBeLessThan(1e-9);
    closeTo(incompleteBeta(0.01, 2.5, 70), 0.07811362102439758);
  });
});
