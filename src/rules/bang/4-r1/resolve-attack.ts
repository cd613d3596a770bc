import type { Dice, Roll } from '../../../dice/roll.js';
import { jsonBytes } from '../../ruleset.js';
import type { AttackOutcome, BangHit, Draw, Duel, DuelHit, MissedHit } from './attack-outcome.js';
import { type AttackRequest, answerOf } from './attack-request.js';
import { CARD_RULES } from './cards.js';
import { freshPile, type Pile } from './deck.js';
import { attackCheck, attackRefusals } from './refusals.js';
import { othersClockwise, type Seat, seatOf } from './seats.js';

/** How many Missed! a shot takes, and how many a BANG! card of Slab the Killer (README §7). */
const NEEDED = { shot: 1, slabTheKiller: 2 } as const;

/**
 * Resolves a legal attack (README §7–9). Rolls, in order: one `"<player> barrel"` for each card drawn, with as many
 * sides as the pile still has cards.
 *
 * @throws {Error} when the request has faults or the rules forbid the play
 */
export function resolveAttack(request: AttackRequest, dice: Dice): AttackOutcome {
  const { seats, card } = request;
  if (attackRefusals(request).length > 0) throw new Error('an attack that the rules forbid is refused, not resolved');
  const check = attackCheck(request);
  const from = seatOf(seats, request.attacker);
  const attacker = seats[from]!;
  const attacked =
    check === null ? othersClockwise(seats, from).map((seat) => seats[seat]!) : [seats[seatOf(seats, check.to)]!];
  const outcome = { card, attacker: attacker.player, check };

  switch (CARD_RULES[card].answer) {
    case 'missed': {
      const pile = freshPile(dice);
      const slab = card === 'bang' && attacker.character === 'slab-the-killer';
      const needed = slab ? NEEDED.slabTheKiller : NEEDED.shot;
      return { ...outcome, hits: attacked.map((seat) => shoot(request, seat, needed, pile)), duel: null };
    }
    case 'bang':
      return { ...outcome, hits: attacked.map((seat) => raid(request, seat)), duel: null };
    case 'duel': {
      const [challenged] = attacked;
      const duel = fight(request, challenged!, attacker);
      const loser = duel.loser === attacker.player ? attacker : challenged!;
      return { ...outcome, hits: [{ player: loser.player, ...fate(loser, true) } satisfies DuelHit], duel };
    }
    case null:
      throw new Error(`${card} is only checked, never resolved`);
  }
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

/** A shot at one player: Barrel, then Jourdonnais, each while still needed, then Missed! cards, all or none. */
function shoot(request: AttackRequest, seat: Seat, needed: number, pile: Pile): MissedHit {
  const draws: Draw[] = [];
  let left = needed;
  for (let chances = barrels(seat); chances > 0 && left > 0; chances -= 1) {
    const { suit, rank } = pile.draw(`${seat.player} barrel`);
    const saves = suit === 'hearts';
    draws.push({ suit, rank, saves });
    if (saves) left -= 1;
  }
  const { missed = 0 } = answerOf(request, seat.player);
  const enough = missed >= left;
  return {
    player: seat.player,
    needs: { missed: needed },
    draws,
    played: { missed: enough ? left : 0 },
    ...fate(seat, !enough),
  };
}

/** How often a player may draw against a shot: once for a Barrel, once for being Jourdonnais. */
function barrels(seat: Seat): number {
  return (seat.equipment?.includes('barrel') ? 1 : 0) + (seat.character === 'jourdonnais' ? 1 : 0);
}

/** Indians! reach one player: a BANG! or a life point; neither Missed! nor Barrel helps. */
function raid(request: AttackRequest, seat: Seat): BangHit {
  const { bangs = 0 } = answerOf(request, seat.player);
  const played = bangs >= 1 ? 1 : 0;
  return {
    player: seat.player,
    needs: { bangs: 1 },
    draws: [],
    played: { bangs: played },
    ...fate(seat, played === 0),
  };
}

/** BANG! cards by turns, the challenged player first; who plays none loses. Section “Volcanic und Duell”. */
function fight(request: AttackRequest, challenged: Seat, challenger: Seat): Duel {
  const first = { player: challenged.player, bangs: 0, most: answerOf(request, challenged.player).bangs ?? 0 };
  const second = { player: challenger.player, bangs: 0, most: answerOf(request, challenger.player).bangs ?? 0 };
  let turn = first;
  while (turn.bangs < turn.most) {
    turn.bangs += 1;
    turn = turn === first ? second : first;
  }
  return { played: [first, second].map(({ player, bangs }) => ({ player, bangs })), loser: turn.player };
}

/** What a hit, or a miss, leaves of a player. */
function fate(seat: Seat, hit: boolean) {
  const before = seat.life;
  if (before === undefined) throw new Error(`${seat.player} has no life points`);
  const after = hit ? before - 1 : before;
  return { hit, life: { before, after }, eliminated: after === 0 };
}
