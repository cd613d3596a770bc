import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Hash } from '../dice/hash.js';
import { previousLink } from '../dice/seed-chain.js';
import { seededDice } from '../dice/seeded-dice.js';
import { contribute, NO_ENTROPY } from '../dice/table-entropy.js';
import { type ChainEntry, type ContributionEntry, type Entry, KINDS, type RulingEntry } from './entry.js';
import { countMembers, readJsonText } from './json-text.js';
import { append, EMPTY, leafHash, rootHash } from './merkle.js';

/** The checks of docs/verify.md §7, by what they look at. */
export type RecordCheck = 'form' | 'order' | 'chain' | 'table' | 'dice' | 'rules';

/** Something in a record that does not hold. */
export interface RecordFinding {
  readonly seq: number;
  readonly check: RecordCheck;
  readonly detail: string;
}

export interface Verified {
  /** `[]`: everything that was checked holds. */
  readonly findings: readonly RecordFinding[];
  readonly entries: number;
  readonly rulings: number;
  /** Entries of kinds that this verifier does not know. */
  readonly notUnderstood: number;
  /** The record ends with `closed`. */
  readonly complete: boolean;
  /** Root of the tree over all lines, in hex: to be compared with a checkpoint. */
  readonly root: string;
}

/**
 * Adjudicates a ruling's request with the recorded rolls.
 *
 * @returns the outcome as JSON text
 * @throws {Error} when the rules ask for other rolls, or do not take the request
 */
export type Adjudicate = (ruling: RulingEntry) => string;

/**
 * Checks a campaign's record from its lines alone (docs/verify.md §7, 0, 1 and 3 to 6). Without a checkpoint only what
 * contradicts itself is found.
 *
 * @param lines the export, one entry a line, without the newlines
 * @param adjudicate left out: check 6 is not made
 */
export async function verifyRecord(
  hash: Hash,
  lines: Iterable<string> | AsyncIterable<string>,
  adjudicate?: Adjudicate,
): Promise<Verified> {
  const findings: RecordFinding[] = [];
  const state = { campaign: '', at: '', closed: false, table: NO_ENTROPY, link: 0, seed: NO_ENTROPY };
  let chain: ChainEntry | undefined;
  let tree = EMPTY;
  let rulings = 0;
  let notUnderstood = 0;
  const found = (check: RecordCheck, detail: string) => findings.push({ seq: tree.size, check, detail });

  const checkChain = (entry: ChainEntry): void => {
    const expected = chain === undefined ? 0 : chain.chain + 1;
    if (entry.chain !== expected) found('chain', `chain ${entry.chain} where chain ${expected} is due`);
    chain = entry;
    state.link = 0;
    state.seed = fromHex(entry.anchor);
  };

  const checkContribution = (entry: ContributionEntry): void => {
    if (entry.chain !== undefined && entry.chain !== chain?.chain) {
      found('table', `the contribution names chain ${entry.chain}, the current one is ${chain?.chain}`);
    }
    state.table = contribute(hash, state.table, entry.value);
  };

  const checkRuling = (entry: RulingEntry, line: string): void => {
    rulings += 1;
    const seed = fromHex(entry.seed);
    state.link += 1;
    if (chain === undefined || entry.chain !== chain.chain)
      found('chain', `chain ${entry.chain} is not the current one`);
    else if (entry.link !== state.link) found('chain', `link ${entry.link} where link ${state.link} is due`);
    else if (entry.link > chain.length) found('chain', `link ${entry.link} of a chain of ${chain.length}`);
    else if (!equal(previousLink(hash, seed), state.seed))
      found('chain', 'the seed does not hash to the one before it');
    state.seed = seed;
    if (entry.table !== bytesToHex(state.table)) found('table', 'the table entropy is not what was contributed');
    const dice = seededDice(hash, {
      seed,
      campaign: entry.campaign,
      seq: entry.seq,
      table: fromHex(entry.table),
    });
    for (const roll of entry.rolls) {
      const values = dice.roll(roll.for, roll.sides, roll.values.length);
      if (values.some((value, index) => value !== roll.values[index])) {
        found('dice', `the dice of "${roll.for}" are not the ones the seed gives`);
        break;
      }
    }
    if (adjudicate === undefined) return;
    try {
      const outcome = readJsonText(line).outer.find(({ name }) => name === 'outcome')?.json;
      if (adjudicate(entry) !== outcome) found('rules', 'the outcome is not what the rules give');
    } catch (error) {
      found('rules', (error as Error).message);
    }
  };

  for await (const line of lines) {
    const entry = parse(line);
    if (typeof entry === 'string') {
      found('form', entry);
    } else {
      if (entry.seq !== tree.size) found('order', `seq ${entry.seq} where ${tree.size} is due`);
      if (tree.size === 0) state.campaign = entry.campaign;
      if (entry.campaign !== state.campaign) found('order', `campaign ${entry.campaign}`);
      if (entry.at < state.at) found('order', `${entry.at} is before ${state.at}`);
      if (state.closed) found('order', 'stands after the record was closed');
      if (tree.size === 0 && entry.kind !== 'chain') found('chain', 'the record does not begin with a chain');
      state.at = entry.at;
      try {
        if (entry.kind === 'chain') checkChain(entry);
        else if (entry.kind === 'contribution') checkContribution(entry);
        else if (entry.kind === 'ruling') checkRuling(entry, line);
        else if (entry.kind === 'closed') state.closed = true;
        else if (!KINDS.includes(entry.kind)) notUnderstood += 1;
      } catch (error) {
        found('form', `a member is missing or not of its type: ${(error as Error).message}`);
      }
    }
    tree = append(hash, tree, leafHash(hash, line)).frontier;
  }
  return {
    findings,
    entries: tree.size,
    rulings,
    notUnderstood,
    complete: state.closed,
    root: bytesToHex(rootHash(hash, tree)),
  };
}

/** An entry, or what is wrong with its line. */
function parse(line: string): Entry | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  if (typeof value !== 'object' || value === null) return 'is not an object';
  if (readJsonText(line).members !== countMembers(value)) return 'has a member twice';
  const { v, campaign, seq, at, kind } = value as Partial<Entry>;
  if (v !== 1) return `has version ${v}, not 1`;
  if ([campaign, at, kind].some((text) => typeof text !== 'string') || typeof seq !== 'number') {
    return 'lacks a common member';
  }
  return value as Entry;
}

/** 32 bytes; a malformed text gives bytes that match nothing. */
function fromHex(hex: unknown): Uint8Array {
  return typeof hex === 'string' && /^[0-9a-f]{64}$/.test(hex) ? hexToBytes(hex) : new Uint8Array(0);
}

const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
