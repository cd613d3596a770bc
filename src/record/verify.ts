import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Hash } from '../dice/hash.js';
import { previousLink } from '../dice/seed-chain.js';
import { seededDice } from '../dice/seeded-dice.js';
import { contribute, NO_ENTROPY } from '../dice/table-entropy.js';
import type { Checkpoint } from './checkpoint.js';
import type { ChainEntry, ContributionEntry, Entry, RulingEntry } from './entry.js';
import { isKnown, outcomeText, readEntry, readUndecided, type Undecided, type UnknownEntry } from './entry-form.js';
import { lineBytes } from './line-bytes.js';
import { append, EMPTY, type Frontier, isSameHash, leafHash, rootHash } from './merkle.js';
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

/** What a record was at some size. Whose checkpoint that is, and who signed it, is the caller's affair. */
export interface Known extends Pick<Checkpoint, 'size' | 'root'> {
  /** Where this is known from, e.g. the name of a file. */
  readonly about: string;
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
  /** What this record is known to have been. */
  readonly checkpoints?: readonly Known[];
}

/**
 * Checks a campaign's record from its lines alone (docs/verify.md §7), one after the other, and keeps no more of them
 * than the next one needs. After a finding it goes on from what it found, so that one change is told once.
 */
export class RecordVerifier {
  readonly #options: VerifierOptions;
  readonly #checkpoints: Known[];
  #tree: Frontier = EMPTY;
  #campaign: string | undefined;
  /** The number that is due; undefined after an entry that can't be read. */
  #seq: number | undefined = 0;
  #at = '';
  #closed = false;
  /** The current chain: none before the first, and unknown after an entry that can't be read. */
  #chain: Pick<ChainEntry, 'chain' | 'length'> | 'none' | 'unknown' = 'none';
  /** From which the next link may follow: the last one; after a finding also the one before it; none when unknown. */
  #links: readonly Link[] = [];
  /** What the next ruling's table entropy may be, in the same way. */
  #tables: readonly Table[] = [tableOf(NO_ENTROPY)];
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
    // Every line is a leaf, also one that is no entry.
    const leaf = leafHash(hash, undecided !== undefined || line.isWellFormed() ? line : lineBytes(line));
    this.#tree = append(hash, this.#tree, leaf).frontier;
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
    if (this.size === 0) this.#found('chain', 'is missing: the record has no entry');
    for (const { size, about } of this.#checkpoints.splice(0)) {
      this.#found(
        'tree',
        `the record ends here, with ${this.size} entries, but ${about} is of ${size}: it was cut, or is older`,
      );
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
    // It may have changed any of these.
    this.#seq = undefined;
    this.#chain = 'unknown';
    this.#links = [];
    this.#tables = [];
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
    else if (known.kind === 'closed') this.#closed = true;
  }

  /** Check 1: where an entry stands, and when. */
  #checkOrder({ campaign, seq, at, kind }: Entry | Undecided | UnknownEntry): void {
    this.#campaign ??= campaign;
    if (campaign !== this.#campaign) this.#found('order', `is of campaign ${campaign}`);
    if (this.#seq !== undefined && seq !== this.#seq)
      this.#found('order', `says it is entry ${seq}, where ${this.#seq} is due`);
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
      if (isSameHash(next.root, rootHash(this.#options.hash, this.#tree))) continue;
      const detail = `the entries up to here are not the ones of ${next.about}, which is of ${next.size}`;
      this.#options.found({ seq: Math.max(0, this.size - 1), check: 'tree', detail });
    }
  }

  /** Check 3, for the entry that begins a chain. */
  #checkChain({ chain, length, anchor }: ChainEntry): void {
    const before = this.#chain;
    const due = before === 'none' ? 0 : before === 'unknown' ? chain : before.chain + 1;
    if (chain !== due) this.#found('chain', `begins chain ${chain}, where chain ${due} is due`);
    this.#counter.chain(typeof before === 'object' && (this.#links[0]?.link ?? 0) < before.length);
    this.#chain = { chain, length };
    this.#links = [{ link: 0, seed: hexToBytes(anchor) }];
  }

  /** Check 4, for what changes the table entropy. */
  #checkContribution(entry: ContributionEntry): void {
    const { chain, value } = entry;
    if (chain !== undefined && this.#chain !== 'unknown') {
      const current = this.#chain === 'none' ? 'none' : this.#chain.chain;
      if (chain !== current) this.#found('table', `names chain ${chain}, and the current one is ${current}`);
    }
    this.#tables = this.#tables.map(({ bytes }) => tableOf(contribute(this.#options.hash, bytes, value)));
    this.#contribution = entry;
  }

  #checkRuling(entry: Undecided, misjudged: Misjudged | undefined): void {
    const seed = hexToBytes(entry.seed);
    this.#checkLink(entry, seed);
    this.#checkDice(entry, seed, this.#checkTable(entry.table));
    if (misjudged !== undefined) this.#found('rules', misjudged.detail, misjudged.unchecked);
    const last = this.#contribution;
    const isBound = last?.chain === entry.chain && typeof this.#chain === 'object' && entry.chain === this.#chain.chain;
    this.#counter.ruling(entry, isBound ? last.player : undefined);
  }

  /** Check 3, for a link that a ruling takes. */
  #checkLink({ chain, link }: Undecided, seed: Uint8Array): void {
    const wrong = this.#wrongLink(chain, link, seed);
    if (wrong !== undefined) this.#found('chain', wrong);
    // What is not known is as the ruling says.
    if (typeof this.#chain !== 'object') this.#chain = { chain, length: Number.POSITIVE_INFINITY };
    const [due] = this.#links;
    this.#links = wrong === undefined || due === undefined ? [{ link, seed }] : [due, { link, seed }];
  }

  #wrongLink(chain: number, link: number, seed: Uint8Array): string | undefined {
    if (this.#chain === 'none') return 'is a ruling before any chain';
    if (typeof this.#chain === 'object') {
      if (chain !== this.#chain.chain) return `is of chain ${chain}, and the current one is ${this.#chain.chain}`;
      if (link > this.#chain.length) return `takes link ${link} of a chain of ${this.#chain.length}`;
    }
    const [due] = this.#links;
    if (due === undefined) return undefined;
    if (!this.#links.some((before) => link === before.link + 1))
      return `takes link ${link}, where link ${due.link + 1} is due`;
    if (!this.#links.some((before) => leadsTo(this.#options.hash, seed, link - before.link, before.seed)))
      return 'has a seed that does not hash to the one before it';
    return undefined;
  }

  /** Check 4, for what a ruling was rolled with. */
  #checkTable(text: string): Uint8Array {
    const known = this.#tables.find((table) => table.text === text);
    const found = known ?? { text, bytes: hexToBytes(text) };
    const [due] = this.#tables;
    if (known !== undefined || due === undefined) {
      if (this.#tables.length !== 1 || known === undefined) this.#tables = [found];
    } else {
      this.#found('table', 'has another table entropy than was contributed');
      this.#tables = [due, found];
    }
    return found.bytes;
  }

  /** Check 5: the values are the ones that follow from the seed. */
  #checkDice({ campaign, seq, rolls }: Undecided, seed: Uint8Array, table: Uint8Array): void {
    const dice = seededDice(this.#options.hash, { seed, campaign, seq, table });
    for (const { for: name, sides, values } of rolls) {
      const due = dice.roll(name, sides, values.length);
      if (values.some((value, index) => value !== due[index])) {
        this.#found('dice', `has other dice for "${name}" than its seed gives`);
        return;
      }
    }
  }
}

/** A published link of a chain; link 0 is the anchor. */
interface Link {
  readonly link: number;
  readonly seed: Uint8Array;
}

/** Table entropy, as it is and as it stands in a ruling. */
interface Table {
  readonly bytes: Uint8Array;
  readonly text: string;
}

const tableOf = (bytes: Uint8Array): Table => ({ bytes, text: bytesToHex(bytes) });

/** So many links are gone back to find out whether a seed comes from an earlier one: no chain of ours is longer. */
const MOST_LINKS = 256;

/** Whether hashing a seed so many times gives an earlier one. */
function leadsTo(hash: Hash, seed: Uint8Array, times: number, earlier: Uint8Array): boolean {
  if (times < 1 || times > MOST_LINKS) return false;
  let found = seed;
  for (let i = 0; i < times; i += 1) found = previousLink(hash, found);
  return isSameHash(found, earlier);
}
