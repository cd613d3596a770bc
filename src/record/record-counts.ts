import type { Undecided } from './entry-form.js';

/** What a record has. */
export interface RecordCounts {
  readonly entries: number;
  readonly rulings: number;
  readonly dice: number;
  readonly chains: number;
  /** Chains that the next one followed before all their links were spent. */
  readonly chainsEndedEarly: number;
  /** For how many rulings the last contribution before them named the current chain, by contributor. */
  readonly bound: ReadonlyMap<string, number>;
  /** How many rulings each version of a rulebook has, under `<rulebook> <version>`. */
  readonly versions: ReadonlyMap<string, number>;
  /** Entries of kinds that are not known here. */
  readonly notUnderstood: number;
}

/** Counts what a record has, entry after entry, in constant memory. */
export class RecordCounter {
  #rulings = 0;
  #dice = 0;
  #chains = 0;
  #chainsEndedEarly = 0;
  #notUnderstood = 0;
  readonly #bound = new Map<string, number>();
  readonly #versions = new Map<string, number>();

  /** @param endedEarly the chain before it had links left */
  chain(endedEarly: boolean): void {
    this.#chains += 1;
    if (endedEarly) this.#chainsEndedEarly += 1;
  }

  /** @param boundTo the last contributor, when his contribution named the current chain */
  ruling({ ruleset, version, rolls }: Undecided, boundTo: string | undefined): void {
    this.#rulings += 1;
    for (const { values } of rolls) this.#dice += values.length;
    countFor(this.#versions, `${ruleset} ${version}`);
    if (boundTo !== undefined) countFor(this.#bound, boundTo);
  }

  unknown(): void {
    this.#notUnderstood += 1;
  }

  /** @param entries how many there were, whatever they are */
  counts(entries: number): RecordCounts {
    return {
      entries,
      rulings: this.#rulings,
      dice: this.#dice,
      chains: this.#chains,
      chainsEndedEarly: this.#chainsEndedEarly,
      bound: this.#bound,
      versions: this.#versions,
      notUnderstood: this.#notUnderstood,
    };
  }
}

/** So many names are told apart; a record could hold more than fit the memory. */
const MOST_NAMES = 1000;

function countFor(counts: Map<string, number>, name: string): void {
  const told = counts.has(name) || counts.size < MOST_NAMES ? name : 'others';
  counts.set(told, (counts.get(told) ?? 0) + 1);
}
