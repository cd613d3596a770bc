import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createCampaigns } from './campaigns.js';
import { ATTACKS_PATH, commonShot } from './common-shot.js';
import { cpuTimeOf, cpuTimeOfPostgres } from './cpu-time.js';
import { temporaryDatabase } from './database.js';
import { AUTHORIZATION, type House, openHouse, openServer } from './house.js';
import type { LoadRequest, LoadSpec } from './load-spec.js';
import { demandDurable, machine } from './machine.js';
import { CAMPAIGNS, type MeasuredLoad, measureLoad, post, WARM_UP_MS } from './measured-load.js';
import { program } from './measured-process.js';
import { say, type Timing, timed } from './options.js';
import { demandRulings, demandVerified } from './record-checks.js';
import { conclude } from './result.js';
import { otherRequests } from './serve-others.js';
import { CONNECTIONS, othersTable, type Runs, type Server, servedResults, servedTable } from './serve-tables.js';
import { Started } from './started.js';

/** Before anything is measured, so that everything runs as compiled code: at so many connections, for so long. */
const FIRST_WARM_UP = { connections: 64, seconds: 5 };

interface Options extends Timing {
  readonly profile?: string;
}

/** `npm run bench -- serve`: adjudicated attacks a second, against Fastify alone and against one INSERT a request. */
export function serveBenchmark(bench: Command): void {
  const command = bench
    .command('serve')
    .description(
      'Attacks adjudicated, recorded durably and answered, against a Fastify that does nothing and one that inserts a row a request. Uses DATABASE_URL (where it makes a database of its own and drops it), else an embedded Postgres.',
    );
  timed(command, 8)
    .option('--profile <folder>', 'only the service, at 64 connections; leave a .cpuprofile of it in the folder')
    .action((options: Options) => Started.during((started) => run(started, options)));
}

async function run(started: Started, { seconds, rounds, profile }: Options): Promise<void> {
  const database = await temporaryDatabase(started);
  const durable = await demandDurable(database);
  const profiling = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', resolve(profile)];
  const treffer = await openHouse(started, database.url, profiling);
  const postgres = await cpuTimeOfPostgres(database.url);
  const campaigns = await createCampaigns(treffer, CAMPAIGNS);
  const attack = post(ATTACKS_PATH, commonShot);
  const example = await oneAnswer(treffer, attack, campaigns[0]!);
  /** Every attack that the service has answered. */
  let answered = 1;

  const measure = async (house: House, request: LoadRequest, load: Pick<LoadSpec, 'connections' | 'countedMs'>) => {
    const isAttack = request.path === ATTACKS_PATH;
    const measured = await measureLoad(started, {
      load: {
        targets: [{ url: house.url, campaigns }],
        warmUpMs: WARM_UP_MS,
        requests: [request],
        keyed: isAttack,
        ...load,
      },
      status: isAttack ? '201' : '200',
      clocks: [cpuTimeOf(house.pid), postgres],
    });
    if (isAttack && house === treffer) answered += measured.statuses['201'] ?? 0;
    return measured;
  };
  const houses: [Server, House][] = [['treffer', treffer]];
  if (profile === undefined) {
    const bare = await openServer(started, [program('./serve-bare.js'), example], {});
    const insert = await openServer(started, [program('./serve-insert.js')], { DATABASE_URL: database.url });
    houses.unshift(['bare', bare], ['insert', insert]);
  }
  for (const [, house] of houses) {
    const { connections } = FIRST_WARM_UP;
    await measure(house, attack, { connections, countedMs: FIRST_WARM_UP.seconds * 1000 });
  }
  const countedMs = seconds * 1000;
  const runs: Runs = new Map();
  for (const connections of profile === undefined ? CONNECTIONS : [FIRST_WARM_UP.connections]) {
    const atOnce: Record<Server, MeasuredLoad[]> = { bare: [], insert: [], treffer: [] };
    runs.set(connections, atOnce);
    for (let round = 1; round <= rounds; round += 1) {
      say(`${connections} ${connections === 1 ? 'connection' : 'connections'}, round ${round} of ${rounds} …`);
      for (const [server, house] of houses)
        atOnce[server].push(await measure(house, attack, { connections, countedMs }));
    }
  }
  const others = new Map<string, MeasuredLoad[]>();
  for (let round = 1; round <= rounds && profile === undefined; round += 1) {
    say(`Other requests, round ${round} of ${rounds} …`);
    for (const { what, request } of otherRequests) {
      const { connections } = FIRST_WARM_UP;
      others.set(what, [...(others.get(what) ?? []), await measure(treffer, request, { connections, countedMs })]);
    }
  }
  say('Comparing the record with the answers …');
  await demandRulings(database.url, answered);
  await demandVerified(started, treffer, campaigns[0]!);

  const about = `${machine(database)}; ${durable}. ${CAMPAIGNS} campaigns, ${rounds} × ${seconds} s each, medians.`;
  const served = `${about}\n\n${servedTable(runs)}`;
  if (profile === undefined) conclude(served.trimEnd(), servedResults(runs), othersTable(others));
  else process.stdout.write(`\n${served}\n`);
}

/** What the service answers to an attack: JSON. */
async function oneAnswer({ url }: House, { path, headers, body }: LoadRequest, campaign: string): Promise<string> {
  const response = await fetch(`${url}${path.replace('{campaign}', campaign)}`, {
    method: 'POST',
    headers: { ...headers, ...AUTHORIZATION, 'idempotency-key': 'example' },
    body: body!,
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`the service answers an attack with ${response.status}: ${answer}`);
  return answer;
}
