import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkpoints } from './checkpoints.js';
import type { CheckpointPosts } from './record/checkpoint-posts.js';

/** How often changed campaigns are posted. */
const EVERY_MS = 60 * 60 * 1000;
/** How many campaigns are looked up at once. */
const PAGE = 500;
/** How long a receiver may take to answer. */
const PATIENCE_MS = 5_000;
/** Pauses before a post is tried again. */
const RETRY_AFTER_MS = [1_000, 5_000];

export interface CheckpointWebhookOptions {
  /** Where to; may hold a secret, so it is never logged. */
  readonly url: string;
  readonly checkpoints: Checkpoints;
  readonly posts: CheckpointPosts;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Gets checkpoints out of the house, where they prove something: posts those of changed campaigns every hour, and a
 * campaign's last one when it is closed. Each is one POST of a signed note as `text/plain`. At least once: a receiver
 * that did not answer is asked again in the next round, with what is newest then.
 */
export class CheckpointWebhook {
  readonly #options: CheckpointWebhookOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CheckpointWebhookOptions) {
    this.#options = options;
  }

  /** Does a round now and then one every hour. */
  start(): void {
    this.#run(() => this.#round());
    this.#timer = setInterval(() => this.#run(() => this.#round()), EVERY_MS);
  }

  /** A campaign has just been closed. */
  closed(campaign: string): void {
    this.#run(() => this.#post(campaign, true));
  }

  /** Lets what is under way come to its end, and begins nothing more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await Promise.all(this.#underWay);
  }

  #run(work: () => Promise<void>): void {
    if (this.#stopping.signal.aborted) return;
    const running = work()
      .catch((error: Error) => {
        this.#options.log.warn({ reason: error.message }, 'checkpoints not posted; the next round takes them up');
      })
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }

  async #round(): Promise<void> {
    for (let after: string | undefined; ; ) {
      const due = await this.#options.posts.due(after, PAGE);
      for (const campaign of due) {
        if (this.#stopping.signal.aborted) return;
        await this.#post(campaign, false);
      }
      if (due.length < PAGE) return;
      after = due[due.length - 1];
    }
  }

  /** @throws when the receiver does not take it: then the others need not be tried either */
  async #post(campaign: string, always: boolean): Promise<void> {
    const { posts, checkpoints } = this.#options;
    const before = await posts.claim(campaign, always);
    if (before === undefined) return;
    const checkpoint = await checkpoints.newest(campaign);
    if (checkpoint === undefined || checkpoint.size <= before) return;
    await this.#deliver(checkpoints.sign(checkpoint));
    await posts.posted(campaign, checkpoint.size);
  }

  async #deliver(note: string): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await fetch(this.#options.url, {
          method: 'POST',
          headers: { 'content-type': 'text/plain; charset=utf-8', 'user-agent': 'treffer' },
          body: note,
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        await response.body?.cancel();
        if (response.ok) return;
        throw new Error(`the receiver answers ${response.status}`);
      } catch (error) {
        const pause = RETRY_AFTER_MS[attempt];
        if (pause === undefined || this.#stopping.signal.aborted) throw error;
        await sleep(pause, undefined, { signal: this.#stopping.signal });
      }
    }
  }
}
