/** How long after a ruling an equal request is called a repeat: up to and including ten minutes. */
export const WINDOW_MS = 10 * 60 * 1000;

/** The newest repeats that are listed; earlier ones are only counted. */
export const MOST_LISTED = 1000;

/** A ruling as far as repeats are concerned. */
export interface Asked {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The same for equal requests of one action. */
  readonly request: string;
  /** The key's label. */
  readonly by: string;
  /** Who at the table asked. */
  readonly actor?: string;
}

/** A ruling whose request equals an earlier one's. */
export interface Repeat {
  readonly seq: number;
  /** The newest earlier ruling with an equal request. */
  readonly of: number;
  /** From that one to this, 0 to 600, to the millisecond. */
  readonly seconds: number;
  readonly by: string;
  readonly actor?: string;
}

/** Finds repeats among rulings in the record's order. Remembers ten minutes of requests and no more. */
export class Repeats {
  /** The newest ruling of each request, the oldest of them first. */
  readonly #recent = new Map<string, { readonly seq: number; readonly at: number }>();
  readonly #listed: Repeat[] = [];
  #count = 0;

  add({ seq, at, request, by, actor }: Asked): void {
    for (const [old, { at: then }] of this.#recent) {
      if (at - then <= WINDOW_MS) break;
      this.#recent.delete(old);
    }
    const before = this.#recent.get(request);
    // In a record whose time runs backwards nothing is a repeat of what came later.
    if (before !== undefined && at >= before.at) {
      this.#count += 1;
      const seconds = (at - before.at) / 1000;
      this.#listed.push({ seq, of: before.seq, seconds, by, ...(actor === undefined ? {} : { actor }) });
      if (this.#listed.length > MOST_LISTED) this.#listed.shift();
    }
    this.#recent.delete(request);
    this.#recent.set(request, { seq, at });
  }

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /** The newest {@link MOST_LISTED}, in the record's order. */
  get listed(): readonly Repeat[] {
    return [...this.#listed];
  }

  /** How many rulings and repeats are kept in memory. */
  get kept(): number {
    return this.#recent.size + this.#listed.length;
  }
}
