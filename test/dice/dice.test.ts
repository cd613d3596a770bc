import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { givenDice, UnexpectedRoll } from '../../src/dice/given-dice.js';
import { nodeHash } from '../../src/dice/node-hash.js';
import { diceBytes, seededDice } from '../../src/dice/seeded-dice.js';
import record from '../vectors/record.json' with { type: 'json' };

const from = (seed: number, seq = 2) => ({
  seed: nodeHash.sha256(`seed ${seed}`),
  campaign: '01976c1e-7a00-7000-8000-0000000000aa',
  seq,
  table: new Uint8Array(32),
});

describe('the byte stream', () => {
  it.each(record.dice)('gives the published $sides-sided dice', ({ seed, campaign, seq, table, sides, values }) => {
    const dice = seededDice(nodeHash, { seed: hexToBytes(seed), campaign, seq, table: hexToBytes(table) });
    expect(dice.roll('test', sides, values.length)).toEqual(values);
  });

  it('serves the rolls of a ruling one after the other', () => {
    const whole = seededDice(nodeHash, from(1)).roll('all', 6, 20);
    const parts = seededDice(nodeHash, from(1));
    expect([...parts.roll('a', 6, 7), ...parts.roll('b', 6, 0), ...parts.roll('c', 6, 13)]).toEqual(whole);
    expect(parts.rolls.map((roll) => roll.for)).toEqual(['a', 'b', 'c']);
  });

  it.each(['seed', 'campaign', 'seq', 'table'] as const)('changes with the %s', (member) => {
    const changed = {
      ...from(1),
      [member]: { seed: from(2).seed, campaign: 'another', seq: 3, table: from(2).seed }[member],
    };
    expect(seededDice(nodeHash, changed).roll('all', 6, 40)).not.toEqual(
      seededDice(nodeHash, from(1)).roll('all', 6, 40),
    );
  });
});

describe('a seeded die', () => {
  it('throws away the bytes 252 to 255 for six sides, and counts every other', () => {
    const next = diceBytes(nodeHash, from(1));
    const expected: number[] = [];
    let thrownAway = 0;
    for (let i = 0; i < 20_000; i += 1) {
      const byte = next();
      if (byte >= 252) thrownAway += 1;
      else expected.push(1 + (byte % 6));
    }
    expect(thrownAway).toBeGreaterThan(0);
    expect(seededDice(nodeHash, from(1)).roll('all', 6, expected.length)).toEqual(expected);
  });

  it.each([6, 10, 80])('shows every face of %i sides', (sides) => {
    const shown = new Set(seededDice(nodeHash, from(3)).roll('all', sides, 200 * sides));
    expect([...shown].sort((a, b) => a - b)).toEqual(Array.from({ length: sides }, (_, i) => i + 1));
  });

  it.each([1, 2, 3])('favours no face in 600,000 rolls: chi-squared below 35.9, seed %i', (seed) => {
    const counts = [0, 0, 0, 0, 0, 0];
    for (let seq = 0; seq < 1_000; seq += 1) {
      for (const value of seededDice(nodeHash, from(seed, seq)).roll('all', 6, 600)) counts[value - 1]! += 1;
    }
    const chiSquared = counts.reduce((sum, count) => sum + (count - 100_000) ** 2 / 100_000, 0);
    expect(counts.reduce((sum, count) => sum + count)).toBe(600_000);
    expect(chiSquared).toBeLessThan(35.9);
  });

  it.each([0, 1, 257, Number.NaN])('does not have %s sides', (sides) => {
    expect(() => seededDice(nodeHash, from(1)).roll('all', sides, 1)).toThrow(RangeError);
  });
});

describe('given dice', () => {
  const given = [{ for: 'attack', sides: 6, values: [1, 6] }];

  it('give what they were given', () => {
    const dice = givenDice(given);
    expect(dice.roll('attack', 6, 2)).toEqual([1, 6]);
    expect(dice.rolls).toEqual(given);
    dice.done();
  });

  it.each([
    ['another name', 'dodge', 6, 2],
    ['another die', 'attack', 8, 2],
    ['fewer dice', 'attack', 6, 1],
    ['more dice', 'attack', 6, 3],
  ])('refuse %s', (_what, name, sides, count) => {
    expect(() => givenDice(given).roll(name, sides, count)).toThrow(UnexpectedRoll);
  });

  it.each([0, 7, 1.5, Number.NaN])('refuse the value %s on six sides', (value) => {
    expect(() => givenDice([{ for: 'attack', sides: 6, values: [value] }]).roll('attack', 6, 1)).toThrow(
      UnexpectedRoll,
    );
  });

  it('refuse one roll more than there are, and complain about those left over', () => {
    const dice = givenDice(given);
    expect(() => dice.done()).toThrow(UnexpectedRoll);
    dice.roll('attack', 6, 2);
    expect(() => dice.roll('attack', 6, 2)).toThrow(UnexpectedRoll);
  });
});
