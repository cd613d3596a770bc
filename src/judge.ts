import { givenDice } from './dice/given-dice.js';
import type { Undecided } from './record/entry-form.js';
import type { Judge } from './record/verify.js';
import { type Action, adjudicatedBy, type Fault, type Ruleset, type Watch } from './rules/ruleset.js';
import { validator } from './validation.js';

/**
 * Adjudicates the rulings of one record again, in their order, each under the version it carries, through the same
 * functions as live play (docs/verify.md §7, 6): the request is one that the service takes, the rules allow it, they ask
 * for exactly these rolls and give this outcome, byte for byte, and a continuation continues a ruling that may be.
 *
 * @param rulesets every rulebook at every version that a record may carry
 */
export function judge(rulesets: readonly Ruleset[]): Judge {
  const watches = continuations(rulesets);
  return (ruling, recorded) => {
    const { ruleset: id, version, action: name, seq, request } = ruling;
    const action = adjudicatedBy(rulesets, ruling)?.action;
    if (action === undefined) {
      const detail = `is by ${id} ${version} ("${name}"), which is not known here: the entry was changed, or is newer than this program`;
      return { detail, unchecked: true };
    }
    const due = outcomeOf(action, ruling);
    if ('detail' in due) return due;
    if (JSON.stringify(due.outcome) !== recorded) return { detail: 'has another outcome than the rules give' };
    let wrong: string | undefined;
    for (const each of watches) {
      if (each.ruleset !== id) continue;
      const said = each.watch({ seq, action: name, request, outcome: due.outcome });
      if (each.version === version && each.action === name) wrong = said;
    }
    return wrong === undefined ? undefined : { detail: wrong };
  };
}

interface Watched {
  readonly ruleset: string;
  readonly version: string;
  readonly action: string;
  readonly watch: Watch;
}

/** A watch for each action that can be continued. */
function continuations(rulesets: readonly Ruleset[]): Watched[] {
  return rulesets.flatMap(({ id, version, actions }) =>
    actions.flatMap(({ name, continuation }) =>
      continuation === undefined ? [] : [{ ruleset: id, version, action: name, watch: continuation.watch() }],
    ),
  );
}

/** What comes of a recorded request and rolls, or why nothing does. */
function outcomeOf(action: Action, { request, rolls }: Undecided): { outcome: unknown } | { detail: string } {
  try {
    const [fault] = faultsOf(action, request);
    if (fault !== undefined) return { detail: `has a request that is not valid: ${fault.pointer} ${fault.detail}` };
    const [reason] = action.refusals(request);
    if (reason !== undefined) return { detail: `has a request that the rules forbid: ${reason.code}` };
    const dice = givenDice(rolls);
    const outcome = action.adjudicate(request, dice);
    dice.done();
    return { outcome };
  } catch (error) {
    return { detail: `is not as the rules have it: ${(error as Error).message}` };
  }
}

/** Faults of a recorded request. Of a continuation only those about what was sent: the rest is as the record had it. */
function faultsOf({ recorded, request: schema, faults, continuation }: Action, request: unknown): readonly Fault[] {
  const form = validator(recorded ?? schema)(request);
  if (form.length > 0) return form;
  const beyond = faults(request);
  if (beyond.length === 0 || continuation?.continues(request) === undefined) return beyond;
  const { properties } = continuation.sent as { properties?: object };
  return beyond.filter(({ pointer }) => pointer === '' || Object.hasOwn(properties ?? {}, pointer.split('/')[1]!));
}
