import { LRUCache } from 'lru-cache';
import type { SeedChain } from '../dice/seed-chain.js';
import { Refusal } from '../refusal.js';
import { CampaignWriter, type Desk, recordedUnder } from './campaign-writer.js';
import { Committer } from './committer.js';
import { freshChain, type WriterOptions } from './draft.js';
import type { Settings } from './entry.js';
import type { Job, RecordedOnce } from './job.js';
import { type LiveHead, Page } from './page.js';
import { SeenKeys } from './seen-keys.js';
import { type Head, type Key, type Row, Unavailable } from './store.js';

/** So many requests may wait, per campaign and in all; a further one is told to come back. */
const QUEUE = { campaign: 1024, all: 8192 };

export interface RecorderOptions extends WriterOptions {
  /** How many idle campaigns' heads are kept in memory. */
  readonly heads: number;
}

/**
 * Writes entries: computes them from each campaign's head in memory, commits them, and only then answers.
 *
 * A request comes as a job (job.ts) and waits in the queue of its campaign's writer (campaign-writer.ts). The committer
 * (committer.ts) asks all writers that have something for a draft: each lets its jobs write their pages (page.ts) on top
 * of its head (draft.ts). All drafts are appended by one statement (entries-sql.ts); then those who wait are answered.
 * A campaign in which another process was first goes through the queue again, from the head that stands in the record.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #desk: Desk;
  readonly #idle: LRUCache<string, LiveHead>;
  readonly #writers = new Map<string, CampaignWriter>();
  /** Keys under way in this process, so that equal requests at once wait for the first. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** Keys that came to this process before: whatever became of them, they may be in the record. */
  readonly #seen = new SeenKeys();
  readonly #drains: (() => void)[] = [];
  #waiting = 0;
  /** Grows whenever what is known of the database may no longer hold: heads from before are read again. */
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
  async #known(campaign: string, key: Key): Promise<RecordedOnce | Refusal | undefined> {
    // How the other one ended is no affair of this one: the record says it.
    await this.#underWay.get(underWayId(campaign, key))?.catch(() => undefined);
    return recordedUnder(this.#options.store, campaign, key);
  }

  /**
   * What was recorded under a key before, if it came to this process before. Of the others nearly all are new, and one
   * that isn't is found by {@link record}. Whoever refuses without it answers by {@link unlessRecorded}.
   *
   * @returns undefined when nothing was; a refusal when it was another request
   */
  seen(campaign: string, key: Key): Promise<RecordedOnce | Refusal | undefined> | undefined {
    return this.#seen.has(key.hash) ? this.#known(campaign, key) : undefined;
  }

  /** A refusal, or the earlier answer: the same request may have been recorded before, and be what it is refused for. */
  async unlessRecorded(campaign: string, key: Key | undefined, refusal: Refusal): Promise<RecordedOnce | Refusal> {
    return (key && (await this.#known(campaign, key))) ?? refusal;
  }

  /**
   * Judges something by a campaign's head: by the one in memory first, and if that says no, by the one in the record,
   * since another process may have gone on. So nobody is refused for what is no longer so.
   *
   * @returns a promise only when the record must be read
   */
  judge<T>(
    campaign: string,
    judgement: (head: Head) => T | Refusal | Promise<T | Refusal>,
  ): T | Refusal | Promise<T | Refusal> {
    const inMemory = this.#idle.get(campaign) ?? this.#writers.get(campaign)?.head;
    if (inMemory === undefined) return this.#judgeByRecord(campaign, judgement);
    const first = judgement(inMemory);
    if (!(first instanceof Promise)) return first instanceof Refusal ? this.#judgeByRecord(campaign, judgement) : first;
    return first.then((later) => (later instanceof Refusal ? this.#judgeByRecord(campaign, judgement) : later));
  }

  async #judgeByRecord<T>(
    campaign: string,
    judgement: (head: Head) => T | Refusal | Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const head = await this.#options.store.head(campaign);
    return head === undefined ? new Refusal('not-found', 'There is no such campaign.') : judgement(head);
  }

  /**
   * Adds a job's entries to a campaign's record.
   *
   * @returns the last entry it added, or the refusal its `write` returned
   * @throws {Unavailable} when it is not known whether it was recorded, or too much is waiting
   */
  record(campaign: string, job: Job): Promise<RecordedOnce | Refusal> {
    const { key } = job;
    if (key === undefined) return this.#enqueue(campaign, job, undefined);
    const id = underWayId(campaign, key);
    if (this.#underWay.has(id)) return this.#recordAfterwards(campaign, job, key);
    this.#seen.add(key.hash);
    return this.#enqueue(campaign, job, id);
  }

  /** For a job whose key is under way. */
  async #recordAfterwards(campaign: string, job: Job, key: Key): Promise<RecordedOnce | Refusal> {
    return (await this.#known(campaign, key)) ?? this.record(campaign, job);
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

  /** @param id the key's in `#underWay`, if the job has a key */
  #enqueue(campaign: string, job: Job, id: string | undefined): Promise<RecordedOnce | Refusal> {
    const working = this.#writers.get(campaign);
    if (this.#waiting >= QUEUE.all || (working?.length ?? 0) >= QUEUE.campaign) {
      return Promise.reject(new Unavailable('too many requests are waiting to be recorded'));
    }
    // Only now: a new writer takes the campaign's head, with the secret links of its chain.
    const writer = working ?? new CampaignWriter(campaign, this.#desk);
    this.#writers.set(campaign, writer);
    const result = new Promise<RecordedOnce | Refusal>((resolve, reject) => {
      const done = () => {
        this.#waiting -= 1;
        if (id !== undefined) this.#underWay.delete(id);
      };
      this.#waiting += 1;
      writer.push({
        job,
        settle: (found) => {
          done();
          resolve(found instanceof Refusal ? this.unlessRecorded(campaign, job.key, found) : found);
        },
        fail: (error) => {
          done();
          reject(error);
        },
      });
    });
    if (id !== undefined) this.#underWay.set(id, result);
    return result;
  }

  #rest(writer: CampaignWriter, head: LiveHead | undefined): void {
    this.#writers.delete(writer.campaign);
    if (head !== undefined) this.#idle.set(writer.campaign, head);
    if (this.#writers.size > 0) return;
    for (const drained of this.#drains.splice(0)) drained();
  }
}

const underWayId = (campaign: string, key: Key): string => `${campaign} ${key.text}`;
