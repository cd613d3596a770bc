import { atLeast } from './gamma.js';

/** How often fair dice may be taken for unfair ones, on both sides together. */
const LEVEL = 0.05;
/** How often unfair dice are to be noticed. */
const POWER = 0.8;
/** Halvings after which a rate is known to the last bit of a double. */
const HALVINGS = 55;

/**
 * The smallest rate, above the fair one, that this many dice would show: at the 5 % level, in four cases out of five. By
 * the binomial distribution, not its approximation.
 *
 * @param dice how many, 0 or more
 * @param fair the rate of fair dice, between 0 and 1; of dice with different chances their mean, which errs on the side
 *   of caution
 * @returns null when so few dice show nothing, however they fall
 */
export function detectable(dice: number, fair: number): number | null {
  // A single die is never evidence, even where each of its faces is rarer than the level.
  if (dice < 2) return null;
  const critical = leastUnusual(dice, fair);
  if (critical > dice) return null;
  let low = fair;
  let high = 1;
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2;
    if (atLeast(dice, critical, middle) < POWER) low = middle;
    else high = middle;
  }
  return high;
}

/** The smallest number of successes that fair dice reach in at most half of {@link LEVEL}; more than `dice`: none is. */
function leastUnusual(dice: number, fair: number): number {
  let usual = 0;
  let unusual = dice + 1;
  while (unusual - usual > 1) {
    const middle = Math.floor((usual + unusual) / 2);
    if (atLeast(dice, middle, fair) <= LEVEL / 2) unusual = middle;
    else usual = middle;
  }
  return unusual;
}
