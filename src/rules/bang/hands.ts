import { type AttackRequest, answerOf } from './attack-request.js';
import { abilityOf, type Table } from './table.js';

/** Cards by what they are that count as Missed!; which of them a player has depends on the ability (README §10). */
export interface MissedCards {
  readonly missed: number;
  /** Calamity Janet's. */
  readonly bangs: number;
  /** Elena Fuente's. */
  readonly anyCard: number;
}

/** What the player at `seat` told that counts as Missed!. */
export function missedOf(request: AttackRequest, table: Table, seat: number): MissedCards {
  const { missed = 0, bangs = 0, anyCard = 0 } = answerOf(request, table.seats[seat]!.player);
  const ability = abilityOf(table, seat);
  return {
    missed,
    bangs: ability === 'calamity-janet' ? bangs : 0,
    anyCard: ability === 'elena-fuente' ? anyCard : 0,
  };
}

/** Cards by what they are that count as BANG!. */
export interface BangCards {
  readonly bangs: number;
  /** Calamity Janet's. */
  readonly missed: number;
}

/** What the player at `seat` told that counts as BANG!, whether or not he may play it now. */
export function bangsOf(request: AttackRequest, table: Table, seat: number): BangCards {
  const { bangs = 0, missed = 0 } = answerOf(request, table.seats[seat]!.player);
  return { bangs, missed: abilityOf(table, seat) === 'calamity-janet' ? missed : 0 };
}
