import { describe, expect, it } from 'vitest';
import { givenDice } from '../../../src/dice/given-dice.js';
import type { Roll } from '../../../src/dice/roll.js';
import { DECK, freshPile, SUITS } from '../../../src/rules/bang/deck.js';
import { vectors } from './vectors.js';

const words = ({ rank, suit }: { rank: string; suit: string }) => `${rank} ${suit}`;
const draws = (count: number, value: (sides: number) => number): Roll[] =>
  Array.from({ length: count }, (_, i) => ({ for: 'draw', sides: 80 - i, values: [value(80 - i)] }));

describe('the deck', () => {
  it('is the 80 cards of bang-deck.json, in that order', () => {
    expect(DECK.map(words)).toEqual(vectors<string[]>('bang-deck'));
  });

  it.each(SUITS)('has 20 cards of %s', (suit) => {
    expect(DECK.filter((card) => card.suit === suit)).toHaveLength(20);
  });
});

describe('a pile', () => {
  it.each([
    { from: 'the first', value: () => 1, order: DECK.map(words) },
    { from: 'the last', value: (sides: number) => sides, order: DECK.map(words).reverse() },
  ])('drawn down from $from card gives each of the 80 cards once', ({ value, order }) => {
    const dice = givenDice(draws(80, value).slice(0, 79));
    const pile = freshPile(dice);
    expect(Array.from({ length: 79 }, () => words(pile.draw('draw')))).toEqual(order.slice(0, 79));
    dice.done();
  });

  it('closes the gap that a card leaves', () => {
    const dice = givenDice([
      { for: 'draw', sides: 80, values: [21] },
      { for: 'draw', sides: 79, values: [21] },
      { for: 'draw', sides: 78, values: [20] },
    ]);
    const pile = freshPile(dice);
    expect([1, 2, 3].map(() => words(pile.draw('draw')))).toEqual(['2 hearts', '3 hearts', 'A spades']);
  });

  it('is whole again in the next ruling', () => {
    const first = freshPile(givenDice(draws(1, () => 1)));
    first.draw('draw');
    const second = freshPile(givenDice(draws(1, () => 1)));
    expect(words(second.draw('draw'))).toBe('2 spades');
  });
});
