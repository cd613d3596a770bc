import type { Command } from 'commander';
import { createCampaigns } from './campaigns.js';
import { temporaryDatabase } from './database.js';
import { type House, openHouse } from './house.js';
import type { LoadTarget } from './load-spec.js';
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
import { say, type Timing, timed } from './options.js';
import { demandKeys, demandVerified } from './record-checks.js';
import { conclude, type Result, whole } from './result.js';
import { Started } from './started.js';

const FIRST_WARM_UP_SECONDS = 4;
/** So many exports are verified at once. */
const VERIFIED_AT_ONCE = 2;
/** Two processes on one machine that is busy anyhow are no faster than one; so much slower is noise. */
const NOISE = 0.05;

/** `npm run bench -- nodes`: two processes on one Postgres, against one. */
export function nodesBenchmark(bench: Command): void {
  const command = bench
    .command('nodes')
    .description(
      'Two services on one database, with campaigns of their own and on the same one, against one service. Uses DATABASE_URL (where it makes a database of its own and drops it), else an embedded Postgres.',
    );
  timed(command, 10).action((timing: Timing) => Started.during((started) => run(started, timing)));
}

/** A way to share a load out. */
interface Setting {
  readonly name: string;
  readonly targets: readonly LoadTarget[];
  /** Of the warm-up too. */
  readonly all: MeasuredLoad[];
  readonly runs: MeasuredLoad[];
}

async function run(started: Started, { seconds, rounds }: Timing): Promise<void> {
  const database = await temporaryDatabase(started);
  const durable = await demandDurable(database);
  const first = await openHouse(started, database.url);
  const second = await openHouse(started, database.url);
  const settings = await settingsOf(first, second);
  const measure = async (setting: Setting, secondsCounted: number) => {
    const load = attackLoad(setting.targets, secondsCounted * 1000);
    const measured = await measureLoad(started, { load, status: '201', clocks: [] });
    setting.all.push(measured);
    return measured;
  };
  for (const setting of settings) await measure(setting, FIRST_WARM_UP_SECONDS);
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds} …`);
    for (const setting of settings) setting.runs.push(await measure(setting, seconds));
  }
  for (const { name, targets, all } of settings) {
    say(`${name}: comparing the record with the answers, verifying every campaign …`);
    const campaigns = [...new Set(targets.flatMap((target) => target.campaigns))];
    await demandKeys(database.url, campaigns, all);
    await verifyAll(started, first, campaigns);
  }

  const results = resultsOf(settings.map(({ runs }) => runs));
  const about = `${CONNECTIONS} connections, ${rounds} × ${seconds} s, medians. ${machine(database)}; ${durable}. Every answer was 201; every key is recorded once, no entry is missing, every campaign verifies.`;
  conclude(about, results);
}

/** Each has campaigns of its own, so that none takes over what another has left behind. */
async function settingsOf(first: House, second: House): Promise<Setting[]> {
  const [alone, own, one, same] = [
    await createCampaigns(first, CAMPAIGNS),
    await createCampaigns(first, CAMPAIGNS),
    await createCampaigns(first, 1),
    await createCampaigns(first, 1),
  ];
  const half = CAMPAIGNS / 2;
  const setting = (name: string, ...targets: LoadTarget[]): Setting => ({ name, targets, all: [], runs: [] });
  return [
    setting('One process, 50 campaigns', { url: first.url, campaigns: alone }),
    setting(
      'Two processes, 25 campaigns each',
      { url: first.url, campaigns: own.slice(0, half) },
      { url: second.url, campaigns: own.slice(half) },
    ),
    setting('One process, one campaign', { url: first.url, campaigns: one }),
    setting(
      'Two processes, the same campaign',
      { url: first.url, campaigns: same },
      { url: second.url, campaigns: same },
    ),
  ];
}

async function verifyAll(started: Started, house: House, campaigns: readonly string[]): Promise<void> {
  const left = [...campaigns];
  const verify = async () => {
    for (let campaign = left.pop(); campaign !== undefined; campaign = left.pop())
      await demandVerified(started, house, campaign);
  };
  await Promise.all(Array.from({ length: VERIFIED_AT_ONCE }, verify));
}

function resultsOf([alone, own, one, same]: readonly (readonly MeasuredLoad[])[]): Result[] {
  const compared = (what: string, runs: readonly MeasuredLoad[], base: readonly MeasuredLoad[]) => ({
    what,
    measured: whole(mediansOf(runs).perSecond),
    baseline: whole(mediansOf(base).perSecond),
    ratio: medianRatio(runs, base),
  });
  const apart = compared(
    'Requests/s of two processes with 25 campaigns each, baseline one process with 50',
    own!,
    alone!,
  );
  const together = compared(
    'Requests/s of two processes on the same campaign, baseline one process on it',
    same!,
    one!,
  );
  return [
    { ...apart, wanted: `ratio ≥ 1.00, less ${NOISE} for noise`, ok: apart.ratio >= 1 - NOISE },
    { ...together, wanted: 'ratio ≥ 0.30', ok: together.ratio >= 0.3 },
  ];
}
