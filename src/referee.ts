import { ENTRY_BYTES } from './record/draft.js';
import type { RulingEntry, Settings } from './record/entry.js';
import type { RecordedOnce } from './record/job.js';
import type { LiveHead, Page } from './record/page.js';
import type { Recorder } from './record/recorder.js';
import type { Head, Key, Recorded, Store } from './record/store.js';
import { Refusal } from './refusal.js';
import type { Action, Continuation, Fault, PastRuling, Ruleset } from './rules/ruleset.js';
import { recordingBody, type Sent, withoutEnvelope } from './sent.js';
import { everyFault } from './validation.js';

/** Someone asks for an action to be adjudicated and recorded. */
export interface Ask {
  readonly campaign: string;
  readonly ruleset: string;
  /** The action's name, e.g. `"attack"`. */
  readonly action: string;
  readonly sent: Sent;
  /** The key's label. */
  readonly by: string;
  readonly key: Key | undefined;
  /** Told what will be recorded, while that is being committed. */
  foreseen(recorded: Recorded): void;
}

/** An ask that the rules allow, ready to be rolled. */
interface Ruled {
  readonly ruleset: Ruleset;
  readonly action: Action;
  readonly request: unknown;
  readonly requestJson: string;
  readonly continues: number | undefined;
  /** How many entries the record had when this was decided. */
  readonly size: number;
  readonly settingsSeq: number | undefined;
}

interface Envelope {
  readonly actor?: string;
  readonly contribution?: { readonly player: string; readonly value: string; readonly chain: number };
}

export interface RefereeOptions {
  readonly rulesets: readonly Ruleset[];
  readonly store: Store;
  readonly recorder: Recorder;
}

/** The use cases: adjudicate and record, continue. Live play and replay call the same functions of the ruleset. */
export class Referee {
  constructor(private readonly options: RefereeOptions) {}

  /** A ruleset at one version, or at its newest. */
  ruleset(id: string, version?: string): Ruleset | undefined {
    return this.options.rulesets.findLast(
      (each) => each.id === id && (version === undefined || each.version === version),
    );
  }

  /**
   * Rules on an action, rolls, and records it. Nothing is rolled, recorded or spent when the answer is a refusal.
   *
   * @throws {Unavailable} when it is not known whether the ruling was recorded
   */
  adjudicate(ask: Ask): Promise<RecordedOnce | Refusal> {
    const { campaign, key } = ask;
    // Before every other check, so that a retry is answered also after the campaign was closed or the rules changed.
    const seen = key && this.options.recorder.seen(campaign, key);
    return seen === undefined ? this.#ruleAndRecord(ask) : seen.then((found) => found ?? this.#ruleAndRecord(ask));
  }

  #ruleAndRecord(ask: Ask): Promise<RecordedOnce | Refusal> {
    const ruled = this.options.recorder.judge(ask.campaign, (head) => this.#rule(ask, head));
    return ruled instanceof Promise ? ruled.then((later) => this.#record(ask, later)) : this.#record(ask, ruled);
  }

  #record(ask: Ask, ruled: Ruled | Refusal): Promise<RecordedOnce | Refusal> {
    const { recorder } = this.options;
    const { campaign, key, foreseen } = ask;
    if (ruled instanceof Refusal) return recorder.unlessRecorded(campaign, key, ruled);
    return recorder.record(campaign, {
      key,
      needsChain: true,
      readsRecord: ruled.continues !== undefined,
      write: (page) => {
        const now = isOutdated(ruled, page.head) ? this.#rule(ask, page.head) : ruled;
        return now instanceof Promise ? now.then((later) => roll(ask, later, page)) : roll(ask, now, page);
      },
      foreseen,
    });
  }

