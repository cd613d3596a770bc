import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dice } from '../../../src/dice/roll.js';
import type { AttackOutcome, MissedHit } from '../../../src/rules/bang/attack-outcome.js';
import type { AttackRequest } from '../../../src/rules/bang/attack-request.js';
import { ATTACK_CARDS, type AttackCard, CARD_RULES } from '../../../src/rules/bang/cards.js';
import { bang } from '../../../src/rules/bang/index.js';
import { attacks } from './tables.js';

const [attack] = bang.actions;

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
    { numRuns: 1000 },
  );
}

const SHOTS = ATTACK_CARDS.filter((card) => CARD_RULES[card].answer === 'missed');

describe('an attack', () => {
  it('costs each player hit exactly one life point and eliminates at 0, but for a Beer at the last', () => {
    holds(ATTACK_CARDS, ({ seats }, { hits }) => {
      for (const { player, hit, life, eliminated, beers = 0, ghost } of hits) {
        const sent = seats.find((seat) => seat.player === player)!;
        // Whom Dead Man brings back has two.
        expect([sent.life, ...(sent.active === false ? [2] : [])]).toContain(life.before);
        if (beers === 0) expect(life.after).toBe(life.before - (hit ? 1 : 0));
        else expect([beers, life.before, eliminated, life.after > 0]).toEqual([1, 1, false, true]);
        expect(life.after).toBeGreaterThanOrEqual(0);
        expect(eliminated).toBe(hit && life.after === 0);
        if (ghost !== undefined) expect([ghost, hit, sent.active]).toEqual([true, false, false]);
      }
    });
  });

  it('rolls for Barrels and Jourdonnais only, each card from a pile one smaller than the last', () => {
    holds(ATTACK_CARDS, (_, { hits }, asked) => {
      const drawn = hits.flatMap((hit) =>
        'draws' in hit
          ? hit.draws.flatMap(({ other }) => (other === undefined ? [hit.player] : [hit.player, hit.player]))
          : [],
      );
      expect(asked).toEqual(drawn.map((player, i) => ({ name: `${player} barrel`, sides: 80 - i })));
    });
  });

  it('for all others reaches every other active player once, clockwise from the attacker’s left', () => {
    holds(['gatling', 'indians', 'howitzer'], ({ seats, attacker, turnOf, events = [] }, { hits, check }) => {
      const isBack = events.includes('ghost-town') || events.includes('dead-man');
      const from = seats.findIndex(({ player }) => player === attacker);
      const round = [...seats.slice(from + 1), ...seats.slice(0, from)];
      const expected = round
        .filter(({ player, active = true }) => active || (isBack && player === turnOf))
        .map(({ player }) => player);
      expect(hits.map(({ player }) => player)).toEqual(expected);
      expect(check).toBeNull();
    });
  });
});

/** Hits that were not spared by an ability or a suit. */
const affected = (hits: AttackOutcome['hits']) => hits.filter((hit): hit is MissedHit => 'needs' in hit);

describe('a shot', () => {
  it('is dodged exactly when hearts drawn and cards played are what is needed, and none is spent in vain', () => {
    holds(SHOTS, ({ answers = {} }, { hits }) => {
      for (const { player, needs, draws, played, hit, ghost = false, discarded } of affected(hits)) {
        const left = needs.missed - draws.filter(({ saves }) => saves).length;
        const { missed, bangs = 0, anyCard = 0 } = played;
        const isThrough = missed + bangs + anyCard < left;
        expect(missed + bangs + anyCard).toBe(isThrough ? 0 : left);
        expect(discarded === undefined ? hit : discarded).toBe(isThrough && !(ghost && discarded === undefined));
        if (isThrough) expect(answers[player]?.missed ?? 0).toBeLessThan(left);
        else expect(answers[player]?.missed ?? 0).toBeGreaterThanOrEqual(missed);
      }
    });
  });

  it('makes nobody draw who is safe already', () => {
    holds(SHOTS, (_, { hits }) => {
      for (const { needs, draws } of affected(hits)) {
        const saved = draws.slice(0, -1).filter(({ saves }) => saves).length;
        expect(draws.length === 0 || saved < needs.missed).toBe(true);
      }
    });
  });
});

describe('a Duel', () => {
  it('goes by turns, the challenged player first, until one has no BANG! left', () => {
    holds(['duel'], ({ attacker, target, answers = {} }, { duel, hits }) => {
      if (duel === null) {
        expect(hits).toMatchObject([{ player: target, unaffected: 'apache-kid' }]);
        return;
      }
      const [challenged, challenger] = duel.played.map(({ player, bangs, missed = 0 }) => {
        expect(bangs).toBeLessThanOrEqual(answers[player]?.bangs ?? 0);
        expect(missed).toBeLessThanOrEqual(answers[player]?.missed ?? 0);
        return { player, laid: bangs + missed };
      });
      expect([challenged!.player, challenger!.player]).toEqual([target, attacker]);
      expect(challenged!.laid - challenger!.laid).toBe(duel.loser === target ? 0 : 1);
    });
  });
});
