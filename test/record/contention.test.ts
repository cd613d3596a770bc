import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { Connections } from '../../src/record/connections.js';
import type { Job } from '../../src/record/job.js';
import { connect } from '../../src/record/pool.js';
import { PostgresStore } from '../../src/record/postgres-store.js';
import { Recorder } from '../../src/record/recorder.js';
import { createDatabase } from '../postgres.js';
import { newCampaign } from './notes.js';

/** As a ruling does, it needs a live chain. */
const job: Job = {
  needsChain: true,
  write: (page) => {
    page.note({ about: 0, text: 'a note', by: 'test' });
    return undefined;
  },
};

test.each([2, 3, 4])('%i recorders that write into one campaign all get on, and come to an end', async (count) => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const { campaign } = await newCampaign(admin);
  await admin.end();
  const pools = Array.from({ length: count }, () => connect(database.url, 4));
  onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.end()))));
  const recorders = pools.map(
    (pool) =>
      new Recorder({
        store: new PostgresStore(new Connections(pool), nodeHash),
        hash: nodeHash,
        now: () => new Date(),
        freshSecret: () => randomBytes(32),
        heads: 10,
      }),
  );
  const recorded = recorders.map(() => 0);
  let over = false;
  const writers = recorders.flatMap((recorder, i) =>
    Array.from({ length: 4 }, async () => {
      while (!over) {
        await recorder.record(campaign, job);
        recorded[i]! += 1;
      }
    }),
  );
  await sleep(4_000);
  over = true;
  const ended = await Promise.race([Promise.all(writers).then(() => true), sleep(8_000).then(() => false)]);
  expect(ended).toBe(true);
  for (const each of recorded) expect(each).toBeGreaterThan(4);
});
