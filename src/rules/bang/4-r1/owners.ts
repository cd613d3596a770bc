import type { OwnedRoll } from '../../ruleset.js';
import type { AttackOutcome } from './attack-outcome.js';
import type { AttackRequest } from './attack-request.js';
import { DECK } from './deck.js';

/** What is drawn for: Jourdonnais draws as for a Barrel (README §7). */
export const PURPOSES = ['barrel'] as const;

/**
 * A draw is the player's who is shot at; hearts succeed. Nothing is put back within one ruling, so that the chance
 * depends on the pile: 20 hearts of 80 cards, then 20 or 19 of 79, and so on through all players of a Gatling.
 */
export function owners(_request: AttackRequest, { hits }: AttackOutcome): OwnedRoll[] {
  let hearts = DECK.filter(({ suit }) => suit === 'hearts').length;
  const owned: OwnedRoll[] = [];
  for (const hit of hits) {
    if (!('draws' in hit)) continue;
    for (const { saves } of hit.draws) {
      owned.push({ who: hit.player, purpose: 'barrel', successes: { seen: saves ? 1 : 0, faces: hearts } });
      if (saves) hearts -= 1;
    }
  }
  return owned;
}
