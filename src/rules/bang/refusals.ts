import type { Reason } from '../ruleset.js';
import type { AttackRequest } from './attack-request.js';
import { CARD_RULES } from './cards.js';
import { checkBetween, type DistanceCheck } from './distance-check.js';
import { type ReasonCode, reasonsAgainst } from './reasons.js';
import { seatOf } from './seats.js';
import { tableOf } from './table.js';

/** The distance check for an attack’s target; null for a card that goes for all others. */
export function attackCheck(request: AttackRequest): DistanceCheck | null {
  const { seats, target, card } = request;
  if (CARD_RULES[card].affects === 'all-others') return null;
  const attacker = seatOf(seats, request.attacker);
  return checkBetween(tableOf(request, attacker), attacker, seatOf(seats, target!), card, request);
}

/**
 * Every reason why the rules forbid an attack (README §4). A card for all others asks for no distance and chooses
 * nobody, so only what is about the attacker and the card stands against it.
 */
export function attackRefusals(request: AttackRequest): Reason[] {
  const check = attackCheck(request);
  const attacker = seatOf(request.seats, request.attacker);
  const reasons =
    check?.reasons ?? reasonsAgainst(tableOf(request, attacker), attacker, null, request.card, request, false);
  return reasons.map((code) => reason(code, request));
}

function reason(code: ReasonCode, { attacker, target }: AttackRequest): Reason {
  switch (code) {
    case 'attacker-eliminated':
    case 'no-ability':
      return { code, who: attacker };
    case 'target-eliminated':
    case 'out-of-reach':
      return { code, who: target! };
    case 'self':
    case 'bang-limit':
    case 'no-event':
    case 'laid-this-turn':
    case 'lasso':
    case 'sermon':
      return { code };
    case 'sheriff':
    case 'duplicate-card':
    case 'judge':
      throw new Error(`${code} stands against cards that are only checked`);
  }
}
