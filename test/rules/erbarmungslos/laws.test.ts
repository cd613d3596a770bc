import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dice, RememberedDice, Roll } from '../../../src/dice/roll.js';
import { adjudicate } from '../../../src/rules/erbarmungslos/attack.js';
import { attackFaults } from '../../../src/rules/erbarmungslos/attack-faults.js';
import { type Attack, AttackRequest } from '../../../src/rules/erbarmungslos/attack-model.js';
import { AttackOutcome, type PoolRoll } from '../../../src/rules/erbarmungslos/attack-outcome.js';
import { refusals } from '../../../src/rules/erbarmungslos/attack-refusals.js';
import { resume } from '../../../src/rules/erbarmungslos/continuation.js';
import type { Figure } from '../../../src/rules/erbarmungslos/model.js';
import { measure, rangeReasons } from '../../../src/rules/erbarmungslos/range.js';
import type { PastRuling } from '../../../src/rules/ruleset.js';
import { schemaFaults } from './ruleset-parts.js';

const IDS = ['Dimitri', 'Ivan', 'Olga'] as const;
const dice = fc.integer({ min: -4, max: 4 });
const label = fc.constantFrom('Nacht', 'Weste', 'Zäh');
const modifiers = fc.array(fc.record({ label, dice }), { maxLength: 2 });
const optional = { requiredKeys: [] as [] };
const life = (): fc.Arbitrary<{ life: number; maxLife: number }> =>
  fc
    .integer({ min: 1, max: 6 })
    .chain((maxLife) => fc.record({ life: fc.integer({ min: 1, max: maxLife }), maxLife: fc.constant(maxLife) }));

const target = (id: string) =>
  fc
    .record({
      base: fc.record({ dodge: fc.nat(4), resistance: fc.nat(3) }),
      life: life(),
      more: fc.record(
        {
          cover: fc.constantFrom('none' as const, 'light' as const, 'heavy' as const, 'very-heavy' as const),
          shield: fc.boolean(),
          modifiers: fc.array(
            fc.record({ label, dice, pool: fc.constantFrom('dodge' as const, 'resistance' as const) }),
            { maxLength: 2 },
          ),
        },
        optional,
      ),
    })
    .map(({ base, life, more }) => ({ id, ...base, ...life, distance: 12, visible: true, ...more }));

/** Legal attacks of up to four shots at up to three figures. */
const attacks: fc.Arbitrary<Attack> = fc
  .record({
    ranged: fc.nat(8),
    life: life(),
    targets: fc.tuple(target(IDS[0]), target(IDS[1]), target(IDS[2])),
    shots: fc.array(fc.record({ at: fc.array(fc.constantFrom(...IDS), { minLength: 1, maxLength: 3 }), modifiers }), {
      minLength: 1,
      maxLength: 4,
    }),
    spare: fc.nat(2),
    more: fc.record({ aim: fc.nat(1), mounted: fc.boolean(), modifiers }, optional),
    seriousWounds: fc.boolean(),
  })
  .map(({ ranged, life, targets, shots, spare, more, seriousWounds }) => ({
    shooter: { id: 'Rupert', ranged, ...life },
    weapon: { range: 20, shots: shots.length + spare },
    ...more,
    options: { seriousWounds, hostages: true },
    targets,
    shots,
  }));

/** A stock of faces, more than any of these attacks can roll. */
const faces = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 400, maxLength: 400 });

function diceFrom(stock: readonly number[]): RememberedDice {
  let used = 0;
  const rolls: Roll[] = [];
  return {
    rolls,
    roll(name, sides, count) {
      const values = stock.slice(used, used + count);
      used += count;
      if (values.length < count) throw new Error('the stock of faces is used up');
      rolls.push({ for: name, sides, values });
      return values;
    },
  };
}

