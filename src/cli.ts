#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { Command, Option } from 'commander';
import type pg from 'pg';
import { Keys, OPERATOR_ACCOUNT, SCOPES, type Scope } from './accounts/keys.js';
import { adjudicateLine } from './adjudicate.js';
import { type Config, ConfigError, configTable, readConfig } from './config.js';
import { openDatabase } from './database.js';
import { connect } from './record/pool.js';
import { rulesets } from './rules/index.js';

const program = new Command('treffer').description('Rules on ranged attacks in tabletop games.');

program
  .command('adjudicate')
  .description('Rule on JSON lines {ruleset, action, request, rolls} with exactly these rolls; one line out for each.')
  .action(async () => {
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() !== '') process.stdout.write(`${adjudicateLine(rulesets, line)}\n`);
    }
  });

program
  .command('migrate')
  .description('Bring the database up to date.')
  .action(() => withDatabase(async () => void process.stdout.write('The schema is up to date.\n')));

const keys = program.command('keys').description('Administer keys.');
keys
  .command('create')
  .description('Make a key and print it: it is shown this once.')
  .requiredOption('--label <label>', 'appears as `by` in the record')
  .option('--account <id>', 'whose key it is', OPERATOR_ACCOUNT)
  .addOption(new Option('--scopes <scopes...>', 'what it may do').choices(SCOPES).default(['play', 'manage']))
  .action((options: { label: string; account: string; scopes: Scope[] }) =>
    withDatabase(async (pool) => {
      const made = await new Keys(pool, undefined).create(options.account, options.label, options.scopes);
      if (made === undefined) throw new Error(`there is no account ${options.account}`);
      process.stdout.write(`${made.key}\n`);
    }),
  );

program
  .command('openapi')
  .description('Print the OpenAPI document.')
  .action(async () => {
    const { openapiDocument } = await import('./openapi-document.js');
    process.stdout.write(`${JSON.stringify(await openapiDocument(rulesets), null, 2)}\n`);
  });

program
  .command('settings')
  .description('Print the table of settings that the README shows.')
  .action(() => void process.stdout.write(`${configTable()}\n`));

/** Runs something on the configured database and lets go of it again. */
async function withDatabase(work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const config: Config = readConfig(process.env);
  const stderr = (message: string) => process.stderr.write(`${message}\n`);
  const database = await openDatabase(config, { info: stderr, warn: stderr });
  const pool = connect(database.url, 1);
  try {
    await work(pool);
  } finally {
    await pool.end();
    await database.stop();
  }
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  // What the database or the socket to it says has a code.
  const { code } = error as { code?: unknown };
  process.exitCode = error instanceof ConfigError ? 78 : typeof code === 'string' ? 69 : 1;
}
