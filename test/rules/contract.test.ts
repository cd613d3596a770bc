import { describe, expect, it } from 'vitest';
import { givenDice } from '../../src/dice/given-dice.js';
import { nodeHash } from '../../src/dice/node-hash.js';
import { seededDice } from '../../src/dice/seeded-dice.js';
import { render } from '../../src/http/language.js';
import { rulesets } from '../../src/rules/index.js';
import { action, jsonBytes, LANGUAGES, type Phrases, ruleset } from '../../src/rules/ruleset.js';
import { validator } from '../../src/validation.js';

/** What every ruleset must keep, whichever it is. */

const dice = (seq: number) =>
  seededDice(nodeHash, { seed: nodeHash.sha256('contract'), campaign: 'test', seq, table: new Uint8Array(32) });

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

describe.each(rulesets.map((each) => [`${each.id} ${each.version}`, each] as const))('%s', (_name, book) => {
  it('says where it comes from and what was decided', () => {
    for (const text of [book.title, book.edition, book.source]) expect(text).toBeTruthy();
    expect(book.decisions.length).toBeGreaterThan(0);
  });

  const checks = book.checks.flatMap((check) => check.examples.map((example) => ({ check, example })));
  it.each(checks)('$check.name: $example.summary', ({ check, example: { request } }) => {
    expect(validator(check.request)(request)).toEqual([]);
    expect(check.faults(request)).toEqual([]);
    expect(validator(check.outcome)(check.check(deepFreeze(structuredClone(request))))).toEqual([]);
  });

  const actions = book.actions.flatMap((each) => each.examples.map((example) => ({ action: each, example })));
  describe.each(actions)('$action.name: $example.summary', ({ action: each, example: { request } }) => {
    it('is a legal request', () => {
      expect(validator(each.request)(request)).toEqual([]);
      expect(validator(each.recorded ?? each.request)(request)).toEqual([]);
      expect(each.faults(request)).toEqual([]);
      expect(each.refusals(request)).toEqual([]);
    });

    it('follows from the dice alone, leaves the request alone and uses exactly the rolls it names', () => {
      for (let seq = 0; seq < 50; seq += 1) {
        const seeded = dice(seq);
        const outcome = each.adjudicate(deepFreeze(structuredClone(request)), seeded);
        expect(validator(each.outcome)(outcome)).toEqual([]);
        const given = givenDice(seeded.rolls);
        expect(JSON.stringify(each.adjudicate(request, given))).toBe(JSON.stringify(outcome));
        given.done();
        expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
        expect(jsonBytes({ rolls: seeded.rolls, outcome })).toBeLessThanOrEqual(each.longest(request));
      }
    });

    it('says whose each roll is, what for, and how likely a success is', () => {
      let seen = 0;
      let expected = 0;
      let variance = 0;
      for (let seq = 0; seq < 2000; seq += 1) {
        const seeded = dice(seq);
        const outcome = each.adjudicate(request, seeded);
        const owned = each.owners(deepFreeze(structuredClone(request)), outcome, seeded.rolls);
        expect(owned).toHaveLength(seeded.rolls.length);
        for (const [index, { who, purpose, successes }] of owned.entries()) {
          const { sides, values } = seeded.rolls[index]!;
          expect(JSON.stringify(request)).toContain(JSON.stringify(who));
          expect(book.purposes).toContain(purpose);
          if (successes === undefined) continue;
          expect(successes.faces).toBeGreaterThan(0);
          expect(successes.faces).toBeLessThan(sides);
          expect(successes.seen).toBeLessThanOrEqual(values.length);
          const chance = successes.faces / sides;
          seen += successes.seen;
          expected += values.length * chance;
          variance += values.length * chance * (1 - chance);
        }
      }
      // The dice are seeded, so this fails for good or never: 4 standard deviations happen to one seed in 16,000.
      expect(Math.abs(seen - expected)).toBeLessThanOrEqual(4 * Math.sqrt(variance));
    });

    it.each(LANGUAGES)('is told in sentences: %s', (language) => {
      for (let seq = 0; seq < 50; seq += 1) {
        const sentences = each
          .explain(request, each.adjudicate(request, dice(seq)))
          .map((phrase) => render(book.phrases, phrase, language));
        expect(sentences.length).toBeGreaterThan(0);
        for (const sentence of sentences) expect(sentence).toMatch(/^\S.*[.!?]$/s);
        expect(sentences.join(' ')).not.toMatch(/undefined|\[object|\{|\+-/);
      }
    });
  });

  it.each(LANGUAGES)('has every phrase in %s', (language) => {
    for (const purpose of book.purposes) expect((book.phrases as Phrases)[`purpose.${purpose}`]).toBeDefined();
    for (const phrase of Object.values(book.phrases as Phrases)) expect(phrase[language]).toBeTruthy();
  });
});

describe('a ruleset that does not fit together is refused', () => {
  const [book] = rulesets;
  it.each([
    ['two procedures with one name', { actions: [...book!.actions, { ...book!.actions[0]!, path: 'elsewhere' }] }],
    ['two procedures with one path', { actions: [...book!.actions, { ...book!.actions[0]!, name: 'other' }] }],
    ['a version without a revision', { version: '3.5' }],
  ])('%s', (_what, change) => {
    expect(() => ruleset({ ...book!, ...change })).toThrow();
    expect(action(book!.actions[0]!)).toBe(book!.actions[0]);
  });
});
