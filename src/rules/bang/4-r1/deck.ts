import type { Dice } from '../../../dice/roll.js';

export const SUITS = ['spades', 'hearts', 'diamonds', 'clubs'] as const;
export type Suit = (typeof SUITS)[number];

export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const;
export type Rank = (typeof RANKS)[number];

export interface PlayingCard {
  readonly suit: Suit;
  readonly rank: Rank;
}

/** Each suit of the 80 cards: 2 to 7 once, 8 to Ace twice. */
const RANKS_OF_A_SUIT: readonly Rank[] = [
  ...(['2', '3', '4', '5', '6', '7'] as const),
  ...(['8', '8', '9', '9', '10', '10', 'J', 'J', 'Q', 'Q', 'K', 'K', 'A', 'A'] as const),
];

/** The 80 cards, in the order in which a roll counts them (README §8). */
export const DECK: readonly PlayingCard[] = SUITS.flatMap((suit) => RANKS_OF_A_SUIT.map((rank) => ({ suit, rank })));

/** The pile that one ruling draws from. */
export interface Pile {
  /**
   * Turns over a card and leaves it out of the pile: value v of the roll takes the v-th card still there (README §8).
   *
   * @param name what the roll is called in the record
   */
  draw(name: string): PlayingCard;
}

/** A fresh pile of all 80 cards. Nothing is known of the table's real one. */
export function freshPile(dice: Dice): Pile {
  const cards = [...DECK];
  return {
    draw(name) {
      const [value] = dice.roll(name, cards.length, 1);
      const [card] = cards.splice(value! - 1, 1);
      return card!;
    },
  };
}
