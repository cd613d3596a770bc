import type { Phrase, Reason } from '../ruleset.js';
import { AIM_COST, cost, firstShot, isContinuation, shotsAvailable, targetNamed } from './attack.js';
import type { Attack, Target } from './attack-model.js';
import type { AttackOutcome, Part, PoolRoll, ShotOutcome } from './attack-outcome.js';
import type { AttackReason } from './attack-refusals.js';
import { say } from './phrases.js';
import { isSeriouslyWounded } from './pool.js';
import { measure } from './range.js';

/** An attack as the table would tell it: each shot from its target to its consequences, then the action. */
export function explainAttack(attack: Attack, outcome: AttackOutcome): Phrase[] {
  const told: Phrase[] = [];
  const shotAt: string[] = [];
  for (const shot of outcome.shots) {
    const target = known(attack, shot.target);
    if ((attack.weapon.shots ?? 1) > 1) {
      told.push(say('shot.heading', { shot: shot.shot, shooter: attack.shooter.id, target: target.id }));
    }
    if (!shotAt.includes(target.id)) {
      const distance = measure(target);
      told.push(say('shot.in-range', { target: target.id, distance, range: attack.weapon.range }));
    }
    shotAt.push(target.id);
    told.push(...tellShot(attack, shot, target));
  }
  told.push(...tellAction(attack, outcome));
  return told;
}

/** A sentence for each reason why an attack is illegal. */
export function explainAttackRefusal(attack: Attack, reasons: readonly Reason[]): Phrase[] {
  return (reasons as readonly AttackReason[]).map((reason) => tellReason(attack, reason));
}

function tellShot(attack: Attack, shot: ShotOutcome, target: Target): Phrase[] {
  const told = [tellAttackRoll(attack, shot.attack), tellDodgeRoll(target, shot.dodge), tellComparison(shot)];
  if (!shot.hit && target.shield) told.push(say('hostage.at-risk', { target: target.id }));
  if (shot.state === 'eliminated') told.push(say('state.eliminated', { id: target.id }));
  if (becameSerious(attack, shot, target)) {
    told.push(say('state.became-serious', { id: target.id, lost: target.maxLife - shot.life.after }));
  }
  if (shot.resistance !== null) told.push(tellResistance(target, shot.resistance, shot.life.after));
  return told;
}

function tellAttackRoll(attack: Attack, { parts, dice, successes }: PoolRoll): Phrase {
  const shooter = attack.shooter.id;
  if (dice.length === 0) return say('shot.attack-empty', { shooter, parts: parts.map(tellPart) });
  return say('shot.attack', { shooter, n: dice.length, parts: parts.map(tellPart), successes });
}

function tellDodgeRoll(target: Target, { parts, dice, successes }: PoolRoll): Phrase {
  if (dice.length === 0) return say('shot.dodge-empty', { target: target.id, parts: parts.map(tellPart) });
  return say('shot.dodge', { target: target.id, n: dice.length, parts: parts.map(tellPart), successes });
}

function tellComparison(shot: ShotOutcome): Phrase {
  const attack = shot.attack.successes;
  const dodge = shot.dodge.successes;
  if (shot.hit)
    return say('shot.hit', { attack, dodge, damage: shot.damage, before: shot.life.before, after: shot.life.after });
  if (attack < dodge) return say('shot.miss-fewer', { attack, dodge });
  return attack === 0 ? say('shot.miss-none') : say('shot.miss-equal', { attack, dodge });
}

function tellResistance(target: Target, roll: PoolRoll, life: number): Phrase {
  const { dice, successes } = roll;
  const parts = roll.parts.map(tellPart);
  const n = dice.length;
  if (successes > 0) return say('resistance.passed', { target: target.id, parts, n, successes });
  if (n > 0) return say('resistance.failed', { target: target.id, parts, n, life });
  return say('resistance.failed-empty', { target: target.id, parts, life });
}

