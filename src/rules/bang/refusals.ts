import type { Reason } from '../ruleset.js';
import type { AttackRequest } from './attack-request.js';
import { CARD_RULES } from './cards.js';
import { checkBetween, type DistanceCheck } from './distance-check.js';
import { type ReasonCode, reasonsAgainst } from './reasons.js';
import { seatOf } from './seats.js';
import { type Table, tableOf } from './table.js';

/** An attack at its table, and whether the rules allow it. */
export interface CheckedAttack {
  readonly table: Table;
  /** The attacker's seat. */
  readonly from: number;
  /** The distance check for the target; null for a card that goes for all others. */
  readonly check: DistanceCheck | null;
  /** Everything that forbids the attack, in order; empty when it is legal. */
  readonly reasons: readonly ReasonCode[];
}

/**
 * Checks an attack (README §4). A card for all others asks for no distance and chooses nobody, so only what is about the
 * attacker and the card stands against it.
 */
export function checkAttack(request: AttackRequest): CheckedAttack {
  const { seats, target, card } = request;
  const from = seatOf(seats, request.attacker);
  const table = tableOf(request, from);
  if (CARD_RULES[card].affects === 'all-others') {
    return { table, from, check: null, reasons: reasonsAgainst(table, from, null, card, request, false) };
  }
  const check = checkBetween(table, from, seatOf(seats, target!), card, request);
  return { table, from, check, reasons: check.reasons };
}

/** Every reason why the rules forbid an attack. */
export const attackRefusals = (request: AttackRequest): Reason[] =>
  checkAttack(request).reasons.map((code) => reason(code, request));

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
