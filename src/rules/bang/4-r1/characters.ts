/**
 * The characters of the base game. Six have a say here: Rose Doolan and Paul Regret (distance, README §2), Willy the
 * Kid (BANG! limit, §5), Slab the Killer and Jourdonnais (Missed!, §7); Lucky Duke is a known gap. The others change
 * nothing.
 */
export const CHARACTERS = [
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
export type Character = (typeof CHARACTERS)[number];
