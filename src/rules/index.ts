import { bangR1 } from './bang/4-r1/index.js';
import { bang } from './bang/index.js';
import { erbarmungslos } from './erbarmungslos/index.js';
import type { Ruleset } from './ruleset.js';

/**
 * Every rulebook this service knows, at every version that recorded rulings may carry; of one rulebook the newest
 * version comes last. To add one, add its folder and a line here.
 */
export const rulesets: readonly Ruleset[] = [erbarmungslos, bangR1, bang];
