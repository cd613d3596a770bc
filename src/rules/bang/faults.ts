import type { Fault } from '../ruleset.js';
import { findSeat, type Seats } from './seats.js';

/** A player who sits at the table twice: a fault at each later seat. */
export function duplicatePlayers(seats: Seats): Fault[] {
  const faults: Fault[] = [];
  for (let i = 1; i < seats.length; i += 1) {
    const first = findSeat(seats, seats[i]!.player);
    if (first < i) {
      const detail = `This player already has seat ${first}.`;
      faults.push({ pointer: `/seats/${i}/player`, code: 'duplicate-id', detail });
    }
  }
  return faults;
}

/** A name that belongs to nobody at the table: a fault at `pointer`. */
export function unknownPlayer(seats: Seats, pointer: string, player: string): Fault[] {
  if (findSeat(seats, player) !== -1) return [];
  return [{ pointer, code: 'unknown-player', detail: 'Nobody of this name is among the seats.' }];
}
