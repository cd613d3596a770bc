/** Special functions, to at least 12 digits; every loop ends by itself. */

const HALF_LOG_2PI = Math.log(2 * Math.PI) / 2;
/** From here on five terms of Stirling's series are exact to the last bits of a double. */
const STIRLING = 15;
/** Keeps a continued fraction from dividing by 0 (Lentz's method, as modified by Thompson and Barnett). */
const TINY = 1e-300;
const PRECISE = 1e-15;

/** The natural logarithm of Γ(x) for x > 0: Stirling's series (DLMF 5.11.1), smaller x by Γ(x) = Γ(x + 1) / x. */
export function logGamma(x: number): number {
  let z = x;
  let shifted = 0;
  for (; z < STIRLING; z += 1) shifted -= Math.log(z);
  const w = 1 / (z * z);
  const series = (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w / 1188)))) / z;
  return shifted + (z - 0.5) * Math.log(z) - z + HALF_LOG_2PI + series;
}

/**
 * The regularized upper incomplete gamma function Q(a, x) (DLMF 8.2.4), by its series (8.11.4) or its continued fraction
 * (8.9.2), whichever converges fast.
 *
 * @param a more than 0
 * @param x 0 or more
 * @returns from 1 at x = 0 down to 0; below 1e-300 it is given as 0
 */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let k = 1; term > sum * PRECISE; k += 1) {
      term *= x / (a + k);
      sum += term;
    }
    return 1 - front * sum;
  }
  const fraction = lentz(x + 1 - a, (k) => [-k * (k - a), x + 2 * k + 1 - a]);
  return front / fraction;
}

/**
 * The regularized incomplete beta function I_x(a, b) (DLMF 8.17.2), by its continued fraction (8.17.22).
 *
 * @param x from 0 to 1
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x) - Math.log(a),
  );
  const fraction = lentz(1, (k) => {
    const m = Math.floor(k / 2);
    if (k % 2 === 1) return [(-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)), 1];
    return [(m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)), 1];
  });
  return front / fraction;
}

/**
 * b0 + a1/(b1 + a2/(b2 + …)).
 *
 * @param next the k-th numerator and denominator, from k = 1
 */
function lentz(b0: number, next: (k: number) => readonly [a: number, b: number]): number {
  let value = b0 === 0 ? TINY : b0;
  let c = value;
  let d = 0;
  for (let k = 1; k < 1_000_000; k += 1) {
    const [a, b] = next(k);
    d = b + a * d;
    c = b + a / c;
    d = 1 / (d === 0 ? TINY : d);
    if (c === 0) c = TINY;
    value *= c * d;
    if (Math.abs(c * d - 1) < PRECISE) break;
  }
  return value;
}

/** How likely it is that `dice` dice show at least `successes` successes, when each does with this chance. */
export function atLeast(dice: number, successes: number, chance: number): number {
  if (successes <= 0) return 1;
  if (successes > dice) return 0;
  return incompleteBeta(chance, successes, dice - successes + 1);
}
