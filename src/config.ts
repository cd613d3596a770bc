import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import { type Static, Type } from 'typebox';
import { readSignerKey, type SignerKey } from './record/signed-note.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A connection URL. `writeOnly` marks what holds a secret: such a value is never repeated in a message. */
const PostgresUrl = (description: string) =>
  Type.Optional(Type.String({ format: 'postgres-url', writeOnly: true, description }));

/** Every setting, under its name in the environment. */
const Settings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on; `0.0.0.0` for every network.' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3_000, description: 'Port; 0 takes any free one.' }),
  DATABASE_URL: PostgresUrl(
    'Postgres 15 or newer, UTF8: `postgres://user:password@host:5432/database`. Without it Treffer runs a Postgres of its own.',
  ),
  TREFFER_MIGRATE_URL: PostgresUrl(
    'The same database as its owner, for migrations only. Without it they run with `DATABASE_URL`.',
  ),
  TREFFER_DATA: Type.String({
    default: './data',
    description: 'Folder of the Postgres that Treffer runs itself, of its admin key and its signer key.',
  }),
  TREFFER_ADMIN_KEY: Type.Optional(
    Type.String({
      pattern: '^[!-~]{32,}$',
      writeOnly: true,
      description: 'A key with all scopes: at least 32 visible ASCII characters.',
    }),
  ),
  TREFFER_SIGNER_KEY: Type.Optional(
    Type.String({
      format: 'signer-key',
      writeOnly: true,
      description:
        'Key that signs checkpoints, from `treffer signer create`. Without it there are none, save from the Postgres that Treffer runs itself: that comes with one.',
    }),
  ),
  TREFFER_CHECKPOINT_WEBHOOK: Type.Optional(
    Type.String({
      format: 'http-url',
      writeOnly: true,
      description:
        'URL to which checkpoints are posted: of changed campaigns every hour, of a campaign when it is closed.',
    }),
  ),
  TREFFER_API_KEY: Type.Optional(
    Type.String({
      pattern: '^[!-~]+$',
      writeOnly: true,
      description:
        'For the commands that read from a service over HTTP: the key they send, to read a private campaign.',
    }),
  ),
  LOG_LEVEL: Type.Unsafe<(typeof LOG_LEVELS)[number]>(
    Type.String({
      enum: [...LOG_LEVELS],
      default: 'info',
      description: `One of ${LOG_LEVELS.join(', ')}; from debug on, every request is logged.`,
    }),
  ),
  TREFFER_POOL_SIZE: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 10,
    description: 'Database connections per process.',
  }),
  TREFFER_HEADS: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 5_000,
    description: 'Campaigns whose head a process keeps in memory.',
  }),
});

/** The settings of one process, checked. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl?: string;
  readonly migrateUrl?: string;
  /** Absolute. */
  readonly dataFolder: string;
  readonly adminKey?: string;
  readonly signer?: SignerKey;
  readonly webhookUrl?: string;
  readonly apiKey?: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly poolSize: number;
  readonly heads: number;
}

