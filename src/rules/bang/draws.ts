import type { Draw, DrawnCard } from './attack-outcome.js';
import type { Pile, PlayingCard } from './deck.js';
import { abilityOf, hasInEffect, inForce, type Table } from './table.js';

/** How often a player may draw against a shot: once for a Barrel, once for being Jourdonnais (README §7). */
export function chancesOf(table: Table, seat: number): number {
  return (hasInEffect(table, seat, 'barrel') ? 1 : 0) + (abilityOf(table, seat) === 'jourdonnais' ? 1 : 0);
}

/** What one draw shows: of Lucky Duke's two cards the better, or the first (README §8, §10). */
export function drawFor(table: Table, seat: number, pile: Pile): Draw {
  const name = `${table.seats[seat]!.player} barrel`;
  const first = counted(table, pile.draw(name));
  if (abilityOf(table, seat) !== 'lucky-duke') return draw(first);
  const second = counted(table, pile.draw(name));
  return saves(second) && !saves(first) ? { ...draw(second), other: first } : { ...draw(first), other: second };
}

/** Whether a drawn card counts as one Missed!. */
const saves = ({ suit }: DrawnCard): boolean => suit === 'hearts';

function draw(card: DrawnCard): Draw {
  const { suit, rank, printed } = card;
  return { suit, rank, saves: saves(card), ...(printed !== undefined && { printed }) };
}

/** A card as it counts: Blessing makes every suit hearts, Curse makes it spades (README §11). */
function counted(table: Table, { suit, rank }: PlayingCard): DrawnCard {
  const ruled = inForce(table, 'blessing') ? 'hearts' : inForce(table, 'curse') ? 'spades' : suit;
  return ruled === suit ? { suit, rank } : { suit: ruled, rank, printed: suit };
}
