import type { Fault } from '../ruleset.js';
import { firstShot, targetNamed } from './attack.js';
import type { Attack, AttackContinuation, Shot } from './attack-model.js';
import { duplicateIds, lifeAboveMax, lifeZero } from './figure-faults.js';
import { attackPool, dodgePool, poolSize, resistancePool } from './pool.js';

/** The most dice one request may roll. */
const MOST_DICE = 500;

/** Everything wrong with an attack that its schema cannot say. */
export function attackFaults(attack: Attack): readonly Fault[] {
  const { shooter, targets, shots } = attack;
  const faults = [
    ...duplicateIds([shooter, ...targets], (i) => (i === 0 ? '/shooter' : targetPointer(i - 1))),
    ...lifeAboveMax('/shooter', shooter.life, shooter.maxLife),
    ...lifeZero('/shooter', shooter.life, shooter.state),
  ];
  for (const [i, { life, maxLife, state }] of targets.entries()) {
    faults.push(...lifeAboveMax(targetPointer(i), life, maxLife), ...lifeZero(targetPointer(i), life, state));
  }
  faults.push(...unknownFigures(targets, shots));
  const dice = mostDice(attack);
  if (dice > MOST_DICE) {
    const detail = `The attack could roll ${dice} dice; at most ${MOST_DICE} are allowed.`;
    faults.push({ pointer: '', code: 'too-many-dice', detail });
  }
  return faults;
}

/**
 * The same for what is sent to continue an action, as far as it can be said without the record: the resumed attack is
 * looked at as a whole afterwards. Life 0 without a state is no fault here, since the record may know the state.
 */
export function continuationFaults({ targets, shots }: AttackContinuation): readonly Fault[] {
  const faults = [...duplicateIds(targets, targetPointer)];
  for (const [i, { life, maxLife }] of targets.entries()) {
    if (life !== undefined) faults.push(...lifeAboveMax(targetPointer(i), life, maxLife));
  }
  faults.push(...unknownFigures(targets, shots));
  return faults;
}

const targetPointer = (index: number): string => `/targets/${index}`;

function unknownFigures(targets: readonly { readonly id: string }[], shots: readonly Shot[]): Fault[] {
  const faults: Fault[] = [];
  for (const [i, { at }] of shots.entries()) {
    for (const [j, id] of at.entries()) {
      if (targets.some((target) => target.id === id)) continue;
      const detail = `None of the targets has this id; they are ${targets.map((target) => target.id).join(', ')}.`;
      faults.push({ pointer: `/shots/${i}/at/${j}`, code: 'unknown-figure', detail });
    }
  }
  return faults;
}

/**
 * An upper bound: every shot goes at whoever would roll most dice, and does damage without wounding anybody seriously.
 * Whoever has 1 life left never rolls for resistance.
 */
function mostDice(attack: Attack): number {
  let sum = 0;
  for (const [i, shot] of attack.shots.entries()) {
    let most = 0;
    for (const id of shot.at) {
      const target = targetNamed(attack.targets, id);
      if (target === undefined) continue;
      const dodge = poolSize(dodgePool(attack, target, target.life));
      const resistance = target.life > 1 ? poolSize(resistancePool(attack, target, target.life)) : 0;
      most = Math.max(most, dodge + resistance);
    }
    sum += poolSize(attackPool(attack, shot, firstShot(attack) + i)) + most;
  }
  return sum;
}
