import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Dice } from '../../../src/dice/roll.js';
import { CARDS } from '../../../src/rules/bang/4-r1/cards.js';
import { CHARACTERS } from '../../../src/rules/bang/4-r1/characters.js';
import { bangR1 } from '../../../src/rules/bang/4-r1/index.js';
import { EQUIPMENT } from '../../../src/rules/bang/4-r1/seats.js';
import { WEAPONS } from '../../../src/rules/bang/4-r1/weapons.js';
import { bang } from '../../../src/rules/bang/index.js';

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The same numbers in every run and with every library: x ← 1,664,525 x + 1,013,904,223 mod 2³². */
function sequence(seed: number) {
  let x = seed;
  return {
    below(n: number): number {
      x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((x / 2 ** 32) * n);
    },
    oneOf<T>(list: readonly T[]): T {
      return list[this.below(list.length)]!;
    },
  };
}

/** A table of 2 to 10 that a request to 4-r1 may have, and a card that somebody plays against somebody. */
function play(seed: number) {
  const random = sequence(seed);
  const seats = Array.from({ length: 2 + random.below(9) }, (_, i) => ({
    player: `player ${i}`,
    life: 1 + random.below(3),
    ...(random.below(5) === 0 && { active: false }),
    ...(random.below(2) === 0 && { weapon: random.oneOf(WEAPONS) }),
    equipment: EQUIPMENT.filter(() => random.below(3) === 0),
    ...(random.below(2) === 0 && { character: random.oneOf(CHARACTERS) }),
    ...(random.below(6) === 0 && {
      distanceModifiers: [{ label: 'Nebel', view: 'incoming', by: random.below(3) - 1 }],
    }),
  }));
  const from = random.below(seats.length);
  const to = (from + random.below(seats.length)) % seats.length;
  const answers = Object.fromEntries(
    seats
      .filter(() => random.below(2) === 0)
      .map(({ player }) => [player, { missed: random.below(3), bangs: random.below(3) }]),
  );
  const more = random.below(3) === 0 ? { bangsPlayed: random.below(3) } : {};
  return { seats, attacker: seats[from]!.player, target: seats[to]!.player, card: random.oneOf(CARDS), more, answers };
}

const dice = (seed: number): Dice => {
  const random = sequence(seed);
  return { roll: (_, sides, count) => Array.from({ length: count }, () => 1 + random.below(sides)) };
};

/** Everything 4-r1 says of one play: two checks and an attack, in words too. */
function said(seed: number) {
  const { seats, attacker, target, card, more, answers } = play(seed);
  const [distance, targets] = bangR1.checks;
  const [attack] = bangR1.actions;
  const checks = [
    distance!.check({ seats, from: attacker, to: target, card, ...more }),
    targets!.check({ seats, from: attacker, card, ...more }),
  ];
  if (card === 'panic' || card === 'cat-balou') return { checks };
  const all = ['gatling', 'indians', 'howitzer'].includes(card);
  const request = { seats, attacker, ...(!all && { target }), card, ...more, answers };
  const reasons = attack!.refusals(request);
  if (reasons.length > 0) return { checks, reasons, told: attack!.explainRefusal(request, reasons) };
  const outcome = attack!.adjudicate(request, dice(seed));
  return { checks, outcome, told: attack!.explain(request, outcome) };
}

/**
 * 4-r1 is in records: what it says can't change any more. The sums below were made when it was the only version. Whoever
 * makes one of these tests fail wants a new version, not another sum.
 */
describe('bang 4-r1 is frozen', () => {
  it('in its rulings and what it says of them: 5,000 plays', () => {
    const all = Array.from({ length: 5000 }, (_, seed) => said(seed));
    expect(all.filter(({ outcome }) => outcome !== undefined).length).toBeGreaterThan(1000);
    expect(sha256(all)).toBe('f71be0f6e1abd3488c460ab1ddc9c38e443d082b5c6c8f06a2c272ed12acaa1b');
  });

  it('in its schemas, words and decisions', () => {
    const { title, edition, source, decisions, gaps, purposes, phrases } = bangR1;
    const procedures = [...bangR1.checks, ...bangR1.actions].map(({ path, request, outcome }) => ({
      path,
      request,
      outcome,
    }));
    expect(sha256({ title, edition, source, decisions, gaps, purposes, phrases, procedures })).toBe(
      '0c44d53a52f098b11e7b5b9d3ab112d87f1da0a30f4bbd1f27bdb3e66b830241',
    );
  });

  it('and is not told from the newest by anything but its version', () => {
    expect([bangR1.id, bangR1.version]).toEqual(['bang', '4-r1']);
    expect([bang.id, bang.version]).toEqual(['bang', '4-r2']);
  });

  it('4-r2 says the same of all of it where no character has learned something', () => {
    const [distance] = bang.checks;
    const [attack] = bang.actions;
    const learned = ['calamity-janet', 'lucky-duke'];
    let compared = 0;
    for (let seed = 0; seed < 5000; seed += 1) {
      const { seats, attacker, target, card, more, answers } = play(seed);
      if (seats.some(({ character = '' }) => learned.includes(character))) continue;
      const before = said(seed);
      const ownPanic = card === 'panic' && attacker === target;
      expect(distance!.check({ seats, from: attacker, to: target, card, ...more })).toEqual({
        ...(before.checks[0] as object),
        ...(ownPanic && { policy: { panicOnSelf: 'forbid' } }),
      });
      if (before.outcome === undefined) continue;
      const all = ['gatling', 'indians', 'howitzer'].includes(card);
      const request = { seats, attacker, ...(!all && { target }), card, ...more, answers };
      const outcome = attack!.adjudicate(request, dice(seed));
      expect({ outcome, told: attack!.explain(request, outcome) }).toEqual({
        outcome: before.outcome,
        told: before.told,
      });
      compared += 1;
    }
    expect(compared).toBeGreaterThan(500);
  });
});
