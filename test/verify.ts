import { bytesToHex } from '@noble/hashes/utils.js';
import { nodeHash } from '../src/dice/node-hash.js';
import { judge } from '../src/judge.js';
import { verifyRecord } from '../src/record/verify.js';
import { rulesets } from '../src/rules/index.js';

/** Runs every check of docs/verify.md §7 that needs no checkpoint on an export. */
export function verifyExport(ndjson: string) {
  const lines = ndjson.split('\n').slice(0, -1);
  const { root, ...verified } = verifyRecord(lines, { hash: nodeHash, judge: judge(rulesets) });
  return { ...verified, root: bytesToHex(root) };
}
