import { describe, expect, it } from 'vitest';
import { givenDice } from '../../../src/dice/given-dice.js';
import { bangR1 } from '../../../src/rules/bang/4-r1/index.js';
import { bang } from '../../../src/rules/bang/index.js';
import type { Ruleset } from '../../../src/rules/ruleset.js';
import { strictAjv } from '../../../src/validation.js';
import { type Vector, vectors } from './vectors.js';

const ajv = strictAjv();
const FILES = [
  { path: 'distance-checks', files: ['bang-distance-checks', 'own-bang-distance-checks'] },
  { path: 'targets', files: ['bang-targets', 'own-bang-targets'] },
  { path: 'attacks', files: ['bang-attacks', 'own-bang-attacks'] },
];

/** What a vector expects, made with the ruleset's own functions; strings, because the order of members counts. */
function ruled(ruleset: Ruleset, path: string, vector: Vector): { found: string; outcome?: unknown } {
  const check = ruleset.checks.find((procedure) => procedure.path === path);
  const action = ruleset.actions.find((procedure) => procedure.path === path);
  const faults = (check ?? action)!.faults(vector.request);
  if (faults.length > 0) {
    return { found: JSON.stringify({ faults: faults.map(({ pointer, code }) => ({ pointer, code })) }) };
  }
  if (check !== undefined) {
    const outcome = check.check(vector.request);
    return { found: JSON.stringify({ outcome }), outcome };
  }
  const reasons = action!.refusals(vector.request);
  if (reasons.length > 0) return { found: JSON.stringify({ reasons }) };
  const dice = givenDice(vector.rolls!);
  const outcome = action!.adjudicate(vector.request, dice);
  dice.done();
  return { found: JSON.stringify({ outcome }), outcome };
}

// What the base text says is the same in every version.
const VERSIONS = [bangR1, bang].flatMap((ruleset) => FILES.map((file) => ({ ruleset, ...file })));

describe.each(VERSIONS)('$ruleset.version $path', ({ ruleset, path, files }) => {
  const procedure = [...ruleset.checks, ...ruleset.actions].find((one) => one.path === path)!;
  const validRequest = ajv.compile(procedure.request);
  const validOutcome = ajv.compile(procedure.outcome);

  describe.each(files)('%s', (file) => {
    it.each(vectors(file))('$name', (vector) => {
      validRequest(vector.request);
      expect(validRequest.errors ?? []).toEqual([]);

      const { outcome: expected, reasons, faults } = vector;
      const { found, outcome } = ruled(ruleset, path, vector);
      expect(found).toBe(JSON.stringify({ outcome: expected, reasons, faults }));
      if (outcome !== undefined) {
        validOutcome(outcome);
        expect(validOutcome.errors ?? []).toEqual([]);
      }
    });
  });

  it('leaves the request as it was', () => {
    for (const vector of files.flatMap((file) => vectors(file))) {
      const before = JSON.stringify(vector.request);
      ruled(ruleset, path, vector);
      expect(JSON.stringify(vector.request), vector.name).toBe(before);
    }
  });

  it.each(procedure.examples)('shows it with an example that is ruled: $summary', ({ request }) => {
    validRequest(request);
    expect(validRequest.errors ?? []).toEqual([]);
    expect(procedure.faults(request)).toEqual([]);
    if ('refusals' in procedure) expect(procedure.refusals(request)).toEqual([]);
    else expect(validOutcome(procedure.check(request))).toBe(true);
  });
});

describe.each([bangR1, bang])('$version attacks that are not to be resolved', (ruleset) => {
  const [attack] = ruleset.actions;
  const illegal = vectors('own-bang-attacks').filter((vector) => vector.reasons !== undefined);

  it.each(illegal)('throws rather than resolve what the rules forbid: $name', ({ request }) => {
    expect(() => attack!.adjudicate(request, givenDice([]))).toThrow(/rules forbid/);
  });
});
