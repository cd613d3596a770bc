import { describe, expect, it } from 'vitest';
import { ATTACK_CARDS, CARD_RULES, CARDS } from '../../../src/rules/bang/cards.js';
import { WEAPON_REACH } from '../../../src/rules/bang/weapons.js';

describe('cards and weapons', () => {
  it('weapons reach as far as printed', () => {
    expect(WEAPON_REACH).toEqual({
      'colt-45': 1,
      volcanic: 1,
      schofield: 2,
      remington: 3,
      'rev-carabine': 4,
      winchester: 5,
    });
  });

  it.each([
    { reach: 'weapon', cards: ['bang', 'pepperbox'] },
    { reach: 1, cards: ['punch', 'knife', 'derringer', 'panic'] },
    { reach: null, cards: ['gatling', 'indians', 'duel', 'springfield', 'buffalo-rifle', 'howitzer', 'cat-balou'] },
  ])('with reach $reach are: $cards', ({ reach, cards }) => {
    expect(CARDS.filter((card) => CARD_RULES[card].reach === reach)).toEqual(cards);
  });

  it('go for all others: Gatling, Indians! and Howitzer', () => {
    const all = CARDS.filter((card) => CARD_RULES[card].affects === 'all-others');
    expect(all).toEqual(['gatling', 'indians', 'howitzer']);
  });

  it('can be resolved exactly when there is something to answer them with', () => {
    expect(CARDS.filter((card) => CARD_RULES[card].answer !== null)).toEqual(ATTACK_CARDS);
  });
});
