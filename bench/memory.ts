import type { Command } from 'commander';
import { createCampaigns } from './campaigns.js';
import { temporaryDatabase } from './database.js';
import { openHouse } from './house.js';
import { machine } from './machine.js';
import { attackLoad, CONNECTIONS, measureLoad } from './measured-load.js';
import { numberOption, say } from './options.js';
import { residentBytesOf } from './process-memory.js';
import { conclude, megabytes, type Result, whole } from './result.js';
import { Started } from './started.js';

const SAMPLE_MS = 5_000;
const SHARES = 10;
/** The most that the service may take, and the most by which it may have grown at the end. */
const WANTED = { bytes: 400e6, growth: 1.1 };

interface Options {
  readonly minutes: number;
  readonly campaigns: number;
}

/** `npm run bench -- memory`: what the service takes under load on very many campaigns. */
export function memoryBenchmark(bench: Command): void {
  bench
    .command('memory')
    .description(
      'Memory of the service under load on many campaigns. Needs /proc. Uses DATABASE_URL (where it makes a database of its own and drops it), else an embedded Postgres.',
    )
    .option('--minutes <number>', 'how long', numberOption(1, 1_440), 10)
    .option('--campaigns <number>', 'how many', numberOption(1, 1_000_000), 20_000)
    .action((options: Options) => Started.during((started) => run(started, options)));
}

async function run(started: Started, { minutes, campaigns: count }: Options): Promise<void> {
  const database = await temporaryDatabase(started);
  const house = await openHouse(started, database.url);
  say(`Making ${whole(count)} campaigns …`);
  const campaigns = await createCampaigns(house, count);
  say(`Load for ${minutes} min …`);
  const samples: number[] = [];
  const sample = () => {
    const bytes = residentBytesOf(house.pid);
    if (bytes === undefined) throw new Error('this system does not tell what memory a process takes');
    samples.push(bytes);
  };
  sample();
  const sampling = setInterval(sample, SAMPLE_MS);
  const load = attackLoad([{ url: house.url, campaigns }], minutes * 60_000);
  const { perSecond, sent } = await measureLoad(started, { load, status: '201', clocks: [] }).finally(() =>
    clearInterval(sampling),
  );

  const results = resultsOf(samples);
  const about = `${minutes} min of ${whole(perSecond)} attacks a second at ${CONNECTIONS} connections, ${whole(sent)} in all, in ${whole(count)} campaigns in turn. ${machine(database)}.`;
  conclude(about, results);
}

function resultsOf(samples: readonly number[]): Result[] {
  const peak = Math.max(...samples);
  const early = meanOfShare(samples, 1);
  const late = meanOfShare(samples, SHARES - 1);
  const growth = late / early;
  return [
    {
      what: 'Resident memory of the service, the most',
      measured: megabytes(peak),
      baseline: '',
      wanted: `< ${megabytes(WANTED.bytes)}`,
      ok: peak < WANTED.bytes,
    },
    {
      what: 'Its mean in the last tenth of the time, baseline in the second tenth',
      measured: megabytes(late),
      baseline: megabytes(early),
      ratio: growth,
      wanted: `ratio ≤ ${WANTED.growth.toFixed(2)}`,
      ok: growth <= WANTED.growth,
    },
  ];
}

/** The mean of one tenth of the samples, the first being 0; of at least one sample. */
function meanOfShare(samples: readonly number[], share: number): number {
  const [from, to] = [share, share + 1].map((end) => Math.floor((end * samples.length) / SHARES));
  const part = samples.slice(from, Math.max(to!, from! + 1));
  return part.reduce((sum, bytes) => sum + bytes, 0) / part.length;
}
