/** One line of a benchmark's table. */
export interface Result {
  readonly what: string;
  readonly measured: string;
  /** What it is compared with, in the same run. */
  readonly baseline: string;
  /** Measured to baseline, as the text in `what` has it. */
  readonly ratio?: number;
  readonly wanted: string;
  /** Left out: nothing was demanded. */
  readonly ok?: boolean;
}

/** The results as a Markdown table. */
function table(results: readonly Result[]): string {
  const rows = results.map(({ what, measured, baseline, ratio, wanted, ok }) => [
    ...[what, measured, baseline, ratio?.toFixed(2) ?? '', wanted],
    ok === undefined ? '' : ok ? 'yes' : '**no**',
  ]);
  return markdown(['what', 'measured', 'baseline', 'ratio', 'wanted', 'ok?'], rows);
}

/** Prints a benchmark's table, with what it is about above it. A row that misses what is wanted makes the exit code 1. */
export function conclude(about: string, results: readonly Result[], ...more: readonly string[]): void {
  process.stdout.write(`\n${about}\n\n${[table(results), ...more].join('\n')}`);
  if (results.some(({ ok }) => ok === false)) process.exitCode = 1;
}

/** A Markdown table of any columns. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

/** The value that a share of all values stay below, e.g. 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const ms = (value: number): string => `${value.toFixed(2)} ms`;
/** Of processor time; undefined where the system does not tell. */
export const us = (value: number | undefined): string => (value === undefined ? 'unknown' : `${whole(value)} µs`);
export const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`;
