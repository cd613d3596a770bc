import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { Recorder } from '../../src/record/recorder.js';
import { type Store, Unavailable } from '../../src/record/store.js';
import { Refusal } from '../../src/refusal.js';

/** Everything waits for ever: this is about what is kept in memory, and any question to the database is a fault. */
const stuck = {
  onLost: () => undefined,
  usedKeys: () => new Promise(() => undefined),
  head: () => new Promise(() => undefined),
};

test('who is told to come back because too many wait leaves the campaign its head, and so its chain', async () => {
  const recorder = new Recorder({
    store: stuck as unknown as Store,
    hash: nodeHash,
    now: () => new Date(),
    freshSecret: () => randomBytes(32),
    heads: 10,
  });
  await recorder.begin('idle', { requireIdempotencyKey: false, contribution: 'optional' }, 'test', async () => true);
  const job = { needsChain: true, write: () => new Refusal('not-found', 'never asked') };
  for (let i = 0; i < 8 * 1024; i += 1) void recorder.record(`busy ${i % 8}`, job);
  await expect(recorder.record('idle', job)).rejects.toBeInstanceOf(Unavailable);
  // From memory: a promise would mean that the record has to be asked.
  expect(recorder.judge('idle', (head) => head.chain.chain)).toBe(0);
});
