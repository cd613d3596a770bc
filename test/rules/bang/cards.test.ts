import { describe, expect, it } from 'vitest';
import { ATTACK_CARDS, CARD_RULES, CARDS } from '../../../src/rules/bang/cards.js';
import { GREEN_CARDS } from '../../../src/rules/bang/equipment.js';
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
    { reach: 'weapon', cards: ['bang', 'pepperbox', 'doc-holyday', 'sniper'] },
    { reach: 1, cards: ['punch', 'knife', 'derringer', 'panic'] },
    { reach: 2, cards: ['tomahawk'] },
    {
      reach: null,
      cards: [
        'gatling',
        'indians',
        'duel',
        'springfield',
        'buffalo-rifle',
        'howitzer',
        'ricochet',
        'cat-balou',
        'jail',
      ],
    },
  ])('with reach $reach are: $cards', ({ reach, cards }) => {
    expect(CARDS.filter((card) => CARD_RULES[card].reach === reach)).toEqual(cards);
  });

  it('go for all others: Gatling, Indians! and Howitzer', () => {
    const all = CARDS.filter((card) => CARD_RULES[card].affects === 'all-others');
    expect(all).toEqual(['gatling', 'indians', 'howitzer']);
  });

  it('are green: laid down first, used later', () => {
    const green = CARDS.filter((card) => CARD_RULES[card].green);
    expect(green).toEqual(['knife', 'derringer', 'pepperbox', 'buffalo-rifle', 'howitzer']);
    expect(GREEN_CARDS).toEqual(expect.arrayContaining(green));
  });

  it('are BANG! cards: BANG!, Sniper, Ricochet; of these one counts to the limit', () => {
    expect(CARDS.filter((card) => CARD_RULES[card].bangCard)).toEqual(['bang', 'sniper', 'ricochet']);
    expect(CARDS.filter((card) => CARD_RULES[card].limited)).toEqual(['bang']);
  });

  it('can be resolved exactly when there is something to answer them with', () => {
    expect(CARDS.filter((card) => CARD_RULES[card].answer !== null)).toEqual(ATTACK_CARDS);
  });
});
