import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dice } from '../../../src/dice/roll.js';
import type { AttackOutcome, MissedHit } from '../../../src/rules/bang/attack-outcome.js';
import type { AttackRequest } from '../../../src/rules/bang/attack-request.js';
import { ATTACK_CARDS, type AttackCard, CARD_RULES } from '../../../src/rules/bang/cards.js';
import { bang } from '../../../src/rules/bang/index.js';
import { tables } from './tables.js';

const [attack] = bang.actions;

const hands = fc.record({ missed: fc.nat({ max: 3 }), bangs: fc.nat({ max: 3 }) }, { requiredKeys: [] });

/** An attack somebody might send: any table, any card, any cards in hand; legal or not. */
const attacks = (...among: readonly AttackCard[]): fc.Arbitrary<AttackRequest> =>
  fc
    .record({
      table: tables,
      card: fc.constantFrom(...among),
      lives: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 10, maxLength: 10 }),
      answers: fc.array(fc.option(hands), { minLength: 10, maxLength: 10 }),
    })
    .map(({ table: { seats, from, to }, card, lives, answers }) => ({
      seats: seats.map((seat, i) => ({ ...seat, life: lives[i]! })),
      attacker: seats[from]!.player,
      ...(CARD_RULES[card].affects === 'one' && { target: seats[to]!.player }),
      card,
      answers: Object.fromEntries(seats.flatMap(({ player }, i) => (answers[i] ? [[player, answers[i]]] : []))),
    }));

/** Dice that come as a random sequence says, and remember what was asked. */
function anyDice(values: readonly number[]): Dice & { readonly asked: { name: string; sides: number }[] } {
  const asked: { name: string; sides: number }[] = [];
  return {
    asked,
    roll(name, sides, count) {
      asked.push({ name, sides });
      return Array.from({ length: count }, () => 1 + (values[asked.length % values.length]! % sides));
    },
  };
}

const rolled = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 20 });

/** Holds for every attack that the rules allow, whatever is drawn. */
function holds(
  cards: readonly AttackCard[],
  law: (request: AttackRequest, outcome: AttackOutcome, asked: { name: string; sides: number }[]) => void,
) {
  fc.assert(
    fc.property(attacks(...cards), rolled, (request, values) => {
      expect(attack!.faults(request)).toEqual([]);
      fc.pre(attack!.refusals(request).length === 0);
      const dice = anyDice(values);
      law(request, attack!.adjudicate(request, dice) as AttackOutcome, dice.asked);
    }),
    { numRuns: 500 },
  );
}

const SHOTS = ATTACK_CARDS.filter((card) => CARD_RULES[card].answer === 'missed');

describe('an attack', () => {
  it('costs each player hit exactly one life point, never more than there are, and eliminates at 0', () => {
    holds(ATTACK_CARDS, ({ seats }, { hits }) => {
      for (const { player, hit, life, eliminated } of hits) {
        expect(life.before).toBe(seats.find((seat) => seat.player === player)!.life);
        expect(life.after).toBe(life.before - (hit ? 1 : 0));
        expect(life.after).toBeGreaterThanOrEqual(0);
        expect(eliminated).toBe(life.after === 0);
      }
    });
  });

  it('rolls for Barrels and Jourdonnais only, each card from a pile one smaller than the last', () => {
    holds(ATTACK_CARDS, (_, { hits }, asked) => {
      const drawn = hits.flatMap((hit) => ('draws' in hit ? hit.draws.map(() => `${hit.player} barrel`) : []));
      expect(asked).toEqual(drawn.map((name, i) => ({ name, sides: 80 - i })));
    });
  });

  it('for all others reaches every other active player once, clockwise from the attacker’s left', () => {
    holds(['gatling', 'indians', 'howitzer'], ({ seats, attacker }, { hits, check }) => {
      const from = seats.findIndex(({ player }) => player === attacker);
      const round = [...seats.slice(from + 1), ...seats.slice(0, from)];
      const expected = round.filter(({ active = true }) => active).map(({ player }) => player);
      expect(hits.map(({ player }) => player)).toEqual(expected);
      expect(check).toBeNull();
    });
  });
});

describe('a shot', () => {
  it('is dodged exactly when hearts drawn and Missed! cards together are what is needed, and none is spent in vain', () => {
    holds(SHOTS, ({ answers = {} }, { hits }) => {
      for (const { player, needs, draws, played, hit } of hits as MissedHit[]) {
        const left = needs.missed - draws.filter(({ saves }) => saves).length;
        const inHand = answers[player]?.missed ?? 0;
        expect(hit).toBe(inHand < left);
        expect(played.missed).toBe(hit ? 0 : left);
      }
    });
  });

  it('makes nobody draw who is safe already, and everybody draw who still can', () => {
    holds(SHOTS, ({ seats }, { hits }) => {
      for (const { player, needs, draws } of hits as MissedHit[]) {
        const { equipment = [], character } = seats.find((seat) => seat.player === player)!;
        const chances = Number(equipment.includes('barrel')) + Number(character === 'jourdonnais');
        const saved = (count: number) => draws.slice(0, count).filter(({ saves }) => saves).length;
        if (draws.length > 0) expect(saved(draws.length - 1)).toBeLessThan(needs.missed);
        if (saved(draws.length) < needs.missed) expect(draws).toHaveLength(chances);
      }
    });
  });
});

describe('a Duel', () => {
  it('goes by turns, the challenged player first, until one has no BANG! left', () => {
    holds(['duel'], ({ attacker, target, answers = {} }, { duel }) => {
      const [challenged, challenger] = duel!.played;
      expect([challenged!.player, challenger!.player]).toEqual([target, attacker]);
      const inHand = answers[duel!.loser]?.bangs ?? 0;
      expect(duel!.played.find(({ player }) => player === duel!.loser)!.bangs).toBe(inHand);
      expect(challenged!.bangs - challenger!.bangs).toBe(duel!.loser === target ? 0 : 1);
    });
  });
});
