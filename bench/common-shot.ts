import type { RulingDraft } from '#src/record/page.js';
import { erbarmungslos } from '#src/rules/erbarmungslos/index.js';
import type { Action } from '#src/rules/ruleset.js';

/** What all benchmarks shoot: the first example of the rulebook's, 7 dice against 3, light cover. */
export const attack: Action = erbarmungslos.actions.find(({ name }) => name === 'attack')!;
export const commonShot: unknown = attack.examples[0]!.request;
/** Two shots, the second of which goes at another figure when the first has put its target out of action. */
export const severalShots: unknown = attack.examples[1]!.request;

/** The ruling on it, to be put on a page. */
export const commonRuling: RulingDraft = {
  by: 'operator',
  ruleset: erbarmungslos.id,
  version: erbarmungslos.version,
  action: attack.name,
  request: commonShot,
  requestJson: JSON.stringify(commonShot),
  adjudicate: attack.adjudicate.bind(attack, commonShot),
};

/** Where attacks are sent. */
export const ATTACKS_PATH = `/v1/campaigns/{campaign}/${erbarmungslos.id}/${attack.path}`;
