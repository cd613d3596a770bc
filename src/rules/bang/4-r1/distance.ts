import { type Static, Type } from 'typebox';
import { OneOf, Strict } from '../../schema.js';
import type { Character } from './characters.js';
import { type Equipment, isActive, type Seat, type Seats, type View } from './seats.js';

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
export function stepsClockwise(seats: Seats, from: number, to: number): number {
  let steps = 0;
  for (let seat = from; seat !== to; ) {
    seat = seat + 1 === seats.length ? 0 : seat + 1;
    if (isActive(seats[seat]!)) steps += 1;
  }
  return steps;
}

/**
 * Everything that changes the attacker’s distance to the target, the attacker’s own first. Section “Zielfernrohr und
 * Mustang verändern die Berechnung”, README §2.
 */
export function distanceChanges(attacker: Seat, target: Seat): Change[] {
  const changes: Change[] = [];
  addChanges(changes, attacker, ATTACKER);
  addChanges(changes, target, TARGET);
  return changes;
}

function addChanges(changes: Change[], seat: Seat, side: Side): void {
  const of = seat.player;
  if (seat.equipment !== undefined) {
    for (const code of side.equipment) if (seat.equipment.includes(code)) changes.push({ code, of, by: side.by });
  }
  if (seat.character === side.character) changes.push({ code: side.character, of, by: side.by });
  if (seat.distanceModifiers !== undefined) {
    for (const { label, view, by } of seat.distanceModifiers) {
      if (view === side.view) changes.push({ code: 'modifier', label, of, by });
    }
  }
}

/** Seat distance and all changes added up, before the floor. */
export function changedDistance(seatDistance: number, changes: readonly Change[]): number {
  let sum = seatDistance;
  for (const change of changes) sum += change.by;
  return sum;
}

/** The sum of seat distance and changes, which never counts as less than 1 (README §2). */
export function distanceOf(seatDistance: number, changes: readonly Change[]): number {
  return Math.max(1, changedDistance(seatDistance, changes));
}