/** Base values have no sign, changes have a true one. */
function tellPart({ code, label, dice }: Part): Phrase {
  switch (code) {
    case 'ranged':
    case 'dodge':
    case 'resistance':
      return say(`part.${code}`, { dice });
    case 'modifier':
      return say('part.modifier', { label: label ?? '', dice: signed(dice) });
    default:
      return say(`part.${code}`, { dice: signed(dice) });
  }
}

function signed(dice: number): string {
  return dice < 0 ? `\u2212${-dice}` : `+${dice}`;
}

function becameSerious(attack: Attack, { life, state }: ShotOutcome, { maxLife }: Target): boolean {
  return (
    state !== 'eliminated' &&
    isSeriouslyWounded(attack, life.after, maxLife) &&
    !isSeriouslyWounded(attack, life.before, maxLife)
  );
}

/** What the whole action came to. Figures are summed up after several shots only: a single one has said it all. */
function tellAction(attack: Attack, outcome: AttackOutcome): Phrase[] {
  const told: Phrase[] = [];
  const { shots, shotsLeft, figures, actionPoints } = outcome;
  if (shots.length < attack.shots.length) told.push(say('action.stopped', { shot: firstShot(attack) + shots.length }));
  if (shots.length > 1) {
    for (const { id, life, state } of figures) {
      if (state === 'able') told.push(say('state.able', { id, life, maxLife: known(attack, id).maxLife }));
      if (state === 'incapacitated') told.push(say('state.incapacitated', { id }));
    }
  }
  const aim = attack.aim ?? 0;
  if (isContinuation(attack)) told.push(say(aim > 0 ? 'action.continued-aimed' : 'action.continued'));
  else if (aim > 0) told.push(say('action.cost-aimed', { actionPoints, aimPoints: AIM_COST * aim }));
  else told.push(say('action.cost', { actionPoints }));
  const figure = attack.shooter.id;
  if (shotsLeft > 0) told.push(say('action.shots-left', { shotsLeft }));
  if (!outcome.endsActivation) told.push(say('action.goes-on', { figure }));
  else told.push(say(shotsLeft > 0 ? 'action.ends-activation-later' : 'action.ends-activation', { figure }));
  return told;
}

function tellReason(attack: Attack, { code, who }: AttackReason): Phrase {
  const { shooter, weapon } = attack;
  switch (code) {
    case 'shooter-incapacitated':
    case 'shooter-eliminated':
      return say(`reason.${code}`, { shooter: shooter.id });
    case 'aim-limit':
      return say('reason.aim-limit', { aim: attack.aim ?? 0, aimLimit: shooter.aimLimit ?? 1 });
    case 'too-many-shots':
      return say('reason.too-many-shots', { asked: attack.shots.length, left: shotsAvailable(attack) });
    case 'not-enough-action-points':
      return say('reason.not-enough-action-points', { cost: cost(attack), actionPoints: shooter.actionPoints ?? 0 });
    case 'hostages-not-in-play':
      return say('reason.hostages-not-in-play');
    case 'target-incapacitated':
    case 'target-eliminated':
      return say(`reason.${code}`, { target: known(attack, who).id });
    case 'out-of-range':
      return tellOutOfRange(known(attack, who), weapon.range);
    case 'not-visible':
      return say('reason.not-visible', { target: known(attack, who).id, shooter: shooter.id });
  }
}

/** The distance shown is rounded: "15.5, the weapon reaches only 15.5" would explain nothing. */
function tellOutOfRange(target: Target, range: number): Phrase {
  const distance = measure(target);
  if (distance <= range) return say('reason.out-of-range-barely', { target: target.id, range });
  return say('reason.out-of-range', { target: target.id, distance, range });
}

function known(attack: Attack, id: string | undefined): Target {
  const target = id === undefined ? undefined : targetNamed(attack.targets, id);
  if (target === undefined) throw new Error(`${id} is no target of this attack`);
  return target;
}
