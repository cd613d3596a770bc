import type { Command } from 'commander';
import { createCampaigns } from './campaigns.js';
import { cpuTimeOf, cpuTimeOfPostgres } from './cpu-time.js';
import { settle, siblingDatabase, temporaryDatabase } from './database.js';
import { demandDisk } from './disk.js';
import { fillRecord } from './filled-record.js';
import { type House, openHouse } from './house.js';
import { demandDurable, machine } from './machine.js';
import {
  attackLoad,
  CAMPAIGNS,
  CONNECTIONS,
  type MeasuredLoad,
  measureLoad,
  medianRatio,
  mediansOf,
} from './measured-load.js';
import { numberOption, say, type Timing, timed } from './options.js';
import { conclude, ms, type Result, us, whole } from './result.js';
import { Started } from './started.js';

const FIRST_WARM_UP_SECONDS = 5;
const WANTED = 0.9;
/** Disk taken by one entry, with its indexes, its share of Postgres's log and room to sort the indexes in. */
const ENTRY_DISK_BYTES = 3_000;
/** Postgres's log, whatever the record. */
const LOG_DISK_BYTES = 2e9;

interface Options extends Timing {
  readonly entries: number;
}

/** `npm run bench -- growth`: whether a long record makes the service slower. */
export function growthBenchmark(bench: Command): void {
  const command = bench
    .command('growth')
    .description(
      'The same load on an empty record and on a long one. Uses DATABASE_URL (where it makes two databases of its own and drops them), else an embedded Postgres.',
    )
    .option('--entries <number>', 'how long the long record is', numberOption(1_000, 99_999_999), 5_000_000);
  timed(command, 10).action((options: Options) => Started.during((started) => run(started, options)));
}

async function run(started: Started, { entries, seconds, rounds }: Options): Promise<void> {
  await demandDisk(entries * ENTRY_DISK_BYTES + LOG_DISK_BYTES);
  const database = await temporaryDatabase(started);
  const durable = await demandDurable(database);
  const long = await siblingDatabase(started, database);
  say(`Making a record of ${whole(entries)} entries …`);
  const begin = performance.now();
  const longCampaigns = await fillRecord(started, long.url, { campaigns: CAMPAIGNS, entries });
  say(`That took ${whole((performance.now() - begin) / 1000)} s.`);

  const postgres = await cpuTimeOfPostgres(database.url);
  const measure = ({ house, campaigns }: Side, secondsCounted: number): Promise<MeasuredLoad> =>
    measureLoad(started, {
      load: attackLoad([{ url: house.url, campaigns }], secondsCounted * 1000),
      status: '201',
      clocks: [cpuTimeOf(house.pid), postgres],
    });
  const emptyHouse = await openHouse(started, database.url);
  const sides: Side[] = [
    { house: emptyHouse, campaigns: await createCampaigns(emptyHouse, CAMPAIGNS), runs: [] },
    { house: await openHouse(started, long.url), campaigns: longCampaigns, runs: [] },
  ];
  for (const side of sides) await measure(side, FIRST_WARM_UP_SECONDS);
  await settle(database.url);
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds} …`);
    for (const side of sides) side.runs.push(await measure(side, seconds));
  }

  const results = resultsOf(sides[0]!.runs, sides[1]!.runs);
  const about = `${whole(entries)} entries in ${CAMPAIGNS} campaigns; ${CONNECTIONS} connections, ${rounds} × ${seconds} s, medians. ${machine(database)}; ${durable}.`;
  conclude(about, results);
}

/** A service with its database. */
interface Side {
  readonly house: House;
  readonly campaigns: readonly string[];
  readonly runs: MeasuredLoad[];
}

function resultsOf(empty: readonly MeasuredLoad[], long: readonly MeasuredLoad[]): Result[] {
  const [emptyMedians, longMedians] = [mediansOf(empty), mediansOf(long)];
  const ratio = medianRatio(long, empty);
  const compared = (what: string, text: (medians: typeof longMedians) => string): Result => ({
    what,
    measured: text(longMedians),
    baseline: text(emptyMedians),
    wanted: '',
  });
  return [
    {
      ...compared('Requests/s on the long record, baseline on an empty one', ({ perSecond }) => whole(perSecond)),
      ratio,
      wanted: `ratio ≥ ${WANTED.toFixed(2)}`,
      ok: ratio >= WANTED,
    },
    compared('The same: p50', ({ p50Ms }) => ms(p50Ms)),
    compared('The same: p99', ({ p99Ms }) => ms(p99Ms)),
    compared('The same: processor time of the service, each request', ({ cpuUs }) => us(cpuUs[0])),
    compared('The same: processor time of Postgres, each request', ({ cpuUs }) => us(cpuUs[1])),
  ];
}
