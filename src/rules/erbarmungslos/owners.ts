import type { Roll } from '../../dice/roll.js';
import type { OwnedRoll } from '../ruleset.js';
import type { Attack } from './attack-model.js';
import type { AttackOutcome } from './attack-outcome.js';
import { SIDES } from './model.js';
import { SUCCESS, successesOf } from './pool.js';

/** What dice are rolled for ("2. Angriffswurf", "3. Ausweichen und Deckung", "5. Widerstandsprobe und Kampfunfähigkeit"). */
export const PURPOSES = ['attack', 'dodge', 'resistance'] as const;
type Purpose = (typeof PURPOSES)[number];

/** The attack roll is the shooter's, dodge and resistance are the target's: of each shot, in the order rolled. */
export function owners({ shooter }: Attack, { shots }: AttackOutcome, rolls: readonly Roll[]): OwnedRoll[] {
  const owned: [who: string, purpose: Purpose][] = [];
  for (const { target, resistance } of shots) {
    owned.push([shooter.id, 'attack'], [target, 'dodge']);
    if (resistance !== null) owned.push([target, 'resistance']);
  }
  if (owned.length !== rolls.length) throw new Error(`${rolls.length} rolls for an outcome of ${owned.length}`);
  const faces = SIDES - SUCCESS + 1;
  return owned.map(([who, purpose], index) => {
    return { who, purpose, successes: { seen: successesOf(rolls[index]!.values), faces } };
  });
}
