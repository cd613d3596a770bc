import { Type } from 'typebox';
import { OneOf } from '../schema.js';

/**
 * The event cards of High Noon and of A Fistful of Cards. Those that README §11 does not name change nothing here and
 * are known so that a table can simply send what lies face up.
 */
export const EVENTS = [
  'abandoned-mine',
  'ambush',
  'blessing',
  'blood-brothers',
  'curse',
  'daltons',
  'dead-man',
  'doctor',
  'fistful-of-cards',
  'ghost-town',
  'gold-rush',
  'handcuffs',
  'hangover',
  'hard-liquor',
  'high-noon',
  'judge',
  'lasso',
  'law-of-the-west',
  'new-identity',
  'peyote',
  'ranch',
  'reverend',
  'ricochet',
  'russian-roulette',
  'sermon',
  'shootout',
  'sniper',
  'thirst',
  'train-arrival',
  'vendetta',
] as const;
export type Event = (typeof EVENTS)[number];

export const Events = Type.Array(OneOf(EVENTS, 'An event card in force.'), {
  uniqueItems: true,
  maxItems: 16,
  description:
    'The event cards in force, of High Noon and A Fistful of Cards, at most 16, each once, in any order; none when left out. Blessing and Curse exclude each other.',
});
