import fc from 'fast-check';
import type { AttackRequest } from '../../../src/rules/bang/attack-request.js';
import { type AttackCard, CARD_RULES, CARDS } from '../../../src/rules/bang/cards.js';
import { CHARACTERS, COPIED } from '../../../src/rules/bang/characters.js';
import { SUITS } from '../../../src/rules/bang/deck.js';
import type { DistanceCheck } from '../../../src/rules/bang/distance-check.js';
import { canonical, EQUIPMENT } from '../../../src/rules/bang/equipment.js';
import { EVENTS } from '../../../src/rules/bang/events.js';
import { bang } from '../../../src/rules/bang/index.js';
import { ROLES, type Seat, VIEWS } from '../../../src/rules/bang/seats.js';
import { WEAPONS } from '../../../src/rules/bang/weapons.js';

/** A character; Vera Custer with somebody to copy, or nobody. */
const characters = fc
  .record({ character: fc.constantFrom(...CHARACTERS), copies: fc.option(fc.constantFrom(...COPIED)) })
  .map(({ character, copies }) => ({
    character,
    ...(character === 'vera-custer' && copies !== null && { copies }),
  }));

/** What may lie in front of a player, and who that is. */
export const belongings = fc
  .record({
    cards: fc.record(
      {
        active: fc.boolean(),
        weapon: fc.constantFrom(...WEAPONS),
        equipment: fc.uniqueArray(fc.constantFrom(...EQUIPMENT), { selector: canonical }),
        distanceModifiers: fc.array(
          fc.record({
            label: fc.constantFrom('Hügel', 'Nebel', 'constructor'),
            view: fc.constantFrom(...VIEWS),
            by: fc.integer({ min: -20, max: 20 }),
          }),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    ),
    character: fc.option(characters),
  })
  .map(({ cards, character }) => ({ ...cards, ...character }));

export interface Table {
  readonly seats: readonly Seat[];
  /** Two different seats, both active. */
  readonly from: number;
  readonly to: number;
}

/** Any table of 2 to 10, with two active players chosen among them. */
export const tables: fc.Arbitrary<Table> = fc
  .array(belongings, { minLength: 2, maxLength: 10 })
  .chain((seated) =>
    fc.record({
      seated: fc.constant(seated),
      from: fc.nat({ max: seated.length - 1 }),
      step: fc.integer({ min: 1, max: seated.length - 1 }),
    }),
  )
  .map(({ seated, from, step }) => {
    const to = (from + step) % seated.length;
    const seats = seated.map((belonging, i) => ({
      ...belonging,
      player: `player ${i}`,
      ...((i === from || i === to) && { active: true }),
    }));
    return { seats, from, to };
  });

export const cards = fc.constantFrom(...CARDS);

/** What may hold at a table besides: events in force, whose turn it is (a seat), how the table rules. */
const around = fc.record(
  {
    events: fc
      .uniqueArray(fc.constantFrom(...EVENTS), { maxLength: 4 })
      .map((events) => (events.includes('blessing') ? events.filter((event) => event !== 'curse') : events)),
    turn: fc.nat({ max: 9 }),
    policy: fc.record(
      {
        ambushCharacters: fc.constantFrom('count' as const, 'ignore' as const),
        sameWeapon: fc.constantFrom('replace' as const, 'forbid' as const),
        panicOnSelf: fc.constantFrom('allow' as const, 'forbid' as const),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** What may be said of the card that is played. */
const played = fc.record(
  {
    bangsPlayed: fc.nat({ max: 2 }),
    bangLimit: fc.option(fc.nat({ max: 2 })),
    laidThisTurn: fc.boolean(),
    cardSuit: fc.constantFrom(...SUITS, 'diamonds' as const),
    secondCardSuit: fc.constantFrom(...SUITS, 'diamonds' as const),
  },
  { requiredKeys: [] },
);

/** A table, what holds there, a card, and what is said of it; nothing contradicts itself. */
export const plays = <Card extends (typeof CARDS)[number]>(...among: readonly Card[]) =>
  fc
    .record({
      table: tables,
      sheriff: fc.option(fc.nat({ max: 9 })),
      around,
      card: fc.constantFrom(...among),
      played,
      luck: fc.nat({ max: 2 }),
    })
    .map(({ table: { seats, from, to }, sheriff, around: { turn, ...around }, card, played, luck }) => {
      const { laidThisTurn, secondCardSuit, ...always } = played;
      const { green, pair, event, ability } = CARD_RULES[card];
      const events = around.events ?? [];
      return {
        from,
        to,
        seats: seats.map(({ copies, ...seat }, i): Seat => {
          const role = i === sheriff && { role: ROLES[0] };
          // Now and then he who needs an ability has it.
          if (i === from && ability !== undefined && luck > 0) return { ...seat, ...role, character: ability };
          return { ...seat, ...role, ...(copies !== undefined && { copies }) };
        }),
        card,
        ...around,
        ...(event !== undefined && luck > 0 && { events: [...new Set([...events, event])] }),
        ...(turn !== undefined && { turnOf: seats[turn % seats.length]!.player }),
        ...always,
        ...(green && laidThisTurn !== undefined && { laidThisTurn }),
        ...(pair && secondCardSuit !== undefined && { secondCardSuit }),
      };
    });

const hand = fc.record(
  { missed: fc.nat({ max: 3 }), bangs: fc.nat({ max: 3 }), anyCard: fc.nat({ max: 2 }), beers: fc.nat({ max: 2 }) },
  { requiredKeys: [] },
);

/** An attack somebody might send: any table, any event, any cards in hand; legal or not, but without faults. */
export const attacks = (...among: readonly AttackCard[]): fc.Arbitrary<AttackRequest> =>
  fc
    .record({
      play: plays(...among),
      lives: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 10, maxLength: 10 }),
      hands: fc.array(fc.option(hand), { minLength: 10, maxLength: 10 }),
    })
    .map(({ play: { from, to, seats, card, ...more }, lives, hands }) => {
      const { weapon = 'volcanic', equipment = [] } = seats[to]!;
      const aimedAt = equipment[0] ?? (weapon === 'colt-45' ? 'volcanic' : weapon);
      const isAimed = CARD_RULES[card].atCard === true;
      return {
        seats: seats.map((seat, i) => ({
          ...seat,
          life: seat.active === false ? 0 : lives[i]!,
          ...(isAimed && i === to && equipment.length === 0 && { weapon: aimedAt as 'volcanic' }),
        })),
        attacker: seats[from]!.player,
        ...(CARD_RULES[card].affects === 'one' && { target: seats[to]!.player }),
        ...(isAimed && { targetCard: aimedAt }),
        card,
        ...more,
        answers: Object.fromEntries(seats.flatMap(({ player }, i) => (hands[i] ? [[player, hands[i]]] : []))),
      };
    });

/** The distance check between two seats of a table. */
export function checkOf({ seats, from, to }: Table, more: Record<string, unknown> = {}): DistanceCheck {
  const [distanceCheck] = bang.checks;
  return distanceCheck!.check({ seats, from: seats[from]!.player, to: seats[to]!.player, ...more }) as DistanceCheck;
}
