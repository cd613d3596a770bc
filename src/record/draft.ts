import type { Hash } from '../dice/hash.js';
import { CHAIN_LENGTH, type SeedChain, seedChain } from '../dice/seed-chain.js';
import { Refusal } from '../refusal.js';
import type { RecordedOnce, Waiting } from './job.js';
import { type LiveHead, Page } from './page.js';
import type { Row, Store } from './store.js';

/** An entry may be this long. Whoever writes one sees to it beforehand: after the dice it would be too late. */
export const ENTRY_BYTES = 64 * 1024;

export interface WriterOptions {
  readonly store: Store;
  readonly hash: Hash;
  readonly now: () => Date;
  /** 32 fresh bytes from the operating system's generator. */
  readonly freshSecret: () => Uint8Array;
}

/** What is to be committed of one campaign: computed from one head, leading to another. */
export interface Draft {
  readonly from: LiveHead;
  readonly head: LiveHead;
  readonly rows: readonly Row[];
  /** Who hears what, once it is committed. */
  readonly results: readonly Result[];
}

interface Result {
  readonly waiting: Waiting;
  readonly result: RecordedOnce | Refusal;
}

/** How much a draft may hold; its last page may overstep it. */
export interface Limits {
  readonly rows: number;
  /** Of entries. */
  readonly bytes: number;
}

/**
 * Takes jobs from a queue and lets them write their pages, each on top of the last one's.
 *
 * @param from the head that the first page goes on from
 * @returns a promise when the first job reads the record while it writes: then it is the only one
 */
export function compose(
  queue: Waiting[],
  from: LiveHead,
  most: Limits,
  options: WriterOptions,
): Draft | Promise<Draft> {
  let head = from;
  const rows: Row[] = [];
  const results: Result[] = [];
  for (let bytes = 0; queue.length > 0 && rows.length < most.rows && bytes < most.bytes; ) {
    const waiting = queue[0]!;
    const { job } = waiting;
    if (job.readsRecord === true && results.length > 0) break;
    if (job.needsChain && !head.closed && !hasLink(head)) {
      // An anchor must be in the record before anything is rolled from its chain, so it gets a commit of its own.
      if (results.length > 0) break;
      return beginChain(from, options);
    }
    queue.shift();
    const page = new Page(options.hash, head, options.now, job.key);
    try {
      const written = job.write(page);
      if (written instanceof Promise) return composedLater(from, waiting, page, written);
      const result = resultOf(page, written);
      results.push({ waiting, result });
      if (result instanceof Refusal) continue;
      for (const row of page.keyed()) {
        rows.push(row);
        bytes += row.entry.length;
      }
      head = page.head;
    } catch (error) {
      waiting.fail(error);
    }
  }
  return { from, head, rows, results };
}

function beginChain(from: LiveHead, options: WriterOptions): Draft {
  const page = new Page(options.hash, from, options.now);
  page.chain(from.chain.chain + 1, freshChain(options));
  return { from, head: page.head, rows: page.rows, results: [] };
}

/** A chain whose secret links nobody has seen. */
export const freshChain = ({ hash, freshSecret }: Pick<WriterOptions, 'hash' | 'freshSecret'>): SeedChain =>
  seedChain(hash, freshSecret(), CHAIN_LENGTH);

const hasLink = ({ secret, spent }: LiveHead): boolean => secret !== undefined && spent < secret.length;

/** The draft of a job that reads the record while it writes. */
async function composedLater(
  from: LiveHead,
  waiting: Waiting,
  page: Page,
  writing: Promise<Refusal | undefined>,
): Promise<Draft> {
  try {
    const result = resultOf(page, await writing);
    if (result instanceof Refusal) return { from, head: from, rows: [], results: [{ waiting, result }] };
    return { from, head: page.head, rows: page.keyed(), results: [{ waiting, result }] };
  } catch (error) {
    waiting.fail(error);
    return { from, head: from, rows: [], results: [] };
  }
}

/** What a job's page comes to, once it is committed. */
function resultOf(page: Page, refusal: Refusal | undefined): RecordedOnce | Refusal {
  if (refusal !== undefined) return refusal;
  for (const { entry } of page.rows) {
    // A character has at most three bytes for each of its UTF-16 units.
    if (3 * entry.length > ENTRY_BYTES && Buffer.byteLength(entry) > ENTRY_BYTES) {
      throw new Error(`an entry of ${Buffer.byteLength(entry)} bytes, where ${ENTRY_BYTES} are the most`);
    }
  }
  const recorded = page.last;
  if (recorded === undefined) throw new Error('a job must add an entry or refuse');
  return { recorded, replayed: false };
}
