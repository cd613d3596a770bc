import { Type } from 'typebox';
import { Name } from '../schema.js';
import type { Character } from './characters.js';
import { canonical, type Equipment } from './equipment.js';
import { type Event, Events } from './events.js';
import { Policy } from './policy.js';
import { type Seat, type Seats, seatOf } from './seats.js';
import { BARE_WEAPON, type Weapon } from './weapons.js';

/** What holds for the whole table; part of every request. */
export const circumstances = {
  events: Type.Optional(Events),
  turnOf: Type.Optional(
    Name('The player whose turn it is; when left out, the one who plays. An eliminated one may come back in it.'),
  ),
  policy: Type.Optional(Policy),
};
export interface Circumstances {
  readonly seats: Seats;
  readonly events?: readonly Event[];
  readonly turnOf?: string;
  readonly policy?: Policy;
}

/** The seats, and what has an effect on them at this moment. Players are told by their seat, counted from 0. */
export interface Table {
  readonly seats: Seats;
  /** The seat of the player whose turn it is. */
  readonly turn: number;
  readonly events: readonly Event[];
  readonly policy: Policy | undefined;
}

const NO_EVENTS: readonly Event[] = [];

/**
 * The table as it is when somebody plays a card.
 *
 * @param from the seat of the player who plays, whose turn it is unless the request says otherwise
 */
export function tableOf({ seats, events = NO_EVENTS, turnOf, policy }: Circumstances, from: number): Table {
  return { seats, turn: turnOf === undefined ? from : seatOf(seats, turnOf), events, policy };
}

/** Whether an event card is in force. */
export const inForce = ({ events }: Table, event: Event): boolean => events.length > 0 && events.includes(event);

/** Still in the game, or back in it for this turn (README §11, Ghost Town and Dead Man). */
export const isIn = (table: Table, seat: number): boolean =>
  table.seats[seat]!.active !== false || comesBack(table, seat) !== undefined;

/**
 * How an eliminated player is back in this turn, which is his own: as a ghost for the turn, or for good (README §11).
 * Where both events are in force he is a ghost: who came back for good is sent as active.
 */
export function comesBack(table: Table, seat: number): 'ghost' | 'for-good' | undefined {
  if (seat !== table.turn || table.seats[seat]!.active !== false) return undefined;
  if (inForce(table, 'ghost-town')) return 'ghost';
  return inForce(table, 'dead-man') ? 'for-good' : undefined;
}

/** The character whose ability a player has: his own, the one Vera Custer copies, or none (README §10, §11). */
export function abilityOf(table: Table, seat: number): Character | undefined {
  if (inForce(table, 'hangover')) return undefined;
  return characterOf(table.seats[seat]!);
}

/** The character whose ability a player would have if no event forbade it. */
export const characterOf = ({ character, copies }: Seat): Character | undefined =>
  character === 'vera-custer' ? copies : character;

/** What keeps the cards in front of a player from having an effect: the Lasso, or Belle Star in her turn (README §10, §11). */
export function cardsStoppedBy(table: Table, seat: number): 'lasso' | 'belle-star' | undefined {
  if (inForce(table, 'lasso')) return 'lasso';
  return seat !== table.turn && abilityOf(table, table.turn) === 'belle-star' ? 'belle-star' : undefined;
}

/** The weapon that a player shoots with. */
export function weaponOf(table: Table, seat: number): Weapon {
  const { weapon } = table.seats[seat]!;
  return weapon === undefined || cardsStoppedBy(table, seat) !== undefined ? BARE_WEAPON : weapon;
}

/** Whether a card other than a weapon lies in front of a player and has an effect. */
export function hasInEffect(table: Table, seat: number, card: Equipment): boolean {
  return liesBefore(table.seats[seat]!, card) && cardsStoppedBy(table, seat) === undefined;
}

/** Whether a card other than a weapon lies in front of a player, in whichever print. */
export function liesBefore({ equipment }: Seat, card: Equipment): boolean {
  if (equipment === undefined) return false;
  for (const lying of equipment) if (canonical(lying) === card) return true;
  return false;
}

/** How many players are in. */
export const playersIn = (table: Table): number => [...table.seats.keys()].filter((seat) => isIn(table, seat)).length;

/** The other players who are in, clockwise from the left of the one at seat `from` (README §14). */
export function othersClockwise(table: Table, from: number): number[] {
  const others: number[] = [];
  for (let step = 1; step < table.seats.length; step += 1) {
    const seat = (from + step) % table.seats.length;
    if (isIn(table, seat)) others.push(seat);
  }
  return others;
}