  /**
   * Everything that can be decided without dice: whether the ask is well-formed, in play and legal.
   *
   * @returns a promise only for a continuation, which reads the record
   */
  #rule(ask: Ask, head: Head): Ruled | Refusal | Promise<Ruled | Refusal> {
    const { sent } = ask;
    const newest = this.ruleset(ask.ruleset)?.actions.find(({ name }) => name === ask.action)?.continuation;
    const continues = continued(sent);
    if (newest !== undefined && continues !== undefined) {
      return this.#resume(ask, continues, newest).then((resumed) =>
        resumed instanceof Refusal
          ? resumed
          : (admission(head, ask.key) ??
            legal({ ...resumed, size: head.frontier.size, settingsSeq: head.settingsSeq })),
      );
    }
    const ruleset = inPlay(head.settings, ask.ruleset, (id, version) => this.ruleset(id, version));
    const action = ruleset?.actions.find(({ name }) => name === ask.action);
    if (ruleset === undefined || action === undefined) {
      return new Refusal(
        'ruleset-not-in-play',
        `The campaign is not played by "${ask.ruleset}" but by ${Object.keys(head.settings.rulesets ?? {}).join(', ')}.`,
      );
    }
    const faults = everyFault(recordingBody(action.request), sent.value, action.faults);
    if (faults.length > 0) return invalid(faults);
    const { request, requestJson } = withoutEnvelope(sent);
    const { size } = head.frontier;
    return (
      admission(head, ask.key) ??
      legal({ ruleset, action, request, requestJson, size, settingsSeq: head.settingsSeq, continues: undefined })
    );
  }

  /**
   * The whole request of a continuation, under the version of the ruling continued.
   *
   * @param newest by which the faults are named when there is no such ruling
   */
  async #resume(
    ask: Ask,
    continues: unknown,
    newest: Continuation,
  ): Promise<Pick<Ruled, 'ruleset' | 'action' | 'request' | 'requestJson' | 'continues'> | Refusal> {
    const recorded = isSeq(continues) ? await this.options.store.read(ask.campaign, continues) : undefined;
    if (recorded === undefined || !isSeq(continues)) {
      const detail = `The record has no ruling ${continues} to continue.`;
      const nothingThere: Fault = { pointer: '/continues', code: 'unknown-entry', detail };
      const body = recordingBody(newest.sent);
      return invalid(everyFault(body, ask.sent.value, (sent) => [nothingThere, ...newest.faults(sent)]));
    }
    if (recorded.kind !== 'ruling') return new Refusal('not-a-ruling', `Entry ${continues} is not a ruling.`);
    const base = JSON.parse(recorded.entry) as RulingEntry;
    const ruleset = base.ruleset === ask.ruleset ? this.ruleset(base.ruleset, base.version) : undefined;
    const action = ruleset?.actions.find(({ name }) => name === ask.action);
    if (ruleset === undefined || action?.continuation === undefined || base.action !== ask.action) {
      return new Refusal('not-a-ruling', `Ruling ${continues} is not one that can be continued here.`);
    }
    const { continuation } = action;
    const faults = everyFault(recordingBody(continuation.sent), ask.sent.value, continuation.faults);
    if (faults.length > 0) return invalid(faults);
    const { request: sent } = withoutEnvelope(ask.sent);
    const rulings = await this.#rulingsSince(ask.campaign, ruleset.id, await this.#firstOf(ask.campaign, action, base));
    const resumed = continuation.resume(rulings, sent);
    if ('refused' in resumed) {
      if (resumed.refused === 'not-continuable') return new Refusal('not-a-ruling', resumed.detail);
      return new Refusal(resumed.refused, resumed.detail);
    }
    if ('contradicts' in resumed) {
      return new Refusal('contradicts-record', 'The request claims another state than the record.', {
        errors: resumed.contradicts,
      });
    }
    if ('faults' in resumed) return invalid(resumed.faults);
    // Only about what was sent: what the record says of the shooter is a reason, not a fault.
    const whole = action
      .faults(resumed.request)
      .filter(({ pointer }) => pointer === '' || Object.hasOwn(sent, pointer.split('/')[1]!));
    if (whole.length > 0) return invalid(whole);
    return { ruleset, action, request: resumed.request, requestJson: JSON.stringify(resumed.request), continues };
  }

  /** The seq of the first ruling of the action that a ruling is part of. */
  async #firstOf(campaign: string, action: Action, ruling: RulingEntry): Promise<number> {
    const before = action.continuation?.continues(ruling.request);
    if (before === undefined) return ruling.seq;
    const recorded = await this.options.store.read(campaign, before);
    if (recorded === undefined) throw new Error(`ruling ${ruling.seq} continues ${before}, which is missing`);
    return this.#firstOf(campaign, action, JSON.parse(recorded.entry) as RulingEntry);
  }

  /** A ruleset's rulings from one on to the newest. */
  async #rulingsSince(campaign: string, ruleset: string, first: number): Promise<PastRuling[]> {
    const rulings: PastRuling[] = [];
    for (let after = first - 1; ; ) {
      const page = await this.options.store.page(campaign, {
        after,
        limit: 500,
        bytes: 4 * 1024 * 1024,
        kind: 'ruling',
      });
      for (const { entry } of page) {
        const ruling = JSON.parse(entry) as RulingEntry;
        if (ruling.ruleset === ruleset) rulings.push(ruling);
      }
      const last = page[page.length - 1];
      if (last === undefined) return rulings;
      after = last.seq;
    }
  }
}

