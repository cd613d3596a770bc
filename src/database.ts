import type { Config } from './config.js';
import { adminKeyFile, signerKeyFile } from './data-folder.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './record/migrations.js';
import type { SignerKey } from './record/signed-note.js';

/** A migrated database, and the keys that the service on it works with. */
export interface Database {
  readonly url: string;
  readonly adminKey: string | undefined;
  /** The admin key was made just now: the only time it is shown. */
  readonly keyMade: boolean;
  /** Signs checkpoints; undefined when nobody has set one. */
  readonly signer: SignerKey | undefined;
  /** Stops the embedded Postgres; leaves any other alone. */
  stop(): Promise<void>;
}

export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** A database somewhere; what is in it may be older than this program. */
export type Reached = Pick<Database, 'url' | 'stop'>;

/** Reaches the configured database, or starts the embedded one, and changes nothing in it. */
export async function reachDatabase(config: Config, log: Log): Promise<Reached> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => undefined };
  log.info(
    `No DATABASE_URL: running a Postgres of our own in ${config.dataFolder}, for a first try and a small table.`,
  );
  const postgres = await startEmbeddedPostgres(config.dataFolder, log);
  return { url: postgres.url, stop: () => postgres.stop() };
}

/** Reaches the configured database, or starts the embedded one, and brings its schema up to date. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const { url, stop } = await reachDatabase(config, log);
  try {
    if (config.databaseUrl === undefined) {
      await migrate({ url });
      const kept = await adminKeyFile(config.dataFolder);
      const adminKey = config.adminKey ?? kept.key;
      const keyMade = kept.made && config.adminKey === undefined;
      return { url, stop, adminKey, keyMade, signer: config.signer ?? (await signerKeyFile(config.dataFolder)) };
    }
    await migrate({
      url: config.migrateUrl ?? url,
      ...(config.migrateUrl === undefined ? {} : { grantTo: decodeURIComponent(new URL(url).username) }),
    });
    if (config.signer === undefined) {
      log.info('No TREFFER_SIGNER_KEY: no checkpoints are signed. `treffer signer create` makes one.');
    }
    return { url, stop, adminKey: config.adminKey, keyMade: false, signer: config.signer };
  } catch (error) {
    await stop();
    throw error;
  }
}
