import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordCheck } from '../../src/record/verify.js';
import { type TestService, testService } from '../service.js';
import { allFindings, checkpointOf } from './changed-record.js';
import { type RealRecord, realRecord } from './real-record.js';

/*
 * Entries are left out, repeated, exchanged, dated otherwise, cut off: at every place of a real record. What contradicts
 * itself must be found; what does not is found by a checkpoint.
 */

let service: TestService;
let record: RealRecord;
let lines: readonly string[];
/** The last ruling that rolled something: dice follow from a ruling's own number. */
let lastRolled: number;
beforeAll(async () => {
  service = await testService();
  record = await realRecord(service);
  lines = record.lines;
  lastRolled = lines.findLastIndex((line) => line.includes('"values":['));
});
afterAll(() => service.close());

interface Row {
  readonly what: string;
  /** The record with this done at entry `i`; undefined: it can't be done there. */
  readonly done: (i: number) => string[] | undefined;
  readonly checks: readonly RecordCheck[];
  /** On which line it must be found; `later`: on it or on some line after it. */
  readonly at: (i: number) => number | 'later';
  /** Where nothing contradicts it, and why. */
  readonly kept?: { readonly where: (i: number) => boolean; readonly why: string };
}

const HOUR = 3_600_000;
const isLast = (i: number) => i === lines.length - 1;
const here = (i: number) => i;
const next = (i: number) => i + 1;
const onceMore = (i: number) => lines.toSpliced(i, 0, lines[i]!);
const without = (i: number) => lines.toSpliced(i, 1);
const numbered = (line: string, seq: number) => line.replace(/"seq":\d+/, `"seq":${seq}`);
const numberedAnew = (some: readonly string[]) => some.map(numbered);
const dated = (line: string, by: number) =>
  line.replace(/"at":"([^"]*)"/, (_, at) => `"at":"${new Date(Date.parse(at) + by).toISOString()}"`);
/** A copy of another entry, made to fit in at `i`. */
const copied = (i: number) =>
  numbered(lines[(i * 7 + 3) % lines.length]!, i).replace(/"at":"[^"]*"/, /"at":"[^"]*"/.exec(lines[i]!)![0]);

const ROWS: readonly Row[] = [
  {
    what: 'is left out',
    done: without,
    checks: ['order'],
    at: here,
    kept: { where: isLast, why: 'a record may end anywhere' },
  },
  {
    what: 'is left out and what follows is numbered anew',
    done: (i) => numberedAnew(without(i)),
    checks: ['chain', 'table', 'dice'],
    at: () => 'later',
    kept: { where: (i) => i >= lastRolled, why: 'no later ruling has dice that follow from its number' },
  },
  { what: 'is there twice', done: onceMore, checks: ['order'], at: next },
  {
    what: 'is exchanged with the next',
    done: (i) => (isLast(i) ? undefined : lines.toSpliced(i, 2, lines[i + 1]!, lines[i]!)),
    checks: ['order'],
    at: here,
  },
  {
    what: 'has a copy of another before it',
    done: (i) => lines.toSpliced(i, 0, copied(i)),
    checks: ['order'],
    at: () => 'later',
  },
  {
    what: 'has a copy of another before it and what follows is numbered anew',
    done: (i) => (i > lastRolled ? undefined : numberedAnew(lines.toSpliced(i, 0, copied(i)))),
    checks: ['order', 'chain', 'table', 'dice'],
    at: () => 'later',
  },
  {
    what: 'is dated back by an hour',
    done: (i) => lines.with(i, dated(lines[i]!, -HOUR)),
    checks: ['order'],
    at: here,
    kept: { where: (i) => i === 0, why: 'nothing came before it' },
  },
  {
    what: 'is dated forward by an hour',
    done: (i) => lines.with(i, dated(lines[i]!, HOUR)),
    checks: ['order'],
    at: next,
    kept: { where: isLast, why: 'nothing came after it' },
  },
  {
    what: 'and all that follow are dated forward by an hour',
    done: (i) => lines.map((line, seq) => (seq < i ? line : dated(line, HOUR))),
    checks: [],
    at: here,
    kept: { where: () => true, why: 'nobody but the service has seen the clock' },
  },
  {
    what: 'is where it was cut off',
    // Of the first entry nothing would be left, and that is no record.
    done: (i) => (i === 0 ? undefined : lines.slice(0, i)),
    checks: [],
    at: here,
    kept: { where: () => true, why: 'a record may end anywhere' },
  },
  {
    what: 'is cut off in the middle',
    done: (i) => [...lines.slice(0, i), lines[i]!.slice(0, lines[i]!.length / 2)],
    checks: ['form'],
    at: here,
  },
  { what: 'lacks its last byte', done: (i) => lines.with(i, lines[i]!.slice(0, -1)), checks: ['form'], at: here },
  { what: 'ends with a carriage return', done: (i) => lines.with(i, `${lines[i]}\r`), checks: ['form'], at: here },
  { what: 'has an empty line before it', done: (i) => lines.toSpliced(i, 0, ''), checks: ['form'], at: here },
  {
    what: 'is in one line with the next',
    done: (i) => (isLast(i) ? undefined : lines.toSpliced(i, 2, lines[i]! + lines[i + 1])),
    checks: ['form'],
    at: here,
  },
  {
    what: 'has a space between two tokens',
    done: (i) => lines.with(i, lines[i]!.replace(',', ', ')),
    checks: ['form'],
    at: here,
  },
  {
    what: 'is repeated after the end',
    done: (i) => [...lines, numbered(lines[i]!, lines.length)],
    checks: ['order'],
    at: () => lines.length,
  },
];

