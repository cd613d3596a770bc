import type { Reason } from '../ruleset.js';
import { cost, isContinuation, shotsAvailable } from './attack.js';
import type { Attack } from './attack-model.js';
import { RANGE_REASONS, rangeReasons } from './range.js';

/** Why an attack can be illegal: the shooter's reasons first, then each target's, in this order. */
export const ATTACK_REASONS = [
  'shooter-incapacitated',
  'shooter-eliminated',
  'aim-limit',
  'too-many-shots',
  'not-enough-action-points',
  'hostages-not-in-play',
  ...RANGE_REASONS,
] as const;
export type AttackReason = Reason & { readonly code: (typeof ATTACK_REASONS)[number] };

/**
 * Everything that makes an attack illegal ("Fernkampf", "1. Ziel und Reichweite prüfen", "Zielen"). Every target that a
 * shot names is checked before anything is rolled, also one that only a later shot would reach.
 */
export function refusals(attack: Attack): AttackReason[] {
  const reasons: AttackReason[] = [];
  const { shooter, weapon, targets, shots } = attack;
  if (shooter.state === 'incapacitated') reasons.push({ code: 'shooter-incapacitated', who: shooter.id });
  if (shooter.state === 'eliminated') reasons.push({ code: 'shooter-eliminated', who: shooter.id });
  if (!isContinuation(attack) && (attack.aim ?? 0) > (shooter.aimLimit ?? 1)) reasons.push({ code: 'aim-limit' });
  if (shots.length > shotsAvailable(attack)) reasons.push({ code: 'too-many-shots' });
  if (shooter.actionPoints !== undefined && cost(attack) > shooter.actionPoints) {
    reasons.push({ code: 'not-enough-action-points' });
  }
  if (attack.options?.hostages !== true && targets.some((target) => target.shield === true)) {
    reasons.push({ code: 'hostages-not-in-play' });
  }
  for (const target of targets) {
    if (!shots.some((shot) => shot.at.includes(target.id))) continue;
    for (const code of rangeReasons(target.state ?? 'able', target, weapon.range, target.visible)) {
      reasons.push({ code, who: target.id });
    }
  }
  return reasons;
}
