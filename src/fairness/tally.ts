import type { Hash } from '../dice/hash.js';
import type { Ruleset } from '../rules/ruleset.js';
import { countedRuling } from './counted-ruling.js';
import { countRoll, type DiceCount } from './dice-count.js';
import { Repeats } from './repeats.js';

/** So many players and purposes are told apart; a record can name more figures than anybody can read about. */
export const MOST_GROUPS = 1000;

/** The dice of one player for one purpose. */
export interface Group {
  readonly ruleset: string;
  /** null: all players together who came after {@link MOST_GROUPS} groups. */
  readonly who: string | null;
  readonly purpose: string;
  readonly dice: DiceCount;
}

/**
 * A record's dice, counted entry after entry. A record only grows, so a tally of its beginning can be continued. Memory
 * grows with the number of players, not of entries.
 */
export class Tally {
  readonly repeats = new Repeats();
  readonly #groups = new Map<string, Group>();
  #size = 0;
  #rulings = 0;
  #notUnderstood = 0;
  #malformed = 0;

  /**
   * @param rulesets every rulebook at every version that is understood
   * @param hash tells equal requests; only `sha256` is used
   */
  constructor(
    private readonly rulesets: readonly Ruleset[],
    private readonly hash: Hash,
  ) {}

  /**
   * Counts the next entry of the record in. Never throws: what is not understood is counted as that.
   *
   * @param line the entry's bytes as text, without the newline
   */
  add(line: string): void {
    this.#size += 1;
    const entry = countedRuling(this.rulesets, this.hash, line);
    if (entry === 'malformed') this.#malformed += 1;
    if (typeof entry === 'string') return;
    this.#rulings += 1;
    this.repeats.add(entry.asked);
    if (entry.rolls === undefined) {
      this.#notUnderstood += 1;
      return;
    }
    for (const [roll, { who, purpose, successes }] of entry.rolls) {
      countRoll(this.#group(entry.ruleset, who, purpose).dice, roll, successes);
    }
  }

  /** Entries counted, whatever they were. */
  get size(): number {
    return this.#size;
  }

  get rulings(): number {
    return this.#rulings;
  }

  /** Rulings whose ruleset, version or action is not known, or that it can't have recorded. */
  get notUnderstood(): number {
    return this.#notUnderstood;
  }

  /** Lines that are no entries. */
  get malformed(): number {
    return this.#malformed;
  }

  /** In the order in which they first rolled. */
  get groups(): readonly Group[] {
    return [...this.#groups.values()];
  }

  /** How much is kept in memory: groups, rulings of the last ten minutes, repeats listed. */
  get kept(): number {
    return this.#groups.size + this.repeats.kept;
  }

  #group(ruleset: string, who: string | null, purpose: string): Group {
    const key = JSON.stringify([ruleset, who, purpose]);
    let group = this.#groups.get(key);
    if (group === undefined) {
      if (who !== null && this.#groups.size >= MOST_GROUPS) return this.#group(ruleset, null, purpose);
      group = { ruleset, who, purpose, dice: new Map() };
      this.#groups.set(key, group);
    }
    return group;
  }
}
