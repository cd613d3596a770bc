import { Type } from 'typebox';
import { Count } from '../schema.js';
import { abilityOf, inForce, type Table, weaponOf } from './table.js';

/** BANG! cards a turn, unless something says otherwise. */
const ONE_A_TURN = 1;
/** Under Shootout. */
const TWO_A_TURN = 2;

export const BangsPlayed = Count(
  0,
  100,
  'BANG! cards the attacker has already played this turn, 0 to 100; 0 when left out. Only the card `bang` is limited. Calamity Janet’s Missed! played as BANG! count, Doc Holyday’s ability, Sniper and Ricochet do not.',
);

export const BangLimit = Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
  description:
    'How many BANG! cards a turn the attacker may play, 0 to 100, or null for no limit. Overrides the rule; when left out, 1, under Shootout 2, without limit for the Volcanic and Willy the Kid.',
});

/**
 * How many BANG! cards a player may play in a turn, with the weapon that he has at this moment; null: any number.
 * Section “Volcanic und Duell: Zwei wichtige Ausnahmen”, README §5.
 *
 * @param override what the request says instead
 */
export function bangLimitOf(table: Table, attacker: number, override: number | null | undefined): number | null {
  if (override !== undefined) return override;
  if (weaponOf(table, attacker) === 'volcanic' || abilityOf(table, attacker) === 'willy-the-kid') return null;
  return inForce(table, 'shootout') ? TWO_A_TURN : ONE_A_TURN;
}
