import { describe, expect, it } from 'vitest';
import { rulesets } from '../src/rules/index.js';
import type { Fault } from '../src/rules/ruleset.js';
import { everyFault } from '../src/validation.js';

/** What is said about requests that are wrong in form and beyond it. */

function procedure(ruleset: string, name: string) {
  const book = rulesets.find(({ id }) => id === ruleset)!;
  return [...book.checks, ...book.actions].find((each) => each.name === name)!;
}

const told = (ruleset: string, name: string, request: unknown) => {
  const { request: schema, faults } = procedure(ruleset, name);
  return everyFault(schema, request, faults).map(({ pointer, code }: Fault) => `${pointer} ${code}`);
};

const target = { id: 'a', dodge: 1, resistance: 1, life: 6, maxLife: 5, visible: true, distance: 1 };

describe('every fault is named', () => {
  it.each([
    [
      'without a card',
      'bang',
      'attack',
      { seats: [{ player: 'A', life: 1 }, { player: 'B' }, { player: 'A', life: 0 }], attacker: 'Q' },
      [
        '/card missing',
        '/seats/2/player duplicate-id',
        '/seats/2/life life-zero',
        '/seats/1/life missing',
        '/attacker unknown-player',
      ],
    ],
    [
      'with a seat that is null',
      'bang',
      'distance-check',
      { seats: [{ player: 'A' }, null, { player: 'A' }], from: 'Z', to: 'A', card: 'banng' },
      ['/seats/1 wrong-type', '/card not-allowed', '/seats/2/player duplicate-id', '/from unknown-player'],
    ],
    [
      'with a shooter and a weapon that are null',
      'erbarmungslos',
      'attack',
      { shooter: null, weapon: null, targets: [target, { ...target, maxLife: '5' }], shots: [{ at: ['b', null] }] },
      [
        '/shooter wrong-type',
        '/weapon wrong-type',
        '/targets/1/maxLife wrong-type',
        '/shots/0/at/1 wrong-type',
        '/targets/1/id duplicate-id',
        '/targets/0/life life-above-max',
        '/shots/0/at/0 unknown-figure',
      ],
    ],
  ])('of a request %s', (_what, ruleset, name, request, expected) => {
    expect(told(ruleset, name, request)).toEqual(expected);
  });

  it.each([
    [
      'null where a word belongs, once',
      { seats: [{ player: 'A' }, { player: 'B' }], from: 'A', to: 'B', card: null },
      ['/card wrong-type'],
    ],
    [
      'a number beyond its bounds where null is allowed too',
      { seats: [{ player: 'A' }, { player: 'B' }], from: 'A', to: 'B', bangLimit: 101 },
      ['/bangLimit out-of-range'],
    ],
    [
      'a text where a number or null belongs',
      { seats: [{ player: 'A' }, { player: 'B' }], from: 'A', to: 'B', bangLimit: '1' },
      ['/bangLimit not-allowed'],
    ],
    [
      'an active player without life',
      { seats: [{ player: 'A' }, { player: 'B', life: 0 }], from: 'A', to: 'B' },
      ['/seats/1/life life-zero'],
    ],
    [
      'seats that are no list, and nothing about who sits there',
      { seats: 3, from: 'A', to: 'B' },
      ['/seats wrong-type'],
    ],
    ['no object at all', [], [' wrong-type']],
  ])('%s', (_what, request, expected) => {
    expect(told('bang', 'distance-check', request)).toEqual(expected);
  });
});
