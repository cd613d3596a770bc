import type { Roll } from '../../../src/dice/roll.js';

/** Anna plays a BANG! against Ben, or whatever `more` says; of four at the table. */
export const shot = (more: object, a: object = {}, b: object = {}) => ({
  seats: [
    { player: 'Anna', life: 4, ...a },
    { player: 'Ben', life: 4, ...b },
    { player: 'Carla', life: 4 },
    { player: 'Dirk', life: 4 },
  ],
  attacker: 'Anna',
  target: 'Ben',
  card: 'bang',
  ...more,
});

/** The rolls when players draw cards one after another: whose each is, and its place in the pile that is left. */
export const drawn = (draws: readonly (readonly [player: string, value: number])[]): Roll[] =>
  draws.map(([player, value], i) => ({ for: `${player} barrel`, sides: 80 - i, values: [value] }));

/** The card that Ben draws for a Barrel. */
export const barrel = (value: number, sides = 80): Roll => ({ for: 'Ben barrel', sides, values: [value] });
