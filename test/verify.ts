import { nodeHash } from '../src/dice/node-hash.js';
import { judge } from '../src/judge.js';
import { verifyRecord } from '../src/record/verify.js';
import { rulesets } from '../src/rules/index.js';

/** Runs every check of docs/verify.md §7 that needs no checkpoint on an export. */
export const verifyExport = (ndjson: string) =>
  verifyRecord(ndjson.split('\n').slice(0, -1), { hash: nodeHash, judge: judge(rulesets) });
