#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { adjudicateLine } from './adjudicate.js';
import { auditCommand } from './commands/audit.js';
import { withDatabase } from './commands/command-database.js';
import { fairnessCommand } from './commands/fairness.js';
import { keysCommand } from './commands/keys.js';
import { signerCommand } from './commands/signer.js';
import { verifyCommand } from './commands/verify.js';
import { ConfigError, configTable } from './config.js';
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

keysCommand(program);
signerCommand(program);
verifyCommand(program);
auditCommand(program);
fairnessCommand(program);

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

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  // What the database or the socket to it says has a code.
  const { code } = error as { code?: unknown };
  process.exitCode = error instanceof ConfigError ? 78 : typeof code === 'string' ? 69 : 1;
}
