import { LRUCache } from 'lru-cache';
import type { SeedChain } from '../dice/seed-chain.js';
import { Refusal } from '../refusal.js';
import { CampaignWriter, type Desk, freshChain, recordedUnder, type WriterOptions } from './campaign-writer.js';
import { Committer } from './committer.js';
import type { Settings } from './entry.js';
import type { Job, RecordedOnce } from './job.js';
import { type LiveHead, Page } from './page.js';
import { type Head, type Key, type Row, Unavailable } from './store.js';

/** So many requests may wait, per campaign and in all; a further one is told to come back. */
const QUEUE = { campaign: 1024, all: 8192 };
/** So many idempotency keys are remembered as having been here, the last ones. */
const KEYS = 50_000;

export interface RecorderOptions extends WriterOptions {
  /** How many idle campaigns' heads are kept in memory. */
  readonly heads: number;
}

/**
 * Writes entries: computes them from each campaign's head in memory, commits them, and only then answers. What arrives
 * for a campaign while its last commit is under way goes into the next one together; nothing waits for company.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #desk: Desk;
  readonly #idle: LRUCache<string, LiveHead>;
  readonly #writers = new Map<string, CampaignWriter>();
  /** Keys under way in this process, so that equal requests at once wait for the first. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** Keys that came to this process before: whatever became of them, they may be in the record. */
  readonly #seen = new LRUCache<string, true>({ max: KEYS });
  readonly #drains: (() => void)[] = [];
  #waiting = 0;
  #epoch = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#idle = new LRUCache({ max: options.heads });
    const committer = new Committer(options.store);
    this.#desk = {
      ...options,
      epoch: () => this.#epoch,
      take: (campaign) => {
        const head = this.#idle.get(campaign);
        this.#idle.delete(campaign);
        return head;
      },
      ready: (writer) => committer.add(writer),
      rest: (writer, head) => this.#rest(writer, head),
    };
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
    return recordedUnder(this.#options.store, campaign, key);
  }

  /**
   * As {@link known}, but the record is asked only about keys that came to this process before. Of the others nearly all
   * are new, and one that isn't is found by {@link record}. Whoever refuses without it must ask {@link known}.
   */
  async seen(campaign: string, key: Key): Promise<RecordedOnce | Refusal | undefined> {
    const id = underWayId(campaign, key);
    return this.#seen.has(id) || this.#underWay.has(id) ? this.known(campaign, key) : undefined;
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
    this.#seen.set(id, true);
    const result = this.#enqueue(campaign, job).then(
      // The same request may have been recorded before, and be what this one is refused for.
      async (found) =>
        found instanceof Refusal ? ((await recordedUnder(this.#options.store, campaign, key)) ?? found) : found,
    );
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
  drained(): Promise<void> {
    return this.#writers.size === 0 ? Promise.resolve() : new Promise((drained) => this.#drains.push(drained));
  }

  #enqueue(campaign: string, job: Job): Promise<RecordedOnce | Refusal> {
    const writer = this.#writers.get(campaign) ?? new CampaignWriter(campaign, this.#desk);
    if (this.#waiting >= QUEUE.all || writer.length >= QUEUE.campaign) {
      return Promise.reject(new Unavailable('too many requests are waiting to be recorded'));
    }
    this.#writers.set(campaign, writer);
    return new Promise((resolve, reject) => {
      this.#waiting += 1;
      writer.push({
        job,
        settle: (result) => {
          this.#waiting -= 1;
          resolve(result);
        },
        fail: (error) => {
          this.#waiting -= 1;
          reject(error);
        },
      });
    });
  }

  #rest(writer: CampaignWriter, head: LiveHead | undefined): void {
    this.#writers.delete(writer.campaign);
    if (head !== undefined) this.#idle.set(writer.campaign, head);
    if (this.#writers.size > 0) return;
    for (const drained of this.#drains.splice(0)) drained();
  }
}

const underWayId = (campaign: string, key: Key): string => `${campaign} ${Buffer.from(key.hash).toString('hex')}`;
