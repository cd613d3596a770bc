import { describe, expect, it } from 'vitest';
import { givenDice } from '../../../src/dice/given-dice.js';
import type { Action } from '../../../src/rules/ruleset.js';
import { actionNamed, checkNamed, codes, schemaFaults, type Vector, vectors } from './ruleset-parts.js';

const attack = actionNamed('attack');
const rangeCheck = checkNamed('range-check');

/** A legal request gives exactly the outcome, asks for exactly the rolls, and its parts fit their schemas. */
function expectOutcome(action: Action, { request, rolls = [], outcome }: Vector): void {
  expect(schemaFaults(action.recorded ?? action.request, request)).toEqual([]);
  expect(action.faults(request)).toEqual([]);
  expect(action.refusals(request)).toEqual([]);
  const dice = givenDice(rolls);
  const adjudicated = action.adjudicate(request, dice);
  dice.done();
  expect(JSON.stringify(adjudicated)).toBe(JSON.stringify(outcome));
  expect(schemaFaults(action.outcome, adjudicated)).toEqual([]);
}

/** A request that the schema allows and something else speaks against, or nothing. */
function expectRefusal(action: Action, { request, reasons = [], faults = [] }: Vector): void {
  expect(schemaFaults(action.recorded ?? action.request, request)).toEqual([]);
  expect(codes(action.faults(request))).toEqual(faults);
  if (faults.length === 0) expect(JSON.stringify(action.refusals(request))).toBe(JSON.stringify(reasons));
}

describe('an attack is adjudicated as the normative cases say', () => {
  it.each(vectors('erbarmungslos-attacks'))('$name', (vector) => expectOutcome(attack, vector));
});

describe('an attack is illegal for every reason, in the order of the book', () => {
  it.each(vectors('own-erbarmungslos-illegal-attacks'))('$name', (vector) => expectRefusal(attack, vector));
});

describe('an attack that does not fit together is refused with every fault', () => {
  it.each(vectors('own-erbarmungslos-attack-faults'))('$name', (vector) => {
    expectRefusal(attack, { ...vector, reasons: attack.refusals(vector.request) });
  });
});

describe.each([
  ['execution', 'executions'],
  ['hostage', 'hostages'],
  ['recovery', 'recoveries'],
])('%s', (name, file) => {
  it.each(vectors(`own-erbarmungslos-${file}`))('$name', (vector) => {
    if (vector.outcome !== undefined) expectOutcome(actionNamed(name), vector);
    else expectRefusal(actionNamed(name), vector);
  });
});

describe('a range check measures exactly and gives every reason', () => {
  it.each(vectors('own-erbarmungslos-range-checks'))('$name', ({ request, outcome }) => {
    expect(schemaFaults(rangeCheck.request, request)).toEqual([]);
    expect(rangeCheck.faults(request)).toEqual([]);
    const answer = rangeCheck.check(request);
    expect(JSON.stringify(answer)).toBe(JSON.stringify(outcome));
    expect(schemaFaults(rangeCheck.outcome, answer)).toEqual([]);
  });
});
