import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Hash } from '../dice/hash.js';
import { previousLink } from '../dice/seed-chain.js';
import { seededDice } from '../dice/seeded-dice.js';
import { contribute, NO_ENTROPY } from '../dice/table-entropy.js';
import type { Checkpoint } from './checkpoint.js';
import type { ChainEntry, ContributionEntry, Entry, NoteEntry, RulingEntry } from './entry.js';
import { isKnown, outcomeText, readEntry, readUndecided, type Undecided, type UnknownEntry } from './entry-form.js';
import { append, EMPTY, type Frontier, leafHash, rootHash } from './merkle.js';
import { RecordCounter, type RecordCounts } from './record-counts.js';

/** The checks of docs/verify.md §7, 0 to 6, by what they look at. */
export const RECORD_CHECKS = ['form', 'order', 'tree', 'chain', 'table', 'dice', 'rules'] as const;
export type RecordCheck = (typeof RECORD_CHECKS)[number];

/** Something in a record that does not hold, or could not be checked. */
export interface RecordFinding {
  /** Where it stands in the export, counted from 0. */
  readonly seq: number;
  readonly check: RecordCheck;
  /** What does not hold, as a part of a sentence. */
  readonly detail: string;
  /** Nothing is known to be wrong, but this could not be checked here. */
  readonly unchecked?: true;
}

/** What is known of a record after its last line. */
export interface Verified extends RecordCounts {
  /** Empty for a record without a readable entry. */
  readonly campaign: string;
  /** The record ends with `closed`. */
  readonly complete: boolean;
  /** Root of the tree over all lines: 32 bytes. */
  readonly root: Uint8Array;
}

/** What about a ruling is not as the rules have it. */
export interface Misjudged {
  readonly detail: string;
  /** Nothing is known to be wrong, but this could not be checked. */
  readonly unchecked?: true;
}

/**
 * Adjudicates a ruling again from its recorded request and rolls (docs/verify.md §7, 6).
 *
 * @param outcome the recorded outcome as the text it is
 * @returns undefined when it comes out the same, byte for byte
 */
export type Judge = (ruling: Undecided, outcome: string) => Misjudged | undefined;

export interface VerifierOptions {
  readonly hash: Hash;
  /** Called for each finding, in the order of the record. */
  readonly found: (finding: RecordFinding) => void;
  /** Whose record it must be; left out: whosever its first entry says. */
  readonly campaign?: string;
  /** Left out: check 6 is not made. */
  readonly judge?: Judge;
  /** What the record is known to have been; signatures are the caller's affair. */
  readonly checkpoints?: readonly Checkpoint[];
}

/**
 * Checks a campaign's record from its lines alone (docs/verify.md §7), one after the other, and keeps no more of them
 * than the next one needs. After a finding it goes on from what it found, so that one change is told once.
 */
export class RecordVerifier {
  readonly #options: VerifierOptions;
  readonly #checkpoints: Checkpoint[];
  #tree: Frontier = EMPTY;
  #campaign: string | undefined;
  /** The number that is due. */
  #seq = 0;
  #at = '';
  #closed = false;
  #chain: ChainEntry | undefined;
  #link = 0;
  #seed = NO_ENTROPY;
  #table = NO_ENTROPY;
  /** The same as it stands in a ruling. */
  #tableText = bytesToHex(NO_ENTROPY);
  #contribution: ContributionEntry | undefined;
  readonly #counter = new RecordCounter();

  constructor(options: VerifierOptions) {
    this.#options = options;
    this.#campaign = options.campaign;
    this.#checkpoints = [...(options.checkpoints ?? [])].sort((a, b) => a.size - b.size);
    this.#checkTree();
  }

  /** How many lines there were so far. */
  get size(): number {
    return this.#tree.size;
  }

  /** @param line an entry's bytes, without the newline; a byte that is not UTF-8 as a lone surrogate */
  add(line: string): void {
    const { hash, judge } = this.#options;
    // Most lines are rulings that hold: their outcomes are the text that is due, and need not be read to be known.
    const undecided = judge && readUndecided(line);
    const misjudged = undecided && judge(undecided.ruling, undecided.outcome);
    if (undecided !== undefined && misjudged === undefined) this.#check(undecided.ruling, undefined);
    else this.#read(line, misjudged);
    this.#tree = append(hash, this.#tree, leafHash(hash, line)).frontier;
    this.#checkTree();
  }

