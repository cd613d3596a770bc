import type { Fault } from '../../ruleset.js';
import { findSeat, isActive, type Seats } from './seats.js';

/** What contradicts itself at the table: a player who sits there twice, one who is out of life points but still in. */
export function seatFaults(seats: Seats): Fault[] {
  const faults: Fault[] = [];
  for (const [i, seat] of seats.entries()) {
    const first = findSeat(seats, seat.player);
    if (first < i && seat.player !== undefined) {
      const detail = `This player already has seat ${first}.`;
      faults.push({ pointer: `/seats/${i}/player`, code: 'duplicate-id', detail });
    }
    if (seat.life === 0 && isActive(seat)) {
      const detail = 'An active player has at least 1 life point.';
      faults.push({ pointer: `/seats/${i}/life`, code: 'life-zero', detail });
    }
  }
  return faults;
}

/** A name that belongs to nobody at the table: a fault at `pointer`. */
export function unknownPlayer(seats: Seats, pointer: string, player: string): Fault[] {
  if (findSeat(seats, player) !== -1) return [];
  return [{ pointer, code: 'unknown-player', detail: `Nobody of this name is seated; there are ${named(seats)}.` }];
}

const named = (seats: Seats): string => seats.map((seat) => seat.player).join(', ');
