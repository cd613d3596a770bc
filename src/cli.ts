#!/usr/bin/env node
import { Command } from 'commander';

type Register = (program: Command) => void;

/** Each command lives in a file of its own. Only the one asked for is loaded: together they take a second to do so. */
const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  adjudicate: async () => (await import('./commands/adjudicate.js')).adjudicateCommand,
  migrate: async () => (await import('./commands/migrate.js')).migrateCommand,
  keys: async () => (await import('./commands/keys.js')).keysCommand,
  signer: async () => (await import('./commands/signer.js')).signerCommand,
  verify: async () => (await import('./commands/verify.js')).verifyCommand,
  audit: async () => (await import('./commands/audit.js')).auditCommand,
  fairness: async () => (await import('./commands/fairness.js')).fairnessCommand,
  openapi: async () => (await import('./commands/openapi.js')).openapiCommand,
  settings: async () => (await import('./commands/settings.js')).settingsCommand,
};

const program = new Command('treffer').description('Rules on ranged attacks in tabletop games.');
const asked = process.argv[2] ?? '';
const wanted = Object.hasOwn(COMMANDS, asked) ? [COMMANDS[asked]!] : Object.values(COMMANDS);
for (const load of wanted) (await load())(program);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  const { code, name } = error as { code?: unknown; name: string };
  // What the database or the socket to it says has a code.
  process.exitCode = name === 'ConfigError' ? 78 : typeof code === 'string' ? 69 : 1;
}
