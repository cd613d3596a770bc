import { setTimeout as sleep } from 'node:timers/promises';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Refusal } from '../refusal.js';
import { compose, type Draft, type Limits, type WriterOptions } from './draft.js';
import type { ChainEntry } from './entry.js';
import type { RecordedOnce, Waiting } from './job.js';
import { isSameHash } from './merkle.js';
import type { LiveHead } from './page.js';
import { type Head, type Key, type Part, type Store, Unavailable } from './store.js';

/** So often others may be first before they are kept out … */
const PATIENCE = 3;
/** … and before whoever waits is told to come back. */
const ATTEMPTS = 50;
/** So long a process that has just begun a chain is left alone with it, so that it serves more than one commit. */
const TENURE_MS = 200;

/** What a writer needs of the recorder. */
export interface Desk extends WriterOptions {
  /** Grows whenever heads kept in memory no longer hold. */
  epoch(): number;
  /** Hands over the campaign's idle head. */
  take(campaign: string): LiveHead | undefined;
  /** The writer has something to commit: it wants to be asked for a draft. */
  ready(writer: CampaignWriter): void;
  /** The writer has nothing left to do, and leaves its head if it knows it. */
  rest(writer: CampaignWriter, head: LiveHead | undefined): void;
}

/** Works off one campaign's queue: computes entries from its head, one draft after the other, and answers for them. */
export class CampaignWriter {
  readonly #queue: Waiting[] = [];
  #head: LiveHead | undefined;
  #epoch: number;
  #draft: Draft | undefined;
  /** A draft is being committed, or something is being fetched without which there can be none. */
  #busy = false;
  /** How often others were first since it was last. */
  #beaten = 0;
  /** The keys that were waiting when a chain was needed have been looked up; one that comes later may begin a chain in vain. */
  #keysKnown = false;

  constructor(
    readonly campaign: string,
    private readonly desk: Desk,
  ) {
    this.#epoch = desk.epoch();
    this.#head = desk.take(campaign);
  }

  /** The head as committed last, if it is known. */
  get head(): Head | undefined {
    return this.#head;
  }

  /** How many are waiting. */
  get length(): number {
    return this.#queue.length;
  }

  /** Others were first so often that they must be kept out for once. */
  get isStarving(): boolean {
    return this.#beaten >= PATIENCE;
  }

  push(waiting: Waiting): void {
    this.#queue.push(waiting);
    this.#next();
  }

  /** Goes on from the head that stands in the record: with the chain it has begun, if nobody has written since. */
  found(head: Head | undefined): void {
    if (head === undefined) throw new Error(`campaign ${this.campaign} has no entries`);
    const own = this.#epoch === this.desk.epoch() ? this.#head : undefined;
    if (own !== undefined && isSameHash(own.leaf, head.leaf)) return;
    this.#head = { ...head, spent: 0 };
    this.#epoch = this.desk.epoch();
  }

