import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Static, TSchema } from 'typebox';
import type { Dice, Roll } from '../dice/roll.js';

/**
 * What a rulebook is to the rest of the service. A ruleset is a value; nothing outside its folder asks which one it is.
 */

/** Something wrong with a request that its schema alone cannot say, e.g. a reference that does not resolve. */
export interface Fault {
  /** JSON Pointer (RFC 6901) into the request. */
  readonly pointer: string;
  /** kebab-case, e.g. `unknown-figure`. */
  readonly code: string;
  /** One English sentence. */
  readonly detail: string;
}

/** A member's name as a token of a JSON Pointer (RFC 6901 §3). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** How many bytes a value has as JSON. */
export const jsonBytes = (value: unknown): number => utf8ToBytes(JSON.stringify(value)).length;

/** Why the rules say no: a code from the ruleset's closed list, and whom it is about. */
export interface Reason {
  readonly code: string;
  /** The figure or player, when the reason is about one in particular. */
  readonly who?: string;
}

/**
 * One sentence, or part of one, before it has a language: a key into the ruleset's `phrases` and what is put in.
 * A list of phrases as an argument is rendered and joined with commas.
 */
export interface Phrase {
  readonly phrase: string;
  readonly with?: Readonly<Record<string, string | number | Phrase | readonly Phrase[]>>;
}

