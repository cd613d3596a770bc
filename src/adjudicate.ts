import { type Static, Type } from 'typebox';
import { givenDice, UnexpectedRoll } from './dice/given-dice.js';
import { PROBLEMS } from './http/problems.js';
import type { Fault, Reason, Ruleset } from './rules/ruleset.js';
import { everyFault, validator } from './validation.js';

/**
 * Rules on one JSON line `{ruleset, version?, action, request, rolls?}` with exactly the rolls given, through the same
 * functions the service uses. `action` is the name or the path of an action or a check. A request is taken as it would
 * stand in the record, so a continuation is sent whole.
 *
 * @returns one JSON line: the outcome, `{"problem": …}` as the service would answer, or `{"error": …}` when the line
 *   can't be read or the rolls are not the ones asked for
 */
export function adjudicateLine(rulesets: readonly Ruleset[], line: string): string {
  try {
    return JSON.stringify(adjudicate(rulesets, JSON.parse(line)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UnexpectedRoll || error instanceof Unreadable) {
      return JSON.stringify({ error: error.message });
    }
    throw error;
  }
}

class Unreadable extends Error {}

const Line = Type.Object({
  ruleset: Type.String(),
  version: Type.Optional(Type.String()),
  action: Type.String(),
  request: Type.Unknown(),
  rolls: Type.Optional(
    Type.Array(
      Type.Object(
        { for: Type.String(), sides: Type.Integer(), values: Type.Array(Type.Number()) },
        { additionalProperties: false },
      ),
    ),
  ),
});

function adjudicate(rulesets: readonly Ruleset[], line: unknown): unknown {
  const [unreadable] = validator(Line)(line);
  if (unreadable !== undefined) throw new Unreadable(`${unreadable.pointer} ${unreadable.detail}`.trim());
  const { ruleset: id, version, action: name, request, rolls = [] } = line as Static<typeof Line>;
  const ruleset = rulesets.findLast((each) => each.id === id && (version === undefined || each.version === version));
  if (ruleset === undefined) throw new Unreadable(`there is no ruleset "${id}"${version ? ` ${version}` : ''}`);
  const named = (each: { name: string; path: string }) => each.name === name || each.path === name;

  const check = ruleset.checks.find(named);
  if (check !== undefined) {
    const faults = everyFault(check.request, request, check.faults);
    if (faults.length > 0) return invalid(faults);
    givenDice(rolls).done();
    return check.check(request);
  }
  const action = ruleset.actions.find(named);
  if (action === undefined) throw new Unreadable(`"${id}" has no action or check "${name}"`);
  const faults = everyFault(action.recorded ?? action.request, request, action.faults);
  if (faults.length > 0) return invalid(faults);
  const reasons = action.refusals(request);
  if (reasons.length > 0) return problem('illegal-attack', { reasons });
  const dice = givenDice(rolls);
  const outcome = action.adjudicate(request, dice);
  dice.done();
  return outcome;
}

const invalid = (errors: readonly Fault[]) => problem('invalid-request', { errors });

const problem = (
  code: 'invalid-request' | 'illegal-attack',
  members: { errors?: readonly Fault[]; reasons?: readonly Reason[] },
) => {
  const { status, title } = PROBLEMS[code];
  return { problem: { type: `/problems/${code}`, title, status, code, ...members } };
};
