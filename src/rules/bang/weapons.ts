/** What a player shoots with who has no weapon card in play. */
export const BARE_WEAPON = 'colt-45';

export const WEAPON_CARDS = ['volcanic', 'schofield', 'remington', 'rev-carabine', 'winchester'] as const;
export type WeaponCard = (typeof WEAPON_CARDS)[number];

export const WEAPONS = [BARE_WEAPON, ...WEAPON_CARDS] as const;
export type Weapon = (typeof WEAPONS)[number];

/** Whether it is one of the weapon cards; the Colt .45 is none. */
export const isWeaponCard = (card: string | undefined): card is WeaponCard =>
  (WEAPON_CARDS as readonly (string | undefined)[]).includes(card);

/** How far each weapon reaches, in distance; section “Waffenreichweite und Distanz sind zwei getrennte Werte”. */
export const WEAPON_REACH: Readonly<Record<Weapon, number>> = {
  'colt-45': 1,
  volcanic: 1,
  schofield: 2,
  remington: 3,
  'rev-carabine': 4,
  winchester: 5,
};
