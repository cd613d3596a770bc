import type { Dice, Roll } from '../../dice/roll.js';
import { jsonBytes } from '../ruleset.js';
import type { AttackOutcome, BangHit, Draw, Duel, Hit, MissedHit } from './attack-outcome.js';
import type { AttackRequest } from './attack-request.js';
import { CARD_RULES } from './cards.js';
import { freshPile, type Pile } from './deck.js';
import { questionsBetween } from './distance-check.js';
import { chancesOf, drawFor } from './draws.js';
import { canonical } from './equipment.js';
import { type Casualties, casualties } from './fate.js';
import { type BangCards, bangsOf, type MissedCards, missedOf } from './hands.js';
import { echoed } from './policy.js';
import { isUnaffected, mayPlayNoBang } from './reasons.js';
import { checkAttack } from './refusals.js';
import { seatOf } from './seats.js';
import { abilityOf, othersClockwise, type Table } from './table.js';

/** How many Missed! a shot takes, and how many a BANG! card of Slab the Killer (README §7). */
const NEEDED = { shot: 1, slabTheKiller: 2 } as const;

/** An attack being resolved. */
interface Attack {
  readonly request: AttackRequest;
  readonly table: Table;
  /** The attacker's seat. */
  readonly from: number;
  readonly casualties: Casualties;
}

/**
 * Resolves a legal attack (README §7–11). Rolls, in order: one `"<player> barrel"` for each card drawn, with as many
 * sides as the pile still has cards.
 *
 * @throws {Error} when the request has faults or the rules forbid the play
 */
export function resolveAttack(request: AttackRequest, dice: Dice): AttackOutcome {
  const { seats, card } = request;
  const { table, from, check, reasons } = checkAttack(request);
  if (reasons.length > 0) throw new Error('an attack that the rules forbid is refused, not resolved');
  const attack: Attack = { request, table, from, casualties: casualties(request, table) };
  const attacked = check === null ? othersClockwise(table, from) : [seatOf(seats, check.to)];
  const questions = check === null ? [] : questionsBetween(table, from, attacked[0]!, card);
  return {
    card,
    attacker: request.attacker,
    check,
    ...resolved(attack, attacked, dice),
    ...echoed(request.policy, questions),
  };
}

function resolved(attack: Attack, attacked: readonly number[], dice: Dice): Pick<AttackOutcome, 'hits' | 'duel'> {
  const { request, table } = attack;
  const { card } = request;
  const each = (affected: (seat: number) => Hit): Hit[] =>
    attacked.map((seat) => (isUnaffected(table, seat, card, request) ? spare(attack, seat) : affected(seat)));

  switch (CARD_RULES[card].answer) {
    case 'missed': {
      const pile = freshPile(dice);
      return { hits: each((seat) => shoot(attack, seat, pile)), duel: null };
    }
    case 'bang':
      return { hits: each((seat) => raid(attack, seat)), duel: null };
    case 'duel': {
      let duel: Duel | null = null;
      const hits = each((challenged) => {
        duel = fight(attack, challenged);
        const loser = seatOf(table.seats, duel.loser);
        return { player: duel.loser, ...attack.casualties.fate(loser, true) };
      });
      return { hits, duel };
    }
    case null:
      throw new Error(`${card} is only checked, never resolved`);
  }
}

/** A card that has no effect on a player: Apache Kid and diamonds (README §10). */
const spare = ({ table, casualties }: Attack, seat: number): Hit => ({
  player: table.seats[seat]!.player,
  unaffected: 'apache-kid',
  ...casualties.fate(seat, false),
});

