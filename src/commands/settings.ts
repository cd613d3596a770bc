import type { Command } from 'commander';
import { configTable } from '../config.js';

/** `treffer settings`: what can be set, and how. */
export function settingsCommand(program: Command): void {
  program
    .command('settings')
    .description('Print the table of settings that the README shows.')
    .action(() => void process.stdout.write(`${configTable()}\n`));
}
