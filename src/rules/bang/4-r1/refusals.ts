import type { Reason } from '../../ruleset.js';
import type { AttackRequest } from './attack-request.js';
import { CARD_RULES } from './cards.js';
import { checkBetween, type DistanceCheck, type ReasonCode } from './distance-check.js';
import { isActive, seatOf } from './seats.js';

/** The distance check for an attack’s target; null for a card that goes for all others. */
export function attackCheck(request: AttackRequest): DistanceCheck | null {
  const { seats, attacker, target, card } = request;
  if (CARD_RULES[card].affects === 'all-others') return null;
  return checkBetween(seats, seatOf(seats, attacker), seatOf(seats, target!), card, request);
}

/**
 * Every reason why the rules forbid an attack (README §4). A card for all others asks for no distance and chooses
 * nobody, so only an eliminated attacker stands against it.
 */
export function attackRefusals(request: AttackRequest): Reason[] {
  const check = attackCheck(request);
  if (check !== null) return check.reasons.map((code) => reason(code, check));
  const { seats, attacker } = request;
  if (isActive(seats[seatOf(seats, attacker)]!)) return [];
  return [{ code: 'attacker-eliminated' satisfies ReasonCode, who: attacker }];
}

function reason(code: ReasonCode, { from, to }: DistanceCheck): Reason {
  switch (code) {
    case 'attacker-eliminated':
      return { code, who: from };
    case 'target-eliminated':
    case 'out-of-reach':
      return { code, who: to };
    case 'self':
    case 'bang-limit':
      return { code };
  }
}
