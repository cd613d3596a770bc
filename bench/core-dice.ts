import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { nodeHash } from '#src/dice/node-hash.js';
import { seededDice } from '#src/dice/seeded-dice.js';
import type { Comparison, Work } from './interleaved.js';
import { seedOf } from './seeds.js';

export const SIDES = 6;
export const POOL = 10;
/** About what one block of HMAC has bytes for, and a shot with its dodge and resistance has dice. */
const POOLS_OF_A_RULING = 3;

/** Pools of ten d6: our seeded dice against a bare generator. */
export function diceComparisons(): Comparison[] {
  const ours = 'Seeded d6 in pools of 10';
  return [
    {
      what: `${ours}, a ruling each, baseline pure-rand, xoroshiro128+ and uniformInt: dice`,
      measured: seeded(1),
      baseline: uniform(1),
      each: POOL,
    },
    {
      what: `${ours}, ${POOLS_OF_A_RULING} to a ruling, baseline the same of pure-rand: dice`,
      measured: seeded(POOLS_OF_A_RULING),
      baseline: uniform(POOLS_OF_A_RULING),
      each: POOL * POOLS_OF_A_RULING,
    },
  ];
}

type Pools = readonly (readonly number[])[];

/** Our dice, fresh for each call, since each ruling has its own. */
export function seeded(pools: number): Work<Pools> {
  return {
    run(seq) {
      const dice = seededDice(nodeHash, seedOf(seq));
      for (let pool = 0; pool < pools; pool += 1) dice.roll('shot 1 attack', SIDES, POOL);
      return dice.rolls.map(({ values }) => values);
    },
    mark: sumOf,
  };
}

/** One generator for all calls. */
function uniform(pools: number): Work<Pools> {
  const generator = xoroshiro128plus(1);
  const pool = () => {
    const values: number[] = [];
    for (let die = 0; die < POOL; die += 1) values.push(uniformInt(generator, 1, SIDES));
    return values;
  };
  return {
    run() {
      const rolled: number[][] = [];
      for (let i = 0; i < pools; i += 1) rolled.push(pool());
      return rolled;
    },
    mark: sumOf,
  };
}

function sumOf(pools: Pools): number {
  let sum = 0;
  for (const pool of pools) for (const value of pool) sum += value;
  return sum;
}
