import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ATTACKS_PATH, commonShot } from './common-shot.js';
import type { CpuTime } from './cpu-time.js';
import { AUTHORIZATION } from './house.js';
import type { LoadReport, LoadRequest, LoadSpec, LoadTarget } from './load-spec.js';
import { ended, program } from './measured-process.js';
import { median } from './result.js';
import type { Started } from './started.js';

/** The load that all benchmarks have in common, unless they say otherwise: in so many campaigns … */
export const CAMPAIGNS = 50;
/** … over so many connections. */
export const CONNECTIONS = 64;
/** Connections are opened and campaigns taken up before anything is counted. */
export const WARM_UP_MS = 1_000;

const LOAD = program('./load.js');

/** A load that was answered as it should be. */
export interface MeasuredLoad extends LoadReport {
  readonly perSecond: number;
  /** Processor time for each answer, in the order of the clocks given; undefined where the system does not tell. */
  readonly cpuUs: readonly (number | undefined)[];
}

export interface Measurement {
  readonly load: LoadSpec;
  /** The status that every answer must have. */
  readonly status: string;
  /** Whose processor time is taken. */
  readonly clocks: readonly CpuTime[];
}

/**
 * Runs a load to its end.
 *
 * @throws {Error} when an answer had another status, or none came
 */
export async function measureLoad(started: Started, { load, status, clocks }: Measurement): Promise<MeasuredLoad> {
  const child = spawn(process.execPath, [LOAD], { stdio: ['pipe', 'pipe', 'inherit'] });
  started.process(child);
  const end = ended(child);
  child.stdin.end(JSON.stringify(load));
  let before: (number | undefined)[] = [];
  let after: (number | undefined)[] = [];
  let report: LoadReport | undefined;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'counting') before = clocks.map((clock) => clock());
    else if (line === 'counted') after = clocks.map((clock) => clock());
    else report = JSON.parse(line) as LoadReport;
  });
  await end;
  if (report === undefined) throw new Error('the load process has reported nothing');
  demandStatus(report, status);
  const { answers, seconds } = report;
  const cpuUs = clocks.map((_, i) => {
    const [from, to] = [before[i], after[i]];
    return from === undefined || to === undefined ? undefined : ((to - from) * 1000) / answers;
  });
  return { ...report, perSecond: answers / seconds, cpuUs };
}

function demandStatus({ statuses, broken, unanswered, answers }: LoadReport, status: string): void {
  const isOther = Object.keys(statuses).some((each) => each !== status);
  if (!isOther && broken === 0 && unanswered === 0 && answers > 0) return;
  const seen = Object.entries(statuses).map(([each, count]) => `${count} × ${each}`);
  const silent = [
    ...(broken > 0 ? [`${broken} connections broke`] : []),
    ...(unanswered > 0 ? [`${unanswered} requests were not answered`] : []),
  ];
  throw new Error(`Every answer should be ${status}, but there were ${[...seen, ...silent].join(', ') || 'none'}.`);
}

/** The medians of several runs of the same load. */
export function mediansOf(
  runs: readonly MeasuredLoad[],
): Pick<MeasuredLoad, 'perSecond' | 'p50Ms' | 'p99Ms' | 'cpuUs'> {
  const of = (value: (run: MeasuredLoad) => number): number => median(runs.map(value));
  return {
    perSecond: of((run) => run.perSecond),
    p50Ms: of((run) => run.p50Ms),
    p99Ms: of((run) => run.p99Ms),
    cpuUs: runs[0]!.cpuUs.map((_, i) =>
      runs.every(({ cpuUs }) => cpuUs[i] !== undefined) ? of(({ cpuUs }) => cpuUs[i]!) : undefined,
    ),
  };
}

/** The median of the ratios that each round's runs have to each other. */
export const medianRatio = (
  runs: readonly MeasuredLoad[],
  baseline: readonly MeasuredLoad[],
  of: (run: MeasuredLoad) => number = ({ perSecond }) => perSecond,
): number => median(runs.map((run, round) => of(run) / of(baseline[round]!)));

/** A POST with the benchmarks' key. */
export const post = (path: string, body: unknown): LoadRequest => ({
  method: 'POST',
  path,
  headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The attack that all benchmarks have in common, in the targets' campaigns in turn. */
export const attackLoad = (targets: readonly LoadTarget[], countedMs: number): LoadSpec => ({
  targets,
  connections: CONNECTIONS,
  warmUpMs: WARM_UP_MS,
  countedMs,
  requests: [post(ATTACKS_PATH, commonShot)],
  keyed: true,
});
