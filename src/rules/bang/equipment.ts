import { WEAPON_CARDS } from './weapons.js';

/** Cards with a green border: laid down in one turn, used in a later one (README §3, §6). */
export const GREEN_CARDS = [
  'bible',
  'buffalo-rifle',
  'can-can',
  'canteen',
  'conestoga',
  'derringer',
  'howitzer',
  'iron-plate',
  'knife',
  'pepperbox',
  'pony-express',
  'sombrero',
  'ten-gallon-hat',
] as const;
export type GreenCard = (typeof GREEN_CARDS)[number];

/** Cards with a blue border other than weapons, by the names that answers use. */
export const BLUE_CARDS = ['scope', 'binoculars', 'mustang', 'hideout', 'barrel', 'jail', 'dynamite'] as const;
export type BlueCard = (typeof BLUE_CARDS)[number];

/** What another print calls a card. */
const PRINTS = { appaloosa: 'scope', silver: 'binoculars' } as const satisfies Record<string, BlueCard>;
export type OtherPrint = keyof typeof PRINTS;

/** Everything that may lie in front of a player apart from the weapon, by every name it may be sent under. */
export const EQUIPMENT = [...BLUE_CARDS, ...(Object.keys(PRINTS) as OtherPrint[]), ...GREEN_CARDS] as const;

/** Everything that may lie in front of a player, weapons too, by every name it may be sent under. */
export const CARDS_IN_PLAY = [...WEAPON_CARDS, ...EQUIPMENT] as const;

/** The same by the names that answers use. */
export const CANONICAL_CARDS_IN_PLAY = [...WEAPON_CARDS, ...BLUE_CARDS, ...GREEN_CARDS] as const;

/** A card in front of a player, by the name that answers use. */
export type Equipment = BlueCard | GreenCard;

/** A card by the name that answers use; what has one name only stays as it is. */
export function canonical<Card extends string>(card: Card | OtherPrint): Exclude<Card, OtherPrint> | BlueCard {
  return Object.hasOwn(PRINTS, card) ? PRINTS[card as OtherPrint] : (card as Exclude<Card, OtherPrint>);
}
