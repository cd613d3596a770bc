import { givenDice } from '#src/dice/given-dice.js';
import { nodeHash } from '#src/dice/node-hash.js';
import type { Dice, Roll } from '#src/dice/roll.js';
import { seededDice } from '#src/dice/seeded-dice.js';
import type { Action } from '#src/rules/ruleset.js';
import type { Work } from './interleaved.js';
import { seedOf } from './seeds.js';

/** A ruling as far as the core makes it. */
export interface Ruled {
  readonly outcome: unknown;
  readonly rolls: readonly Roll[];
}

/** Rolls prepared for given dice: enough that hits, misses and deaths come in no order. */
const PREPARED = 1024;

/** Requests ruled on in turn with seeded dice on Node's hashes, as the service does live: another seq each time. */
export function withSeededDice(action: Action, requests: readonly unknown[]): Work<Ruled> {
  return {
    run(seq) {
      const dice = seededDice(nodeHash, seedOf(seq));
      const outcome = ruled(action, requests[seq % requests.length], dice);
      return { outcome, rolls: dice.rolls };
    },
    mark,
  };
}

/** Requests ruled on in turn with rolls made beforehand, as verifying a record does. */
export function withGivenDice(action: Action, requests: readonly unknown[]): Work<Ruled> {
  const live = withSeededDice(action, requests);
  const prepared = Array.from({ length: PREPARED }, (_, seq) => ({
    request: requests[seq % requests.length],
    rolls: live.run(seq).rolls,
  }));
  return {
    run(call) {
      const { request, rolls } = prepared[call % PREPARED]!;
      const dice = givenDice(rolls);
      const outcome = ruled(action, request, dice);
      dice.done();
      return { outcome, rolls };
    },
    mark,
  };
}

/** The baseline of rulings: a copy of the same request through JSON text. */
export function copies(requests: readonly unknown[]): Work {
  return {
    run: (call) => JSON.parse(JSON.stringify(requests[call % requests.length])),
    mark: (copy) => Object.keys(copy as object).length,
  };
}

function ruled(action: Action, request: unknown, dice: Dice): unknown {
  const [reason] = action.refusals(request);
  if (reason !== undefined) throw new Error(`the rules forbid what is to be measured: ${reason.code}`);
  return action.adjudicate(request, dice);
}

/** The outcome was made with the rolls, so that it is there is all that is asked of it. */
function mark({ outcome, rolls }: Ruled): number {
  let sum = typeof outcome === 'object' ? 1 : 0;
  for (const { values } of rolls) for (const value of values) sum += value;
  return sum;
}
