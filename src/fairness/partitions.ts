/**
 * The exact distribution of the sum of the squared counts of faces, by going through every way in which the dice can be
 * spread over the faces, whichever face has which count: the partitions of the number of dice.
 */

/** More ways than this are not gone through: 74 dice with 6 sides, 41 with 80. */
const MOST_WAYS = 50_000;
/** Nor more dice than this, even where they have two sides only. */
const MOST_DICE = 1000;
/** As many distributions are kept: a record has dice of a few kinds, and a report asks for the same ones again. */
const KEPT = 200;

/** What the sum of the squares can be, largest first, with how likely each is; the chances add up to about 1. */
type Distribution = readonly (readonly [squares: number, chance: number])[];

const kept = new Map<string, Distribution>();

/**
 * How likely fair dice are to be spread over their faces at least as unevenly as these.
 *
 * @param dice how many, at least 1
 * @param squares the sum of the squared counts of faces
 * @returns undefined when there are too many ways to go through
 */
export function exactTail(dice: number, sides: number, squares: number): number | undefined {
  const known = distribution(dice, sides);
  if (known === undefined) return undefined;
  let tail = 0;
  let all = 0;
  for (const [sum, chance] of known) {
    all += chance;
    if (sum >= squares) tail = all;
  }
  // The sum of all chances is 1 but for rounding; so divided, what is certain is exactly 1.
  return tail / all;
}

function distribution(dice: number, sides: number): Distribution | undefined {
  const key = `${dice} ${sides}`;
  let known = kept.get(key);
  if (known !== undefined) return known;
  if (ways(dice, sides) > MOST_WAYS) return undefined;
  known = [...spread(dice, sides)].sort(([a], [b]) => b - a);
  const [oldest] = kept.keys();
  if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, known);
  return known;
}

/** In how many ways `dice` can be written as a sum of at most `parts` numbers, order aside; Infinity for very many. */
function ways(dice: number, parts: number): number {
  if (dice > MOST_DICE) return Number.POSITIVE_INFINITY;
  const counted = Array<number>(dice + 1).fill(0);
  counted[0] = 1;
  for (let part = 1; part <= Math.min(parts, dice); part += 1) {
    for (let sum = part; sum <= dice; sum += 1) counted[sum]! += counted[sum - part]!;
    if (counted[dice]! > MOST_WAYS) return Number.POSITIVE_INFINITY;
  }
  return counted[dice]!;
}

/** How likely each sum of squares is: n! / Πcᵢ! orders of the dice, times the ways to choose faces for the counts. */
function spread(dice: number, sides: number): Map<number, number> {
  const log = logFactorials(Math.max(dice, sides));
  const chances = new Map<number, number>();
  const place = (left: number, most: number, used: number, run: number, squares: number, weight: number): void => {
    if (left === 0) {
      chances.set(squares, (chances.get(squares) ?? 0) + Math.exp(weight - log[sides - used]!));
      return;
    }
    if (used === sides) return;
    // The rest must fit on the faces left, none with more than this one.
    for (let count = Math.min(left, most); count * (sides - used) >= left; count -= 1) {
      const same = count === most ? run + 1 : 1;
      place(left - count, count, used + 1, same, squares + count * count, weight - log[count]! - Math.log(same));
    }
  };
  place(dice, dice, 0, 0, 0, log[dice]! + log[sides]! - dice * Math.log(sides));
  return chances;
}

/** log 0! to log n!. */
function logFactorials(n: number): readonly number[] {
  const log = [0];
  for (let k = 1; k <= n; k += 1) log.push(log[k - 1]! + Math.log(k));
  return log;
}