/** The environment holds faults; the message names all of them, one a line, and no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/**
 * Reads the settings. An empty value counts as none; a `TREFFER_*` name that is not a setting is a fault, since a
 * misspelt one would otherwise be ignored silently.
 *
 * @throws {ConfigError}
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]));
  const faults = Object.keys(given).filter(isUnknown).map(unknownName);
  if (given.TREFFER_MIGRATE_URL !== undefined && given.DATABASE_URL === undefined)
    faults.push('TREFFER_MIGRATE_URL is only used together with DATABASE_URL, which is not set.');
  if (given.TREFFER_CHECKPOINT_WEBHOOK !== undefined && given.TREFFER_SIGNER_KEY === undefined && given.DATABASE_URL)
    faults.push('TREFFER_CHECKPOINT_WEBHOOK needs TREFFER_SIGNER_KEY, since there is nothing to post without.');
  const settings = validate(given, faults);
  if (settings === undefined || faults.length > 0) throw new ConfigError(faults);
  return {
    host: settings.HOST,
    port: settings.PORT,
    dataFolder: resolve(settings.TREFFER_DATA),
    logLevel: settings.LOG_LEVEL,
    poolSize: settings.TREFFER_POOL_SIZE,
    heads: settings.TREFFER_HEADS,
    ...(settings.DATABASE_URL !== undefined && { databaseUrl: settings.DATABASE_URL }),
    ...(settings.TREFFER_MIGRATE_URL !== undefined && { migrateUrl: settings.TREFFER_MIGRATE_URL }),
    ...(settings.TREFFER_ADMIN_KEY !== undefined && { adminKey: settings.TREFFER_ADMIN_KEY }),
    ...(settings.TREFFER_SIGNER_KEY !== undefined && { signer: readSignerKey(settings.TREFFER_SIGNER_KEY) }),
    ...(settings.TREFFER_CHECKPOINT_WEBHOOK !== undefined && { webhookUrl: settings.TREFFER_CHECKPOINT_WEBHOOK }),
    ...(settings.TREFFER_API_KEY !== undefined && { apiKey: settings.TREFFER_API_KEY }),
  };
}

/** All settings as a Markdown table, for the README. */
export function configTable(): string {
  const rows = Object.entries(Settings.properties).map(([name, schema]) => {
    const { default: standard, description } = schema as { default?: unknown; description?: string };
    return `| \`${name}\` | ${standard === undefined ? '' : `\`${standard}\``} | ${description} |`;
  });
  return ['| name | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

const FORMATS = {
  'postgres-url': (text: string): boolean => /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text),
  'http-url': (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text),
  'signer-key': (text: string): boolean => {
    try {
      readSignerKey(text);
      return true;
    } catch {
      return false;
    }
  },
};

/** What a value of each format must be. */
const DEMANDS: Readonly<Record<string, string>> = {
  'postgres-url':
    'a URL such as postgres://user:password@host:5432/database, with special characters of the password percent-encoded',
  'http-url': 'a URL that begins with http:// or https://',
  'signer-key': 'a key as `treffer signer create` prints it, PRIVATE+KEY+<name>+<key id>+<base64>',
};

/** Adds a sentence to `faults` for every setting that is not as the schema demands. */
function validate(given: Record<string, string>, faults: string[]): Static<typeof Settings> | undefined {
  const ajv = new Ajv({ allErrors: true, useDefaults: true, formats: FORMATS });
  // Not Ajv's own coercion (nor env-schema's, which is the same): it takes ' ' for 0 and '0x50' for 80.
  const settings = Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, isInteger(name) && /^-?\d+$/.test(text) ? Number(text) : text]),
  );
  if (ajv.validate<Static<typeof Settings>>(Settings, settings)) return settings;
  const names = new Set(ajv.errors?.map(({ instancePath }) => instancePath.slice(1)));
  for (const name of names) faults.push(faultOf(name, given[name]));
  return undefined;
}

const schemaOf = (name: string): Record<string, unknown> => ({
  ...Settings.properties[name as keyof typeof Settings.properties],
});

const isInteger = (name: string): boolean => schemaOf(name).type === 'integer';

function faultOf(name: string, value: unknown): string {
  const schema = schemaOf(name);
  return `${name} must be ${demandOf(schema)}${schema.writeOnly === true ? '' : `, not ${JSON.stringify(value)}`}.`;
}

function demandOf(schema: Record<string, unknown>): string {
  if (schema.type === 'integer') return `a whole number from ${schema.minimum} to ${schema.maximum}`;
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`;
  const format = DEMANDS[String(schema.format)];
  if (format !== undefined) return format;
  return schema.pattern === '^[!-~]+$' ? 'visible ASCII characters only' : 'at least 32 visible ASCII characters long';
}

const isUnknown = (name: string): boolean => name.startsWith('TREFFER_') && !(name in Settings.properties);

function unknownName(name: string): string {
  const known = Object.keys(Settings.properties);
  const bare = name.slice('TREFFER_'.length);
  const near = known.includes(bare) ? bare : closest(name, known);
  const suggestion = near === bare || distance(name, near) <= 3 ? ` Did you mean ${near}?` : '';
  return `${name} is not a setting.${suggestion}`;
}
