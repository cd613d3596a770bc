import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Hash } from '../dice/hash.js';
import { CHAIN_LENGTH, type SeedChain, seedChain } from '../dice/seed-chain.js';
import { Refusal } from '../refusal.js';
import type { ChainEntry, Settings } from './entry.js';
import { type LiveHead, Page } from './page.js';
import { type Appender, type Head, type Key, type Recorded, type Row, type Store, Unavailable } from './store.js';

/** A batch is one commit of one campaign: at most this many rows … */
const BATCH_ROWS = 256;
/** … and this many bytes of entries. */
const BATCH_BYTES = 1024 * 1024;
/** So many requests may wait, per campaign and in all; a further one is told to come back. */
const QUEUE = { campaign: 1024, all: 8192 };
/** An entry may be this long. Whoever writes one sees to it beforehand: after the dice it would be too late. */
export const ENTRY_BYTES = 64 * 1024;
/** So often a campaign is taken over from somebody who keeps writing, before the request is told to come back. */
const TAKEOVERS = 50;
/** So long another process keeps the campaign that it has taken over, so that its chain serves more than one commit. */
const TENURE_MS = 200;

/** One request's part in the record. */
export interface Job {
  /** The idempotency key it came with. */
  readonly key?: Key;
  /** It rolls, or names the current chain: a live chain must stand in the record before it is looked at. */
  readonly needsChain: boolean;
  /** It reads the record beyond the head, so it must not share a commit with entries that are not there yet. */
  readonly readsRecord?: boolean;
  /** Puts its entries on the page, or refuses. May be run again from a newer head: it must change nothing else. */
  write(page: Page): Refusal | undefined | Promise<Refusal | undefined>;
}

export interface RecordedOnce {
  readonly recorded: Recorded;
  /** An earlier request with the same key was recorded; this one changed nothing. */
  readonly replayed: boolean;
}

interface Waiting {
  readonly campaign: string;
  readonly job: Job;
  readonly settle: (result: RecordedOnce | Refusal) => void;
  readonly fail: (error: unknown) => void;
}

export interface RecorderOptions {
  readonly store: Store;
  readonly hash: Hash;
  readonly now: () => Date;
  /** 32 fresh bytes from the operating system's generator. */
  readonly freshSecret: () => Uint8Array;
  /** How many idle campaigns' heads are kept in memory. */
  readonly heads: number;
}

