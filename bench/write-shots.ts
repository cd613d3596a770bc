import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { uuidv7 } from 'uuidv7';
import { nodeHash } from '#src/dice/node-hash.js';
import { CHAIN_LENGTH, seedChain } from '#src/dice/seed-chain.js';
import { Page } from '#src/record/page.js';
import { commonRuling } from './common-shot.js';

/*
 * A process of its own: `node write-shots.js <file> <entries>` writes a record of the one shot that all benchmarks have
 * in common, the first example of the rulebook's: 7 dice against 3, light cover.
 */

const [file = '', entries = ''] = process.argv.slice(2);
const output = createWriteStream(file);
const ruling = { ...commonRuling, by: 'bot' };
const now = () => new Date();

let page = Page.first(nodeHash, uuidv7(), now);
let chain = 0;
while (page.head.frontier.size < Number(entries)) {
  for (let i = 0; i < CHAIN_LENGTH && page.head.frontier.size < Number(entries); i += 1) {
    if (page.head.secret === undefined || page.head.spent === CHAIN_LENGTH) {
      page.chain(chain, seedChain(nodeHash, randomBytes(32), CHAIN_LENGTH));
      chain += 1;
      continue;
    }
    page.ruling(ruling);
  }
  const lines = page.rows.map(({ entry }) => `${entry}\n`).join('');
  page = new Page(nodeHash, page.head, now);
  if (!output.write(lines)) await once(output, 'drain');
}
output.end();
await finished(output);