describe('for any legal attack and any dice', () => {
  const law = (holds: (attack: Attack, dice: RememberedDice) => void) =>
    fc.assert(fc.property(attacks, faces, (attack, stock) => holds(attack, diceFrom(stock))));

  it('the attacks tried are valid and legal, and their outcomes fit the schema', () => {
    law((attack, dice) => {
      expect(schemaFaults(AttackRequest, attack)).toEqual([]);
      expect(attackFaults(attack)).toEqual([]);
      expect(refusals(attack)).toEqual([]);
      expect(schemaFaults(AttackOutcome, adjudicate(attack, dice))).toEqual([]);
    });
  });

  it('damage is the difference of the successes, or 0, and hits exactly when it is more', () => {
    law((attack, dice) => {
      for (const shot of adjudicate(attack, dice).shots) {
        const difference = shot.attack.successes - shot.dodge.successes;
        expect(shot.damage).toBe(Math.max(0, difference));
        expect(shot.hit).toBe(difference > 0);
      }
    });
  });

  it('life falls by the damage and never below 0, and 0 life is eliminated', () => {
    law((attack, dice) => {
      for (const { life, damage, state } of adjudicate(attack, dice).shots) {
        expect(life.after).toBe(Math.max(0, life.before - damage));
        expect(state === 'eliminated').toBe(life.after === 0);
      }
    });
  });

  it('resistance is rolled after damage that leaves life, and then only', () => {
    law((attack, dice) => {
      for (const { damage, life, resistance, state } of adjudicate(attack, dice).shots) {
        expect(resistance !== null).toBe(damage > 0 && life.after > 0);
        expect(state === 'incapacitated').toBe(resistance?.successes === 0);
      }
    });
  });

  it('nobody is shot at after being put out', () => {
    law((attack, dice) => {
      const out = new Set<string>();
      for (const { target, state } of adjudicate(attack, dice).shots) {
        expect(out).not.toContain(target);
        if (state !== 'able') out.add(target);
      }
    });
  });

  it('a pool has as many dice as its parts add up to, at least 0', () => {
    const expectSum = ({ parts, dice }: PoolRoll) =>
      expect(dice).toHaveLength(
        Math.max(
          0,
          parts.reduce((sum, part) => sum + part.dice, 0),
        ),
      );
    law((attack, dice) => {
      for (const shot of adjudicate(attack, dice).shots) {
        expectSum(shot.attack);
        expectSum(shot.dodge);
        if (shot.resistance !== null) expectSum(shot.resistance);
      }
    });
  });

  it('the rolls are those of the shots, in order, and no others', () => {
    law((attack, dice) => {
      const expected = adjudicate(attack, dice).shots.flatMap(({ shot, attack, dodge, resistance }) => [
        { for: `shot ${shot} attack`, sides: 6, values: attack.dice },
        { for: `shot ${shot} dodge`, sides: 6, values: dodge.dice },
        ...(resistance === null ? [] : [{ for: `shot ${shot} resistance`, sides: 6, values: resistance.dice }]),
      ]);
      expect(dice.rolls).toEqual(expected);
    });
  });

  it('shots fired and shots left are the shots of the weapon', () => {
    law((attack, dice) => {
      const { shots, shotsLeft } = adjudicate(attack, dice);
      expect(shots.length + shotsLeft).toBe(attack.weapon.shots);
      expect(shots.length).toBeGreaterThan(0);
    });
  });

  it('no request rolls more dice than its limit looked at', () => {
    const most = fc.record({ attack: attacks, ranged: fc.integer({ min: 90, max: 160 }) });
    fc.assert(
      fc.property(most, fc.integer({ min: 1, max: 6 }), ({ attack, ranged }, face) => {
        const large: Attack = { ...attack, shooter: { ...attack.shooter, ranged } };
        if (attackFaults(large).length > 0) return;
        let rolled = 0;
        const counting: Dice = {
          roll(_name, _sides, count) {
            rolled += count;
            return Array.from({ length: count }, () => face);
          },
        };
        adjudicate(large, counting);
        expect(rolled).toBeLessThanOrEqual(500);
      }),
    );
  });

  it('the request is left as it was', () => {
    law((attack, dice) => {
      const before = JSON.stringify(attack);
      adjudicate(attack, dice);
      expect(JSON.stringify(attack)).toBe(before);
    });
  });
});

