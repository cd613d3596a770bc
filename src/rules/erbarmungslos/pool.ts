import type { Dice } from '../../dice/roll.js';
import { type Attack, COVER_DICE, type Modifier, type Shot, type Target } from './attack-model.js';
import type { Part, PartCode, PoolRoll } from './attack-outcome.js';
import { SIDES } from './model.js';

/** Pools are added up part by part; only the sum is kept from falling below 0. */

/** The lowest face that is a success ("2. Angriffswurf"). */
export const SUCCESS = 5;

/** What holding a hostage adds to the dodge pool ("Menschliches Schutzschild"). */
const SHIELD_DICE = 2;

/** Life points a figure can lose without being seriously wounded ("Schwere Verwundung"). */
const BEARABLE_LOSS = 2;

/**
 * The attack pool of a shot ("2. Angriffswurf", "Zielen").
 *
 * @param number the shot's number within the action: only shot 1 profits from aiming
 */
export function attackPool(attack: Attack, shot: Shot, number: number): Part[] {
  const { shooter } = attack;
  const parts: Part[] = [{ code: 'ranged', dice: shooter.ranged }];
  if (number === 1) add(parts, 'aim', attack.aim ?? 0);
  if (attack.mounted) add(parts, 'mounted', -1);
  if (isSeriouslyWounded(attack, shooter.life, shooter.maxLife)) add(parts, 'serious-wound', -1);
  addModifiers(parts, attack.modifiers);
  addModifiers(parts, shot.modifiers);
  return parts;
}

/** The dodge pool of a target that has `life` left ("3. Ausweichen und Deckung", "Menschliches Schutzschild", "Rüstung"). */
export function dodgePool(attack: Attack, target: Target, life: number): Part[] {
  const parts: Part[] = [{ code: 'dodge', dice: target.dodge }];
  const cover = target.cover ?? 'none';
  if (cover !== 'none') add(parts, `cover-${cover}`, COVER_DICE[cover]);
  if (target.shield) add(parts, 'shield', SHIELD_DICE);
  if (isSeriouslyWounded(attack, life, target.maxLife)) add(parts, 'serious-wound', -1);
  addTargetModifiers(parts, target, 'dodge');
  return parts;
}

/** The resistance pool of a target that has `life` left after the damage ("5. Widerstandsprobe und Kampfunfähigkeit"). */
export function resistancePool(attack: Attack, target: Target, life: number): Part[] {
  const parts: Part[] = [{ code: 'resistance', dice: target.resistance }];
  if (isSeriouslyWounded(attack, life, target.maxLife)) add(parts, 'serious-wound', -1);
  addTargetModifiers(parts, target, 'resistance');
  return parts;
}

/** How many dice a pool has: all parts added first, a sum below 0 is 0. */
export function poolSize(parts: readonly Part[]): number {
  let sum = 0;
  for (const part of parts) sum += part.dice;
  return Math.max(0, sum);
}

/** Rolls a pool and counts its successes; 0 dice are rolled too and have none. */
export function rollPool(dice: Dice, name: string, parts: Part[]): PoolRoll {
  const values = dice.roll(name, SIDES, poolSize(parts));
  return { parts, dice: values, successes: successesOf(values) };
}

/** How many dice show 5 or 6. */
export function successesOf(dice: readonly number[]): number {
  let successes = 0;
  for (const value of dice) if (value >= SUCCESS) successes += 1;
  return successes;
}

/** Whether a figure has lost more than 2 life points and the optional rule is in play ("Schwere Verwundung"). */
export function isSeriouslyWounded(attack: Attack, life: number, maxLife: number): boolean {
  return attack.options?.seriousWounds === true && maxLife - life > BEARABLE_LOSS;
}

/** A part of 0 dice is left out. */
function add(parts: Part[], code: PartCode, dice: number): void {
  if (dice !== 0) parts.push({ code, dice });
}

function addModifiers(parts: Part[], modifiers: readonly Modifier[] | undefined): void {
  if (modifiers === undefined) return;
  for (const { label, dice } of modifiers) if (dice !== 0) parts.push({ code: 'modifier', label, dice });
}

function addTargetModifiers(parts: Part[], target: Target, pool: 'dodge' | 'resistance'): void {
  if (target.modifiers === undefined) return;
  for (const { label, dice, pool: changed = 'dodge' } of target.modifiers) {
    if (changed === pool && dice !== 0) parts.push({ code: 'modifier', label, dice });
  }
}
