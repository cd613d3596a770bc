import type { Dice } from '../../dice/roll.js';
import type { Attack, Shot, Target } from './attack-model.js';
import type { AttackOutcome, ShotOutcome } from './attack-outcome.js';
import type { Figure, State } from './model.js';
import { attackPool, dodgePool, resistancePool, rollPool } from './pool.js';

/** What one aim costs, in action points ("Zielen"). */
export const AIM_COST = 2;

/**
 * Rolls and decides a legal attack ("Ablauf eines Fernkampfangriffs"): shot after shot, each completely. The action
 * stops at the first shot for which nobody is left; that one and those after it stay with the weapon.
 */
export function adjudicate(attack: Attack, dice: Dice): AttackOutcome {
  const shots: ShotOutcome[] = [];
  const figures: Figure[] = [];
  const first = firstShot(attack);
  for (const shot of attack.shots) {
    const target = firstAble(attack, shot, figures);
    if (target === undefined) break;
    const before = figureNamed(figures, target.id);
    const fired = fire(attack, shot, first + shots.length, target, before?.life ?? target.life, dice);
    const after: Figure = { id: target.id, life: fired.life.after, state: fired.state };
    if (before === undefined) figures.push(after);
    else figures[figures.indexOf(before)] = after;
    shots.push(fired);
  }
  return {
    actionPoints: cost(attack),
    endsActivation: attack.weapon.endsActivation ?? true,
    shots,
    shotsLeft: shotsAvailable(attack) - shots.length,
    figures,
  };
}

/** The action points an attack costs: the weapon's and 2 per aim ("Fernkampf", "Zielen"). A continuation costs nothing. */
export function cost(attack: Attack): number {
  if (isContinuation(attack)) return 0;
  return (attack.weapon.actionPoints ?? 1) + AIM_COST * (attack.aim ?? 0);
}

/** Shots that the weapon has left before this attack ("Mehrere Schüsse pro Aktion"). */
export function shotsAvailable(attack: Attack): number {
  return (attack.weapon.shots ?? 1) - (attack.shotsFired ?? 0);
}

/** The number of this attack's first shot within its action. */
export function firstShot(attack: Attack): number {
  return (attack.shotsFired ?? 0) + 1;
}

/** Whether shots of the same action were fired before: aim and action points do not apply again. */
export function isContinuation(attack: Attack): boolean {
  return attack.shotsFired !== undefined;
}

/** One shot from the attack roll to its consequences ("2. Angriffswurf" to "5. Widerstandsprobe und Kampfunfähigkeit"). */
function fire(attack: Attack, shot: Shot, number: number, target: Target, before: number, dice: Dice): ShotOutcome {
  const attacked = rollPool(dice, `shot ${number} attack`, attackPool(attack, shot, number));
  const dodged = rollPool(dice, `shot ${number} dodge`, dodgePool(attack, target, before));
  const damage = Math.max(0, attacked.successes - dodged.successes);
  const after = Math.max(0, before - damage);
  const resisted =
    damage > 0 && after > 0 ? rollPool(dice, `shot ${number} resistance`, resistancePool(attack, target, after)) : null;
  return {
    shot: number,
    target: target.id,
    attack: attacked,
    dodge: dodged,
    hit: damage > 0,
    damage,
    life: { before, after },
    resistance: resisted,
    state: stateAfter(after, resisted?.successes),
  };
}

/** @param resisted successes of the resistance roll; undefined when there was none */
function stateAfter(life: number, resisted: number | undefined): State {
  if (life === 0) return 'eliminated';
  return resisted === 0 ? 'incapacitated' : 'able';
}

/** The first figure a shot names that is still able to act; undefined when none is. */
function firstAble(attack: Attack, shot: Shot, figures: readonly Figure[]): Target | undefined {
  for (const id of shot.at) {
    const target = targetNamed(attack.targets, id);
    if (target === undefined) throw new Error(`a shot names ${id}, who is no target`);
    const state = figureNamed(figures, id)?.state ?? target.state ?? 'able';
    if (state === 'able') return target;
  }
  return undefined;
}

/** The target with this id. */
export function targetNamed(targets: readonly Target[], id: string): Target | undefined {
  for (const target of targets) if (target.id === id) return target;
  return undefined;
}

/** How the shots before left a figure; undefined when none went at it. */
function figureNamed(figures: readonly Figure[], id: string): Figure | undefined {
  for (const figure of figures) if (figure.id === id) return figure;
  return undefined;
}
