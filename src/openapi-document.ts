import { Campaigns } from './accounts/campaigns.js';
import { Keys } from './accounts/keys.js';
import { buildApp } from './app.js';
import { Checkpoints } from './checkpoints.js';
import { nodeHash } from './dice/node-hash.js';
import { Connections } from './record/connections.js';
import { connect } from './record/pool.js';
import { PostgresStore } from './record/postgres-store.js';
import { Recorder } from './record/recorder.js';
import { VerifierKeys } from './record/verifier-keys.js';
import type { Ruleset } from './rules/ruleset.js';

/** The OpenAPI document of the service with these rulebooks. Needs no database: nothing is connected to. */
export async function openapiDocument(rulesets: readonly Ruleset[]): Promise<object> {
  const pool = connect('postgres://nobody@localhost/nothing', 1);
  const connections = new Connections(pool);
  const store = new PostgresStore(connections, nodeHash);
  const recorder = new Recorder({
    store,
    hash: nodeHash,
    now: () => new Date(),
    freshSecret: () => new Uint8Array(32),
    heads: 1,
  });
  const app = await buildApp({
    rulesets,
    store,
    recorder,
    keys: new Keys(connections, undefined),
    campaigns: new Campaigns(connections),
    checkpoints: new Checkpoints({ store, hash: nodeHash, verifierKeys: new VerifierKeys(pool) }),
    hash: nodeHash,
    readiness: async () => [],
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  await pool.end();
  return document;
}
