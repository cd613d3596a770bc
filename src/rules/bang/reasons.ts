import { bangLimitOf } from './bang-limit.js';
import { CARD_RULES, type Card } from './cards.js';
import type { Play } from './play.js';
import { ruledBy } from './policy.js';
import { abilityOf, inForce, isIn, liesBefore, type Table } from './table.js';

/** Why a card may not be played against someone, in the order in which it is told (README §4). */
export const REASONS = [
  'attacker-eliminated',
  'target-eliminated',
  'self',
  'sheriff',
  'duplicate-card',
  'no-ability',
  'no-event',
  'laid-this-turn',
  'lasso',
  'judge',
  'out-of-reach',
  'bang-limit',
  'sermon',
] as const;
export type ReasonCode = (typeof REASONS)[number];

/**
 * Everything that forbids a play (README §4).
 *
 * @param to the target's seat; null for a card that goes for all others, which chooses nobody
 * @param tooFar whether the target is out of the card's reach
 */
export function reasonsAgainst(
  table: Table,
  from: number,
  to: number | null,
  card: Card,
  played: Play,
  tooFar: boolean,
): ReasonCode[] {
  const reasons: ReasonCode[] = [];
  if (!isIn(table, from)) reasons.push('attacker-eliminated');
  if (to !== null) reasons.push(...reasonsAgainstTarget(table, from, to, card));
  const { ability, event, green, limited, bangCard } = CARD_RULES[card];
  if (ability !== undefined && abilityOf(table, from) !== ability) reasons.push('no-ability');
  if (event !== undefined && !inForce(table, event)) reasons.push('no-event');
  if (green) {
    if (played.laidThisTurn) reasons.push('laid-this-turn');
    if (inForce(table, 'lasso')) reasons.push('lasso');
  }
  if (card === 'jail' && inForce(table, 'judge')) reasons.push('judge');
  if (tooFar) reasons.push('out-of-reach');
  if (limited) {
    const limit = bangLimitOf(table, from, played.bangLimit);
    if (limit !== null && (played.bangsPlayed ?? 0) >= limit) reasons.push('bang-limit');
  }
  if (bangCard && mayPlayNoBang(table, from)) reasons.push('sermon');
  return reasons;
}

type TargetReason = Extract<ReasonCode, 'target-eliminated' | 'self' | 'sheriff' | 'duplicate-card'>;

/** What forbids to choose the player at seat `to` for a card, played or laid down (README §4, §6). */
export function reasonsAgainstTarget(table: Table, from: number, to: number, card: Card): TargetReason[] {
  const reasons: TargetReason[] = [];
  if (!isIn(table, to)) reasons.push('target-eliminated');
  if (from === to && !mayTurnOnSelf(table, card)) reasons.push('self');
  if (card === 'jail') {
    if (table.seats[to]!.role === 'sheriff') reasons.push('sheriff');
    if (liesBefore(table.seats[to]!, card)) reasons.push('duplicate-card');
  }
  return reasons;
}

/** Whether a card may be played on oneself; only Panic! may, where a table says so (README §12). */
const mayTurnOnSelf = (table: Table, card: Card): boolean =>
  card === 'panic' && ruledBy(table.policy, 'panicOnSelf') === 'allow';

/** Whether Sermon keeps a player from playing BANG! cards: in his own turn (README §11). */
export const mayPlayNoBang = (table: Table, seat: number): boolean => seat === table.turn && inForce(table, 'sermon');

/**
 * Whether a player is not affected by what somebody else plays: Apache Kid by diamonds, of two cards played at once only
 * if both are (README §10). Under Blessing and Curse no card is diamonds (README §11).
 */
export function isUnaffected(table: Table, to: number, card: Card, { cardSuit, secondCardSuit }: Play): boolean {
  if (cardSuit !== 'diamonds' || abilityOf(table, to) !== 'apache-kid') return false;
  if (inForce(table, 'blessing') || inForce(table, 'curse')) return false;
  return CARD_RULES[card].pair ? secondCardSuit === 'diamonds' : true;
}
