import { Agent, get } from 'node:http';
import { nodeHash } from '#src/dice/node-hash.js';
import { Connections } from '#src/record/connections.js';
import { consistencyProof, inclusionProof } from '#src/record/merkle.js';
import { connect } from '#src/record/pool.js';
import { PostgresStore } from '#src/record/postgres-store.js';
import type { House } from './house.js';
import { median, quantile, type Result } from './result.js';

const WARM_UP = 500;
const SAMPLES = 3000;
/** A proof may take so many times as long as reading one entry. */
const WANTED = 3;

/** A proof from a long record, and reading one entry of it: what is timed in turn. */
interface Pair {
  readonly what: string;
  prove(): Promise<unknown>;
  read(): Promise<unknown>;
}

/** How long proofs take, against reading one entry by its key. */
export async function proofResults(
  house: House,
  databaseUrl: string,
  record: { campaign: string; entries: number },
): Promise<Result[]> {
  const pool = connect(databaseUrl, 2);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const results: Result[] = [];
    for (const pair of [...inProcess(pool, record), ...overHttp(house, agent, record)])
      results.push(await compare(pair));
    return results;
  } finally {
    agent.destroy();
    await pool.end();
  }
}

function inProcess(
  pool: ReturnType<typeof connect>,
  { campaign, entries }: { campaign: string; entries: number },
): Pair[] {
  const store = new PostgresStore(new Connections(pool), nodeHash);
  const read = async () => {
    const { rows } = await pool.query({
      name: 'entry',
      text: 'SELECT entry FROM entries WHERE campaign = $1 AND seq = $2',
      values: [campaign, below(entries)],
    });
    if (rows.length !== 1) throw new Error('an entry is missing');
  };
  const include = (seq: number, size: number) =>
    store.treeHashes(campaign, size, [[{ seq, level: 0 }], ...inclusionProof(seq, size)]);
  return [
    { what: 'Inclusion proof, newest size', read, prove: () => include(below(entries), entries) },
    { what: 'Inclusion proof, any size', read, prove: () => withSize(entries, (size) => include(below(size), size)) },
    {
      what: 'Consistency proof, any sizes',
      read,
      prove: () => withSize(entries, (to) => store.treeHashes(campaign, to, consistencyProof(1 + below(to), to))),
    },
  ];
}

function overHttp({ url }: House, agent: Agent, { campaign, entries }: { campaign: string; entries: number }): Pair[] {
  const fetched = (path: string) =>
    new Promise<void>((done, failed) => {
      get(`${url}/v1/campaigns/${campaign}${path}`, { agent }, (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) done();
          else failed(new Error(`${path} answers ${response.statusCode}`));
        });
      }).on('error', failed);
    });
  const read = () => fetched(`/entries/${below(entries)}`);
  return [
    {
      what: 'The same over HTTP: `GET …/proof`, newest size',
      read,
      prove: () => fetched(`/entries/${below(entries)}/proof?size=${entries}`),
    },
    {
      what: 'The same over HTTP: `GET …/consistency`, any sizes',
      read,
      prove: () => withSize(entries, (to) => fetched(`/consistency?from=${1 + below(to)}&to=${to}`)),
    },
  ];
}

async function compare({ what, prove, read }: Pair): Promise<Result> {
  const proofs: number[] = [];
  const reads: number[] = [];
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    const proof = await timed(prove);
    const one = await timed(read);
    if (sample < 0) continue;
    proofs.push(proof);
    reads.push(one);
  }
  const ratio = median(proofs) / median(reads);
  return {
    what: `${what}, baseline one entry by its key: median (99 %)`,
    measured: spread(proofs),
    baseline: spread(reads),
    ratio,
    wanted: `ratio ≤ ${WANTED}`,
    ok: ratio <= WANTED,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  if ((await work()) === null) throw new Error('nothing came back');
  return performance.now() - begin;
}

const spread = (ms: readonly number[]): string => `${median(ms).toFixed(2)} (${quantile(ms, 0.99).toFixed(2)}) ms`;

const below = (limit: number): number => Math.floor(Math.random() * limit);

const withSize = <T>(entries: number, work: (size: number) => T): T => work(1 + below(entries));
