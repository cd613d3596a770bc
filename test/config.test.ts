import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, configTable, readConfig } from '../src/config.js';
import { signerKey, signerKeyText } from '../src/record/signed-note.js';

const KEY = 'k'.repeat(32);

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}

describe('the settings', () => {
  test('have defaults', () => {
    expect(readConfig({ PATH: '/bin' })).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataFolder: resolve('data'),
      logLevel: 'info',
      poolSize: 10,
      heads: 5_000,
    });
  });

  test('are read from the environment', () => {
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '0',
        DATABASE_URL: 'postgres://treffer:p%23w@db:5432/treffer',
        TREFFER_MIGRATE_URL: 'postgresql:///treffer?host=/run/postgresql',
        TREFFER_DATA: '/var/lib/treffer',
        TREFFER_ADMIN_KEY: KEY,
        LOG_LEVEL: 'silent',
        TREFFER_POOL_SIZE: '200',
        TREFFER_HEADS: '1',
      }),
    ).toEqual({
      host: '0.0.0.0',
      port: 0,
      databaseUrl: 'postgres://treffer:p%23w@db:5432/treffer',
      migrateUrl: 'postgresql:///treffer?host=/run/postgresql',
      dataFolder: '/var/lib/treffer',
      adminKey: KEY,
      logLevel: 'silent',
      poolSize: 200,
      heads: 1,
    });
  });

  test('count as absent when empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', TREFFER_ADMIN_KEY: '', TREFFER_TYPO: '' })).toEqual(readConfig({}));
  });

  test('leave the environment as it was', () => {
    const env = { PORT: '4000', HOME: '/root' };
    readConfig(env);
    expect(env).toEqual({ PORT: '4000', HOME: '/root' });
  });

  test.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1".'],
    [{ PORT: '30.5' }, 'PORT must be a whole number from 0 to 65535, not "30.5".'],
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ PORT: '0x50' }, 'PORT must be a whole number from 0 to 65535, not "0x50".'],
    [{ PORT: ' ' }, 'PORT must be a whole number from 0 to 65535, not " ".'],
    [
      { LOG_LEVEL: 'verbose' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "verbose".',
    ],
    [{ TREFFER_POOL_SIZE: '0' }, 'TREFFER_POOL_SIZE must be a whole number from 1 to 200, not "0".'],
    [{ TREFFER_HEADS: '1000001' }, 'TREFFER_HEADS must be a whole number from 1 to 1000000, not "1000001".'],
    [{ TREFFER_POOLSIZE: '5' }, 'TREFFER_POOLSIZE is not a setting. Did you mean TREFFER_POOL_SIZE?'],
    [{ TREFFER_PORT: '5' }, 'TREFFER_PORT is not a setting. Did you mean PORT?'],
    [{ TREFFER_DATABASE_URL: 'x' }, 'TREFFER_DATABASE_URL is not a setting. Did you mean DATABASE_URL?'],
    [{ TREFFER_SOMETHING_ELSE: '5' }, 'TREFFER_SOMETHING_ELSE is not a setting.'],
    [
      { TREFFER_MIGRATE_URL: 'postgres://db/treffer' },
      'TREFFER_MIGRATE_URL is only used together with DATABASE_URL, which is not set.',
    ],
  ])('%j is refused', (env, fault) => {
    expect(faultsOf(env)).toEqual([fault]);
  });

  test.each(['mysql://u:hunter2@db/x', 'postgres://u:hun#ter2@db/x', 'postgres://u:hunter2@db/x y', 'hunter2'])(
    'DATABASE_URL=%s is refused without repeating it',
    (url) => {
      const faults = faultsOf({ DATABASE_URL: url });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatch(/^DATABASE_URL must be a URL such as postgres:\/\/user:password@host:5432\/database/);
      expect(faults[0]).not.toMatch(/hun/);
    },
  );

  test.each(['k'.repeat(31), `${KEY} `, `${KEY}ä`, `${KEY}\n`])('the admin key %j is refused unseen', (key) => {
    expect(faultsOf({ TREFFER_ADMIN_KEY: key })).toEqual([
      'TREFFER_ADMIN_KEY must be at least 32 visible ASCII characters long.',
    ]);
  });

  test('a signer key is read, and a wrong one is refused unseen', () => {
    const key = signerKey('dice.example.org', new Uint8Array(32).fill(3));
    expect(readConfig({ TREFFER_SIGNER_KEY: signerKeyText(key) }).signer).toEqual(key);
    for (const wrong of [
      signerKeyText(key).replace('PRIVATE', 'PUBLIC'),
      `${signerKeyText(key).slice(0, -2)}A=`,
      'secret',
    ]) {
      expect(faultsOf({ TREFFER_SIGNER_KEY: wrong })).toEqual([
        'TREFFER_SIGNER_KEY must be a key as `treffer signer create` prints it, PRIVATE+KEY+<name>+<key id>+<base64>.',
      ]);
    }
  });

  test('a webhook is a URL, never repeated, and needs something to post', () => {
    const signed = { TREFFER_SIGNER_KEY: signerKeyText(signerKey('x', new Uint8Array(32))) };
    const webhook = { TREFFER_CHECKPOINT_WEBHOOK: 'https://example.org/hook?token=hunter2' };
    const database = { DATABASE_URL: 'postgres://db/treffer' };
    expect(readConfig({ ...webhook, ...signed, ...database }).webhookUrl).toBe(webhook.TREFFER_CHECKPOINT_WEBHOOK);
    // The Postgres of our own comes with a key.
    expect(readConfig(webhook).webhookUrl).toBe(webhook.TREFFER_CHECKPOINT_WEBHOOK);
    expect(faultsOf({ ...webhook, ...database })).toEqual([
      'TREFFER_CHECKPOINT_WEBHOOK needs TREFFER_SIGNER_KEY, since there is nothing to post without.',
    ]);
    expect(faultsOf({ TREFFER_CHECKPOINT_WEBHOOK: 'ftp://hunter2' })).toEqual([
      'TREFFER_CHECKPOINT_WEBHOOK must be a URL that begins with http:// or https://.',
    ]);
  });

  test('an API key for the commands has visible characters only', () => {
    expect(readConfig({ TREFFER_API_KEY: 'abc' }).apiKey).toBe('abc');
    expect(faultsOf({ TREFFER_API_KEY: 'hunter 2' })).toEqual([
      'TREFFER_API_KEY must be visible ASCII characters only.',
    ]);
  });

  test('are refused with all their faults, one a line', () => {
    const env = { PORT: 'a', LOG_LEVEL: 'b', TREFFER_HEADS: 'c', TREFFER_POL_SIZE: 'd', TREFFER_MIGRATE_URL: 'e' };
    expect(faultsOf(env).map((line) => line.split(' ')[0])).toEqual([
      'TREFFER_POL_SIZE',
      'TREFFER_MIGRATE_URL',
      'PORT',
      'TREFFER_MIGRATE_URL',
      'LOG_LEVEL',
      'TREFFER_HEADS',
    ]);
  });

  test('have a table for the README', () => {
    const lines = configTable().split('\n');
    expect(lines[0]).toBe('| name | default | meaning |');
    expect(lines).toContain('| `PORT` | `3000` | Port; 0 takes any free one. |');
    expect(lines).toHaveLength(2 + 12);
    for (const line of lines) expect(line.match(/\|/g)).toHaveLength(4);
  });
});
