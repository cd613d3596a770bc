import type { Fault } from '../ruleset.js';
import { CARD_RULES, type Card } from './cards.js';
import { canonical } from './equipment.js';
import type { Play } from './play.js';
import { findSeat, type Seat, type Seats } from './seats.js';
import type { Circumstances } from './table.js';

/** What contradicts itself at the table, and a turn that is nobody's there. */
export function tableFaults({ seats, events = [], turnOf }: Circumstances): Fault[] {
  const faults = seats.flatMap((seat, i) => seatFaults(seats, seat, i));
  if (events.includes('blessing') && events.includes('curse')) {
    const contrary = Math.max(events.indexOf('blessing'), events.indexOf('curse'));
    const detail = 'Blessing makes every suit hearts, Curse makes it spades: they can’t both be in force.';
    faults.push({ pointer: `/events/${contrary}`, code: 'contradicting-events', detail });
  }
  if (turnOf !== undefined) faults.push(...unknownPlayer(seats, '/turnOf', turnOf));
  return faults;
}

/**
 * A player who sits there twice, or is out of life points but still in; a second Sheriff; a copy that is not Vera
 * Custer's; two cards of one name.
 */
function seatFaults(seats: Seats, seat: Seat, i: number): Fault[] {
  const faults: Fault[] = [];
  const fault = (member: string, code: string, detail: string) => {
    faults.push({ pointer: `/seats/${i}/${member}`, code, detail });
  };
  const first = findSeat(seats, seat.player);
  if (first < i && seat.player !== undefined) fault('player', 'duplicate-id', `This player already has seat ${first}.`);
  if (seat.life === 0 && seat.active !== false) {
    fault('life', 'life-zero', 'An active player has at least 1 life point.');
  }
  if (seat.copies !== undefined && seat.character !== 'vera-custer') {
    fault('copies', 'copies-not-expected', 'Only Vera Custer copies a character.');
  }
  const sheriff = seats.findIndex(({ role }) => role === 'sheriff');
  if (seat.role === 'sheriff' && sheriff < i)
    fault('role', 'second-sheriff', `Seat ${sheriff} is the Sheriff already.`);
  for (const [j, card] of (seat.equipment ?? []).entries()) {
    const name = canonical(card);
    const same = seat.equipment!.findIndex((other) => canonical(other) === name);
    if (same < j && seat.equipment![same] !== card) {
      fault(`equipment/${j}`, 'duplicate-card', `This is ${name} in another print, which lies there already.`);
    }
  }
  return faults;
}

/** What is said of a play and does not go with the card: only green cards lie in play before, only a pair has two suits. */
export function playFaults(card: Card, { laidThisTurn, secondCardSuit }: Play): Fault[] {
  // Of a card that nobody knows, the schema names the fault.
  if (!Object.hasOwn(CARD_RULES, card)) return [];
  const { green, pair } = CARD_RULES[card];
  const faults: Fault[] = [];
  if (laidThisTurn === true && !green) {
    const detail = 'Only green cards are laid down before they are used.';
    faults.push({ pointer: '/laidThisTurn', code: 'laid-not-expected', detail });
  }
  if (secondCardSuit !== undefined && !pair) {
    const detail = 'Two cards are played together only by Doc Holyday’s ability and under Sniper.';
    faults.push({ pointer: '/secondCardSuit', code: 'second-card-not-expected', detail });
  }
  return faults;
}

/** A name that belongs to nobody at the table: a fault at `pointer`. */
export function unknownPlayer(seats: Seats, pointer: string, player: string): Fault[] {
  if (findSeat(seats, player) !== -1) return [];
  return [{ pointer, code: 'unknown-player', detail: `Nobody of this name is seated; there are ${named(seats)}.` }];
}

const named = (seats: Seats): string => seats.map((seat) => seat.player).join(', ');
