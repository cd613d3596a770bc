import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { Hash } from '../dice/hash.js';
import { contribute, NO_ENTROPY } from '../dice/table-entropy.js';
import type { Entry } from './entry.js';
import { readEntry } from './entry-form.js';
import { append, EMPTY, leafHash } from './merkle.js';

/** A row of the table `entries`, whole. */
export interface EntryRow {
  readonly seq: number;
  readonly kind: string;
  readonly entry: string;
  readonly leaf: Uint8Array;
  readonly nodes: Uint8Array;
  readonly tableAfter: Uint8Array;
  readonly chainSeq: number;
  readonly settingsSeq: number | null;
  readonly contributionSeq: number | null;
  readonly keyHash: Uint8Array | null;
  readonly requestHash: Uint8Array | null;
  readonly continues: number | null;
}

/** What of a row follows from its entry by rules that the record does not know. Undefined: it can't be told. */
export interface Derived {
  /** The ruling it continues; null for none. */
  continues(entry: Entry): number | null;
  /** The hash of the request it was recorded for. */
  requestHash(entry: Entry): Uint8Array | undefined;
}

/**
 * Checks what is stored beside the entries' bytes against those bytes, row after row: everything that a takeover, a
 * proof, an answer or a retry relies on.
 */
export class RowCheck {
  #tree = EMPTY;
  #table = NO_ENTROPY;
  #seq = 0;
  #chainSeq: number | undefined;
  #settingsSeq: number | null = null;
  #contributionSeq: number | null = null;

  /** @param found called for each finding, with the row's seq */
  constructor(
    private readonly hash: Hash,
    private readonly derived: Derived,
    private readonly found: (seq: number, detail: string) => void,
  ) {}

  add(row: EntryRow): void {
    if (row.seq !== this.#seq) {
      const last = row.seq - 1;
      this.found(this.#seq, last === this.#seq ? 'is missing' : `is missing, and so are those up to ${last}`);
    }
    this.#seq = row.seq + 1;
    const leaf = leafHash(this.hash, row.entry);
    const { frontier, completed } = append(this.hash, this.#tree, leaf);
    this.#tree = frontier;
    const differs = (column: string, stored: Uint8Array | null, due: Uint8Array) => {
      if (stored === null || bytesToHex(stored) !== bytesToHex(due)) {
        this.found(row.seq, `has another ${column} than follows from the entries`);
      }
    };
    differs('leaf', row.leaf, leaf);
    differs('nodes', row.nodes, concatBytes(...completed));
    const entry = readEntry(row.entry);
    // What is wrong with the entry itself is the verifier's to say.
    if (typeof entry === 'string') return;
    this.#follow(entry as Entry, row.seq);
    differs('table_after', row.tableAfter, this.#table);
    this.#same(row, 'kind', row.kind, entry.kind);
    this.#same(row, 'chain_seq', row.chainSeq, this.#chainSeq);
    this.#same(row, 'settings_seq', row.settingsSeq, this.#settingsSeq);
    this.#same(row, 'contribution_seq', row.contributionSeq, this.#contributionSeq);
    this.#same(row, 'continues', row.continues, this.derived.continues(entry as Entry));
    const request = row.keyHash === null ? undefined : this.derived.requestHash(entry as Entry);
    if (request !== undefined) differs('request_hash', row.requestHash, request);
  }

  #follow(entry: Entry, seq: number): void {
    if (entry.kind === 'chain') this.#chainSeq = seq;
    if (entry.kind === 'settings') this.#settingsSeq = seq;
    if (entry.kind !== 'contribution') return;
    this.#contributionSeq = seq;
    this.#table = contribute(this.hash, this.#table, entry.value);
  }

  #same(row: EntryRow, column: string, stored: string | number | null, due: string | number | null | undefined): void {
    if (stored !== due) this.found(row.seq, `has ${column} ${stored}, where ${due ?? 'none'} is due`);
  }
}
