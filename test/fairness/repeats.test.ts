import { describe, expect, it } from 'vitest';
import { milliseconds } from '../../src/fairness/moment.js';
import { MOST_LISTED, Repeats } from '../../src/fairness/repeats.js';
import { attack, fair, rulingLine, shot, tallyOf } from './record.js';

const MINUTE = 60_000;

/** A ruling with the same request each time, unless changed. */
const asked = (
  seq: number,
  after: number,
  request: unknown = attack(3),
  more: { actor?: string; change?: object } = {},
) => rulingLine({ seq, ruleset: 'erbarmungslos', action: 'attack', request, after, dice: fair(seq), ...more });

const repeatsIn = (...lines: string[]) => tallyOf(lines).repeats;

describe('a request repeated', () => {
  it('exactly ten minutes later is a repeat, a millisecond after that no more', () => {
    expect(repeatsIn(asked(2, 0), asked(3, 10 * MINUTE)).listed).toEqual([{ seq: 3, of: 2, seconds: 600, by: 'bot' }]);
    expect(repeatsIn(asked(2, 0), asked(3, 10 * MINUTE + 1))).toMatchObject({ count: 0, listed: [] });
  });

  it('is a repeat of the newest one before', () => {
    const { count, listed } = repeatsIn(asked(2, 0), asked(5, 6 * MINUTE), asked(9, 12 * MINUTE + 345));
    expect(count).toBe(2);
    expect(listed.map(({ seq, of, seconds }) => [seq, of, seconds])).toEqual([
      [5, 2, 360],
      [9, 5, 360.345],
    ]);
  });

  it('names the key and who asked', () => {
    expect(repeatsIn(asked(2, 0), asked(3, 1, attack(3), { actor: 'Änne' })).listed).toEqual([
      { seq: 3, of: 2, seconds: 0.001, by: 'bot', actor: 'Änne' },
    ]);
  });

  it('may have its members in another order, at every level', () => {
    const { shooter, weapon, targets, shots } = attack(3);
    const turned = {
      shots,
      targets: targets.map((target) => Object.fromEntries(Object.entries(target).reverse())),
      weapon: Object.fromEntries(Object.entries(weapon).reverse()),
      shooter,
    };
    expect(repeatsIn(asked(2, 0), asked(3, 1, turned)).count).toBe(1);
  });

  it.each([
    ['another number of dice', asked(3, 1, attack(4))],
    ['another ruleset', asked(3, 1, attack(3), { change: { ruleset: 'other' } })],
    ['another action', asked(3, 1, attack(3), { change: { action: 'other' } })],
    ['a list in another order', asked(3, 1, { ...attack(3), shots: [{ at: ['Dimitri'] }, { at: ['Dimitri'] }] })],
  ])('with %s is another one', (_what, other) => {
    expect(repeatsIn(asked(2, 0), other).count).toBe(0);
  });

  it('is noticed under a version that is not understood, too', () => {
    const version = { change: { version: '9-r1' } };
    expect(repeatsIn(asked(2, 0), asked(3, 1, attack(3), version)).count).toBe(1);
  });

  it('is none when time runs backwards', () => {
    expect(repeatsIn(asked(2, MINUTE), asked(3, 0)).count).toBe(0);
  });
});

it('remembers ten minutes, and lists the newest repeats only', () => {
  const repeats = new Repeats();
  for (let seq = 0; seq < 3 * MOST_LISTED; seq += 1) {
    repeats.add({ seq, at: seq * 1000, request: seq % 2 === 0 ? 'even' : `${seq}`, by: 'bot' });
  }
  expect(repeats.count).toBe(1.5 * MOST_LISTED - 1);
  expect(repeats.listed).toHaveLength(MOST_LISTED);
  expect(repeats.listed.at(-1)).toMatchObject({ seq: 3 * MOST_LISTED - 2 });
  // Of the last 600 seconds, both ends included, 301 requests of their own and the repeated one.
  expect(repeats.kept).toBe(MOST_LISTED + 302);
});

describe('a moment', () => {
  it('is the same as a calendar says', () => {
    for (const day of [
      '1970-01-01',
      '1999-12-31',
      '2000-02-29',
      '2026-11-30',
      '2027-03-01',
      '2100-02-28',
      '2400-02-29',
    ]) {
      const at = `${day}T23:59:58.007Z`;
      expect(milliseconds(at)).toBe(Date.parse(at));
    }
  });
});

it('an hour apart, the same shots are no repeats', () => {
  expect(repeatsIn(shot(2, 3), shot(3, 3)).count).toBe(0);
});
