import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Campaigns } from './accounts/campaigns.js';
import { Keys } from './accounts/keys.js';
import { buildApp } from './app.js';
import { CheckpointWebhook } from './checkpoint-webhook.js';
import { Checkpoints } from './checkpoints.js';
import { nodeHash } from './dice/node-hash.js';
import { CheckpointPosts } from './record/checkpoint-posts.js';
import { Connections } from './record/connections.js';
import { connect } from './record/pool.js';
import { PostgresStore } from './record/postgres-store.js';
import { Recorder } from './record/recorder.js';
import type { SignerKey } from './record/signed-note.js';
import { readiness, startCheck } from './record/start-check.js';
import { VerifierKeys } from './record/verifier-keys.js';
import { rulesets as installed } from './rules/index.js';
import type { Ruleset } from './rules/ruleset.js';

/** How often idle connections are looked for while the service stops. */
const SWEEP_MS = 50;

export interface ServiceOptions {
  /** A migrated database. */
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** How many idle campaigns' heads are kept in memory. */
  readonly heads: number;
  readonly adminKey: string | undefined;
  /** Signs checkpoints; left out: there are none. */
  readonly signer?: SignerKey;
  /** Where checkpoints are posted to. Needs a signer. */
  readonly webhookUrl?: string;
  readonly logger?: FastifyBaseLogger;
  readonly rulesets?: readonly Ruleset[];
  readonly now?: () => Date;
}

export interface Service {
  readonly app: FastifyInstance;
  readonly pool: pg.Pool;
  /** Answers what is under way, commits what is waiting, and lets go of the database. */
  close(): Promise<void>;
}

/**
 * Puts the service together on a database.
 *
 * @throws {Error} when the database can't be reached, or does not keep entries from being changed
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { rulesets = installed, now = () => new Date(), logger } = options;
  const pool = connect(options.databaseUrl, options.poolSize);
  try {
    const connections = new Connections(pool);
    const store = new PostgresStore(connections, nodeHash);
    const wrong = await startCheck(pool);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    const recorder = new Recorder({
      store,
      hash: nodeHash,
      now,
      freshSecret: () => randomBytes(32),
      heads: options.heads,
    });
    const checkpoints = new Checkpoints({
      store,
      hash: nodeHash,
      verifierKeys: new VerifierKeys(pool),
      ...(options.signer && { signer: options.signer }),
    });
    await checkpoints.announce();
    const webhook =
      options.webhookUrl === undefined
        ? undefined
        : new CheckpointWebhook({
            url: options.webhookUrl,
            checkpoints,
            posts: new CheckpointPosts(pool),
            log: logger ?? silent,
          });
    const app = await buildApp({
      rulesets,
      store,
      recorder,
      keys: new Keys(connections, options.adminKey),
      campaigns: new Campaigns(connections),
      checkpoints,
      hash: nodeHash,
      onClosed: (campaign) => webhook?.closed(campaign),
      readiness: () => readiness(pool, now),
      ...(logger === undefined ? {} : { logger }),
    });
    webhook?.start();
    return {
      app,
      pool,
      close: async () => {
        // A connection that is kept alive stays open after its last answer, until its client lets go.
        const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
        await app.close().finally(() => clearInterval(sweeping));
        await recorder.drained();
        await webhook?.stop();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

const silent = { warn: () => undefined };