  /** @param misjudged what the judge has said of it already */
  #read(line: string, misjudged: Misjudged | undefined): void {
    const entry = readEntry(line);
    if (typeof entry === 'string') {
      this.#misformed(entry);
      return;
    }
    const unjudged = entry.kind === 'ruling' && misjudged === undefined;
    this.#check(entry, unjudged ? this.#options.judge?.(entry as RulingEntry, outcomeText(line)) : misjudged);
  }

  /** After the last line: checks what only the end can tell, and says what there was. */
  end(): Verified {
    for (const { size } of this.#checkpoints.splice(0)) {
      this.#found('tree', `the record ends after ${this.size} entries, but a checkpoint was made of ${size}`);
    }
    return {
      ...this.#counter.counts(this.size),
      campaign: this.#campaign ?? '',
      complete: this.#closed,
      root: rootHash(this.#options.hash, this.#tree),
    };
  }

  #found(check: RecordCheck, detail: string, unchecked?: true): void {
    this.#options.found({ seq: this.size, check, detail, ...(unchecked && { unchecked }) });
  }

  #misformed(detail: string): void {
    this.#found('form', detail);
    this.#seq += 1;
    this.#closed = false;
  }

  #check(entry: Entry | Undecided | UnknownEntry, misjudged: Misjudged | undefined): void {
    this.#checkOrder(entry);
    if (!isKnown(entry.kind)) {
      this.#counter.unknown();
      return;
    }
    const known = entry as Exclude<Entry, RulingEntry> | Undecided;
    if (known.kind === 'chain') this.#checkChain(known);
    else if (known.kind === 'contribution') this.#checkContribution(known);
    else if (known.kind === 'ruling') this.#checkRuling(known, misjudged);
    else if (known.kind === 'note') this.#checkNote(known);
    else if (known.kind === 'closed') this.#closed = true;
  }

  /** Check 1: where an entry stands, and when. */
  #checkOrder({ campaign, seq, at, kind }: Entry | Undecided | UnknownEntry): void {
    this.#campaign ??= campaign;
    if (campaign !== this.#campaign) this.#found('order', `is of campaign ${campaign}`);
    if (seq !== this.#seq) this.#found('order', `says it is entry ${seq}, where ${this.#seq} is due`);
    if (at < this.#at) this.#found('order', `is of ${at}, and the one before it of ${this.#at}`);
    if (this.#closed) this.#found('order', 'stands after the record was closed');
    if (this.size === 0 && kind !== 'chain') this.#found('chain', 'begins the record, and is no chain');
    this.#seq = seq + 1;
    this.#at = at;
    this.#closed = false;
  }

  /** Check 2: the tree as it was when a checkpoint was made of it. */
  #checkTree(): void {
    for (let next = this.#checkpoints[0]; next !== undefined && next.size <= this.size; next = this.#checkpoints[0]) {
      this.#checkpoints.shift();
      if (next.campaign !== this.#campaign && this.#campaign !== undefined) {
        this.#found('tree', `is compared with a checkpoint of campaign ${next.campaign}`);
      }
      if (equal(next.root, rootHash(this.#options.hash, this.#tree))) continue;
      const detail = `the entries up to here have another root than the checkpoint of ${next.size} entries`;
      this.#options.found({ seq: Math.max(0, this.size - 1), check: 'tree', detail });
    }
  }

  /** Check 3, for the entry that begins a chain. */
  #checkChain(entry: ChainEntry): void {
    const due = this.#chain === undefined ? 0 : this.#chain.chain + 1;
    if (entry.chain !== due) this.#found('chain', `begins chain ${entry.chain}, where chain ${due} is due`);
    this.#counter.chain(this.#chain !== undefined && this.#link < this.#chain.length);
    this.#chain = entry;
    this.#link = 0;
    this.#seed = hexToBytes(entry.anchor);
  }

  /** Check 4, for what changes the table entropy. */
  #checkContribution(entry: ContributionEntry): void {
    if (entry.chain !== undefined && entry.chain !== this.#chain?.chain) {
      this.#found('table', `names chain ${entry.chain}, and the current one is ${this.#chain?.chain ?? 'none'}`);
    }
    this.#setTable(contribute(this.#options.hash, this.#table, entry.value));
    this.#contribution = entry;
  }

  #setTable(table: Uint8Array): void {
    this.#table = table;
    this.#tableText = bytesToHex(table);
  }

  #checkNote({ about, seq }: NoteEntry): void {
    if (about >= seq) this.#found('order', `is about entry ${about}, which does not stand before it`);
  }

  #checkRuling(entry: Undecided, misjudged: Misjudged | undefined): void {
    this.#checkLink(entry);
    if (entry.table !== this.#tableText) {
      this.#found('table', 'has another table entropy than was contributed');
      this.#setTable(hexToBytes(entry.table));
    }
    this.#checkDice(entry);
    if (misjudged !== undefined) this.#found('rules', misjudged.detail, misjudged.unchecked);
    const last = this.#contribution;
    const isBound = last?.chain === entry.chain && entry.chain === this.#chain?.chain;
    this.#counter.ruling(entry, isBound ? last.player : undefined);
  }

  /** Check 3, for a link that a ruling takes. */
  #checkLink({ chain, link, seed: text }: Undecided): void {
    const seed = hexToBytes(text);
    const due = this.#link + 1;
    if (this.#chain === undefined) this.#found('chain', 'is a ruling before any chain');
    else if (chain !== this.#chain.chain)
      this.#found('chain', `is of chain ${chain}, and the current one is ${this.#chain.chain}`);
    else if (link !== due) this.#found('chain', `takes link ${link}, where link ${due} is due`);
    else if (link > this.#chain.length) this.#found('chain', `takes link ${link} of a chain of ${this.#chain.length}`);
    else if (!equal(previousLink(this.#options.hash, seed), this.#seed))
      this.#found('chain', 'has a seed that does not hash to the one before it');
    this.#link = link;
    this.#seed = seed;
  }

  /** Check 5: the values are the ones that follow from the seed. */
  #checkDice({ campaign, seq, rolls }: Undecided): void {
    const dice = seededDice(this.#options.hash, { seed: this.#seed, campaign, seq, table: this.#table });
    for (const { for: name, sides, values } of rolls) {
      const due = dice.roll(name, sides, values.length);
      if (values.some((value, index) => value !== due[index])) {
        this.#found('dice', `has other dice for "${name}" than its seed gives`);
        return;
      }
    }
  }
}

/** Checks a whole record at once, as {@link RecordVerifier} does line by line. */
export function verifyRecord(
  lines: Iterable<string>,
  options: Omit<VerifierOptions, 'found'>,
): Verified & { readonly findings: readonly RecordFinding[] } {
  const findings: RecordFinding[] = [];
  const verifier = new RecordVerifier({ ...options, found: (finding) => void findings.push(finding) });
  for (const line of lines) verifier.add(line);
  return { findings, ...verifier.end() };
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
