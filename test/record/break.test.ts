import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../../src/judge.js';
import type { Checkpoint } from '../../src/record/checkpoint.js';
import type { Entry } from '../../src/record/entry.js';
import type { RecordFinding } from '../../src/record/verify.js';
import { rulesets } from '../../src/rules/index.js';
import { type TestService, testService } from '../service.js';
import { allFindings, checkpointOf, judgeFrom } from './changed-record.js';
import { type Change, changesOf } from './changes.js';
import { type RealRecord, realRecord } from './real-record.js';
import { type Due, dueFor, sortOf } from './what-is-found.js';

/*
 * One member of one entry is changed at a time. What of it a verifier must find without a checkpoint, and by which check,
 * is the table in what-is-found.ts; with a checkpoint it must find everything.
 */

let service: TestService;
let record: RealRecord;
let entries: readonly Entry[];
beforeAll(async () => {
  service = await testService();
  record = await realRecord(service);
  entries = record.lines.map((line) => JSON.parse(line) as Entry);
});
afterAll(() => service.close());

test('as it is, the record holds: 200 entries and more, of every kind', () => {
  expect(allFindings(record.lines, judge(rulesets))).toEqual([]);
  expect(record.lines.length).toBeGreaterThanOrEqual(200);
  expect([...new Set(entries.map(({ kind }) => kind))].sort()).toEqual(
    'chain closed contribution note ruling settings'.split(' '),
  );
  expect(new Set(entries.map((entry, seq) => sortOf(entry, entries[seq + 1])))).toEqual(
    new Set([
      'first chain',
      'settings',
      'contribution',
      'ruling erbarmungslos attack',
      'ruling erbarmungslos attack going on',
      'ruling erbarmungslos attack by luck',
      'note',
      'ruling erbarmungslos execution',
      'ruling erbarmungslos hostage',
      'ruling erbarmungslos recovery',
      'ruling bang attack',
      'last ruling bang attack',
      'chain',
      'closed',
    ]),
  );
  // What is written anew to change it would be the same without a change.
  expect(record.lines.map((line) => JSON.stringify(JSON.parse(line)))).toEqual(record.lines);
});

/** A change, where it is made, and what must be made of it. */
interface Broken {
  readonly seq: number;
  readonly sort: string;
  readonly change: Change;
  readonly due: Due;
}

const broken = (seq: number, change: Change): Broken => {
  const sort = sortOf(entries[seq]!, entries[seq + 1]);
  return { seq, sort, change, due: dueFor(sort, change) };
};

/** So far a change reaches at most: to the entries after the next chain. */
const REACH = 25;

/**
 * Changes that were not found as they must be, in words.
 *
 * @param together the same change to several entries, so far from each other that each is told for itself
 */
function unfound(together: readonly Broken[]): string[] {
  const lines = [...record.lines];
  for (const { seq, change } of together) lines[seq] = change.line;
  lines.length = Math.min(lines.length, together.at(-1)!.seq + (isToldAtOnce(together[0]!.due) ? 1 : REACH));
  const isOpen = 'depends' in together[0]!.due;
  const findings = isOpen ? [] : allFindings(lines, judgeFrom(record.lines, together[0]!.seq));
  return together.flatMap((each) => {
    const wrong = misses(each, findings, lines);
    const { seq, sort, change } = each;
    return wrong === undefined
      ? []
      : [`entry ${seq} (${sort}) ${change.place || 'as a whole'} ${change.how}: ${wrong}`];
  });
}

const isToldAtOnce = (due: Due): boolean => 'found' in due && due.later !== true;

/** What is not as it is due; undefined when all is. */
function misses(
  { seq, due }: Broken,
  findings: readonly RecordFinding[],
  lines: readonly string[],
): string | undefined {
  const near = findings.filter((finding) => finding.seq >= seq && finding.seq < seq + REACH);
  const told = near.map((finding) => `${finding.check} at ${finding.seq}`).join(', ') || 'nothing';
  if ('found' in due) {
    const first = near.find(({ check }) => due.found.includes(check));
    const isThere = first !== undefined && (due.later ? first.seq > seq : first.seq === seq);
    return isThere ? undefined : `${told} instead of ${due.found.join(' or ')}`;
  }
  if ('kept' in due && near.length > 0) return `${told}, though nothing contradicts it`;
  const [first] = allFindings(lines.slice(0, seq + 1), undefined, [checkpoint(seq + 1)]).filter(isTree);
  return first?.seq === seq ? undefined : 'not found with a checkpoint';
}

const isTree = ({ check }: RecordFinding) => check === 'tree';

const checkpoints = new Map<number, Checkpoint>();
/** Of the record as it was before anybody changed it. */
function checkpoint(size: number): Checkpoint {
  if (!checkpoints.has(size)) checkpoints.set(size, checkpointOf(record.id, record.lines.slice(0, size)));
  return checkpoints.get(size)!;
}

/** The form of an entry is looked at before anything else, whatever came before it: the line alone will do. */
function isFoundAlone({ due, change }: Broken): boolean {
  if (!('found' in due) || !due.found.includes('form')) return false;
  return allFindings([change.line])[0]?.check === 'form';
}

test('every change to an outer member of every entry is found as it must be', () => {
  const alike = new Map<string, Broken[][]>();
  for (const [seq, line] of record.lines.entries()) {
    for (const change of changesOf(line)) {
      const each = broken(seq, change);
      if (change.place.lastIndexOf('/') > 0 || isFoundAlone(each)) continue;
      const what = `${each.sort} ${change.place} ${change.how}`;
      const batches = alike.get(what) ?? [];
      alike.set(what, batches);
      // Chains are counted on from what was found last, so that each is changed alone.
      const batch = each.sort === 'chain' ? undefined : batches.find((some) => some.at(-1)!.seq <= seq - REACH / 2);
      if (batch === undefined) batches.push([each]);
      else batch.push(each);
    }
  }
  expect([...alike.values()].flat().flatMap(unfound)).toEqual([]);
});

test('every change to every place inside of an entry of each sort is found as it must be', () => {
  const seen = new Set<string>();
  const changes = record.lines.flatMap((line, seq) => [...changesOf(line)].map((change) => broken(seq, change)));
  const one = changes.filter(({ sort, change: { place, how } }) => {
    const isNew = !seen.has(`${sort} ${place} ${how}`);
    seen.add(`${sort} ${place} ${how}`);
    return isNew;
  });
  expect(one.length).toBeGreaterThan(2000);
  expect(one.filter((each) => !isFoundAlone(each)).flatMap((each) => unfound([each]))).toEqual([]);
});
