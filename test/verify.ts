import { givenDice } from '../src/dice/given-dice.js';
import { nodeHash } from '../src/dice/node-hash.js';
import type { Adjudicate, Verified } from '../src/record/verify.js';
import { verifyRecord } from '../src/record/verify.js';
import { rulesets } from '../src/rules/index.js';

const adjudicate: Adjudicate = ({ ruleset: id, version, action: name, request, rolls }) => {
  const ruleset = rulesets.find((each) => each.id === id && each.version === version);
  const action = ruleset?.actions.find((each) => each.name === name);
  if (action === undefined) throw new Error(`no ${id} ${version} ${name} here`);
  const dice = givenDice(rolls);
  const outcome = action.adjudicate(request, dice);
  dice.done();
  return JSON.stringify(outcome);
};

/** Runs every check of docs/verify.md §7 that needs no checkpoint on an export. */
export const verifyExport = (ndjson: string): Promise<Verified> =>
  verifyRecord(nodeHash, ndjson.split('\n').slice(0, -1), adjudicate);
