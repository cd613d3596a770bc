import { nodeHash } from '../../src/dice/node-hash.js';
import { judge } from '../../src/judge.js';
import type { Checkpoint } from '../../src/record/checkpoint.js';
import type { Judge, RecordFinding } from '../../src/record/verify.js';
import { rulesets } from '../../src/rules/index.js';
import { verifyRecord } from '../verify.js';

/** Everything that a verifier finds in a record. */
export function allFindings(
  lines: readonly string[],
  judge?: Judge,
  checkpoints: readonly Checkpoint[] = [],
): readonly RecordFinding[] {
  const known = checkpoints.map((checkpoint) => ({ ...checkpoint, about: 'the checkpoint' }));
  return verifyRecord(lines, { hash: nodeHash, checkpoints: known, ...(judge && { judge }) }).findings;
}

/** The checkpoint of a whole record. */
export const checkpointOf = (campaign: string, lines: readonly string[]): Checkpoint => ({
  campaign,
  size: lines.length,
  root: verifyRecord(lines, { hash: nodeHash }).root,
});

/**
 * Judges as the verifier does, but begins with the chain in which entry `from` stands: what comes before it was judged
 * when the whole record was, and no action of the record goes on from one chain to the next. It only saves time.
 */
export function judgeFrom(lines: readonly string[], from: number): Judge {
  const judges = judge(rulesets);
  let begin = from;
  while (begin > 0 && !lines[begin]!.includes('"kind":"chain"')) begin -= 1;
  return (ruling, outcome) =>
    ruling.seq < begin && lines[ruling.seq]!.endsWith(`,"outcome":${outcome}}`) ? undefined : judges(ruling, outcome);
}
