import type { Phrase, Reason } from '../ruleset.js';
import type { AttackRequest } from './attack-request.js';
import { bangLimitOf } from './bang-limit.js';
import type { DistanceCheck } from './distance-check.js';
import { explainReach } from './explain-check.js';
import { explainTable } from './explain-table.js';
import { say } from './phrases.js';
import { checkAttack } from './refusals.js';
import { findSeat } from './seats.js';
import type { Table } from './table.js';

/** A sentence for each reason why an attack is refused, after what holds at the table and bears on it. */
export function explainRefusal(request: AttackRequest, reasons: readonly Reason[]): Phrase[] {
  const { seats, target } = request;
  const { table, from, check } = checkAttack(request);
  const to = target === undefined ? -1 : findSeat(seats, target);
  const said = explainTable(table, to === -1 || to === from ? [from] : [from, to]);
  for (const reason of reasons) {
    // How it was counted is what the table argues about.
    if (reason.code === 'out-of-reach') said.push(...explainReach(table, check!, request.card));
    said.push(explainReason(request, table, from, check, reason));
  }
  return said;
}

function explainReason(
  request: AttackRequest,
  table: Table,
  attacker: number,
  check: DistanceCheck | null,
  { code, who = '' }: Reason,
): Phrase {
  const card = say(`card.${request.card}`);
  switch (code) {
    case 'attacker-eliminated':
      return say('reason.attacker-eliminated', { from: who });
    case 'target-eliminated':
      return say('reason.target-eliminated', { to: who });
    case 'self':
      return say('reason.self', { card });
    case 'no-ability':
      return say('reason.no-ability', { from: who });
    case 'no-event':
      return say('reason.no-event', { card });
    case 'laid-this-turn':
      return say('reason.laid-this-turn', { card });
    case 'lasso':
      return say('reason.lasso', { card });
    case 'out-of-reach':
      return say('reason.out-of-reach', { to: who, distance: check!.distance!, reach: check!.reach! });
    case 'bang-limit':
      return overLimit(request, table, attacker);
    case 'sermon':
      return say('reason.sermon', { from: request.attacker });
    default:
      throw new Error(`no sentence for the reason ${code}`);
  }
}

function overLimit({ bangsPlayed: played = 0, bangLimit }: AttackRequest, table: Table, attacker: number): Phrase {
  const limit = bangLimitOf(table, attacker, bangLimit)!;
  if (played === 1 && limit === 1) return say('reason.bang-limit');
  return say('reason.bang-limit-other', { played, limit });
}