  /**
   * Lets jobs from the queue write their pages, each on top of the last one's.
   *
   * @returns what is to be committed now; undefined when there is nothing, or something must be fetched first: then the
   *   writer reports again
   */
  draft(most: Limits): Part | undefined {
    try {
      return this.#drafted(most);
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  /** The draft is on its way into the record. */
  foresee(): void {
    for (const { waiting, result } of this.#draft?.results ?? []) {
      if (result instanceof Refusal) continue;
      try {
        waiting.job.foreseen?.(result.recorded);
      } catch {
        // Who words the answer afterwards meets the same fault, and tells it.
      }
    }
  }

  /** The draft is durable. */
  committed(): void {
    const { head, results } = this.#endDraft();
    this.#head = head;
    // Also after a chain alone: processes that kept starving would end each other's chains by turns, for ever.
    this.#beaten = 0;
    for (const { waiting, result } of results) waiting.settle(result);
    this.#free();
  }

  /** Somebody else was first: nothing of the draft was written. */
  beaten(): void {
    const draft = this.#endDraft();
    this.#fetch(() => this.#recover(draft));
  }

  /** Nobody knows what became of the draft: whoever waits is told so, and for the next one the head is read again. */
  failed(error: unknown): void {
    if (this.#draft !== undefined) this.#putBack(this.#endDraft());
    this.#forget();
    for (const waiting of this.#queue.splice(0)) waiting.fail(error);
    this.#free();
  }

  #drafted(most: Limits): Part | undefined {
    if (this.#epoch !== this.desk.epoch()) this.#forget();
    if (this.#draft !== undefined && this.#draft.from !== this.#head) this.#putBack(this.#endDraft());
    const from = this.#head;
    if (from === undefined || this.#mayBeginChainInVain(from)) {
      this.#fetch(() => this.#lookUp());
      return undefined;
    }
    const draft = this.#draft ?? compose(this.#queue, from, most, this.desk);
    if (draft instanceof Promise) {
      this.#fetch(async () => {
        this.#draft = await draft;
      });
      return undefined;
    }
    this.#draft = draft;
    if (draft.rows.length === 0) {
      this.#fetch(() => this.#tellRefused(draft));
      return undefined;
    }
    this.#busy = true;
    return { after: from, rows: draft.rows };
  }

  /** A process that only repeats an answer must not begin a chain: it would end that of the process that gave it. */
  #mayBeginChainInVain({ secret, closed }: LiveHead): boolean {
    return secret === undefined && !closed && !this.#keysKnown && this.#queue.some(({ job }) => job.needsChain);
  }

  /** Answers whoever can be answered from the record, and reads the head. */
  async #lookUp(): Promise<void> {
    await this.#answerUsedKeys();
    if (this.#head === undefined && this.#queue.length > 0) this.found(await this.desk.store.head(this.campaign));
  }

  /** Tells who is refused. A refusal too holds only if the head that it was decided by is still the newest entry. */
  async #tellRefused({ from, results }: Draft): Promise<void> {
    const holds = results.length === 0 || (await this.desk.store.isNewest(from));
    const draft = this.#endDraft();
    if (!holds) return this.#recover(draft);
    for (const { waiting, result } of results) waiting.settle(result);
  }

  /** Finds out why nothing was written: a key was used before, or the campaign's newest entry is somebody else's. */
  async #recover(draft: Draft): Promise<void> {
    this.#putBack(draft);
    const { store } = this.desk;
    const answered = await this.#answerUsedKeys();
    const newest = await store.head(this.campaign);
    const isOurs = newest !== undefined && isSameHash(newest.leaf, draft.from.leaf);
    if (isOurs && answered > 0) return;
    this.#beaten += 1;
    if (this.#beaten > ATTEMPTS) throw new Unavailable('others keep writing into this campaign');
    if (isOurs) return;
    if (
      newest !== undefined &&
      newest.chain.seq > draft.from.chain.seq &&
      this.#queue.some(({ job }) => job.needsChain)
    ) {
      await this.#yield(newest);
      this.#forget();
    } else {
      this.found(newest);
    }
  }

  /**
   * Leaves the campaign to whoever has just begun a chain in it. Two processes would otherwise begin one for every
   * commit, and a contribution to a chain would always come too late.
   */
  async #yield({ chain }: Head): Promise<void> {
    const [begun] = await this.desk.store.page(this.campaign, { after: chain.seq - 1, limit: 1, bytes: 1 });
    const age = this.desk.now().getTime() - Date.parse((JSON.parse(begun!.entry) as ChainEntry).at);
    await sleep(Math.min(Math.max(TENURE_MS - age, 0), TENURE_MS));
  }

  /** Answers those who wait with a key that something was recorded under, and says how many they were. */
  async #answerUsedKeys(): Promise<number> {
    const { store } = this.desk;
    this.#keysKnown = true;
    const keys = this.#queue.flatMap(({ job }) => (job.key === undefined ? [] : [job.key.hash]));
    if (keys.length === 0) return 0;
    const used = await store.usedKeys(this.campaign, keys);
    const isUsed = ({ job }: Waiting) => job.key !== undefined && used.has(bytesToHex(job.key.hash));
    const answerable = this.#queue.filter(isUsed);
    for (const waiting of answerable) {
      const result = await recordedUnder(store, this.campaign, waiting.job.key!);
      if (result === undefined) throw new Error('a used key has no entry');
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      waiting.settle(result);
    }
    return answerable.length;
  }

  #putBack({ results }: Draft): void {
    this.#queue.unshift(...results.map(({ waiting }) => waiting));
  }

  #endDraft(): Draft {
    const draft = this.#draft;
    if (draft === undefined) throw new Error('there is no draft');
    this.#draft = undefined;
    return draft;
  }

  #forget(): void {
    this.#head = undefined;
    this.#epoch = this.desk.epoch();
  }

  /** Fetches something, during which nothing is drafted. */
  #fetch(work: () => Promise<void>): void {
    this.#busy = true;
    work().then(
      () => this.#free(),
      (error: unknown) => this.failed(error),
    );
  }

  #free(): void {
    this.#busy = false;
    this.#next();
  }

  #next(): void {
    if (this.#busy) return;
    if (this.#queue.length > 0 || this.#draft !== undefined) this.desk.ready(this);
    else this.desk.rest(this, this.#epoch === this.desk.epoch() ? this.#head : undefined);
  }
}

/**
 * What was recorded under a key before.
 *
 * @returns undefined when nothing was; a refusal when it was another request
 */
export async function recordedUnder(
  store: Store,
  campaign: string,
  key: Key,
): Promise<RecordedOnce | Refusal | undefined> {
  const found = await store.byKey(campaign, key.hash);
  if (found === undefined) return undefined;
  if (!isSameHash(found.request, key.request)) {
    return new Refusal(
      'idempotency-key-reused',
      'This Idempotency-Key was used for another request: send a new one with a new request.',
    );
  }
  return { recorded: found.recorded, replayed: true };
}
