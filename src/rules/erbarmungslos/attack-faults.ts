import type { Fault } from '../ruleset.js';
import { firstShot, targetNamed } from './attack.js';
import type { Attack, AttackContinuation, Shot } from './attack-model.js';
import { duplicateIds, lifeAboveMax, lifeZero } from './figure-faults.js';
import { attackPool, dodgePool, poolSize, resistancePool } from './pool.js';

/** The most dice one request may roll. */
const MOST_DICE = 500;

/** Everything wrong with an attack that its schema cannot say. */
export function attackFaults(attack: Attack): Fault[] {
  const { shooter, targets, shots } = attack;
  const faults = duplicateIds([{ pointer: '/shooter', id: shooter.id }, ...pointed(targets)]);
  faults.push(...lifeAboveMax('/shooter', shooter.life, shooter.maxLife));
  faults.push(...lifeZero('/shooter', shooter.life, shooter.state));
  for (const { pointer, life, maxLife, state } of pointed(targets)) {
    faults.push(...lifeAboveMax(pointer, life, maxLife), ...lifeZero(pointer, life, state));
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
export function continuationFaults({ targets, shots }: AttackContinuation): Fault[] {
  const faults = duplicateIds(pointed(targets));
  for (const { pointer, life, maxLife } of pointed(targets)) {
    if (life !== undefined) faults.push(...lifeAboveMax(pointer, life, maxLife));
  }
  faults.push(...unknownFigures(targets, shots));
  return faults;
}

function pointed<T>(targets: readonly T[]): (T & { pointer: string })[] {
  return targets.map((target, i) => ({ ...target, pointer: `/targets/${i}` }));
}

function unknownFigures(targets: readonly { readonly id: string }[], shots: readonly Shot[]): Fault[] {
  const known = new Set(targets.map((target) => target.id));
  return shots.flatMap((shot, i) =>
    shot.at.flatMap((id, j) =>
      known.has(id)
        ? []
        : [{ pointer: `/shots/${i}/at/${j}`, code: 'unknown-figure', detail: 'None of the targets has this id.' }],
    ),
  );
}

/** No roll of this attack can need more dice: every shot at whoever would roll most, all of them hit but not worse wounded. */
function mostDice(attack: Attack): number {
  let sum = 0;
  for (const [i, shot] of attack.shots.entries()) {
    let most = 0;
    for (const id of shot.at) {
      const target = targetNamed(attack.targets, id);
      if (target === undefined) continue;
      const dodge = poolSize(dodgePool(attack, target, target.life));
      const resistance = poolSize(resistancePool(attack, target, target.life));
      most = Math.max(most, dodge + resistance);
    }
    sum += poolSize(attackPool(attack, shot, firstShot(attack) + i)) + most;
  }
  return sum;
}
