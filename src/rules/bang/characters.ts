/** The characters of the base game. */
const BASE_GAME = [
  'bart-cassidy',
  'black-jack',
  'calamity-janet',
  'el-gringo',
  'jesse-jones',
  'jourdonnais',
  'kit-carlson',
  'lucky-duke',
  'paul-regret',
  'pedro-ramirez',
  'rose-doolan',
  'sid-ketchum',
  'slab-the-killer',
  'suzy-lafayette',
  'vulture-sam',
  'willy-the-kid',
] as const;

/** The characters of Dodge City. */
const DODGE_CITY = [
  'apache-kid',
  'belle-star',
  'bill-noface',
  'chuck-wengam',
  'doc-holyday',
  'elena-fuente',
  'greg-digger',
  'herb-hunter',
  'jose-delgado',
  'molly-stark',
  'pat-brennan',
  'pixie-pete',
  'sean-mallory',
  'tequila-joe',
  'vera-custer',
] as const;

/** Every character known here; those whom the README does not name change nothing. */
export const CHARACTERS = [...BASE_GAME, ...DODGE_CITY] as const;
export type Character = (typeof CHARACTERS)[number];

/** Those whose ability Vera Custer can have: everybody else's. */
export const COPIED = CHARACTERS.filter(
  (character): character is Exclude<Character, 'vera-custer'> => character !== 'vera-custer',
);
