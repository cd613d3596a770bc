import { type AttackRequest, answerOf } from './attack-request.js';
import { abilityOf, comesBack, inForce, playersIn, type Table } from './table.js';

/** Life points that Dead Man gives back, and that Tequila Joe gets from a Beer (README §10, §11). */
const TWO_LIVES = 2;

/** How a player comes out of an attack. */
export interface Fate {
  hit: boolean;
  life: { before: number; after: number };
  eliminated: boolean;
  beers?: number;
  ghost?: boolean;
}

/** What an attack has left of everybody so far; of those eliminated in it, a Beer wants to know (README §11). */
export interface Casualties {
  /** What a hit, or a miss, leaves of the player at `seat`. */
  fate(seat: number, hit: boolean): Fate;
}

/**
 * The table before anybody is hit.
 *
 * @throws {Error} when a player has no life points, which the faults should have named
 */
export function casualties(request: AttackRequest, table: Table): Casualties {
  let left = playersIn(table);
  return {
    fate(seat, hit) {
      const before = lifeOf(table, seat);
      if (comesBack(table, seat) === 'ghost') {
        return { hit: false, life: { before, after: before }, eliminated: false, ghost: true };
      }
      if (!hit) return { hit, life: { before, after: before }, eliminated: false };
      if (before > 1) return { hit, life: { before, after: before - 1 }, eliminated: false };
      const { beers = 0 } = answerOf(request, table.seats[seat]!.player);
      if (beers > 0 && beerStopped(table, left) === undefined) {
        return { hit, life: { before, after: lifeFromBeer(table, seat) }, eliminated: false, beers: 1 };
      }
      left -= 1;
      return { hit, life: { before, after: 0 }, eliminated: true };
    },
  };
}

/** What keeps a Beer from saving the last life point: the event Reverend, or only two players in (README §11). */
export function beerStopped(table: Table, left: number): 'reverend' | 'two-left' | undefined {
  if (inForce(table, 'reverend')) return 'reverend';
  return left <= 2 ? 'two-left' : undefined;
}

const lifeFromBeer = (table: Table, seat: number): number => (abilityOf(table, seat) === 'tequila-joe' ? TWO_LIVES : 1);

/** The life points a player has; Dead Man gives some to who has none. */
export function lifeOf(table: Table, seat: number): number {
  const { player, life } = table.seats[seat]!;
  if (life === undefined) throw new Error(`${player} has no life points`);
  return life === 0 && comesBack(table, seat) === 'for-good' ? TWO_LIVES : life;
}
