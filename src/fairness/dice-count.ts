import type { Roll } from '../dice/roll.js';
import type { OwnedRoll } from '../rules/ruleset.js';

/** Dice with one number of sides, counted in whole numbers. */
export interface SideCount {
  /** How often each face was seen, from 1 on. */
  readonly faces: number[];
  /** Dice for which the rules count successes, and how many there were. */
  counted: number;
  seen: number;
  /** Σ of the faces that succeed, over these dice: divided by the sides, what was to be expected. */
  expected: number;
  /** Σ of faces that succeed × faces that don't: divided by the sides squared, the variance. */
  variance: number;
}

/** Dice by their number of sides, the first one thrown first. */
export type DiceCount = Map<number, SideCount>;

/** Counts a roll in. A pool of 0 dice is counted too: it was rolled, and shows that there were none. */
export function countRoll(count: DiceCount, { sides, values }: Roll, successes: OwnedRoll['successes']): void {
  const side = sideOf(count, sides);
  for (const value of values) side.faces[value - 1]! += 1;
  if (successes === undefined) return;
  const { seen, faces } = successes;
  side.counted += values.length;
  side.seen += seen;
  side.expected += values.length * faces;
  side.variance += values.length * faces * (sides - faces);
}

/** Counts other dice in. */
export function countAll(count: DiceCount, others: DiceCount): void {
  for (const [sides, other] of others) {
    const side = sideOf(count, sides);
    for (const [index, seen] of other.faces.entries()) side.faces[index]! += seen;
    side.counted += other.counted;
    side.seen += other.seen;
    side.expected += other.expected;
    side.variance += other.variance;
  }
}

function sideOf(count: DiceCount, sides: number): SideCount {
  let side = count.get(sides);
  if (side === undefined) {
    side = { faces: Array<number>(sides).fill(0), counted: 0, seen: 0, expected: 0, variance: 0 };
    count.set(sides, side);
  }
  return side;
}
