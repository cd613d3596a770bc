import { bytesToHex } from '@noble/hashes/utils.js';
import { nodeHash } from '../src/dice/node-hash.js';
import { judge } from '../src/judge.js';
import { type RecordFinding, RecordVerifier, type Verified, type VerifierOptions } from '../src/record/verify.js';
import { rulesets } from '../src/rules/index.js';

/** Runs every check of docs/verify.md §7 that needs no checkpoint on an export. */
export function verifyExport(ndjson: string) {
  const lines = ndjson.split('\n').slice(0, -1);
  const { root, ...verified } = verifyRecord(lines, { hash: nodeHash, judge: judge(rulesets) });
  return { ...verified, root: bytesToHex(root) };
}

/** Checks a whole record at once, as {@link RecordVerifier} does line by line. */
export function verifyRecord(
  lines: Iterable<string>,
  options: Omit<VerifierOptions, 'found'>,
): Verified & { readonly findings: readonly RecordFinding[] } {
  const findings: RecordFinding[] = [];
  const verifier = new RecordVerifier({ ...options, found: (finding) => void findings.push(finding) });
  for (const line of lines) verifier.add(line);
  return { findings, ...verifier.end() };
}
