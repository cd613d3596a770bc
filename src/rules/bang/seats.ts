import { type Static, Type } from 'typebox';
import { Count, Name, OneOf, Strict } from '../schema.js';
import { CHARACTERS, COPIED } from './characters.js';
import { EQUIPMENT } from './equipment.js';
import { WEAPONS } from './weapons.js';

/** The roles; only the Sheriff's matters here (README §6). */
export const ROLES = ['sheriff', 'deputy', 'outlaw', 'renegade'] as const;

/** Whose eyes a house rule changes: those of the player it is listed with, or everybody else's on that player. */
export const VIEWS = ['outgoing', 'incoming'] as const;
export type View = (typeof VIEWS)[number];

export const DistanceModifier = Strict(
  {
    label: Name('What the table calls it, 1–64 characters.'),
    view: OneOf(
      VIEWS,
      '`outgoing`: changes how far this player sees the others; `incoming`: how far the others see this player.',
    ),
    by: Count(-20, 20, 'Added to the distance, in seat steps, −20 to 20; negative is nearer.'),
  },
  { description: 'A house rule or an ability unknown to the service that changes distance.' },
);
export type DistanceModifier = Static<typeof DistanceModifier>;

export const Seat = Strict(
  {
    player: Name('The player’s name, 1–64 characters, unique at the table.'),
    active: Type.Optional(
      Type.Boolean({
        description:
          'Whether the player is still in the game; true when left out. Eliminated players keep their seat; whoever is a ghost, too.',
      }),
    ),
    weapon: Type.Optional(OneOf(WEAPONS, 'The weapon card in play. Left out or `colt-45`: none, so the Colt .45.')),
    equipment: Type.Optional(
      Type.Array(
        OneOf(EQUIPMENT, 'A card in play. `appaloosa` is another print’s `scope`, `silver` another’s `binoculars`.'),
        {
          uniqueItems: true,
          maxItems: 16,
          description:
            'Blue and green cards in play other than the weapon, at most 16, each at most once, in any order.',
        },
      ),
    ),
    character: Type.Optional(
      OneOf(CHARACTERS, 'The character, of the base game or of Dodge City; those without a say here have no effect.'),
    ),
    copies: Type.Optional(
      OneOf(COPIED, 'Only for `vera-custer`: the character whose ability she has now. None when left out.'),
    ),
    role: Type.Optional(
      OneOf(ROLES, 'The role, as far as it is known; only the Sheriff matters: nobody can be sent to Jail who is.'),
    ),
    life: Type.Optional(
      Count(
        0,
        1000,
        'Life points, 0 to 1,000. At least 1 for an active seat. An attack needs them for every seat, a check for none.',
      ),
    ),
    distanceModifiers: Type.Optional(
      Type.Array(DistanceModifier, {
        maxItems: 16,
        description: 'House rules on this player’s distances, at most 16; counted in the order given.',
      }),
    ),
  },
  { description: 'A player and what lies in front of them.' },
);
export type Seat = Static<typeof Seat>;

export const Seats = Type.Array(Seat, {
  minItems: 2,
  maxItems: 10,
  description: 'The players clockwise, 2 to 10, eliminated ones included.',
});
export type Seats = readonly Seat[];

/** Where a player sits, counted from 0; −1 for a stranger. */
export function findSeat(seats: Seats, player: string): number {
  for (let i = 0; i < seats.length; i += 1) if (seats[i]!.player === player) return i;
  return -1;
}

/**
 * Where a player sits, counted from 0.
 *
 * @throws {Error} for a stranger, whom the faults should have named
 */
export function seatOf(seats: Seats, player: string): number {
  const seat = findSeat(seats, player);
  if (seat === -1) throw new Error(`no seat for ${player}`);
  return seat;
}