describe('splitting an action into continuations', () => {
  it('changes neither dice nor shots nor figures', () => {
    fc.assert(
      fc.property(attacks, faces, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (attack, stock, cuts) => {
        const wholeDice = diceFrom(stock);
        const whole = adjudicate(attack, wholeDice);
        const splitDice = diceFrom(stock);
        const split = play(attack, cuts, splitDice);
        expect(splitDice.rolls).toEqual(wholeDice.rolls);
        expect(split.shots).toEqual(whole.shots);
        expect(split.figures).toEqual(whole.figures);
        expect(split.shotsLeft).toBe(whole.shotsLeft);
        expect(split.actionPoints).toBe(whole.actionPoints);
      }),
    );
  });

  /** Fires the shots in as many rulings as `cuts` says: true after shot i ends a ruling there. */
  function play(attack: Attack, cuts: readonly boolean[], dice: Dice): AttackOutcome {
    const figures = new Map<string, Figure>();
    const rulings: (PastRuling & { outcome: AttackOutcome })[] = [];
    const able = (id: string) => (figures.get(id)?.state ?? 'able') === 'able';
    let from = 0;
    while (from < attack.shots.length) {
      let to = from + 1;
      while (to < attack.shots.length && !cuts[to - 1]) to += 1;
      // A player who looks first does not aim at figures that are out.
      const shots = attack.shots.slice(from, to).map((shot) => ({ ...shot, at: shot.at.filter(able) }));
      const stop = shots.findIndex((shot) => shot.at.length === 0);
      const fired = stop === -1 ? shots : shots.slice(0, stop);
      if (fired.length === 0) break;
      const request = rulings.length === 0 ? { ...attack, shots: fired } : continued(fired);
      expect(attackFaults(request)).toEqual([]);
      expect(refusals(request)).toEqual([]);
      const outcome = adjudicate(request, dice);
      rulings.push({ seq: 10 + rulings.length, action: 'attack', request, outcome });
      for (const figure of outcome.figures) figures.set(figure.id, figure);
      if (stop !== -1 || outcome.shots.length < fired.length) break;
      from = to;
    }
    return {
      actionPoints: rulings.reduce((sum, { outcome }) => sum + outcome.actionPoints, 0),
      endsActivation: true,
      shots: rulings.flatMap(({ outcome }) => outcome.shots),
      shotsLeft: rulings.at(-1)!.outcome.shotsLeft,
      figures: [...figures.values()],
    };

    function continued(shots: Attack['shots']): Attack {
      const targets = attack.targets.map((target) => {
        if (!figures.has(target.id)) return target;
        const { life: _life, ...known } = target;
        return known;
      });
      const resumed = resume(rulings, { continues: rulings.at(-1)!.seq, targets, shots });
      if (!('request' in resumed)) throw new Error(JSON.stringify(resumed));
      return resumed.request;
    }
  }
});

describe('measuring', () => {
  const thousandths = (max: number) => fc.integer({ min: 0, max }).map((n) => n / 1000);
  const coordinate = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((n) => n / 1000);
  const position = fc.record({ x: coordinate, y: coordinate, z: coordinate, base: thousandths(10_000_000) });
  const place = fc.oneof(
    fc.record({ distance: thousandths(10_000_000) }),
    fc.record({ positions: fc.record({ from: position, to: position }) }),
    // Close to where floats go wrong: straight lines with whole lengths.
    fc.integer({ min: 1, max: 2_000_000 }).map((n) => ({
      positions: { from: { x: 0, y: 0 }, to: { x: (3 * n) / 1000, y: (4 * n) / 1000 } },
    })),
  );

  it('more range never puts a target out of range', () => {
    fc.assert(
      fc.property(place, thousandths(10_000_000), thousandths(10_000_000), (place, a, b) => {
        const shorter = rangeReasons('able', place, Math.min(a, b), true);
        const longer = rangeReasons('able', place, Math.max(a, b), true);
        expect(shorter).toEqual(expect.arrayContaining(longer));
      }),
    );
  });

  it('agrees with arithmetic on integers of any size, both deciding and rounding half up', () => {
    fc.assert(
      fc.property(position, position, thousandths(10_000_000), (from, to, range) => {
        const big = (n: number) => BigInt(Math.round(n * 1000));
        const square = (n: bigint) => n * n;
        const line =
          square(big(to.x) - big(from.x)) + square(big(to.y) - big(from.y)) + square(big(to.z) - big(from.z));
        const bases = big(from.base) + big(to.base);
        const legal = 4n * line <= square(2n * big(range) + bases);
        expect(rangeReasons('able', { positions: { from, to } }, range, true)).toEqual(legal ? [] : ['out-of-range']);

        // d is rounded to r exactly when 2r − 1 ≤ 2√line − bases < 2r + 1.
        const shown = big(measure({ positions: { from, to } }));
        expect(4n * line < square(2n * shown + 1n + bases)).toBe(true);
        if (shown > 0n) expect(square(2n * shown - 1n + bases) <= 4n * line).toBe(true);
      }),
    );
  });

  it('does not depend on who stands where', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        expect(measure({ positions: { from: a, to: b } })).toBe(measure({ positions: { from: b, to: a } }));
      }),
    );
  });

  it('a line of 3n, 4n is exactly 5n: in range at 5n, out of it a thousandth below', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), (n) => {
        const positions = { from: { x: 0, y: 0 }, to: { x: (3 * n) / 1000, y: (4 * n) / 1000 } };
        expect(measure({ positions })).toBe((5 * n) / 1000);
        expect(rangeReasons('able', { positions }, (5 * n) / 1000, true)).toEqual([]);
        expect(rangeReasons('able', { positions }, (5 * n - 1) / 1000, true)).toEqual(['out-of-range']);
      }),
    );
  });
});
