import { type MeasuredLoad, medianRatio, mediansOf } from './measured-load.js';
import { markdown, ms, type Result, us, whole } from './result.js';

/** How many requests are under way at once. */
export const CONNECTIONS = [1, 16, 64, 256] as const;

export const SERVERS = ['bare', 'insert', 'treffer'] as const;
export type Server = (typeof SERVERS)[number];

const NAMES: Readonly<Record<Server, string>> = {
  bare: 'a: Fastify alone',
  insert: 'b: one INSERT a request',
  treffer: 'c: Treffer',
};

/** By connections, what was measured round by round. */
export type Runs = Map<number, Readonly<Record<Server, readonly MeasuredLoad[]>>>;

const MEASURED = ['requests/s', 'p50', 'p99', 'CPU of the server', 'CPU of Postgres'];

/** Everything that was measured of the one attack. */
export function servedTable(runs: Runs): string {
  const rows = [...runs].flatMap(([connections, atOnce]) =>
    SERVERS.filter((server) => atOnce[server].length > 0).map((server) => {
      const isCompared = server === 'treffer' && atOnce.bare.length > 0;
      const ratio = (base: Server) => (isCompared ? medianRatio(atOnce.treffer, atOnce[base]).toFixed(2) : '');
      return [
        `${connections}`,
        NAMES[server],
        ...columns(atOnce[server], server !== 'bare'),
        ratio('bare'),
        ratio('insert'),
      ];
    }),
  );
  return markdown(['connections', 'server', ...MEASURED, 'c / a', 'c / b'], rows);
}

/** What was measured of other requests, at 64 connections. */
export function othersTable(runs: ReadonlyMap<string, readonly MeasuredLoad[]>): string {
  return markdown(
    ['64 connections, Treffer', ...MEASURED],
    [...runs].map(([what, measured]) => [what, ...columns(measured, true)]),
  );
}

function columns(measured: readonly MeasuredLoad[], usesPostgres: boolean): string[] {
  const { perSecond, p50Ms, p99Ms, cpuUs } = mediansOf(measured);
  const [server, postgres] = cpuUs.map(us);
  return [whole(perSecond), ms(p50Ms), ms(p99Ms), server!, usesPostgres ? postgres! : ''];
}

/** What is wanted, and whether it is so. */
export function servedResults(runs: Runs): Result[] {
  return [
    speed(runs, 64, 'bare', 0.5),
    speed(runs, 64, 'insert', 2),
    speed(runs, 1, 'insert', 0.95),
    latency(runs, 64, 2),
  ];
}

function speed(runs: Runs, connections: number, base: Server, least: number): Result {
  const { treffer, [base]: other } = runs.get(connections)!;
  const ratio = medianRatio(treffer, other);
  return {
    what: `Requests/s at ${connections === 1 ? '1 connection' : `${connections} connections`}, baseline ${NAMES[base]}`,
    measured: whole(mediansOf(treffer).perSecond),
    baseline: whole(mediansOf(other).perSecond),
    ratio,
    wanted: `ratio ≥ ${least.toFixed(2)}`,
    ok: ratio >= least,
  };
}

function latency(runs: Runs, connections: number, most: number): Result {
  const { treffer, insert } = runs.get(connections)!;
  const ratio = medianRatio(treffer, insert, ({ p99Ms }) => p99Ms);
  return {
    what: `p99 at ${connections} connections, baseline ${NAMES.insert}`,
    measured: ms(mediansOf(treffer).p99Ms),
    baseline: ms(mediansOf(insert).p99Ms),
    ratio,
    wanted: `ratio ≤ ${most}`,
    ok: ratio <= most,
  };
}
