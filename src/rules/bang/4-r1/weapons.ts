export const WEAPONS = ['colt-45', 'volcanic', 'schofield', 'remington', 'rev-carabine', 'winchester'] as const;
export type Weapon = (typeof WEAPONS)[number];

/** How far each weapon reaches, in distance; section “Waffenreichweite und Distanz sind zwei getrennte Werte”. */
export const WEAPON_REACH: Readonly<Record<Weapon, number>> = {
  'colt-45': 1,
  volcanic: 1,
  schofield: 2,
  remington: 3,
  'rev-carabine': 4,
  winchester: 5,
};

/** What a player shoots with who has no weapon card in play. */
export const BARE_WEAPON: Weapon = 'colt-45';
