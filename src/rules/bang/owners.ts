import type { Roll } from '../../dice/roll.js';
import type { OwnedRoll } from '../ruleset.js';
import type { AttackOutcome } from './attack-outcome.js';
import type { AttackRequest } from './attack-request.js';
import { DECK } from './deck.js';

/** What is drawn for: Jourdonnais draws as for a Barrel (README §7). */
export const PURPOSES = ['barrel'] as const;

/**
 * A draw is the player's who is shot at; hearts succeed. Nothing is put back within one ruling, so that the chance
 * depends on the pile: 20 hearts of 80 cards, then 20 or 19 of 79, and so on through all players of a Gatling. Lucky
 * Duke's two cards are two draws. Under Blessing and Curse the suit is not chance, so nothing is counted.
 */
export function owners({ events = [] }: AttackRequest, { hits }: AttackOutcome, rolls: readonly Roll[]): OwnedRoll[] {
  const players = hits.flatMap((hit) =>
    'draws' in hit ? hit.draws.flatMap(({ other }) => Array<string>(other === undefined ? 1 : 2).fill(hit.player)) : [],
  );
  if (players.length !== rolls.length) throw new Error(`${rolls.length} rolls, but ${players.length} cards drawn`);
  const isRuled = events.includes('blessing') || events.includes('curse');
  const pile = [...DECK];
  let hearts = pile.filter(({ suit }) => suit === 'hearts').length;
  return players.map((who, i) => {
    const [card] = pile.splice(rolls[i]!.values[0]! - 1, 1);
    const seen = card!.suit === 'hearts' ? 1 : 0;
    const faces = hearts;
    hearts -= seen;
    return { who, purpose: 'barrel', ...(!isRuled && { successes: { seen, faces } }) };
  });
}
