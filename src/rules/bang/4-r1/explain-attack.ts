import type { Phrase } from '../../ruleset.js';
import type { AttackOutcome, BangHit, Draw, Duel, DuelHit, MissedHit } from './attack-outcome.js';
import { type AttackRequest, answerOf } from './attack-request.js';
import { explainCheck } from './explain-check.js';
import { say } from './phrases.js';

const MISSED = say('card.missed');

/** An attack as the table would tell it: distance and reach, then each player attacked, then what is the table’s affair. */
export function explainAttack(request: AttackRequest, outcome: AttackOutcome): Phrase[] {
  const { card, check, hits, duel } = outcome;
  const said: Phrase[] = check === null ? [say('reach.all', { card: say(`card.${card}`) })] : explainCheck(check, card);
  if (card === 'indians') said.push(say('indians.needs', { missed: MISSED }));
  for (const hit of hits) {
    if ('needs' in hit) said.push(...('bangs' in hit.needs ? raid(hit as BangHit) : shot(request, hit as MissedHit)));
    else if (duel !== null) said.push(...fight(hit, duel));
    if (hit.eliminated) said.push(say('hit.eliminated', { player: hit.player }));
  }
  if (hits.some((hit) => 'draws' in hit && hit.draws.length > 0)) said.push(say('deck'));
  if (hits.some((hit) => hit.eliminated)) said.push(say('beer'));
  return said;
}

function shot(request: AttackRequest, hit: MissedHit): Phrase[] {
  const { player, needs, draws, played } = hit;
  const values = { player, n: needs.missed, missed: MISSED };
  const said = [
    needs.missed === 1 ? say('hit.needs', values) : say('hit.needs-slab', { ...values, attacker: request.attacker }),
  ];
  for (const draw of draws) {
    const card = { player, drawn: drawn(draw) };
    said.push(draw.saves ? say('hit.draw-saves', { ...card, missed: MISSED }) : say('hit.draw-fails', card));
  }
  if (hit.hit) {
    const { missed: kept = 0 } = answerOf(request, player);
    if (kept > 0) said.push(say('hit.too-few', { missed: MISSED }));
    said.push(say('hit.hit', { player, ...hit.life }));
  } else if (played.missed > 0) {
    said.push(say('hit.saved-by-missed', { player, n: played.missed, missed: MISSED }));
  } else {
    said.push(say('hit.saved-by-draw', { player }));
  }
  return said;
}

function raid({ player, hit, life }: BangHit): Phrase[] {
  return [hit ? say('indians.hit', { player, ...life }) : say('indians.answered', { player })];
}

function fight({ life }: DuelHit, { played, loser }: Duel): Phrase[] {
  const [challenged, challenger] = played;
  if (challenged!.bangs === 0) return [say('duel.none', { challenged: challenged!.player, ...life })];
  const sides = { challenged: challenged!.player, challenger: challenger!.player };
  return [
    say('duel.played', { ...sides, a: challenged!.bangs, b: challenger!.bangs }),
    say('duel.lost', { loser, ...life }),
  ];
}

const FACES = ['J', 'Q', 'K', 'A'] as const;

function drawn({ suit, rank }: Draw): Phrase {
  const face = FACES.find((name) => name === rank);
  return say('drawn', { suit: say(`suit.${suit}`), rank: face === undefined ? rank : say(`rank.${face}`) });
}
