import type { RememberedDice, Roll } from './roll.js';

/** The ruleset asked for other rolls than the ones given. */
export class UnexpectedRoll extends Error {
  override readonly name = 'UnexpectedRoll';
}

/** Dice whose values are known beforehand: for replays of a record, for tables that roll by hand and for tests. */
export interface GivenDice extends RememberedDice {
  /**
   * Call after adjudicating.
   *
   * @throws {UnexpectedRoll} when rolls are left that the ruleset did not ask for
   */
  done(): void;
}

/**
 * Dice that give exactly the rolls they were handed, in that order.
 *
 * @throws {UnexpectedRoll} from `roll`, when the ruleset asks for a roll with another name, another number of sides or
 *   dice, or for one more than there are; also when a value is not on the die
 */
export function givenDice(given: readonly Roll[]): GivenDice {
  const rolls: Roll[] = [];
  return {
    rolls,
    roll(name, sides, count) {
      const next = given[rolls.length];
      const asked = () => `roll ${rolls.length + 1}: asked for "${name}", ${count} dice with ${sides} sides`;
      if (next === undefined) throw new UnexpectedRoll(`${asked()}, but no more rolls were given`);
      if (next.for !== name || next.sides !== sides || next.values.length !== count) {
        throw new UnexpectedRoll(
          `${asked()}, but given "${next.for}", ${next.values.length} dice with ${next.sides} sides`,
        );
      }
      if (!next.values.every((value) => Number.isInteger(value) && value >= 1 && value <= sides)) {
        throw new UnexpectedRoll(
          `roll ${rolls.length + 1}: "${name}" has a value that is not on a die with ${sides} sides`,
        );
      }
      rolls.push(next);
      return next.values;
    },
    done() {
      const left = given[rolls.length];
      if (left !== undefined) {
        throw new UnexpectedRoll(
          `${given.length - rolls.length} rolls too many were given, the first of them "${left.for}"`,
        );
      }
    },
  };
}
