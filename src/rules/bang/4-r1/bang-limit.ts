import { Type } from 'typebox';
import { Count } from '../../schema.js';
import type { Seat } from './seats.js';

/** BANG! cards a turn, unless something says otherwise. */
const ONE_A_TURN = 1;

export const BangsPlayed = Count(
  0,
  100,
  'BANG! cards the attacker has already played this turn, 0 to 100; 0 when left out. Only the card `bang` is limited.',
);

export const BangLimit = Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
  description:
    'How many BANG! cards a turn the attacker may play, 0 to 100, or null for no limit. Overrides the rule; when left out, 1, without limit for the Volcanic and Willy the Kid.',
});

/**
 * How many BANG! cards a player may play in a turn; null: any number. Section “Volcanic und Duell: Zwei wichtige
 * Ausnahmen”, README §5.
 *
 * @param override what the request says instead
 */
export function bangLimitOf(attacker: Seat, override: number | null | undefined): number | null {
  if (override !== undefined) return override;
  if (attacker.weapon === 'volcanic' || attacker.character === 'willy-the-kid') return null;
  return ONE_A_TURN;
}
