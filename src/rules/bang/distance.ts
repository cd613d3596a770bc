import { type Static, Type } from 'typebox';
import { OneOf, Strict } from '../schema.js';
import type { Character } from './characters.js';
import type { Equipment } from './equipment.js';
import { ruledBy } from './policy.js';
import type { View } from './seats.js';
import { abilityOf, hasInEffect, inForce, isIn, type Table } from './table.js';

/** What can make a player nearer or farther, in the order in which it is told. */
export const CHANGES = [
  'scope',
  'binoculars',
  'rose-doolan',
  'mustang',
  'hideout',
  'paul-regret',
  'modifier',
] as const satisfies readonly (Equipment | Character | 'modifier')[];

export const Change = Strict(
  {
    code: OneOf(CHANGES, 'The card or character that changes the distance; `modifier` for a house rule.'),
    label: Type.Optional(Type.String({ description: 'The house rule’s label; only with `modifier`.' })),
    of: Type.String({ description: 'Whose card, character or house rule it is.' }),
    by: Type.Integer({ description: 'Added to the seat distance, in seat steps, −20 to 20.' }),
  },
  { description: 'One change of the distance.' },
);
export type Change = Static<typeof Change>;

interface Side {
  readonly view: View;
  readonly by: number;
  readonly equipment: readonly ('scope' | 'binoculars' | 'mustang' | 'hideout')[];
  readonly character: 'rose-doolan' | 'paul-regret';
}

/** What changes how an attacker sees the others. */
const ATTACKER: Side = { view: 'outgoing', by: -1, equipment: ['scope', 'binoculars'], character: 'rose-doolan' };

/** What changes how a target is seen by the others. */
const TARGET: Side = { view: 'incoming', by: 1, equipment: ['mustang', 'hideout'], character: 'paul-regret' };

/**
 * Steps clockwise from one active seat to another; the target counts, the attacker does not, eliminated players are
 * skipped. Section “Die Entfernung am Tisch richtig zählen”, README §1.
 */
function stepsClockwise(table: Table, from: number, to: number): number {
  const { length } = table.seats;
  let steps = 0;
  for (let seat = from; seat !== to; ) {
    seat = seat + 1 === length ? 0 : seat + 1;
    if (isIn(table, seat)) steps += 1;
  }
  return steps;
}

/** The seat distance of every two players under Ambush (README §11). */
const AMBUSHED = 1;

/** The shorter way round, or what Ambush makes of it (README §1, §11). */
const seatDistanceOf = (table: Table, clockwise: number, counterclockwise: number): number =>
  inForce(table, 'ambush') ? AMBUSHED : Math.min(clockwise, counterclockwise);

/** How far a target is from an attacker, in seat steps. */
export interface Measured {
  readonly distance: number;
  readonly seatDistance: number;
  readonly clockwise: number;
  readonly counterclockwise: number;
  readonly changes: Change[];
}

/** There is a distance only between two players who are both in (README §4). */
const areApart = (table: Table, attacker: number, target: number): boolean =>
  attacker !== target && isIn(table, attacker) && isIn(table, target);

/**
 * Measures how far it is from one seat to another (README §1, §2).
 *
 * @returns undefined where there is no distance: either player is out, or both are the same
 */
export function measure(table: Table, attacker: number, target: number): Measured | undefined {
  if (!areApart(table, attacker, target)) return undefined;
  const clockwise = stepsClockwise(table, attacker, target);
  const counterclockwise = stepsClockwise(table, target, attacker);
  const seatDistance = seatDistanceOf(table, clockwise, counterclockwise);
  const changes = distanceChanges(table, attacker, target);
  return { distance: distanceOf(seatDistance, changes), seatDistance, clockwise, counterclockwise, changes };
}

/**
 * Everything that changes the attacker’s distance to the target, the attacker’s own first. Section “Zielfernrohr und
 * Mustang verändern die Berechnung”, README §2.
 */
function distanceChanges(table: Table, attacker: number, target: number): Change[] {
  const changes: Change[] = [];
  addChanges(changes, table, attacker, ATTACKER);
  addChanges(changes, table, target, TARGET);
  return changes;
}

/** Whether a character would change this distance under Ambush, which has no official answer (README §12). */
export const isAmbushedCharacter = (table: Table, attacker: number, target: number): boolean =>
  inForce(table, 'ambush') &&
  areApart(table, attacker, target) &&
  (abilityOf(table, attacker) === ATTACKER.character || abilityOf(table, target) === TARGET.character);

function addChanges(changes: Change[], table: Table, at: number, side: Side): void {
  const { player: of, equipment, distanceModifiers } = table.seats[at]!;
  if (equipment !== undefined) {
    for (const code of side.equipment) if (hasInEffect(table, at, code)) changes.push({ code, of, by: side.by });
  }
  if (abilityOf(table, at) === side.character && charactersCount(table)) {
    changes.push({ code: side.character, of, by: side.by });
  }
  if (distanceModifiers !== undefined) {
    for (const { label, view, by } of distanceModifiers) {
      if (view === side.view) changes.push({ code: 'modifier', label, of, by });
    }
  }
}

const charactersCount = (table: Table): boolean =>
  !inForce(table, 'ambush') || ruledBy(table.policy, 'ambushCharacters') === 'count';

/** Seat distance and all changes added up, before the floor. */
export function changedDistance(seatDistance: number, changes: readonly Change[]): number {
  let sum = seatDistance;
  for (const change of changes) sum += change.by;
  return sum;
}

/** The sum of seat distance and changes, which never counts as less than 1 (README §2). */
function distanceOf(seatDistance: number, changes: readonly Change[]): number {
  return Math.max(1, changedDistance(seatDistance, changes));
}
