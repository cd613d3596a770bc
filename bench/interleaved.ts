import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median, type Result, whole } from './result.js';

const ROUNDS = 9;
/** Rounds before those that count. */
const WARM_UP = 2;
/** Processor time that one turn takes. */
const TURN_MS = 100;
/** Calls between two looks at the clock, so that looking takes no time worth mentioning. */
const CALLS = 512;

setFlagsFromString('--expose-gc');
/** Before each turn, so that none pays for what another has left. */
const collectGarbage = runInNewContext('gc') as () => void;

/** Something that is done over and over. */
export interface Work<Product = unknown> {
  /** @param call counts up from 0 and never repeats */
  run(call: number): Product;
  /** A number that hangs on the product, for the checksum: without it V8 could leave work undone. */
  mark(product: Product): number;
}

/** Two works that are timed in turn. */
export interface Comparison {
  /** What is measured and what the baseline is. */
  readonly what: string;
  readonly measured: Work;
  readonly baseline: Work;
  /** How many of what is counted one call makes, of either work; 1 when left out. */
  readonly each?: number;
  /** How many a second of processor time are demanded; left out: the row is for information. */
  readonly wanted?: number;
}

/**
 * Times one comparison after the other, measured and baseline in turn: a slow moment of the machine hits both, and few
 * turns of many. All are warmed up before the first is timed, so that V8 compiles none for being the only one.
 *
 * @returns a row for each, medians of the rounds; and a checksum of everything that was made
 */
export function interleaved(comparisons: readonly Comparison[]): { results: Result[]; checksum: number } {
  const pairs = comparisons.map((comparison) => ({
    comparison,
    measured: new Turns(comparison.measured),
    baseline: new Turns(comparison.baseline),
  }));
  for (const { measured, baseline } of pairs) rounds(measured, baseline, WARM_UP);
  const results = pairs.map(({ comparison, measured, baseline }) => {
    rounds(measured, baseline, WARM_UP);
    return row(comparison, rounds(measured, baseline, ROUNDS));
  });
  const checksum = pairs.reduce((sum, { measured, baseline }) => sum ^ measured.checksum ^ baseline.checksum, 0);
  return { results, checksum: checksum >>> 0 };
}

/** Calls a second of either work in one round. */
interface Rates {
  readonly measured: number;
  readonly baseline: number;
}

const rounds = (measured: Turns, baseline: Turns, count: number): Rates[] =>
  Array.from({ length: count }, () => ({ measured: measured.rate(), baseline: baseline.rate() }));

/** A work and its turns. */
class Turns {
  checksum = 0;
  #calls = 0;

  constructor(private readonly work: Work) {}

  /**
   * Takes one turn.
   *
   * @returns calls a second of processor time: of all threads, so the garbage collector's too, and nearly nothing of what
   *   other processes do
   */
  rate(): number {
    collectGarbage();
    const first = this.#calls;
    const begin = process.cpuUsage();
    let ms = 0;
    while (ms < TURN_MS) {
      this.#some();
      const { user, system } = process.cpuUsage(begin);
      ms = (user + system) / 1000;
    }
    return ((this.#calls - first) * 1000) / ms;
  }

  #some(): void {
    const { work } = this;
    const end = this.#calls + CALLS;
    for (let call = this.#calls; call < end; call += 1) {
      this.checksum = (Math.imul(this.checksum, 31) + work.mark(work.run(call))) | 0;
    }
    this.#calls = end;
  }
}

function row({ what, each = 1, wanted }: Comparison, rates: readonly Rates[]): Result {
  const measured = each * median(rates.map((rate) => rate.measured));
  return {
    what,
    measured: whole(measured),
    baseline: whole(each * median(rates.map((rate) => rate.baseline))),
    ratio: median(rates.map((rate) => rate.measured / rate.baseline)),
    ...(wanted === undefined ? { wanted: '' } : { wanted: `≥ ${whole(wanted)}`, ok: measured >= wanted }),
  };
}
