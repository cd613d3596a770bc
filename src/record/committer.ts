import { setImmediate as oneTurn } from 'node:timers/promises';
import type { CampaignWriter } from './campaign-writer.js';
import type { Part, Store } from './store.js';

/** A commit has about this many rows, as many for each campaign … */
const BATCH_ROWS = 256;
/** … and about this many bytes of entries. */
const BATCH_BYTES = 1024 * 1024;
/** So many campaigns are taken over at a time: everybody else waits for as long as that takes. */
const AT_ONCE = 16;

/**
 * Commits what the campaigns' writers have, for all of them together and one commit after the other: what comes while one
 * is under way goes into the next.
 */
export class Committer {
  readonly #ready = new Set<CampaignWriter>();
  #running = false;

  constructor(private readonly store: Store) {}

  /** Lets a writer's jobs go into the next commit. */
  add(writer: CampaignWriter): void {
    this.#ready.add(writer);
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#ready.size > 0) {
      // One turn of the event loop, no timer: everything that has arrived by now is read, and shares the commit.
      await oneTurn();
      const starving = [...this.#ready].filter(({ isStarving }) => isStarving).slice(0, AT_ONCE);
      await (starving.length > 0 ? this.#takeOver(starving) : this.#append([...this.#ready]));
    }
    this.#running = false;
  }

  #append(writers: readonly CampaignWriter[]): Promise<void> {
    return this.#commit(writers, async (draft) => {
      const parts = draft();
      return parts.length === 0 ? new Set() : this.store.append(parts);
    });
  }

  /** For campaigns in which others were first too often. */
  #takeOver(writers: readonly CampaignWriter[]): Promise<void> {
    return this.#commit(writers, (draft) => {
      const campaigns = writers.map(({ campaign }) => campaign);
      return this.store.takeOver(campaigns, (heads) => {
        for (const writer of writers) writer.found(heads.get(writer.campaign));
        return draft();
      });
    });
  }

  /**
   * One commit.
   *
   * @param append commits what `draft` gives it; resolves to the campaigns that nothing was written to
   */
  async #commit(
    writers: readonly CampaignWriter[],
    append: (draft: () => readonly Part[]) => Promise<ReadonlySet<string>>,
  ): Promise<void> {
    /** Undefined until something is drafted: a commit that fails before that has failed for all writers. */
    let drafted: CampaignWriter[] | undefined;
    const draft = () => {
      drafted = [];
      const parts: Part[] = [];
      const share = Math.ceil(BATCH_ROWS / writers.length);
      let rows = 0;
      let bytes = 0;
      for (const writer of writers) {
        if (rows >= BATCH_ROWS || bytes >= BATCH_BYTES) break;
        this.#ready.delete(writer);
        const part = writer.draft({ rows: share, bytes: BATCH_BYTES - bytes });
        if (part === undefined) continue;
        drafted.push(writer);
        parts.push(part);
        rows += part.rows.length;
        for (const { entry } of part.rows) bytes += entry.length;
      }
      return parts;
    };
    let refused: ReadonlySet<string>;
    try {
      const appended = append(draft);
      // Once it has been sent. When Postgres is done there is less left to do, and all answers are sent in one go.
      setImmediate(() => {
        for (const writer of drafted ?? []) writer.foresee();
      });
      refused = await appended;
    } catch (error) {
      for (const writer of drafted ?? writers) {
        this.#ready.delete(writer);
        writer.failed(error);
      }
      return;
    }
    for (const writer of drafted ?? []) {
      if (refused.has(writer.campaign)) writer.beaten();
      else writer.committed();
    }
  }
}
