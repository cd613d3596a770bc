import type { Phrase } from '../../ruleset.js';
import type { AttackCard } from './cards.js';
import { type Change, changedDistance } from './distance.js';
import type { DistanceCheck } from './distance-check.js';
import { say } from './phrases.js';
import { BARE_WEAPON } from './weapons.js';

/** Why a legal attack is allowed: distance and reach, then that it is (README §1–4). */
export function explainCheck(check: DistanceCheck, card: AttackCard): Phrase[] {
  return [...explainReach(check, card), say('legal', { card: say(`card.${card}`), to: check.to })];
}

/** The distance, where the card asks for it, and how far the card reaches (README §1–3). */
export function explainReach(check: DistanceCheck, attackCard: AttackCard): Phrase[] {
  const { reach, reachBy } = check;
  const card = say(`card.${attackCard}`);
  if (reach === null) return [say('reach.any', { card })];
  if (reachBy === 'card') return [...measured(check), say('reach.card', { card, reach })];
  const weapon = say(`weapon.${reachBy}`);
  return [...measured(check), say(reachBy === BARE_WEAPON ? 'reach.colt-45' : 'reach.weapon', { weapon, reach })];
}

function measured({ from, to, clockwise, counterclockwise, seatDistance, distance, changes }: DistanceCheck): Phrase[] {
  if (clockwise === null || counterclockwise === null || seatDistance === null || distance === null) return [];
  const said = [
    clockwise === counterclockwise
      ? say('distance.seats-equal', { from, to, seatDistance })
      : say('distance.seats', { from, to, clockwise, counterclockwise, seatDistance }),
  ];
  if (changes.length > 0) said.push(say('distance.changes', { changes: changes.map(changed) }));
  const sum = changedDistance(seatDistance, changes);
  said.push(sum < 1 ? say('distance.floored', { sum: withMinus(sum) }) : say('distance.result', { distance }));
  return said;
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
