import { type Static, Type } from 'typebox';
import { check } from '../ruleset.js';
import { OneOf, Strict } from '../schema.js';
import { isAmbushedCharacter, measure } from './distance.js';
import { tableFaults } from './faults.js';
import { echoed, PolicyApplied, type Question } from './policy.js';
import { Seats } from './seats.js';
import { circumstances, isIn, type Table, tableOf, weaponOf } from './table.js';
import { WEAPON_REACH, WEAPONS } from './weapons.js';

export const DistancesRequest = Strict({ seats: Seats, ...circumstances });
export type DistancesRequest = Static<typeof DistancesRequest>;

const Matrix = (description: string) =>
  Type.Array(Type.Array(Type.Union([Type.Integer(), Type.Null()])), {
    description: `${description} A row for each player who looks, in it a column for each who is looked at, both in the order of \`players\`. Null for a player himself, and for who is out of the game.`,
  });

export const Distances = Strict(
  {
    players: Type.Array(Type.String(), { description: 'Everybody seated, in the order sent.' }),
    distances: Matrix('Distance, in seat steps, at least 1, as the player of the row sees the player of the column.'),
    seatDistances: Matrix('Seat distance, in seat steps, 1 to 9.'),
    weapons: Type.Array(
      Strict(
        {
          player: Type.String({ description: 'The player.' }),
          weapon: OneOf(WEAPONS, 'What the player shoots with.'),
          reach: Type.Integer({ description: 'How far it reaches, in distance, 1 to 5.' }),
        },
        { description: 'What one player shoots with.' },
      ),
      { description: 'Everybody who is in the game and what they shoot with, in the order sent.' },
    ),
    policy: PolicyApplied,
  },
  { description: 'The whole table: everybody’s distance to everybody, directed.' },
);
export type Distances = Static<typeof Distances>;

/** What one player sees of the table. */
interface View {
  readonly distances: (number | null)[];
  readonly seatDistances: (number | null)[];
  readonly isAmbushed: boolean;
}

function viewFrom(table: Table, from: number): View {
  const distances: (number | null)[] = [];
  const seatDistances: (number | null)[] = [];
  let isAmbushed = false;
  for (const to of table.seats.keys()) {
    const measured = measure(table, from, to);
    seatDistances.push(measured?.seatDistance ?? null);
    distances.push(measured?.distance ?? null);
    isAmbushed ||= isAmbushedCharacter(table, from, to);
  }
  return { distances, seatDistances, isAmbushed };
}

function measureTable(request: DistancesRequest): Distances {
  const { seats, policy } = request;
  // Unless the turn is somebody's, each looks in a turn of his own.
  const tables = seats.map((_, seat) => tableOf(request, seat));
  const views = tables.map(viewFrom);
  const arisen: Question[] = views.some(({ isAmbushed }) => isAmbushed) ? ['ambushCharacters'] : [];
  return {
    players: seats.map(({ player }) => player),
    distances: views.map(({ distances }) => distances),
    seatDistances: views.map(({ seatDistances }) => seatDistances),
    weapons: tables.flatMap((table, seat) => {
      const weapon = weaponOf(table, seat);
      return isIn(table, seat) ? [{ player: seats[seat]!.player, weapon, reach: WEAPON_REACH[weapon] }] : [];
    }),
    ...echoed(policy, arisen),
  };
}

/** How far is everybody from everybody? (README §15) */
export const distances = check({
  name: 'distances',
  path: 'distances',
  summary: 'How far everybody is from everybody, and how far their weapons reach',
  description:
    'The distances of a whole table in one answer, as a matrix: Mustang and Scope make it differ by direction. Without `turnOf` each row is counted as in that player’s own turn, as a distance check does. Nothing is rolled or recorded.',
  request: DistancesRequest,
  outcome: Distances,
  examples: [
    {
      summary: 'Four at the table, a Scope and a Mustang',
      request: {
        seats: [
          { player: 'Anna', weapon: 'schofield', equipment: ['scope'] },
          { player: 'Ben' },
          { player: 'Carla', equipment: ['mustang'] },
          { player: 'Dirk' },
        ],
      },
    },
  ],
  faults: tableFaults,
  check: measureTable,
});
