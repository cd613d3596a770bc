import type { Phrase } from '../ruleset.js';
import type { AttackOutcome, Hit } from './attack-outcome.js';
import { type AttackRequest, answerOf } from './attack-request.js';
import { explainCheck } from './explain-check.js';
import { explainHit } from './explain-hit.js';
import { explainTable } from './explain-table.js';
import { beerStopped } from './fate.js';
import { say } from './phrases.js';
import { seatOf } from './seats.js';
import { playersIn, type Table, tableOf } from './table.js';

/**
 * An attack as the table would tell it: what holds at the table, distance and reach, then each player attacked, then
 * what is the table's affair.
 */
export function explainAttack(request: AttackRequest, outcome: AttackOutcome): Phrase[] {
  const { card, check, hits, duel } = outcome;
  const { seats } = request;
  const from = seatOf(seats, request.attacker);
  const table = tableOf(request, from);
  const attacked = check === null ? hits.map(({ player }) => player) : [check.to];
  const said = explainTable(table, [from, ...attacked.map((player) => seatOf(seats, player))]);
  if (check === null) said.push(say('reach.all', { card: say(`card.${card}`) }));
  else said.push(...explainCheck(table, check, card));
  if (card === 'indians') said.push(say('indians.needs', { missed: say('card.missed') }));
  let left = playersIn(table);
  for (const hit of hits) {
    said.push(...explainHit(request, table, hit, duel), ...explainLastLife(request, table, hit, left));
    if (hit.eliminated) left -= 1;
  }
  if (hits.some((hit) => 'draws' in hit && hit.draws.length > 0)) said.push(say('deck'));
  if (hits.some((hit) => hit.eliminated && beersOf(request, hit) === undefined)) said.push(say('beer'));
  return said;
}

/** The Beers that a player told; undefined when the table keeps them to itself. */
const beersOf = (request: AttackRequest, { player }: Hit): number | undefined => answerOf(request, player).beers;

/** A Beer for the last life point, or that it was the last and why no Beer helped. */
function explainLastLife(request: AttackRequest, table: Table, hit: Hit, left: number): Phrase[] {
  const { player, life, eliminated, beers } = hit;
  if (beers !== undefined) return [say('hit.beer', { player, before: life.before - 1, after: life.after })];
  if (!eliminated) return [];
  const stopped = (beersOf(request, hit) ?? 0) > 0 ? beerStopped(table, left) : undefined;
  return [...(stopped === undefined ? [] : [say(`beer.${stopped}`, { player })]), say('hit.eliminated', { player })];
}
