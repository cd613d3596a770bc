import type { Config } from './config.js';
import { adminKeyFile } from './data-folder.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './record/migrations.js';

/** A migrated database, and the key that administers the service on it. */
export interface Database {
  readonly url: string;
  readonly adminKey: string | undefined;
  /** The admin key was made just now: the only time it is shown. */
  readonly keyMade: boolean;
  /** Stops the embedded Postgres; leaves any other alone. */
  stop(): Promise<void>;
}

export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Reaches the configured database, or starts the embedded one, and brings its schema up to date. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const url = config.databaseUrl;
    await migrate({
      url: config.migrateUrl ?? url,
      ...(config.migrateUrl === undefined ? {} : { grantTo: decodeURIComponent(new URL(url).username) }),
    });
    return { url, adminKey: config.adminKey, keyMade: false, stop: async () => undefined };
  }
  log.info(
    `No DATABASE_URL: running a Postgres of our own in ${config.dataFolder}, for a first try and a small table.`,
  );
  const postgres = await startEmbeddedPostgres(config.dataFolder, log);
  try {
    await migrate({ url: postgres.url });
    const kept = await adminKeyFile(config.dataFolder);
    return {
      url: postgres.url,
      adminKey: config.adminKey ?? kept.key,
      keyMade: kept.made && config.adminKey === undefined,
      stop: () => postgres.stop(),
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
