import { describe, expect, it } from 'vitest';
import { givenDice } from '../../../src/dice/given-dice.js';
import { bang } from '../../../src/rules/bang/index.js';
import { strictAjv } from '../../../src/validation.js';
import { type ExpansionVector, ROWS } from './expansion-vectors.js';
import { drawn } from './shots.js';

const ajv = strictAjv();
const procedures = new Map(
  [...bang.checks, ...bang.actions].map((procedure) => [
    procedure.path,
    { procedure, validRequest: ajv.compile(procedure.request), validOutcome: ajv.compile(procedure.outcome) },
  ]),
);

/** What the ruleset makes of a vector: faults, codes of reasons, or a valid outcome. */
function ruled({ path, request, draws = [] }: ExpansionVector) {
  const { procedure, validRequest, validOutcome } = procedures.get(path)!;
  validRequest(request);
  expect(validRequest.errors ?? []).toEqual([]);

  const faults = procedure.faults(request).map(({ pointer, code }) => `${pointer} ${code}`);
  if (faults.length > 0) return { faults };
  let outcome: unknown;
  if ('refusals' in procedure) {
    const reasons = procedure.refusals(request).map(({ code }) => code);
    if (reasons.length > 0) return { reasons };
    const dice = givenDice(drawn(draws));
    outcome = procedure.adjudicate(request, dice);
    dice.done();
  } else outcome = procedure.check(request);
  validOutcome(outcome);
  expect(validOutcome.errors ?? []).toEqual([]);
  return { outcome };
}

/** Members of an object left out on purpose: that they are missing is part of what a vector shows. */
const OPTIONAL = ['unaffected', 'policy', 'beers', 'ghost', 'other', 'printed', 'discarded'];

/** What is missing in `expected` but optional, and there in `found`, at any depth. */
function unexpected(expected: unknown, found: unknown, at = ''): string[] {
  if (typeof expected !== 'object' || expected === null || typeof found !== 'object' || found === null) return [];
  return Object.entries(found).flatMap(([name, value]) => {
    const said = (expected as Record<string, unknown>)[name];
    if (said === undefined) return OPTIONAL.includes(name) ? [`${at}/${name}`] : [];
    return unexpected(said, value, `${at}/${name}`);
  });
}

describe.each(ROWS)('$row', ({ matters, nearly }) => {
  describe.each([
    { where: 'matters', cases: matters },
    { where: 'nearly does', cases: nearly },
  ])('$where', ({ cases }) => {
    it.each(cases)('$name', (vector) => {
      const { outcome, reasons, faults } = vector;
      const found = ruled(vector);
      const expected = JSON.parse(JSON.stringify({ outcome, reasons, faults })) as object;
      expect(found).toMatchObject(expected);
      expect(Object.keys(found)).toEqual(Object.keys(expected));
      expect(unexpected(expected, found)).toEqual([]);
    });
  });
});
