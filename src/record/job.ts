import type { Refusal } from '../refusal.js';
import type { Page } from './page.js';
import type { Key, Recorded } from './store.js';

/** One request's part in the record. */
export interface Job {
  /** The idempotency key it came with. */
  readonly key?: Key | undefined;
  /** It rolls, or names the current chain: a live chain must stand in the record before it is looked at. */
  readonly needsChain: boolean;
  /** It reads the record beyond the head, so it must not share a commit with entries that are not there yet. */
  readonly readsRecord?: boolean;
  /**
   * Puts its entries on the page, or refuses. May be run again from a newer head: it must change nothing else.
   *
   * @returns a promise only if it `readsRecord`
   */
  write(page: Page): Refusal | undefined | Promise<Refusal | undefined>;
  /** Told what will be recorded while that is being committed: there is time to word the answer. The commit may yet fail. */
  readonly foreseen?: ((recorded: Recorded) => void) | undefined;
}

export interface RecordedOnce {
  readonly recorded: Recorded;
  /** An earlier request with the same key was recorded; this one changed nothing. */
  readonly replayed: boolean;
}

/** A job, and who waits for what becomes of it. */
export interface Waiting {
  readonly job: Job;
  readonly settle: (result: RecordedOnce | Refusal) => void;
  readonly fail: (error: unknown) => void;
}
