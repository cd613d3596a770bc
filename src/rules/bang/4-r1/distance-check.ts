import { type Static, Type } from 'typebox';
import { check, type Fault } from '../../ruleset.js';
import { Name, OneOf, Strict } from '../../schema.js';
import { BangLimit, BangsPlayed, bangLimitOf } from './bang-limit.js';
import { CARD_RULES, CARDS, type Card } from './cards.js';
import { Change, distanceChanges, distanceOf, stepsClockwise } from './distance.js';
import { seatFaults, unknownPlayer } from './faults.js';
import { isActive, Seats, seatOf } from './seats.js';
import { BARE_WEAPON, WEAPON_REACH, WEAPONS } from './weapons.js';

/** Why a card may not be played against someone, in the order in which it is told (README §4). */
export const REASONS = ['attacker-eliminated', 'target-eliminated', 'self', 'out-of-reach', 'bang-limit'] as const;
export type ReasonCode = (typeof REASONS)[number];

/** What is played, and what this turn has seen of it. */
export const play = {
  card: Type.Optional(OneOf(CARDS, 'The card to be played; `bang` when left out.')),
  bangsPlayed: Type.Optional(BangsPlayed),
  bangLimit: Type.Optional(BangLimit),
};

export const DistanceCheckRequest = Strict({
  seats: Seats,
  from: Name('The player who plays the card.'),
  to: Name('The player it would be played against.'),
  ...play,
});
export type DistanceCheckRequest = Static<typeof DistanceCheckRequest>;

const Steps = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `${description} Null when either player is out of the game, or both are the same.`,
  });

export const DistanceCheck = Strict(
  {
    card: OneOf(CARDS, 'The card checked.'),
    from: Type.String({ description: 'The player who plays the card.' }),
    to: Type.String({ description: 'The player it would be played against.' }),
    distance: Steps('Distance as the attacker sees it, in seat steps: seat distance plus all changes, at least 1.'),
    seatDistance: Steps('The shorter way round, in seat steps, 1 to 9.'),
    clockwise: Steps('Seat steps clockwise, 1 to 9.'),
    counterclockwise: Steps('Seat steps the other way, 1 to 9.'),
    changes: Type.Array(Change, {
      description: 'Every change of the distance, the attacker’s first. Empty where distance is null.',
    }),
    reach: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How far the card may be played, in distance, 1 to 5. Null: it does not ask for the distance.',
    }),
    reachBy: OneOf(
      [...WEAPONS, 'card'],
      'The weapon that reaches that far, or `card` where the weapon does not matter.',
    ),
    legal: Type.Boolean({ description: 'Whether the card may be played against this player.' }),
    reasons: Type.Array(OneOf(REASONS, 'A reason against it.'), {
      description: 'Everything that forbids it, in this order; empty when it is legal.',
    }),
  },
  { description: 'How far apart two players are, and whether the card may be played.' },
);
export type DistanceCheck = Static<typeof DistanceCheck>;

/** What this turn has seen of BANG! cards. */
export type Turn = Pick<DistanceCheckRequest, 'bangsPlayed' | 'bangLimit'>;

/** How far it is from seat `from` to seat `to`, and everything that forbids the play (README §1–5). */
export function checkBetween(seats: Seats, from: number, to: number, card: Card, turn: Turn): DistanceCheck {
  const attacker = seats[from]!;
  const target = seats[to]!;
  const measured = from !== to && isActive(attacker) && isActive(target);
  const clockwise = measured ? stepsClockwise(seats, from, to) : null;
  const counterclockwise = measured ? stepsClockwise(seats, to, from) : null;
  const seatDistance = measured ? Math.min(clockwise!, counterclockwise!) : null;
  const changes = measured ? distanceChanges(attacker, target) : [];
  const distance = measured ? distanceOf(seatDistance!, changes) : null;

  const { reach: printed } = CARD_RULES[card];
  const weapon = attacker.weapon ?? BARE_WEAPON;
  const reach = printed === 'weapon' ? WEAPON_REACH[weapon] : printed;
  const limit = card === 'bang' ? bangLimitOf(attacker, turn.bangLimit) : null;

  const reasons: ReasonCode[] = [];
  if (!isActive(attacker)) reasons.push('attacker-eliminated');
  if (!isActive(target)) reasons.push('target-eliminated');
  if (from === to) reasons.push('self');
  if (distance !== null && reach !== null && distance > reach) reasons.push('out-of-reach');
  if (limit !== null && (turn.bangsPlayed ?? 0) >= limit) reasons.push('bang-limit');

  return {
    card,
    from: attacker.player,
    to: target.player,
    distance,
    seatDistance,
    clockwise,
    counterclockwise,
    changes,
    reach,
    reachBy: printed === 'weapon' ? weapon : 'card',
    legal: reasons.length === 0,
    reasons,
  };
}

function checkDistance(request: DistanceCheckRequest): DistanceCheck {
  const { seats, from, to, card = 'bang' } = request;
  return checkBetween(seats, seatOf(seats, from), seatOf(seats, to), card, request);
}

function faults({ seats, from, to }: DistanceCheckRequest): Fault[] {
  return [...seatFaults(seats), ...unknownPlayer(seats, '/from', from), ...unknownPlayer(seats, '/to', to)];
}

/** May this card be played against this player, and how far away is that player? */
export const distanceCheck = check({
  name: 'distance-check',
  path: 'distance-checks',
  summary: 'How far one player is from another, and whether a card may be played against them',
  description:
    'Counts the active seats both ways, adds what changes the distance, compares with the reach of the weapon or card and names every reason against the play. Sections “Die Entfernung am Tisch richtig zählen” to “Volcanic und Duell: Zwei wichtige Ausnahmen”. It is about distance and who may be chosen only: hands are not known. Nothing is rolled or recorded.',
  request: DistanceCheckRequest,
  outcome: DistanceCheck,
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
  ],
  faults,
  check: checkDistance,
});
