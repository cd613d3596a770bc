import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { type BenchDatabase, openBenchDatabase, settle } from './database.js';
import { demandDisk } from './disk.js';
import { exportResults } from './export.js';
import { openHouse } from './house.js';
import { machine } from './machine.js';
import { canPin, ended, measured, program, type Usage } from './measured-process.js';
import { numberOption, say } from './options.js';
import { proofResults } from './proofs.js';
import { conclude, median, megabytes, type Result, whole } from './result.js';
import { Started } from './started.js';

const ROUNDS = 3;
const WANTED = { entriesPerSecond: 30_000, peakBytes: 200e6 };
/** Disk taken by one entry, in the export and in the database with its log. */
const ENTRY_DISK_BYTES = 5_000;

interface Options {
  readonly entries: number;
  readonly keep?: true;
}

/** `npm run bench -- verify`: a long record verified, exported and proved. */
export function verifyBenchmark(bench: Command): void {
  bench
    .command('verify')
    .description(
      'A long record: verifying its export, exporting it from Postgres, proofs from its tree. Uses DATABASE_URL (where it makes a database of its own and drops it), else an embedded Postgres.',
    )
    .option('--entries <number>', 'how long the record is', numberOption(100, 99_999_999), 1_000_000)
    .option('--keep', 'leave the export and the embedded Postgres in the temporary folder')
    .action((options: Options) => Started.during((started) => run(started, options)));
}

async function run(started: Started, { entries, keep }: Options): Promise<void> {
  await demandDisk(entries * ENTRY_DISK_BYTES);
  const folder = await mkdtemp(join(tmpdir(), 'treffer-bench-'));
  if (keep) say(`What is made is left in ${folder}.`);
  else started.add(() => rm(folder, { recursive: true, force: true }));
  const database = await openBenchDatabase(started, folder);
  const file = join(folder, 'export.ndjson');
  say(`Making a record of ${whole(entries)} entries, in a file and in Postgres …`);
  const campaign = await writeRecord(started, database, file, entries);
  const { size } = await stat(file);

  const shots = join(folder, 'shots.ndjson');
  const writing = spawn(process.execPath, [program('./write-shots.js'), shots, `${entries}`]);
  started.process(writing);
  await ended(writing);
  const results: Result[] = [
    ...(await verifyResults(started, shots, entries, 'Verifying the same shot again and again')),
    ...(await verifyResults(started, file, entries, 'Verifying the varied record')),
  ];
  await rm(shots);
  const house = await openHouse(started, database.url);
  const record = { campaign, entries };
  say('Exporting …');
  results.push(...(await exportResults(house, database.url, record)));
  say('Proving …');
  results.push(...(await proofResults(house, database.url, record)));

  const about = `${whole(entries)} entries of ${whole(size / entries)} bytes. ${machine(database)}.`;
  conclude(about, results);
}

async function writeRecord(started: Started, { url }: BenchDatabase, file: string, entries: number): Promise<string> {
  const child = spawn(process.execPath, [program('./write-record.js'), file, `${entries}`], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.process(child);
  const [printed] = await Promise.all([text(child.stdout), ended(child)]);
  await settle(url);
  return printed.trim();
}

async function verifyResults(started: Started, file: string, entries: number, what: string): Promise<Result[]> {
  if (!canPin) say('There is no taskset here: verifying may use more than one core.');
  const verified: Usage[] = [];
  const parsed: Usage[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`${what}, ${round} of ${ROUNDS} …`);
    verified.push(await measured(started, program('../cli.js'), 'verify', file));
    parsed.push(await measured(started, program('./parse-and-hash.js'), file));
  }
  const rates = (of: keyof Usage, usages: readonly Usage[]) => usages.map((usage) => (entries * 1000) / usage[of]);
  const speed = (of: 'wallMs' | 'cpuMs'): Pick<Result, 'measured' | 'baseline' | 'ratio'> => {
    const [fast, base] = [rates(of, verified), rates(of, parsed)];
    return {
      measured: whole(median(fast)),
      baseline: whole(median(base)),
      ratio: median(fast.map((rate, round) => rate / base[round]!)),
    };
  };
  const peak = Math.max(...verified.map(({ peakBytes }) => peakBytes));
  const wanted = `≥ ${whole(WANTED.entriesPerSecond)}`;
  const isFast = median(rates('cpuMs', verified)) >= WANTED.entriesPerSecond;
  return [
    {
      what: `${what}, baseline reading, JSON.parse and one SHA-256: entries a second of processor time`,
      ...speed('cpuMs'),
      wanted,
      ok: isFast,
    },
    {
      what: `The same: entries a second by the clock${canPin ? ', on one core' : ''}`,
      ...speed('wallMs'),
      wanted: '',
    },
    {
      what: 'The same: peak memory',
      measured: megabytes(peak),
      baseline: megabytes(Math.max(...parsed.map(({ peakBytes }) => peakBytes))),
      wanted: `< ${megabytes(WANTED.peakBytes)}`,
      ok: peak < WANTED.peakBytes,
    },
  ];
}
