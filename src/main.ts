import closeWithGrace from 'close-with-grace';
import pino from 'pino';
import { type Config, ConfigError, readConfig } from './config.js';
import { type Database, openDatabase } from './database.js';
import { openService, type Service } from './service.js';

/** Exit codes from sysexits.h: the configuration is wrong, or the database or the port can't be used. */
const EX_CONFIG = 78;
const EX_UNAVAILABLE = 69;

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`The configuration is wrong:\n${error.message}\n`);
    process.exit(EX_CONFIG);
  }
}

/** Connecting to a name with several addresses fails with one error for each of them, and no message of its own. */
function messageOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : (error as Error).message;
}

/** Runs the service until a signal stops it. */
async function main(): Promise<void> {
  const config = configOrExit();
  const log = pino({ level: config.logLevel, redact: ['req.headers.authorization'] });
  let database: Database | undefined;
  let service: Service | undefined;
  // From the start: as process 1 of a container, a signal without a handler does nothing.
  closeWithGrace({ delay: 30_000, logger: log }, async () => {
    await service?.close();
    await database?.stop();
  });
  const failed = (what: string) => (error: unknown) => {
    log.fatal({ err: error }, what);
    process.stderr.write(`${what}: ${messageOf(error)}\n`);
    process.exit(EX_UNAVAILABLE);
  };
  database = await openDatabase(config, {
    info: (message) => log.info(message),
    warn: (message) => log.warn(message),
  }).catch(failed('The database can’t be used'));
  if (database.keyMade) {
    // Not through the log: logs are kept and shipped, a key must not be.
    process.stdout.write(`\nYour admin key, shown this once and kept in ${config.dataFolder}/admin-key:\n\n`);
    process.stdout.write(`  ${database.adminKey}\n\n`);
  }
  service = await openService({
    databaseUrl: database.url,
    poolSize: config.poolSize,
    heads: config.heads,
    adminKey: database.adminKey,
    ...(database.signer && { signer: database.signer }),
    ...(config.webhookUrl !== undefined && { webhookUrl: config.webhookUrl }),
    logger: log,
  }).catch(async (error) => {
    await database?.stop();
    return failed('The service can’t start')(error);
  });
  const address = await service.app.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await service?.close();
    await database?.stop();
    return failed('The service can’t listen (PORT and HOST say where)')(error);
  });
  log.info(`Treffer rules at ${address}, described at ${address}/docs`);
}

await main();
