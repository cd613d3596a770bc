import { erbarmungslos } from '#src/rules/erbarmungslos/index.js';
import type { Action } from '#src/rules/ruleset.js';

/** What all benchmarks shoot: the first example of the rulebook's, 7 dice against 3, light cover. */
export const attack: Action = erbarmungslos.actions.find(({ name }) => name === 'attack')!;
export const commonShot: unknown = attack.examples[0]!.request;
/** Two shots, the second of which goes at another figure when the first has put its target out of action. */
export const severalShots: unknown = attack.examples[1]!.request;

/** Where attacks are sent. */
export const ATTACKS_PATH = `/v1/campaigns/{campaign}/${erbarmungslos.id}/${attack.path}`;
