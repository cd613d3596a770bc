import { type Static, Type } from 'typebox';
import { escapePointer, type Fault } from '../../ruleset.js';
import { Count, Name, OneOf, Strict } from '../../schema.js';
import { BangLimit, BangsPlayed } from './bang-limit.js';
import { ATTACK_CARDS, CARD_RULES } from './cards.js';
import { seatFaults, unknownPlayer } from './faults.js';
import { Seats } from './seats.js';

export const Answer = Strict(
  {
    missed: Type.Optional(Count(0, 100, 'Missed! cards, 0 to 100; 0 when left out.')),
    bangs: Type.Optional(Count(0, 100, 'BANG! cards, 0 to 100; 0 when left out.')),
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
  card: OneOf(ATTACK_CARDS, 'The card played.'),
  bangsPlayed: Type.Optional(BangsPlayed),
  bangLimit: Type.Optional(BangLimit),
  answers: Type.Optional(Answers),
});
export type AttackRequest = Static<typeof AttackRequest>;

const NOTHING: Answer = {};

/** What a player is able and willing to play; nothing, unless listed. Any name may be asked for, `constructor` too. */
export function answerOf({ answers }: AttackRequest, player: string): Answer {
  return answers !== undefined && Object.hasOwn(answers, player) ? answers[player]! : NOTHING;
}

/** Everything wrong with an attack beyond its schema, in the order of its members. */
export function attackFaults({ seats, attacker, target, card, answers = {} }: AttackRequest): Fault[] {
  return [
    ...seatFaults(seats),
    ...lifeFaults(seats),
    ...unknownPlayer(seats, '/attacker', attacker),
    ...targetFaults(seats, target, card),
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
