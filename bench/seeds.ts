import type { DiceSeed } from '#src/dice/seeded-dice.js';

/** What a ruling's dice follow from: the same in every run, other dice for each `seq`. */
export const seedOf = (seq: number): DiceSeed => ({ seed: SEED, campaign: CAMPAIGN, seq, table: TABLE });

const SEED = new Uint8Array(32).fill(0x5e);
const TABLE = new Uint8Array(32).fill(0x7a);
const CAMPAIGN = '01980000-0000-7000-8000-000000000000';
