import { Type } from 'typebox';
import { OneOf } from '../schema.js';
import { BangLimit, BangsPlayed } from './bang-limit.js';
import { SUITS, type Suit } from './deck.js';

/** What is known of a card that is played, and of the turn it is played in; part of every check and attack. */
export const play = {
  bangsPlayed: Type.Optional(BangsPlayed),
  bangLimit: Type.Optional(BangLimit),
  laidThisTurn: Type.Optional(
    Type.Boolean({
      description:
        'Whether a green card was laid down in this very turn; false when left out. An error for other cards.',
    }),
  ),
  cardSuit: Type.Optional(
    OneOf(SUITS, 'The suit of the card played. It matters to Apache Kid only; when left out, not diamonds.'),
  ),
  secondCardSuit: Type.Optional(
    OneOf(
      SUITS,
      'The suit of the second card, where two are played at once (`doc-holyday`, `sniper`); an error for other cards.',
    ),
  ),
};
export interface Play {
  readonly bangsPlayed?: number;
  readonly bangLimit?: number | null;
  readonly laidThisTurn?: boolean;
  readonly cardSuit?: Suit;
  readonly secondCardSuit?: Suit;
}
