import type { Command } from 'commander';
import { withDatabase } from './command-database.js';

/** `treffer migrate`: what every start of the service does first. */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database up to date.')
    .action(() => withDatabase(async () => void process.stdout.write('The schema is up to date.\n')));
}
