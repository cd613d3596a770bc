import { describe, expect, it } from 'vitest';
import { givenDice } from '../../../src/dice/given-dice.js';
import type { AttackOutcome, MissedHit } from '../../../src/rules/bang/attack-outcome.js';
import { bang } from '../../../src/rules/bang/index.js';
import type { Seat } from '../../../src/rules/bang/seats.js';
import { drawn } from './shots.js';

const [attack] = bang.actions;

/** The hit on B by A's BANG! when the cards come as rolled. */
function shot(attacker: Partial<Seat>, target: Partial<Seat>, values: readonly number[]): MissedHit {
  const dice = givenDice(drawn(values.map((value) => ['B', value])));
  const seats = [
    { player: 'A', life: 4, ...attacker },
    { player: 'B', life: 4, ...target },
  ];
  const outcome = attack!.adjudicate({ seats, attacker: 'A', target: 'B', card: 'bang' }, dice) as AttackOutcome;
  dice.done();
  return outcome.hits[0] as MissedHit;
}

/** Every way two cards can follow each other: 80 first ones, each with 79 second ones. */
function* orderedPairs(): Generator<readonly [number, number]> {
  for (let first = 1; first <= 80; first += 1) for (let second = 1; second <= 79; second += 1) yield [first, second];
}

const isHearts = (first: number) => first >= 21 && first <= 40;

describe('the odds of getting away from a BANG! without a card, over every card that can come', () => {
  it.each([
    { who: 'with a Barrel', target: { equipment: ['barrel'] } as Partial<Seat> },
    { who: 'as Jourdonnais', target: { character: 'jourdonnais' } as Partial<Seat> },
  ])('are 20 in 80 $who', ({ target }) => {
    let saved = 0;
    for (let value = 1; value <= 80; value += 1) if (!shot({}, target, [value]).hit) saved += 1;
    expect(saved).toBe(20);
  });

  it('are 2,780 in 6,320 as Jourdonnais with a Barrel', () => {
    let saved = 0;
    const seen = new Set<string>();
    for (const [first, second] of orderedPairs()) {
      // After hearts nothing is needed any more, so no second card is drawn.
      const { hit, draws } = shot(
        {},
        { equipment: ['barrel'], character: 'jourdonnais' },
        isHearts(first) ? [first] : [first, second],
      );
      if (!hit) saved += 1;
      if (draws.length === 2) seen.add(`${first} ${second}`);
    }
    expect(saved).toBe(80 * 79 - 60 * 59);
    expect(seen.size).toBe(60 * 79);
  });

  it('are 2,780 in 6,320 as Lucky Duke with a Barrel, who always draws two', () => {
    let saved = 0;
    for (const pair of orderedPairs()) {
      if (!shot({}, { equipment: ['barrel'], character: 'lucky-duke' }, pair).hit) saved += 1;
    }
    expect(saved).toBe(80 * 79 - 60 * 59);
  });

  it('are 380 in 6,320 as Jourdonnais with a Barrel against Slab the Killer', () => {
    let saved = 0;
    for (const pair of orderedPairs()) {
      const { hit } = shot({ character: 'slab-the-killer' }, { equipment: ['barrel'], character: 'jourdonnais' }, pair);
      if (!hit) saved += 1;
    }
    expect(saved).toBe(20 * 19);
  });
});
