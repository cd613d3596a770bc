/** How many keys can be remembered, at most: 4 bytes each. */
const SLOTS = 2 ** 16;

/**
 * Remembers which idempotency keys came by lately, in a fixed amount of memory and without a trace of them on the heap. It
 * may forget one, and very rarely takes one for another: whoever asks must be right in both cases, and is only spared
 * work.
 */
export class SeenKeys {
  readonly #marks = new Uint32Array(SLOTS);

  /** @param keyHash its SHA-256 */
  add(keyHash: Uint8Array): void {
    this.#marks[slotOf(keyHash)] = markOf(keyHash);
  }

  has(keyHash: Uint8Array): boolean {
    return this.#marks[slotOf(keyHash)] === markOf(keyHash);
  }
}

const slotOf = (hash: Uint8Array): number => (hash[0]! << 8) | hash[1]!;

/** Never 0, which marks an empty slot. */
const markOf = (hash: Uint8Array): number =>
  ((hash[2]! << 24) | (hash[3]! << 16) | (hash[4]! << 8) | hash[5]! | 1) >>> 0;