export const LANGUAGES = ['de', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Sentences in ICU MessageFormat, by dotted key. */
export type Phrases = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** A request that shows how it is done; executed and compared by a test. */
export interface Example<Request = unknown> {
  readonly summary: string;
  readonly request: Request;
}

interface Procedure<Request> {
  /** As written into the record, e.g. `"attack"`. */
  readonly name: string;
  /** Last part of its URL, e.g. `"attacks"`. */
  readonly path: string;
  /** One line for the API document. */
  readonly summary: string;
  /** Markdown for the API document; cites the rulebook's section. */
  readonly description: string;
  /** What may be sent, and what its outcome looks like. */
  readonly request: TSchema;
  readonly outcome: TSchema;
  readonly examples: readonly Example<Request>[];
  /** Everything wrong with a request beyond its schema. `[]`: nothing. */
  faults(request: Request): readonly Fault[];
}

/** A question that needs no dice and leaves no trace. */
export interface Check<Request = unknown, Outcome = unknown> extends Procedure<Request> {
  check(request: Request): Outcome;
}

/** A ruling in the record, as far as a rulebook needs it. */
export interface PastRuling {
  readonly seq: number;
  readonly action: string;
  readonly request: unknown;
  readonly outcome: unknown;
}

/** Why an action cannot be continued, or the whole request that continues it. */
export type Resumed<Request> =
  | { readonly request: Request }
  | { readonly refused: 'already-continued' | 'action-closed' | 'not-continuable'; readonly detail: string }
  | { readonly contradicts: readonly Fault[] }
  | { readonly faults: readonly Fault[] };

/** An action that can be taken up again after its first ruling. */
export interface Continuation<Request = unknown, Sent = unknown> {
  /** What is sent instead of a whole request; has the member `continues`: the seq of the ruling continued. */
  readonly sent: TSchema;
  readonly examples: readonly Example<Sent>[];
  /** The seq that the ruling with this request continues; undefined when it begins an action of its own. */
  continues(request: Request): number | undefined;
  faults(sent: Sent): readonly Fault[];
  /**
   * The whole request, as it will be recorded and can be replayed alone.
   *
   * @param rulings this ruleset's rulings from the first of the action continued to the newest, oldest first; the one
   *   with seq `sent.continues` is among them
   */
  resume(rulings: readonly PastRuling[], sent: Sent): Resumed<Request>;
  /**
   * Begins to watch a record, to say of each ruling that continues another whether it may. Remembers only the actions
   * that could still be continued, however long the record.
   */
  watch(): Watch;
}

/**
 * Called with the rulings of one rulebook, of whichever version, oldest first. Their requests have been found to be in
 * order.
 *
 * @returns what is wrong with the ruling as a continuation, as a part of a sentence
 */
export type Watch = (ruling: PastRuling) => string | undefined;

/** Whose roll one is, and what it was made for: what a count of a record's dice goes by. */
export interface OwnedRoll {
  /** The figure or player whose dice they are. */
  readonly who: string;
  /** One of the ruleset's `purposes`. */
  readonly purpose: string;
  /** Where the rules count successes. */
  readonly successes?: {
    /** How many of the roll's dice are one. */
    readonly seen: number;
    /** How many of a die's faces are one: at least 1, not all. It may depend on what was rolled before. */
    readonly faces: number;
  };
}

/** Something a figure or player does: adjudicated with dice, recorded as a ruling. */
export interface Action<Request = unknown, Outcome = unknown> extends Procedure<Request> {
  /** What a recorded request looks like, where it can hold more than a sent one (a continuation). */
  readonly recorded?: TSchema;
  readonly continuation?: Continuation<Request>;
  /** Every reason why the rules forbid it, in the book's order. `[]`: it is legal. Needs no dice. */
  refusals(request: Request): readonly Reason[];
  /** Rolls and decides a legal request. Pure: the same request and dice give the same outcome. */
  adjudicate(request: Request, dice: Dice): Outcome;
  /**
   * How long rolls and outcome of a legal request can become, in bytes of JSON, whatever is rolled: what is too long for
   * the record is refused before the dice are thrown, never after.
   */
  longest(request: Request): number;
  /** Whose each recorded roll is: as many as there are rolls, in the same order. Throws for what it did not adjudicate. */
  owners(request: Request, outcome: Outcome, rolls: readonly Roll[]): readonly OwnedRoll[];
  /** The outcome as the table would tell it: cause before effect, one fact a sentence. */
  explain(request: Request, outcome: Outcome): readonly Phrase[];
  /** A sentence for each reason. */
  explainRefusal(request: Request, reasons: readonly Reason[]): readonly Phrase[];
}

export interface Ruleset {
  /** First part of its URLs, e.g. `"erbarmungslos"`. */
  readonly id: string;
  /** `<edition>-r<our revision>`: changes whenever a ruling, a roll's name or the order of rolls changes. */
  readonly version: string;
  readonly title: string;
  readonly edition: string;
  /** Which text it follows, and what prevails in doubt. */
  readonly source: string;
  /** What we decided where the text is silent, a sentence each. */
  readonly decisions: readonly string[];
  /** What is known to be missing, a sentence each. */
  readonly gaps: readonly string[];
  readonly checks: readonly Check[];
  readonly actions: readonly Action[];
  /** Everything its rolls are made for, a word each; `purpose.<word>` in its phrases is what the table calls it. */
  readonly purposes: readonly string[];
  readonly phrases: Phrases;
}

/** By which rulebook, at which version, and as which of its actions a ruling was adjudicated; undefined: none known here. */
export function adjudicatedBy(
  rulesets: readonly Ruleset[],
  ruling: { readonly ruleset: string; readonly version: string; readonly action: string },
): { readonly ruleset: Ruleset; readonly action: Action } | undefined {
  const ruleset = rulesets.find(({ id, version }) => id === ruling.ruleset && version === ruling.version);
  const action = ruleset?.actions.find(({ name }) => name === ruling.action);
  return ruleset && action && { ruleset, action };
}

/** Ties a check's functions to its schemas' types. Holds the core's only cast, together with {@link action}. */
export function check<Request extends TSchema, Outcome extends TSchema>(
  parts: { readonly request: Request; readonly outcome: Outcome } & Check<Static<Request>, Static<Outcome>>,
): Check {
  return parts as unknown as Check;
}

/** Ties an action's functions to its schemas' types; `recorded` is the type they work on where it is given. */
export function action<Request, Outcome>(parts: Action<Request, Outcome>): Action {
  return parts as unknown as Action;
}

/**
 * A ruleset whose parts fit together.
 *
 * @throws {Error} when two of its procedures share a name or a path, or its version is not `<edition>-r<revision>`
 */
export function ruleset(parts: Ruleset): Ruleset {
  const procedures = [...parts.checks, ...parts.actions];
  for (const member of ['name', 'path'] as const) {
    const seen = new Set(procedures.map((procedure) => procedure[member]));
    if (seen.size !== procedures.length) throw new Error(`${parts.id}: two procedures share a ${member}`);
  }
  if (!/^.+-r\d+$/.test(parts.version))
    throw new Error(`${parts.id}: version ${parts.version} is not <edition>-r<revision>`);
  return parts;
}
