import type { Phrase } from '../ruleset.js';
import type { AttackRequest } from './attack-request.js';
import { type Change, changedDistance, isAmbushedCharacter } from './distance.js';
import type { DistanceCheck } from './distance-check.js';
import { say } from './phrases.js';
import { ruledBy } from './policy.js';
import { seatOf } from './seats.js';
import { inForce, type Table } from './table.js';
import { BARE_WEAPON } from './weapons.js';

/** Why a legal attack is allowed: distance and reach, then that it is (README §1–4). */
export function explainCheck(table: Table, check: DistanceCheck, card: AttackRequest['card']): Phrase[] {
  return [...explainReach(table, check, card), say('legal', { card: say(`card.${card}`), to: check.to })];
}

/** The distance, where the card asks for it, and how far the card reaches (README §1–3). */
export function explainReach(table: Table, check: DistanceCheck, attackCard: AttackRequest['card']): Phrase[] {
  const { reach, reachBy, from } = check;
  const card = say(`card.${attackCard}`);
  if (reach === null) return [say('reach.any', { card })];
  if (reachBy === 'card') return [...measured(table, check), say('reach.card', { card, reach })];
  const weapon = { weapon: say(`weapon.${reachBy}`), reach };
  if (reachBy !== BARE_WEAPON) return [...measured(table, check), say('reach.weapon', weapon)];
  const { weapon: inPlay = BARE_WEAPON } = table.seats[seatOf(table.seats, from)]!;
  return [...measured(table, check), say(inPlay === BARE_WEAPON ? 'reach.colt-45' : 'reach.colt-45-instead', weapon)];
}

function measured(table: Table, check: DistanceCheck): Phrase[] {
  const { from, to, clockwise, counterclockwise, seatDistance, distance, changes } = check;
  if (clockwise === null || counterclockwise === null || seatDistance === null || distance === null) return [];
  const said = [seats(table, { from, to, clockwise, counterclockwise, seatDistance })];
  if (changes.length > 0) said.push(say('distance.changes', { changes: changes.map(changed) }));
  const sum = changedDistance(seatDistance, changes);
  said.push(sum < 1 ? say('distance.floored', { sum: withMinus(sum) }) : say('distance.result', { distance }));
  if (isAmbushedCharacter(table, seatOf(table.seats, from), seatOf(table.seats, to))) {
    const counts = ruledBy(table.policy, 'ambushCharacters') === 'count';
    said.push(say(counts ? 'distance.characters-count' : 'distance.characters-ignored'));
  }
  return said;
}

function seats(
  table: Table,
  counted: { from: string; to: string; clockwise: number; counterclockwise: number; seatDistance: number },
): Phrase {
  if (inForce(table, 'ambush')) return say('distance.ambush', counted);
  const { from, to, clockwise, counterclockwise, seatDistance } = counted;
  if (clockwise === counterclockwise) return say('distance.seats-equal', { from, to, seatDistance });
  return say('distance.seats', counted);
}

function changed({ code, label, of, by }: Change): Phrase {
  return say(`change.${code}`, { of, by: signed(by), ...(label !== undefined && { label }) });
}

/** With a true sign: +1, −1, ±0. */
function signed(by: number): string {
  if (by === 0) return '±0';
  return by > 0 ? `+${by}` : withMinus(by);
}

/** With a true minus (U+2212) where there is one. */
function withMinus(value: number): string {
  return value < 0 ? `−${-value}` : `${value}`;
}