/** Puts a ruling on the page, and before it the contribution that came with it, or says why it can't be. */
function roll({ sent, by, key }: Ask, ruled: Ruled | Refusal, page: Page): Refusal | undefined {
  if (ruled instanceof Refusal) return ruled;
  const { actor, contribution } = sent.value as Envelope;
  const refusal = admission(page.head, key) ?? contributed(page, contribution);
  if (refusal !== undefined) return refusal;
  const { ruleset, action, request, requestJson, continues } = ruled;
  page.ruling({
    by,
    actor,
    ruleset: ruleset.id,
    version: ruleset.version,
    action: action.name,
    request,
    requestJson,
    continues,
    adjudicate: (dice) => action.adjudicate(request, dice),
  });
  return undefined;
}

/** The ruleset that a campaign plays by: pinned to a version, or at its newest. */
function inPlay(
  { rulesets }: Settings,
  id: string,
  find: (id: string, version?: string) => Ruleset | undefined,
): Ruleset | undefined {
  if (rulesets === undefined) return find(id);
  return Object.hasOwn(rulesets, id) ? find(id, rulesets[id]) : undefined;
}

function legal(ruled: Ruled): Ruled | Refusal {
  const reasons = ruled.action.refusals(ruled.request);
  if (reasons.length === 0) return tooLong(ruled) ?? ruled;
  return new Refusal('illegal-attack', 'The rules do not allow this. Nothing was rolled, nothing was recorded.', {
    reasons,
    explanation: { ruleset: ruled.ruleset, phrases: ruled.action.explainRefusal(ruled.request, reasons) },
  });
}

/** Below this length of a request no outcome can fill an entry, so nobody need work it out. */
const SHORT = 1024;
/** An entry's common members, its seed and who asked, with names of 64 characters. */
const AROUND = 2048;

/**
 * Whether the entry could become too long. Asked before the dice are thrown: a refusal that depended on them could be
 * repeated until they please.
 */
function tooLong({ action, request, requestJson }: Ruled): Refusal | undefined {
  if (requestJson.length <= SHORT) return undefined;
  const most = AROUND + Buffer.byteLength(requestJson) + action.longest(request);
  if (most <= ENTRY_BYTES) return undefined;
  return new Refusal(
    'entry-too-large',
    `The entry could have ${most} bytes; ${ENTRY_BYTES} are the most. Shorten labels, or split the action.`,
  );
}

/** Whether anything may be recorded in this campaign. */
export const closure = ({ closed }: Pick<Head, 'closed'>): Refusal | undefined =>
  closed ? new Refusal('campaign-closed', 'The campaign is closed: nothing can be added to its record.') : undefined;

/** Whether anything may be recorded in this campaign, and whether this request may without a key. */
export function admission(head: Pick<Head, 'closed' | 'settings'>, key: Key | undefined): Refusal | undefined {
  const closed = closure(head);
  if (closed !== undefined) return closed;
  if (key === undefined && head.settings.requireIdempotencyKey) {
    return new Refusal(
      'idempotency-key-required',
      'This campaign demands an Idempotency-Key header: without one, a time-out could roll twice.',
    );
  }
  return undefined;
}

/** Puts a contribution on the page, or says why it can't be, or that one is needed. */
function contributed(page: Page, contribution: Envelope['contribution']): Refusal | undefined {
  const { chain, settings } = page.head;
  const current = { chain: chain.chain, anchor: chain.anchor };
  if (contribution === undefined) {
    if (settings.contribution !== 'required') return undefined;
    return new Refusal(
      'contribution-required',
      'This campaign rolls nothing without `contribution: {player, value, chain}`: send a fresh value that names this chain.',
      current,
    );
  }
  if (contribution.chain !== chain.chain) return chainChanged(contribution.chain, page.head);
  page.contribution(contribution);
  return undefined;
}

export const chainChanged = (named: number, { chain }: Pick<LiveHead, 'chain'>): Refusal =>
  new Refusal(
    'chain-changed',
    `The contribution names chain ${named}; the current one is ${chain.chain}. The value is burnt: send a fresh one.`,
    { chain: chain.chain, anchor: chain.anchor },
  );

export const invalid = (errors: readonly Fault[]): Refusal =>
  new Refusal('invalid-request', `The request has ${errors.length === 1 ? 'a fault' : `${errors.length} faults`}.`, {
    errors,
  });

const isOutdated = (ruled: Ruled, head: Head): boolean =>
  ruled.settingsSeq !== head.settingsSeq || (ruled.continues !== undefined && ruled.size !== head.frontier.size);

/** What a request says that it continues; undefined when it says nothing of the kind. */
const continued = ({ value }: Sent): unknown =>
  typeof value === 'object' && value !== null ? (value as { continues?: unknown }).continues : undefined;

/** Whether an entry can have this number. */
const isSeq = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
