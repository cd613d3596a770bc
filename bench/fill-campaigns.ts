import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { OPERATOR_ACCOUNT } from '#src/accounts/keys.js';
import { nodeHash } from '#src/dice/node-hash.js';
import { CHAIN_LENGTH, seedChain } from '#src/dice/seed-chain.js';
import { Page } from '#src/record/page.js';
import { commonRuling } from './common-shot.js';
import { copyRows } from './copy-rows.js';

/*
 * A process of its own:
 *
 *   DATABASE_URL=… node fill-campaigns.js <entries each> <campaign> …
 *
 * makes public campaigns and their records: the attack that all benchmarks have in common again and again, each
 * with its own dice, chains of 256, keys, by the functions that write them in the service. The campaigns' rows lie in
 * turn on the disk, as they do when all are played at once. Prints how many rows it has written, now and then.
 */

/** So many rows of a campaign are written at once. */
const TOGETHER = 256;
const SAY_EVERY_MS = 1_000;

const [entries = '', ...campaigns] = process.argv.slice(2);
const client = new pg.Client({ connectionString: process.env.DATABASE_URL ?? '' });
await client.connect();
// If the server falls, the record is made anew anyhow.
await client.query('SET synchronous_commit = off');

const now = () => new Date();

/** The next rows of a campaign: some chain, and rulings, each with a key of its own. */
function further(after: Page['head']): Page {
  // Random bytes cost least in one piece.
  const random = randomBytes(TOGETHER * 64);
  const page = new Page(nodeHash, after, now);
  const keys = new Map<number, Uint8Array>();
  while (page.rows.length < TOGETHER && page.head.frontier.size < Number(entries)) {
    const { secret, spent, chain, frontier } = page.head;
    if (secret === undefined || spent === CHAIN_LENGTH) {
      page.chain(chain.chain + 1, seedChain(nodeHash, randomBytes(32), CHAIN_LENGTH));
      continue;
    }
    keys.set(frontier.size, random.subarray(page.rows.length * 64, page.rows.length * 64 + 64));
    page.ruling(commonRuling);
  }
  page.rows.forEach((row, i) => {
    const key = keys.get(row.seq);
    if (key !== undefined) page.rows[i] = { ...row, key: { hash: key.subarray(0, 32), request: key.subarray(32) } };
  });
  return page;
}

let written = 0;
let said = Date.now();
let copying = Promise.resolve();
/** Writes a page while the next one is being made. */
async function write(campaign: string, { rows }: Page): Promise<void> {
  await copying;
  copying = copyRows(client, campaign, rows);
  written += rows.length;
  if (Date.now() - said < SAY_EVERY_MS) return;
  said = Date.now();
  process.stdout.write(`${written}\n`);
}

const heads: Page['head'][] = [];
for (const campaign of campaigns) {
  await client.query(
    "INSERT INTO campaigns (id, account, name, public, created_at) VALUES ($1, $2, 'Bench', true, now())",
    [campaign, OPERATOR_ACCOUNT],
  );
  const page = Page.first(nodeHash, campaign, now);
  page.chain(0, seedChain(nodeHash, randomBytes(32), CHAIN_LENGTH));
  page.settings({ requireIdempotencyKey: true, contribution: 'optional' }, 'operator');
  await write(campaign, page);
  heads.push(page.head);
}
while (heads[0]!.frontier.size < Number(entries)) {
  for (const [i, head] of heads.entries()) {
    const page = further(head);
    heads[i] = page.head;
    await write(head.campaign, page);
  }
}
await copying;
process.stdout.write(`${written}\n`);
await client.end();