const named = ROWS.map((row) => [row.what, row] as const);

/** What is told once is told near: more lines would only take time. */
const REACH = 30;

describe('when an entry', () => {
  test.each(named)('%s, it is found', (_what, { done, checks, at, kept }) => {
    const wrong: string[] = [];
    const whole = checkpointOf(record.id, lines);
    for (const i of lines.keys()) {
      const changed = done(i);
      if (changed === undefined) continue;
      const place = at(i);
      if (kept?.where(i)) {
        // Of these only some are verified whole: they are the ones that take longest.
        const findings = i % 8 === 0 || isLast(i) ? allFindings(changed, undefined, [whole]) : [];
        if (findings.some(({ check }) => check !== 'tree')) wrong.push(`entry ${i} contradicts something`);
        if (i % 8 === 0 && findings.length === 0) wrong.push(`entry ${i} with a checkpoint`);
        continue;
      }
      const end = typeof place === 'number' ? place + 1 : i + REACH;
      const found = allFindings(changed.slice(0, end)).filter(({ check }) => checks.includes(check));
      const where = found[0]?.seq;
      if (place === 'later' ? where === undefined || where < i : where !== place) wrong.push(`entry ${i}, at ${where}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Around powers of two the tree has other shapes. */
const sizes = () => [1, 2, 3, 4, 7, 8, 9, 63, 64, 65, 127, 128, 129, lines.length - 1, lines.length];

test.each(named)('with a checkpoint, an entry before its size that %s is found', (_what, { done }) => {
  const wrong: string[] = [];
  for (const size of sizes()) {
    const kept = checkpointOf(record.id, lines.slice(0, size));
    for (const i of new Set([0, size >> 1, size - 1])) {
      const changed = done(i);
      // Repeated after the end, nothing before it has changed; at the last entry, what is inserted may be after it.
      if (
        changed === undefined ||
        (changed.slice(0, size).every((line, seq) => line === lines[seq]) && changed.length >= size)
      )
        continue;
      const found = allFindings(changed.slice(0, size + 2), undefined, [kept]).some(({ check }) => check === 'tree');
      if (!found) wrong.push(`entry ${i} with a checkpoint of ${size}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('what is added after a checkpoint is no contradiction to it', () => {
  for (const size of sizes()) {
    const kept = checkpointOf(record.id, lines.slice(0, size));
    expect(allFindings(lines, undefined, [kept])).toEqual([]);
  }
});

test('two checkpoints of one size that differ are not both true', () => {
  const whole = checkpointOf(record.id, lines);
  const other = { ...whole, root: whole.root.map((byte) => byte ^ 1) };
  expect(allFindings(lines, undefined, [whole, other])).toMatchObject([{ check: 'tree' }]);
});
