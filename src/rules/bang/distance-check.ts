import { type Static, Type } from 'typebox';
import { check, type Fault } from '../ruleset.js';
import { Name, OneOf, Strict } from '../schema.js';
import { CARD_RULES, CARDS, type Card } from './cards.js';
import { Change, isAmbushedCharacter, measure } from './distance.js';
import { playFaults, tableFaults, unknownPlayer } from './faults.js';
import { type Play, play } from './play.js';
import { echoed, PolicyApplied, type Question } from './policy.js';
import { isUnaffected, REASONS, reasonsAgainst } from './reasons.js';
import { Seats, seatOf } from './seats.js';
import { circumstances, type Table, tableOf, weaponOf } from './table.js';
import { WEAPON_REACH, WEAPONS } from './weapons.js';

export const CheckedCard = Type.Optional(OneOf(CARDS, 'The card to be played; `bang` when left out.'));

export const DistanceCheckRequest = Strict({
  seats: Seats,
  from: Name('The player who plays the card.'),
  to: Name('The player it would be played against.'),
  card: CheckedCard,
  ...play,
  ...circumstances,
});
export type DistanceCheckRequest = Static<typeof DistanceCheckRequest>;

const Steps = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `${description} Null when either player is out of the game, or both are the same.`,
  });

const members = {
  card: OneOf(CARDS, 'The card checked.'),
  from: Type.String({ description: 'The player who plays the card.' }),
  to: Type.String({ description: 'The player it would be played against.' }),
  distance: Steps('Distance as the attacker sees it, in seat steps: seat distance plus all changes, at least 1.'),
  seatDistance: Steps('The shorter way round, in seat steps, 1 to 9; under Ambush 1.'),
  clockwise: Steps('Seat steps clockwise, 1 to 9.'),
  counterclockwise: Steps('Seat steps the other way, 1 to 9.'),
  changes: Type.Array(Change, {
    description: 'Every change of the distance, the attacker’s first. Empty where distance is null.',
  }),
  reach: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How far the card may be played, in distance, 1 to 5. Null: it does not ask for the distance.',
  }),
  reachBy: OneOf([...WEAPONS, 'card'], 'The weapon that reaches that far, or `card` where the weapon does not matter.'),
  legal: Type.Boolean({ description: 'Whether the card may be played against this player.' }),
  reasons: Type.Array(OneOf(REASONS, 'A reason against it.'), {
    description: 'Everything that forbids it, in this order; empty when it is legal.',
  }),
  unaffected: Type.Optional(
    OneOf(
      ['apache-kid'],
      'Why the card may be played and has no effect on this player: Apache Kid and diamonds. Left out where it has one.',
    ),
  ),
};

export const DistanceCheck = Strict(members, {
  description: 'How far apart two players are, and whether the card may be played.',
});
export type DistanceCheck = Static<typeof DistanceCheck>;

export const DistanceCheckAnswer = Strict(
  { ...members, policy: PolicyApplied },
  { description: 'How far apart two players are, and whether the card may be played.' },
);
export type DistanceCheckAnswer = Static<typeof DistanceCheckAnswer>;

/** How far it is from seat `from` to seat `to`, and everything that forbids the play (README §1–5, §10–11). */
export function checkBetween(table: Table, from: number, to: number, card: Card, played: Play): DistanceCheck {
  const measured = measure(table, from, to);
  const distance = measured?.distance ?? null;
  const { reach: printed } = CARD_RULES[card];
  const weapon = weaponOf(table, from);
  const reach = printed === 'weapon' ? WEAPON_REACH[weapon] : printed;
  const tooFar = distance !== null && reach !== null && distance > reach;
  const reasons = reasonsAgainst(table, from, to, card, played, tooFar);

  const found: DistanceCheck = {
    card,
    from: table.seats[from]!.player,
    to: table.seats[to]!.player,
    distance,
    seatDistance: measured?.seatDistance ?? null,
    clockwise: measured?.clockwise ?? null,
    counterclockwise: measured?.counterclockwise ?? null,
    changes: measured?.changes ?? [],
    reach,
    reachBy: printed === 'weapon' ? weapon : 'card',
    legal: reasons.length === 0,
    reasons,
  };
  if (found.legal && from !== to && isUnaffected(table, to, card, played)) found.unaffected = 'apache-kid';
  return found;
}

/** The questions without an official answer that such a check meets (README §12). */
export function questionsBetween(table: Table, from: number, to: number, card: Card): Question[] {
  const questions: Question[] = [];
  if (isAmbushedCharacter(table, from, to)) questions.push('ambushCharacters');
  if (from === to && card === 'panic') questions.push('panicOnSelf');
  return questions;
}

function checkDistance(request: DistanceCheckRequest): DistanceCheckAnswer {
  const { seats, card = 'bang' } = request;
  const from = seatOf(seats, request.from);
  const to = seatOf(seats, request.to);
  const table = tableOf(request, from);
  const found: DistanceCheckAnswer = checkBetween(table, from, to, card, request);
  return Object.assign(found, echoed(request.policy, questionsBetween(table, from, to, card)));
}

function faults(request: DistanceCheckRequest): Fault[] {
  const { seats, from, to, card = 'bang' } = request;
  return [
    ...tableFaults(request),
    ...unknownPlayer(seats, '/from', from),
    ...unknownPlayer(seats, '/to', to),
    ...playFaults(card, request),
  ];
}

/** May this card be played against this player, and how far away is that player? */
export const distanceCheck = check({
  name: 'distance-check',
  path: 'distance-checks',
  summary: 'How far one player is from another, and whether a card may be played against them',
  description:
    'Counts the active seats both ways, adds what changes the distance, compares with the reach of the weapon or card and names every reason against the play, as the cards in play, the characters and the events in force have it. Sections “Die Entfernung am Tisch richtig zählen” to “Volcanic und Duell: Zwei wichtige Ausnahmen”; the expansions are in the ruleset’s decisions. It is about distance and who may be chosen only: hands are not known, nor is asked whether it is the player’s turn. Nothing is rolled or recorded.',
  request: DistanceCheckRequest,
  outcome: DistanceCheckAnswer,
  examples: [
    {
      summary: 'A Schofield, a Scope and a Mustang, opposite each other',
      request: {
        seats: [
          { player: 'Anna', weapon: 'schofield', equipment: ['scope'] },
          { player: 'Ben' },
          { player: 'Carla', equipment: ['mustang'] },
          { player: 'Dirk' },
        ],
        from: 'Anna',
        to: 'Carla',
      },
    },
    {
      summary: 'Panic! has a reach of its own',
      request: {
        seats: [{ player: 'Anna', weapon: 'winchester' }, { player: 'Ben' }, { player: 'Carla' }, { player: 'Dirk' }],
        from: 'Anna',
        to: 'Carla',
        card: 'panic',
      },
    },
    {
      summary: 'Under Ambush everybody sits next to everybody; in Belle Star’s turn the Mustang has no effect',
      request: {
        seats: [
          { player: 'Anna', character: 'belle-star' },
          { player: 'Ben' },
          { player: 'Carla', equipment: ['mustang'] },
          { player: 'Dirk' },
        ],
        from: 'Anna',
        to: 'Carla',
        events: ['ambush'],
      },
    },
  ],
  faults,
  check: checkDistance,
});