/**
 * Writes entries: computes them from each campaign's head in memory, commits them, and only then answers. What arrives
 * for a campaign while its last commit is under way goes into the next one together; nothing waits for company.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #idle: LRUCache<string, LiveHead>;
  readonly #writers = new Map<string, CampaignWriter>();
  /** Keys under way in this process, so that equal requests at once wait for the first. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  #waiting = 0;
  #epoch = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#idle = new LRUCache({ max: options.heads });
    options.store.onLost(() => {
      this.#epoch += 1;
      this.#idle.clear();
    });
  }

  /**
   * What was recorded under a key before.
   *
   * @returns undefined when nothing was; a refusal when it was another request
   */
  async known(campaign: string, key: Key): Promise<RecordedOnce | Refusal | undefined> {
    await this.#underWay.get(underWayId(campaign, key));
    return fromRecord(this.#options.store, campaign, key);
  }

  /**
   * Judges something by a campaign's head: by the one in memory first, and if that says no, by the one in the record,
   * since another process may have gone on. So nobody is refused for what is no longer so.
   */
  async judge<T>(
    campaign: string,
    judgement: (head: Head) => T | Refusal | Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const inMemory = this.#idle.get(campaign) ?? this.#writers.get(campaign)?.head;
    const first = inMemory === undefined ? undefined : await judgement(inMemory);
    if (first !== undefined && !(first instanceof Refusal)) return first;
    const head = await this.#options.store.head(campaign);
    return head === undefined ? new Refusal('not-found', 'There is no such campaign.') : judgement(head);
  }

  /**
   * Adds a job's entries to a campaign's record.
   *
   * @returns the last entry it added, or the refusal its `write` returned
   * @throws {Unavailable} when it is not known whether it was recorded, or too much is waiting
   */
  async record(campaign: string, job: Job): Promise<RecordedOnce | Refusal> {
    const { key } = job;
    if (key === undefined) return this.#enqueue(campaign, job);
    const id = underWayId(campaign, key);
    while (this.#underWay.has(id)) {
      const known = await this.known(campaign, key);
      if (known !== undefined) return known;
    }
    const result = this.#enqueue(campaign, job);
    // Waiters look into the record themselves; how this one ended is no affair of theirs.
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay.set(id, ended);
    try {
      return await result;
    } finally {
      this.#underWay.delete(id);
    }
  }

  /**
   * Begins a campaign's record with chain 0 and its settings.
   *
   * @param commit makes the rows durable, together with the campaign's own row; false when it wrote nothing
   * @returns what `commit` said
   */
  async begin(
    campaign: string,
    settings: Settings,
    by: string,
    commit: (rows: readonly Row[]) => Promise<boolean>,
  ): Promise<boolean> {
    const page = Page.first(this.#options.hash, campaign, this.#options.now);
    page.chain(0, this.freshChain());
    page.settings(settings, by);
    const begun = await commit(page.rows);
    if (begun) this.#idle.set(campaign, page.head);
    return begun;
  }

  /** A chain whose secret links nobody has seen. */
  freshChain(): SeedChain {
    return freshChain(this.#options);
  }

  /** Resolves when nothing is waiting or being committed. */
  async drained(): Promise<void> {
    while (this.#writers.size > 0) await Promise.all([...this.#writers.values()].map((writer) => writer.done));
  }

  #enqueue(campaign: string, job: Job): Promise<RecordedOnce | Refusal> {
    let writer = this.#writers.get(campaign);
    if (this.#waiting >= QUEUE.all || (writer?.queue.length ?? 0) >= QUEUE.campaign) {
      return Promise.reject(new Unavailable('too many requests are waiting to be recorded'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting += 1;
      const waiting: Waiting = {
        campaign,
        job,
        settle: (result) => {
          this.#waiting -= 1;
          resolve(result);
        },
        fail: (error) => {
          this.#waiting -= 1;
          reject(error);
        },
      };
      if (writer !== undefined) {
        writer.queue.push(waiting);
        return;
      }
      writer = new CampaignWriter(campaign, this.#options, waiting, {
        epoch: () => this.#epoch,
        take: () => {
          const head = this.#idle.get(campaign);
          this.#idle.delete(campaign);
          return head;
        },
        rest: (head) => {
          this.#writers.delete(campaign);
          if (head !== undefined) this.#idle.set(campaign, head);
        },
      });
      this.#writers.set(campaign, writer);
      writer.start();
    });
  }
}

/** What a writer needs of the recorder: the campaign's idle head, and where to leave it. */
interface Desk {
  /** Grows whenever heads kept in memory no longer hold. */
  epoch(): number;
  take(): LiveHead | undefined;
  rest(head: LiveHead | undefined): void;
}

/** Works off one campaign's queue, one commit after the other, and ends when it is empty. */
class CampaignWriter {
  readonly queue: Waiting[];
  done: Promise<void> = Promise.resolve();
  #head: LiveHead | undefined;
  #epoch: number;

  constructor(
    private readonly campaign: string,
    private readonly options: RecorderOptions,
    first: Waiting,
    private readonly desk: Desk,
  ) {
    this.queue = [first];
    this.#epoch = desk.epoch();
    this.#head = desk.take();
  }

  /** The head as committed last. */
  get head(): Head | undefined {
    return this.#head;
  }

  start(): void {
    this.done = this.#work();
  }

  async #work(): Promise<void> {
    while (this.queue.length > 0) {
      if (this.#epoch !== this.desk.epoch()) this.#forget();
      try {
        if (this.#head === undefined) await this.#takeOver();
        else if ((await this.#commitBatch(this.options.store, false)) === 'conflict') {
          this.#forget();
          await this.#yield();
        }
      } catch (error) {
        // Nothing is known of the head any more: whoever waits is told so, and the next one reads it again.
        this.#forget();
        for (const waiting of this.queue.splice(0)) waiting.fail(error);
      }
    }
    this.desk.rest(this.#epoch === this.desk.epoch() ? this.#head : undefined);
  }

  #forget(): void {
    this.#head = undefined;
    this.#epoch = this.desk.epoch();
  }

  /**
   * Leaves the campaign to whoever has just begun a chain in it. Two processes would otherwise begin one for every
   * commit, and a contribution to a chain would always come too late.
   */
  async #yield(): Promise<void> {
    const { store, now } = this.options;
    const head = await store.head(this.campaign);
    if (head === undefined) return;
    const [begun] = await store.page(this.campaign, { after: head.chain.seq - 1, limit: 1, bytes: 1 });
    const age = now().getTime() - Date.parse((JSON.parse(begun!.entry) as ChainEntry).at);
    await sleep(Math.min(Math.max(TENURE_MS - age, 0), TENURE_MS));
  }

  /** Reads the head again and commits a batch from it, until one gets through. */
  async #takeOver(): Promise<void> {
    await this.options.store.takeOver(this.campaign, async (appender) => {
      for (let attempt = 0; attempt < TAKEOVERS; attempt += 1) {
        const head = await appender.head(this.campaign);
        if (head === undefined) throw new Error(`campaign ${this.campaign} has no entries`);
        this.#head = { ...head, spent: 0 };
        if ((await this.#commitBatch(appender, true)) === 'committed') return;
      }
      throw new Unavailable('others keep writing into this campaign');
    });
  }

  /**
   * Takes jobs from the queue, lets each write its page on top of the last one's, and commits all pages at once.
   *
   * @param again some of the jobs may have been tried before: their keys are looked up first
   */
  async #commitBatch(appender: Appender, again: boolean): Promise<'committed' | 'conflict'> {
    const from = this.#head!;
    let head = from;
    const rows: Row[] = [];
    const taken: { waiting: Waiting; result: RecordedOnce | Refusal }[] = [];
    let bytes = 0;
    while (this.queue.length > 0 && rows.length < BATCH_ROWS && bytes < BATCH_BYTES) {
      const { job } = this.queue[0]!;
      if (job.readsRecord === true && rows.length > 0) break;
      if (job.needsChain && !head.closed && !hasLink(head)) {
        // An anchor must be in the record before anything is rolled from its chain, so it gets a commit of its own.
        if (taken.length > 0) break;
        if ((await this.#beginChain(appender, head)) === 'conflict') return 'conflict';
        return this.#commitBatch(appender, again);
      }
      const waiting = this.queue.shift()!;
      try {
        const known = again && job.key !== undefined ? await fromRecord(appender, this.campaign, job.key) : undefined;
        const page = new Page(this.options.hash, head, this.options.now, job.key);
        const result = known ?? (await writtenBy(job, page));
        taken.push({ waiting, result });
        if (known !== undefined || result instanceof Refusal) continue;
        const added = page.keyed();
        rows.push(...added);
        for (const row of added) bytes += row.entry.length;
        head = page.head;
      } catch (error) {
        waiting.fail(error);
      }
    }
    try {
      // With no rows, what was decided was a refusal; it too holds only if the head is still the newest entry.
      const held = rows.length > 0 ? (await appender.append(from, rows)) === 'appended' : await appender.isNewest(from);
      if (!held) {
        this.queue.unshift(...taken.map(({ waiting }) => waiting));
        return 'conflict';
      }
    } catch (error) {
      for (const { waiting } of taken) waiting.fail(error);
      throw error;
    }
    this.#head = head;
    for (const { waiting, result } of taken) waiting.settle(result);
    return 'committed';
  }

  async #beginChain(appender: Appender, head: LiveHead): Promise<'appended' | 'conflict'> {
    const page = new Page(this.options.hash, head, this.options.now);
    page.chain(head.chain.chain + 1, freshChain(this.options));
    const result = await appender.append(head, page.rows);
    if (result === 'appended') this.#head = page.head;
    return result;
  }
}

const freshChain = ({ hash, freshSecret }: RecorderOptions): SeedChain => seedChain(hash, freshSecret(), CHAIN_LENGTH);

const hasLink = ({ secret, spent }: LiveHead): boolean => secret !== undefined && spent < secret.length;

async function writtenBy(job: Job, page: Page): Promise<RecordedOnce | Refusal> {
  const refusal = await job.write(page);
  if (refusal !== undefined) return refusal;
  const longest = Math.max(...page.rows.map((row) => Buffer.byteLength(row.entry)));
  if (longest > ENTRY_BYTES) throw new Error(`an entry of ${longest} bytes, where ${ENTRY_BYTES} are the most`);
  const recorded = page.last;
  if (recorded === undefined) throw new Error('a job must add an entry or refuse');
  return { recorded, replayed: false };
}

async function fromRecord(appender: Appender, campaign: string, key: Key): Promise<RecordedOnce | Refusal | undefined> {
  const found = await appender.byKey(campaign, key.hash);
  if (found === undefined) return undefined;
  if (Buffer.compare(found.request, key.request) !== 0) {
    return new Refusal(
      'idempotency-key-reused',
      'This Idempotency-Key was used for another request: send a new one with a new request.',
    );
  }
  return { recorded: found.recorded, replayed: true };
}

const underWayId = (campaign: string, key: Key): string => `${campaign} ${Buffer.from(key.hash).toString('hex')}`;
