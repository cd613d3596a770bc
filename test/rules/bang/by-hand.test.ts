import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bang } from '../../../src/rules/bang/index.js';
import {
  type AttackRequest,
  attackByHand,
  type CheckRequest,
  checkByHand,
  distancesByHand,
  type EquipRequest,
  equipByHand,
  type TargetsRequest,
  targetsByHand,
} from './by-hand.js';
import { attacks, plays } from './tables.js';

const TABLES = { numRuns: 10_000 };
const MINUTES = 120_000;

const attack = bang.actions.find(({ path }) => path === 'attacks')!;

const ATTACKS = [
  ...(['bang', 'gatling', 'indians', 'duel', 'punch', 'knife', 'derringer', 'pepperbox', 'springfield'] as const),
  ...(['buffalo-rifle', 'howitzer', 'tomahawk', 'doc-holyday', 'sniper', 'ricochet'] as const),
];
const CARDS = [...ATTACKS, 'panic', 'cat-balou', 'jail'] as const;
const WEAPONS = ['volcanic', 'schofield', 'remington', 'rev-carabine', 'winchester'];
const BLUE = ['scope', 'binoculars', 'mustang', 'hideout', 'barrel', 'jail', 'dynamite', 'appaloosa', 'silver'];
const GREEN = ['bible', 'buffalo-rifle', 'can-can', 'canteen', 'conestoga', 'derringer', 'howitzer', 'iron-plate'];
const TO_LAY_DOWN = [...WEAPONS, ...BLUE, ...GREEN, 'knife', 'pepperbox', 'pony-express', 'sombrero', 'ten-gallon-hat'];

/** The characters who do something here; a table drawn from all of them would see each too seldom. */
const ABLE = [
  ...['rose-doolan', 'paul-regret', 'willy-the-kid', 'slab-the-killer', 'jourdonnais', 'lucky-duke', 'calamity-janet'],
  ...['elena-fuente', 'apache-kid', 'belle-star', 'doc-holyday', 'tequila-joe'],
];

/** What makes rare things happen oftener: a character for a seat, somebody who is out, a Barrel, a Beer. */
const twists = fc.record({
  able: fc.array(fc.option(fc.constantFrom(...ABLE)), { minLength: 10, maxLength: 10 }),
  copied: fc.array(fc.nat({ max: 3 }), { minLength: 10, maxLength: 10 }),
  barrels: fc.array(fc.nat({ max: 2 }), { minLength: 10, maxLength: 10 }),
  isOut: fc.array(fc.nat({ max: 5 }), { minLength: 2, maxLength: 2 }),
  livesOut: fc.array(fc.integer({ min: -3, max: 2 }), { minLength: 10, maxLength: 10 }),
  atSelf: fc.nat({ max: 7 }),
});

interface Twist {
  readonly able: readonly (string | null)[];
  readonly copied: readonly number[];
  readonly barrels: readonly number[];
  readonly isOut: readonly number[];
  readonly livesOut: readonly number[];
}

type Seat = AttackRequest['seats'][number];

/** Twists the seats; the one who plays and the target, those `named`, may turn out to be eliminated. */
const twisted = (seats: readonly Seat[], named: readonly string[], twist: Twist): Seat[] =>
  seats.map(({ character, copies, ...seat }, i) => {
    const able = twist.able[i];
    const equipment = seat.equipment ?? [];
    const who = { ...(character !== undefined && { character }), ...(copies !== undefined && { copies }) };
    const ability = twist.copied[i] === 0 ? { character: 'vera-custer', copies: able! } : { character: able! };
    const out = seat.active === false || twist.isOut[named.indexOf(seat.player)] === 0;
    return {
      ...seat,
      ...(able ? ability : who),
      ...(twist.barrels[i] === 0 && !equipment.includes('barrel') && { equipment: [...equipment, 'barrel'] }),
      ...(out && { active: false }),
      ...(out && seat.life !== undefined && { life: Math.max(0, twist.livesOut[i]!) }),
    };
  });

