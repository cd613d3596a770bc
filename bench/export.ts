import { Agent, get, type IncomingMessage } from 'node:http';
import pg from 'pg';
import type { House } from './house.js';
import { peakBytesOf } from './process-memory.js';
import { median, megabytes, type Result, whole } from './result.js';

const ROUNDS = 3;
const WANTED = 50_000;
const PAGE_ROWS = 1000;

/** How fast the service exports a record, against this process reading the same rows from Postgres without a service. */
export async function exportResults(
  house: House,
  databaseUrl: string,
  record: { campaign: string; entries: number },
): Promise<Result[]> {
  const exported: number[] = [];
  const read: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    exported.push(await perSecond(record.entries, () => exportedLines(house, record.campaign)));
    read.push(await perSecond(record.entries, () => rowsRead(databaseUrl, record.campaign)));
  }
  const peak = peakBytesOf(house.pid);
  return [
    {
      what: 'Export over HTTP, baseline plain `pg` in pages of 1,000 rows: entries a second',
      measured: whole(median(exported)),
      baseline: whole(median(read)),
      ratio: median(exported.map((rate, round) => rate / read[round]!)),
      wanted: `≥ ${whole(WANTED)}`,
      ok: median(exported) >= WANTED,
    },
    {
      what: 'Export: peak memory of the service',
      measured: peak === undefined ? 'unknown here' : megabytes(peak),
      baseline: '',
      wanted: '',
    },
  ];
}

async function perSecond(entries: number, work: () => Promise<number>): Promise<number> {
  const begin = performance.now();
  const found = await work();
  const seconds = (performance.now() - begin) / 1000;
  if (found !== entries) throw new Error(`there are ${entries} entries, but ${found} were read`);
  return entries / seconds;
}

async function exportedLines({ url }: House, campaign: string): Promise<number> {
  const agent = new Agent();
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    get(`${url}/v1/campaigns/${campaign}/export`, { agent }, answered).on('error', failed);
  });
  if (response.statusCode !== 200) throw new Error(`the export answers ${response.statusCode}`);
  let lines = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  agent.destroy();
  return lines;
}

async function rowsRead(databaseUrl: string, campaign: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let after = -1, count = 0; ; ) {
      const { rows } = await client.query<{ seq: number; entry: string }>({
        name: 'page',
        text: `SELECT seq, entry FROM entries WHERE campaign = $1 AND seq > $2 ORDER BY seq LIMIT ${PAGE_ROWS}`,
        values: [campaign, after],
      });
      count += rows.length;
      if (rows.length < PAGE_ROWS) return count;
      after = rows[rows.length - 1]!.seq;
    }
  } finally {
    await client.end();
  }
}
