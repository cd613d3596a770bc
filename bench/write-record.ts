import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { uuidv7 } from 'uuidv7';
import { Campaigns } from '#src/accounts/campaigns.js';
import { OPERATOR_ACCOUNT } from '#src/accounts/keys.js';
import { nodeHash } from '#src/dice/node-hash.js';
import { Connections } from '#src/record/connections.js';
import { connect } from '#src/record/pool.js';
import { PostgresStore } from '#src/record/postgres-store.js';
import { longRecord } from './long-record.js';

/*
 * A process of its own, so that making a record takes no memory of the one that measures:
 *
 *   DATABASE_URL=… node write-record.js <file> <entries>
 *
 * writes the same record as an export and, as a public campaign, into the database. Prints the campaign's id.
 */

const [file = '', entries = ''] = process.argv.slice(2);
const campaign = uuidv7();
const pool = connect(process.env.DATABASE_URL ?? '', 2);
const connections = new Connections(pool);
const store = new PostgresStore(connections, nodeHash);
const output = createWriteStream(file);

let committing: Promise<void> = Promise.resolve();
for (const { after, rows } of longRecord(campaign, Number(entries))) {
  await committing;
  committing =
    after === undefined
      ? new Campaigns(connections)
          .create(
            {
              id: campaign,
              account: OPERATOR_ACCOUNT,
              name: 'Bench',
              public: true,
              createdAt: new Date().toISOString(),
            },
            undefined,
            rows,
          )
          .then(() => undefined)
      : store.append([{ after, rows }]).then((refused) => {
          if (refused.size > 0) throw new Error('somebody else writes into the campaign');
        });
  if (!output.write(rows.map(({ entry }) => `${entry}\n`).join(''))) await once(output, 'drain');
}
await committing;
output.end();
await finished(output);
await pool.end();
process.stdout.write(`${campaign}\n`);
