import type { Character } from './characters.js';
import type { Event } from './events.js';

/** What can be resolved as an attack (README §9): cards, and two BANG! played in a way of their own by events. */
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
  'tomahawk',
  'doc-holyday',
  'sniper',
  'ricochet',
] as const;
export type AttackCard = (typeof ATTACK_CARDS)[number];

/** Everything whose distance can be checked: the attacks, and three that only ask who may be chosen. */
export const CARDS = [...ATTACK_CARDS, 'panic', 'cat-balou', 'jail'] as const;
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
  /** Missed! that it takes; 1 when left out. */
  readonly missed?: 2;
  /** It is played with BANG! cards: Sermon forbids it in one's own turn, and Slab the Killer makes it two Missed!. */
  readonly bangCard?: true;
  /** It counts to the BANG! limit. */
  readonly limited?: true;
  /** It has lain in play since an earlier turn. */
  readonly green?: true;
  /** Two cards are played at once. */
  readonly pair?: true;
  /** It is aimed at a card in play, not at its owner. */
  readonly atCard?: true;
  /** It takes this ability. */
  readonly ability?: Character;
  /** It takes this event. */
  readonly event?: Event;
}

/** The cards as printed; section “Nicht jeder Angriff verwendet die Waffenreichweite”, README §3, §7 and §11. */
export const CARD_RULES: Readonly<Record<Card, CardRule>> = {
  bang: { reach: 'weapon', affects: 'one', answer: 'missed', bangCard: true, limited: true },
  gatling: { reach: null, affects: 'all-others', answer: 'missed' },
  indians: { reach: null, affects: 'all-others', answer: 'bang' },
  duel: { reach: null, affects: 'one', answer: 'duel' },
  punch: { reach: 1, affects: 'one', answer: 'missed' },
  knife: { reach: 1, affects: 'one', answer: 'missed', green: true },
  derringer: { reach: 1, affects: 'one', answer: 'missed', green: true },
  pepperbox: { reach: 'weapon', affects: 'one', answer: 'missed', green: true },
  springfield: { reach: null, affects: 'one', answer: 'missed' },
  'buffalo-rifle': { reach: null, affects: 'one', answer: 'missed', green: true },
  howitzer: { reach: null, affects: 'all-others', answer: 'missed', green: true },
  tomahawk: { reach: 2, affects: 'one', answer: 'missed' },
  'doc-holyday': { reach: 'weapon', affects: 'one', answer: 'missed', pair: true, ability: 'doc-holyday' },
  sniper: { reach: 'weapon', affects: 'one', answer: 'missed', missed: 2, bangCard: true, pair: true, event: 'sniper' },
  ricochet: { reach: null, affects: 'one', answer: 'missed', bangCard: true, atCard: true, event: 'ricochet' },
  panic: { reach: 1, affects: 'one', answer: null },
  'cat-balou': { reach: null, affects: 'one', answer: null },
  jail: { reach: null, affects: 'one', answer: null },
};
