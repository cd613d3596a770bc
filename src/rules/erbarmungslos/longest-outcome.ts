import type { Roll } from '../../dice/roll.js';
import { jsonBytes } from '../ruleset.js';
import { firstShot, targetNamed } from './attack.js';
import type { Attack, Shot, Target } from './attack-model.js';
import type { AttackOutcome, Part, PoolRoll, ShotOutcome } from './attack-outcome.js';
import type { Figure } from './model.js';
import { MOST_LIFE, SIDES } from './model.js';
import { attackPool, dodgePool, poolSize, resistancePool } from './pool.js';

/**
 * How long an attack's rolls and outcome can become, in bytes of JSON, whatever is rolled: every shot is fired, misses
 * nobody, goes at whoever takes most words, and finds them seriously wounded.
 */
export function longestOutcome(attack: Attack): number {
  const shots = attack.shots.map((shot, index) => longestShot(attack, shot, firstShot(attack) + index));
  const named = attack.targets.filter(({ id }) => attack.shots.some(({ at }) => at.includes(id)));
  const outcome: AttackOutcome = {
    actionPoints: 999,
    endsActivation: false,
    shots,
    shotsLeft: 10,
    figures: named.map(({ id }): Figure => ({ id, life: MOST_LIFE, state: 'incapacitated' })),
  };
  return jsonBytes({ rolls: shots.flatMap(rollsOf), outcome });
}

function longestShot(attack: Attack, shot: Shot, number: number): ShotOutcome {
  const targets = shot.at.map((id) => targetNamed(attack.targets, id)!);
  const shots = targets.map((target) => shotAt(attack, shot, number, target));
  return shots.reduce((longest, each) => (jsonBytes(each) > jsonBytes(longest) ? each : longest));
}

function shotAt(attack: Attack, shot: Shot, number: number, target: Target): ShotOutcome {
  return {
    shot: number,
    target: target.id,
    attack: allRolled(attackPool(attack, shot, number)),
    dodge: allRolled(dodgePool(attack, target, 1)),
    hit: false,
    damage: 999,
    life: { before: MOST_LIFE, after: MOST_LIFE },
    resistance: allRolled(resistancePool(attack, target, 1)),
    state: 'incapacitated',
  };
}

/** A die more than the pool has: for a wound that is listed, but may not be there yet. */
function allRolled(parts: Part[]): PoolRoll {
  const dice = Array<number>(poolSize(parts) + 1).fill(SIDES);
  return { parts, dice, successes: 999 };
}

function rollsOf({ shot, attack, dodge, resistance }: ShotOutcome): Roll[] {
  const pools = { attack, dodge, resistance: resistance! };
  return Object.entries(pools).map(([pool, { dice }]) => ({ for: `shot ${shot} ${pool}`, sides: SIDES, values: dice }));
}
