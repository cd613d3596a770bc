import { type Static, Type } from 'typebox';
import { escapePointer, type Fault } from '../ruleset.js';
import { Count, Name, OneOf, Strict } from '../schema.js';
import { ATTACK_CARDS, CARD_RULES } from './cards.js';
import { CARDS_IN_PLAY, canonical } from './equipment.js';
import { playFaults, tableFaults, unknownPlayer } from './faults.js';
import { play } from './play.js';
import { findSeat, type Seat, Seats } from './seats.js';
import { circumstances, liesBefore } from './table.js';
import { isWeaponCard } from './weapons.js';

export const Answer = Strict(
  {
    missed: Type.Optional(
      Count(0, 100, 'Missed! cards, 0 to 100; 0 when left out. Calamity Janet’s count as BANG! too.'),
    ),
    bangs: Type.Optional(
      Count(0, 100, 'BANG! cards, 0 to 100; 0 when left out. Calamity Janet’s count as Missed! too.'),
    ),
    anyCard: Type.Optional(
      Count(0, 100, 'Other cards that Elena Fuente may play as Missed!, 0 to 100; 0 when left out. Nobody else can.'),
    ),
    beers: Type.Optional(
      Count(
        0,
        100,
        'Beer cards to keep the last life point with, 0 to 100. When left out, a Beer is the table’s affair.',
      ),
    ),
  },
  { description: 'How many cards of each kind a player is able and willing to play.' },
);
export type Answer = Static<typeof Answer>;

const Answers = Type.Unsafe<Readonly<Record<string, Answer>>>(
  Type.Object(
    {},
    {
      additionalProperties: Answer,
      description:
        'What players are able and willing to play, by name. Who is not listed plays nothing. In a Duel the attacker may be listed too.',
    },
  ),
);

export const AttackRequest = Strict({
  seats: Seats,
  attacker: Name('The player who plays the card.'),
  target: Type.Optional(
    Name('The player it is played against. Required for a card for one target, an error for one for all others.'),
  ),
  targetCard: Type.Optional(
    OneOf(
      CARDS_IN_PLAY,
      'The card in front of the target that Ricochet is aimed at. Required for `ricochet`, an error for every other card.',
    ),
  ),
  card: OneOf(ATTACK_CARDS, 'The card played.'),
  ...play,
  answers: Type.Optional(Answers),
  ...circumstances,
});
export type AttackRequest = Static<typeof AttackRequest>;

const NOTHING: Answer = {};

/** What a player is able and willing to play; nothing, unless listed. Any name may be asked for, `constructor` too. */
export function answerOf({ answers }: AttackRequest, player: string): Answer {
  return answers !== undefined && Object.hasOwn(answers, player) ? answers[player]! : NOTHING;
}

/** Everything wrong with an attack beyond its schema, in the order of its members. */
export function attackFaults(request: AttackRequest): Fault[] {
  const { seats, attacker, target, card, answers = {} } = request;
  return [
    ...tableFaults(request),
    ...lifeFaults(seats),
    ...unknownPlayer(seats, '/attacker', attacker),
    ...targetFaults(seats, target, card),
    ...targetCardFaults(request),
    ...playFaults(card, request),
    ...Object.keys(answers).flatMap((player) => unknownPlayer(seats, `/answers/${escapePointer(player)}`, player)),
  ];
}

function lifeFaults(seats: Seats): Fault[] {
  const faults: Fault[] = [];
  for (const [i, seat] of seats.entries()) {
    if (seat.life !== undefined) continue;
    const detail = 'An attack needs the life points of every seat.';
    faults.push({ pointer: `/seats/${i}/life`, code: 'missing', detail });
  }
  return faults;
}

function targetFaults(seats: Seats, target: string | undefined, card: AttackRequest['card']): Fault[] {
  const pointer = '/target';
  // Without a known card nobody can say whether it takes a target; the schema names that fault.
  if (!Object.hasOwn(CARD_RULES, card)) return [];
  if (CARD_RULES[card].affects === 'all-others') {
    if (target === undefined) return [];
    return [{ pointer, code: 'target-not-expected', detail: 'This card goes for all others and takes no target.' }];
  }
  if (target === undefined) return [{ pointer, code: 'missing', detail: 'This card needs a target.' }];
  return unknownPlayer(seats, pointer, target);
}

function targetCardFaults({ seats, target, targetCard, card }: AttackRequest): Fault[] {
  const pointer = '/targetCard';
  if (!Object.hasOwn(CARD_RULES, card)) return [];
  if (!CARD_RULES[card].atCard) {
    if (targetCard === undefined) return [];
    return [{ pointer, code: 'target-card-not-expected', detail: 'Only Ricochet is aimed at a card.' }];
  }
  if (targetCard === undefined) return [{ pointer, code: 'missing', detail: 'Ricochet is aimed at a card in play.' }];
  const seat = target === undefined ? -1 : findSeat(seats, target);
  if (seat === -1 || hasBefore(seats[seat]!, targetCard)) return [];
  return [{ pointer, code: 'card-not-there', detail: `No ${targetCard} lies in front of ${target}.` }];
}

/** Whether a card, a weapon too, lies in front of a player, in whichever print. */
function hasBefore(seat: Seat, card: NonNullable<AttackRequest['targetCard']>): boolean {
  if (isWeaponCard(card)) return seat.weapon === card;
  return liesBefore(seat, canonical(card));
}