/** Requests of a distance check, of every card, between any two players. */
const checkRequests: fc.Arbitrary<CheckRequest> = fc
  .record({ play: plays(...CARDS), twist: twists })
  .map(({ play: { from, to, seats, ...more }, twist }) => {
    const player = seats[from]!.player;
    const other = twist.atSelf === 0 ? player : seats[to]!.player;
    return { ...more, seats: twisted(seats as readonly Seat[], [player, other], twist), from: player, to: other };
  });

const equipRequests: fc.Arbitrary<EquipRequest> = fc
  .record({
    check: checkRequests,
    card: fc.oneof(fc.constantFrom(...TO_LAY_DOWN), fc.constantFrom('jail', 'volcanic')),
  })
  .map(({ check: { seats, from, to, events, turnOf, policy }, card }) => ({
    seats,
    player: from,
    card,
    ...(card === 'jail' && { target: to }),
    ...(events && { events }),
    ...(turnOf !== undefined && { turnOf }),
    ...(policy && { policy }),
  }));

const attackRequests: fc.Arbitrary<AttackRequest> = fc
  .record({ attack: attacks(...ATTACKS), twist: twists })
  .map(({ attack, twist }) => {
    const { target } = attack;
    const atSelf = target !== undefined && twist.atSelf === 0 && attack.card !== 'ricochet';
    const named = target === undefined ? [attack.attacker] : [attack.attacker, target];
    const request = { ...attack, seats: twisted(attack.seats as readonly Seat[], named, twist) } as AttackRequest;
    return { ...request, ...(atSelf && { target: attack.attacker }) };
  });

/** Compares an outcome by hand with the ruleset's. */
const compare = <Request>(path: string, requests: fc.Arbitrary<Request>, byHand: (request: Request) => object) => {
  const real = bang.checks.find((one) => one.path === path)!;
  let compared = 0;
  fc.assert(
    fc.property(requests, (request) => {
      if (real.faults(request).length > 0) return;
      compared += 1;
      expect(byHand(request)).toEqual(real.check(request));
    }),
    TABLES,
  );
  expect(compared).toBeGreaterThan(TABLES.numRuns / 2);
};

describe('the table by hand', () => {
  it('checks the distance alike', { timeout: MINUTES }, () => {
    compare('distance-checks', checkRequests, checkByHand);
  });

  it('finds the same targets', { timeout: MINUTES }, () => {
    compare<TargetsRequest>(
      'targets',
      checkRequests.map(({ to: _, ...request }) => request),
      targetsByHand,
    );
  });

  it('measures the same distances', { timeout: MINUTES }, () => {
    compare(
      'distances',
      checkRequests.map(({ seats, events, turnOf, policy }) => ({
        seats,
        ...(events && { events }),
        ...(turnOf !== undefined && { turnOf }),
        ...(policy && { policy }),
      })),
      distancesByHand,
    );
  });

  it('lays down alike', { timeout: MINUTES }, () => {
    compare('equip-checks', equipRequests, equipByHand);
  });

  it('attacks alike, with the same rolls', { timeout: MINUTES }, () => {
    const values = fc.array(fc.nat({ max: 79 }), { minLength: 40, maxLength: 40 });
    const seen = { refused: 0, resolved: 0, rolled: 0 };
    fc.assert(
      fc.property(attackRequests, values, (request, values) => {
        if (attack.faults(request).length > 0) return;
        const byHand: [string, number][] = [];
        const asked: [string, number][] = [];
        const rollFor = (rolls: [string, number][]) => (name: string, sides: number) => {
          rolls.push([name, sides]);
          return (values[rolls.length - 1]! % sides) + 1;
        };
        const result = attackByHand(request, rollFor(byHand));
        const codes = attack.refusals(request).map(({ code }) => code);
        if (codes.length > 0) {
          seen.refused += 1;
          expect(result).toEqual({ reasons: codes });
        } else {
          const roll = rollFor(asked);
          const dice = {
            roll: (name: string, sides: number, count: number) =>
              Array.from({ length: count }, () => roll(name, sides)),
          };
          expect(result).toEqual({ outcome: attack.adjudicate(request, dice) });
          seen.resolved += 1;
          if (asked.length > 0) seen.rolled += 1;
        }
        expect(byHand).toEqual(asked);
      }),
      TABLES,
    );
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(TABLES.numRuns / 20);
  });
});
