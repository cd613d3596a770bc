/** Cards that can be resolved as attacks (README §9). */
export const ATTACK_CARDS = [
  'bang',
  'gatling',
  'indians',
  'duel',
  'punch',
  'knife',
  'derringer',
  'pepperbox',
  'springfield',
  'buffalo-rifle',
  'howitzer',
] as const;
export type AttackCard = (typeof ATTACK_CARDS)[number];

/** All cards whose distance can be checked: the attacks, and two that only ask who may be chosen. */
export const CARDS = [...ATTACK_CARDS, 'panic', 'cat-balou'] as const;
export type Card = (typeof CARDS)[number];

/** Whom a card is played against: one other player, or every other active player at once. */
export const AFFECTS = ['one', 'all-others'] as const;
export type Affects = (typeof AFFECTS)[number];

/** What the rules say of one card. */
export interface CardRule {
  /** How far it may be played: as far as the weapon reaches, to this distance, or anywhere (null). */
  readonly reach: 'weapon' | number | null;
  readonly affects: Affects;
  /**
   * What gets a player away: Missed! cards (Barrels draw first), a BANG! card, or BANG! cards by turns.
   * Null: the card is only checked, never resolved.
   */
  readonly answer: 'missed' | 'bang' | 'duel' | null;
}

/** The cards as printed; section “Nicht jeder Angriff verwendet die Waffenreichweite”, README §3 and §7. */
export const CARD_RULES: Readonly<Record<Card, CardRule>> = {
  bang: { reach: 'weapon', affects: 'one', answer: 'missed' },
  gatling: { reach: null, affects: 'all-others', answer: 'missed' },
  indians: { reach: null, affects: 'all-others', answer: 'bang' },
  duel: { reach: null, affects: 'one', answer: 'duel' },
  punch: { reach: 1, affects: 'one', answer: 'missed' },
  knife: { reach: 1, affects: 'one', answer: 'missed' },
  derringer: { reach: 1, affects: 'one', answer: 'missed' },
  pepperbox: { reach: 'weapon', affects: 'one', answer: 'missed' },
  springfield: { reach: null, affects: 'one', answer: 'missed' },
  'buffalo-rifle': { reach: null, affects: 'one', answer: 'missed' },
  howitzer: { reach: null, affects: 'all-others', answer: 'missed' },
  panic: { reach: 1, affects: 'one', answer: null },
  'cat-balou': { reach: null, affects: 'one', answer: null },
};
