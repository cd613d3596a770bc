import { type Static, Type } from 'typebox';
import { check, type Fault } from '../../ruleset.js';
import { Name, OneOf, Strict } from '../../schema.js';
import { AFFECTS, CARD_RULES, CARDS } from './cards.js';
import { checkBetween, DistanceCheck, play } from './distance-check.js';
import { seatFaults, unknownPlayer } from './faults.js';
import { othersClockwise, Seats, seatOf } from './seats.js';

export const TargetsRequest = Strict({ seats: Seats, from: Name('The player who plays the card.'), ...play });
export type TargetsRequest = Static<typeof TargetsRequest>;

export const Targets = Strict(
  {
    card: OneOf(CARDS, 'The card checked.'),
    from: Type.String({ description: 'The player who plays the card.' }),
    affects: OneOf(AFFECTS, '`one`: one of the legal targets is chosen; `all-others`: it goes for all of them.'),
    targets: Type.Array(DistanceCheck, {
      description: 'The same check for each other active player, clockwise from the left of `from`.',
    }),
  },
  { description: 'Everybody a card could be played against.' },
);
export type Targets = Static<typeof Targets>;

function checkTargets(request: TargetsRequest): Targets {
  const { seats, from, card = 'bang' } = request;
  const attacker = seatOf(seats, from);
  return {
    card,
    from,
    affects: CARD_RULES[card].affects,
    targets: othersClockwise(seats, attacker).map((seat) => checkBetween(seats, attacker, seat, card, request)),
  };
}

function faults({ seats, from }: TargetsRequest): Fault[] {
  return [...seatFaults(seats), ...unknownPlayer(seats, '/from', from)];
}

/** Whom could this player choose? (README §10) */
export const targets = check({
  name: 'targets',
  path: 'targets',
  summary: 'Everybody whom a player could choose with a card, and who is too far',
  description:
    'The distance check for every other active player, clockwise from the left. Section “So entscheidest du einen Schuss ohne Regeldiskussion”. Nothing is rolled or recorded.',
  request: TargetsRequest,
  outcome: Targets,
  examples: [
    {
      summary: 'Whom a Remington reaches at a table of five, one of them out',
      request: {
        seats: [
          { player: 'Anna', weapon: 'remington' },
          { player: 'Ben', equipment: ['mustang', 'hideout'], character: 'paul-regret' },
          { player: 'Carla', active: false },
          { player: 'Dirk' },
          { player: 'Elif', equipment: ['mustang'] },
        ],
        from: 'Anna',
        bangsPlayed: 0,
      },
    },
  ],
  faults,
  check: checkTargets,
});
