import type { Phrase, Reason } from '../../ruleset.js';
import type { AttackRequest } from './attack-request.js';
import { bangLimitOf } from './bang-limit.js';
import { explainReach } from './explain-check.js';
import { say } from './phrases.js';
import { attackCheck } from './refusals.js';
import { seatOf } from './seats.js';

/** A sentence for each reason why an attack is refused. */
export function explainRefusal(request: AttackRequest, reasons: readonly Reason[]): Phrase[] {
  return reasons.flatMap((reason) => {
    const sentence = explainReason(request, reason);
    // How it was counted is what the table argues about.
    return reason.code === 'out-of-reach'
      ? [...explainReach(attackCheck(request)!, request.card), sentence]
      : [sentence];
  });
}

function explainReason(request: AttackRequest, { code, who = '' }: Reason): Phrase {
  switch (code) {
    case 'attacker-eliminated':
      return say('reason.attacker-eliminated', { from: who });
    case 'target-eliminated':
      return say('reason.target-eliminated', { to: who });
    case 'self':
      return say('reason.self', { card: say(`card.${request.card}`) });
    case 'out-of-reach':
      return tooFar(request, who);
    case 'bang-limit':
      return overLimit(request);
    default:
      throw new Error(`no sentence for the reason ${code}`);
  }
}

function tooFar(request: AttackRequest, to: string): Phrase {
  const { distance, reach } = attackCheck(request)!;
  return say('reason.out-of-reach', { to, distance: distance!, reach: reach! });
}

function overLimit({ seats, attacker, bangsPlayed: played = 0, bangLimit }: AttackRequest): Phrase {
  const limit = bangLimitOf(seats[seatOf(seats, attacker)]!, bangLimit)!;
  if (played === 1 && limit === 1) return say('reason.bang-limit');
  return say('reason.bang-limit-other', { played, limit });
}
