import { type Command, Option } from 'commander';
import { Keys, OPERATOR_ACCOUNT, SCOPES, type Scope } from '../accounts/keys.js';
import { Connections } from '../record/connections.js';
import { withDatabase } from './command-database.js';

/** `treffer keys create`: makes a key for callers of the service. */
export function keysCommand(program: Command): void {
  const keys = program.command('keys').description('Administer keys.');
  keys
    .command('create')
    .description('Make a key and print it: it is shown this once.')
    .requiredOption('--label <label>', 'appears as `by` in the record')
    .option('--account <id>', 'whose key it is', OPERATOR_ACCOUNT)
    .addOption(new Option('--scopes <scopes...>', 'what it may do').choices(SCOPES).default(['play', 'manage']))
    .action((options: { label: string; account: string; scopes: Scope[] }) =>
      withDatabase(async (pool) => {
        const made = await new Keys(new Connections(pool), undefined).create(
          options.account,
          options.label,
          options.scopes,
        );
        if (made === undefined) throw new Error(`there is no account ${options.account}`);
        process.stdout.write(`${made.key}\n`);
      }),
    );
}
