import { setImmediate as othersFirst } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Hash } from '../dice/hash.js';
import { fairnessReport } from '../fairness/report.js';
import type { FairnessReport } from '../fairness/report-model.js';
import { Tally } from '../fairness/tally.js';
import type { Store } from '../record/store.js';
import type { Ruleset } from '../rules/ruleset.js';

/** Between two pages everybody else has a turn: one takes a few milliseconds. */
const PAGE_ENTRIES = 250;
const PAGE_BYTES = 256 * 1024;
/** Tallies are kept of at most this many campaigns … */
const MOST_CAMPAIGNS = 1000;
/** … with this many groups, recent rulings and repeats together: some 100 MiB at the very worst. */
const MOST_KEPT = 100_000;

interface Counted {
  readonly tally: Tally;
  /** The newest entry counted; −1 before the first. */
  seq: number;
  report?: FairnessReport;
}

/**
 * The fairness reports of campaigns. A record only grows, so its tally is kept, and continued by what has been added
 * since.
 */
export class RecordTallies {
  readonly #counted = new LRUCache<string, Counted>({
    max: MOST_CAMPAIGNS,
    maxSize: MOST_KEPT,
    sizeCalculation: ({ tally }) => 1 + tally.kept,
  });
  /** How often the database may have been set back. */
  #restored = 0;
  /** The last of those who wait for a campaign's tally. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly rulesets: readonly Ruleset[],
    private readonly store: Store,
    private readonly hash: Hash,
  ) {
    // A database that was set back may hold another record from some entry on.
    store.onLost(() => {
      this.#restored += 1;
      this.#counted.clear();
    });
  }

  /**
   * The report on a campaign's record as far as it goes now. One at a time counts; whoever comes meanwhile waits, and
   * then finds almost everything counted.
   *
   * @throws {Unavailable} when the database can't be reached
   */
  async report(campaign: string): Promise<FairnessReport> {
    const before = this.#turns.get(campaign);
    const turn = (before ?? Promise.resolve()).catch(() => undefined).then(() => this.#upToDate(campaign));
    this.#turns.set(campaign, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(campaign) === turn) this.#turns.delete(campaign);
    }
  }

  async #upToDate(campaign: string): Promise<FairnessReport> {
    const size = await this.store.size(campaign);
    let counted = this.#counted.get(campaign);
    if (counted === undefined || counted.seq >= size) {
      counted = { tally: new Tally(this.rulesets, this.hash), seq: -1 };
    }
    const restored = this.#restored;
    try {
      await this.#count(campaign, counted, size);
      counted.report ??= fairnessReport(counted.tally);
      return counted.report;
    } finally {
      // What was counted before an error is counted right, and need not be counted again.
      if (restored === this.#restored) this.#counted.set(campaign, counted);
    }
  }

  async #count(campaign: string, counted: Counted, size: number): Promise<void> {
    while (counted.seq < size - 1) {
      const query = { after: counted.seq, limit: Math.min(PAGE_ENTRIES, size - 1 - counted.seq), bytes: PAGE_BYTES };
      const page = await this.store.page(campaign, query);
      // A row that somebody removed is missing here too: whoever verifies the record will say so.
      if (page.length === 0) break;
      for (const { seq, entry } of page) {
        counted.tally.add(entry);
        counted.seq = seq;
      }
      delete counted.report;
      await othersFirst();
    }
  }
}
