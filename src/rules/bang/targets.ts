import { type Static, Type } from 'typebox';
import { check, type Fault } from '../ruleset.js';
import { Name, OneOf, Strict } from '../schema.js';
import { AFFECTS, CARD_RULES, CARDS } from './cards.js';
import { CheckedCard, checkBetween, DistanceCheck, questionsBetween } from './distance-check.js';
import { playFaults, tableFaults, unknownPlayer } from './faults.js';
import { play } from './play.js';
import { echoed, PolicyApplied } from './policy.js';
import { Seats, seatOf } from './seats.js';
import { circumstances, othersClockwise, tableOf } from './table.js';

export const TargetsRequest = Strict({
  seats: Seats,
  from: Name('The player who plays the card.'),
  card: CheckedCard,
  ...play,
  ...circumstances,
});
export type TargetsRequest = Static<typeof TargetsRequest>;

export const Targets = Strict(
  {
    card: OneOf(CARDS, 'The card checked.'),
    from: Type.String({ description: 'The player who plays the card.' }),
    affects: OneOf(AFFECTS, '`one`: one of the legal targets is chosen; `all-others`: it goes for all of them.'),
    targets: Type.Array(DistanceCheck, {
      description: 'The same check for each other active player, clockwise from the left of `from`.',
    }),
    policy: PolicyApplied,
  },
  { description: 'Everybody a card could be played against.' },
);
export type Targets = Static<typeof Targets>;

function checkTargets(request: TargetsRequest): Targets {
  const { seats, from, card = 'bang', policy } = request;
  const attacker = seatOf(seats, from);
  const table = tableOf(request, attacker);
  const others = othersClockwise(table, attacker);
  return {
    card,
    from,
    affects: CARD_RULES[card].affects,
    targets: others.map((seat) => checkBetween(table, attacker, seat, card, request)),
    ...echoed(
      policy,
      others.flatMap((seat) => questionsBetween(table, attacker, seat, card)),
    ),
  };
}

function faults(request: TargetsRequest): Fault[] {
  const { seats, from, card = 'bang' } = request;
  return [...tableFaults(request), ...unknownPlayer(seats, '/from', from), ...playFaults(card, request)];
}

/** Whom could this player choose? (README §14) */
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
    {
      summary: 'Who can be sent to Jail: not the Sheriff, and nobody twice',
      request: {
        seats: [
          { player: 'Anna' },
          { player: 'Ben', role: 'sheriff' },
          { player: 'Carla' },
          { player: 'Dirk', equipment: ['jail'] },
        ],
        from: 'Anna',
        card: 'jail',
      },
    },
  ],
  faults,
  check: checkTargets,
});