/** A shot at one player: Barrel, then Jourdonnais, each while still needed, then cards, all or none. */
function shoot(attack: Attack, seat: number, pile: Pile): MissedHit {
  const { request, table, casualties } = attack;
  const { player } = table.seats[seat]!;
  const needed = missedNeeded(attack);
  const { targetCard } = request;
  const draws: Draw[] = [];
  let left: number = needed;
  // A Barrel protects the player, not what lies in front of him.
  for (let chances = targetCard === undefined ? chancesOf(table, seat) : 0; chances > 0 && left > 0; chances -= 1) {
    const drawn = drawFor(table, seat, pile);
    draws.push(drawn);
    if (drawn.saves) left -= 1;
  }
  const played = asMissed(missedOf(request, table, seat), left);
  const hit = played === undefined;
  return {
    player,
    needs: { missed: needed },
    draws,
    played: played ?? { missed: 0 },
    ...casualties.fate(seat, hit && targetCard === undefined),
    ...(targetCard !== undefined && { card: canonical(targetCard), discarded: hit }),
  };
}

/** How many Missed! it takes to get away (README §7, §10). */
function missedNeeded({ request: { card }, table, from }: Attack): number {
  const { missed = NEEDED.shot, bangCard } = CARD_RULES[card];
  return bangCard && abilityOf(table, from) === 'slab-the-killer' ? NEEDED.slabTheKiller : missed;
}

/**
 * The cards that make `needed` Missed!: Missed! first, then what the player's ability lets count as one.
 *
 * @returns undefined when they are too few
 */
function asMissed(held: MissedCards, needed: number): MissedHit['played'] | undefined {
  const missed = Math.min(held.missed, needed);
  const bangs = Math.min(held.bangs, needed - missed);
  const anyCard = Math.min(held.anyCard, needed - missed);
  if (missed + bangs + anyCard < needed) return undefined;
  return { missed, ...(bangs > 0 && { bangs }), ...(anyCard > 0 && { anyCard }) };
}

/** Indians! reach one player: a BANG! or a life point; neither Missed! nor Barrel helps. */
function raid({ request, table, casualties }: Attack, seat: number): BangHit {
  const { player } = table.seats[seat]!;
  const { bangs, missed } = bangsPlayable(request, table, seat);
  const played = bangs > 0 ? { bangs: 1 } : missed > 0 ? { bangs: 0, missed: 1 } : { bangs: 0 };
  return { player, needs: { bangs: 1 }, draws: [], played, ...casualties.fate(seat, bangs + missed === 0) };
}

/** What a player may play as BANG! in answer; under Sermon nothing in one's own turn (README §11). */
const bangsPlayable = (request: AttackRequest, table: Table, seat: number): BangCards =>
  mayPlayNoBang(table, seat) ? { bangs: 0, missed: 0 } : bangsOf(request, table, seat);

/** BANG! cards by turns, the challenged player first; who plays none loses. Section “Volcanic und Duell”. */
function fight({ request, table, from }: Attack, challenged: number): Duel {
  const [first, second] = [challenged, from].map((seat) => {
    const { player } = table.seats[seat]!;
    return { player, able: bangsPlayable(request, table, seat), played: 0 };
  }) as [Duellist, Duellist];
  let turn = first;
  while (turn.played < turn.able.bangs + turn.able.missed) {
    turn.played += 1;
    turn = turn === first ? second : first;
  }
  return { played: [first, second].map(cardsPlayed), loser: turn.player };
}

interface Duellist {
  readonly player: string;
  readonly able: BangCards;
  played: number;
}

/** BANG! cards first, then Calamity Janet's Missed!. */
function cardsPlayed({ player, able, played }: Duellist): Duel['played'][number] {
  const missed = Math.max(0, played - able.bangs);
  return { player, bangs: played - missed, ...(missed > 0 && { missed }) };
}

/** More bytes than one hit's card, answer and state can differ by. */
const SLACK = 200;

/** How long an attack's rolls and outcome can become, in bytes of JSON: longest is the one in which no draw helps. */
export function longestAttack(request: AttackRequest): number {
  const rolls: Roll[] = [];
  const unlucky: Dice = {
    // The last card of the pile is never hearts.
    roll: (name, sides, count) => {
      const values = Array<number>(count).fill(sides);
      rolls.push({ for: name, sides, values });
      return values;
    },
  };
  const outcome = resolveAttack(request, unlucky);
  return jsonBytes({ rolls, outcome }) + SLACK * outcome.hits.length;
}
