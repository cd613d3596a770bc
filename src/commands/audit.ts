import { join } from 'node:path';
import type { Command } from 'commander';
import type pg from 'pg';
import { audit } from '../audit.js';
import type { Config } from '../config.js';
import { type Log, type Reached, reachDatabase } from '../database.js';
import { hasCluster } from '../embedded-postgres/cluster.js';
import { EntryRows } from '../record/entry-rows.js';
import { readVerifierKey } from '../record/signed-note.js';
import { Remembered } from '../remembered.js';
import { rulesets } from '../rules/index.js';
import { openedBy, readNotes } from '../verification.js';
import { withDatabase } from './command-database.js';
import { checking, Findings, NEEDS_KEY, UNCHECKED, usageErrors } from './findings.js';
import { progressBar } from './progress-bar.js';
import { several } from './several.js';

interface Options {
  readonly checkpoint?: string[];
  readonly key?: string[];
  readonly remember?: string;
}

/** `treffer audit`: checks the database behind the service. */
export function auditCommand(program: Command): void {
  usageErrors(program.command('audit'))
    .description(
      'Check every row of the database (DATABASE_URL, or the one in TREFFER_DATA) against the others and against remembered checkpoints. Exits with 0 when all holds, 1 when something is wrong, 2 when it could not be checked.',
    )
    .option('--checkpoint <file>', 'a checkpoint that was kept; needs --key; may be given several times', several)
    .option('--key <vkey>', 'a verifier key (the text, not a file), by which checkpoints must be signed', several)
    .option('--remember <folder>', 'keep what the records are now, and demand next time that they only grew')
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

/** @returns the exit code */
async function run(options: Options): Promise<number> {
  if (options.checkpoint !== undefined && options.key === undefined) {
    process.stderr.write(NEEDS_KEY);
    return UNCHECKED;
  }
  const findings = new Findings();
  return checking(findings, () => withDatabase((pool) => look(pool, options, findings), reachExisting));
}

/** Whoever looks in the wrong place must not find a database that was made this moment. */
async function reachExisting(config: Config, log: Log): Promise<Reached> {
  if (config.databaseUrl === undefined && !(await hasCluster(join(config.dataFolder, 'postgres')))) {
    throw new Error(`there is no database in ${config.dataFolder}; TREFFER_DATA or DATABASE_URL says where it is`);
  }
  return reachDatabase(config, log);
}

async function look(
  pool: pg.Pool,
  { checkpoint: files = [], key = [], remember }: Options,
  findings: Findings,
): Promise<number> {
  const bar = progressBar('campaigns');
  const keys = key.map(readVerifierKey);
  const notes = await readNotes(files);
  const signed = notes.flatMap((note) => openedBy(keys, note, (finding) => findings.add(finding.about, finding)));
  const looked = await audit({
    rows: new EntryRows(pool),
    rulesets,
    checkpoints: signed.map(({ checkpoint }) => checkpoint),
    ...(remember === undefined ? {} : { remembered: new Remembered(remember) }),
    found: ({ campaign, row, ...finding }) => {
      const about = row === undefined ? `campaign ${campaign}` : `campaign ${campaign} row ${row}`;
      bar.pausedFor(() => findings.add(about, finding));
    },
    progress: bar.update,
  }).finally(bar.stop);
  findings.flush();
  process.stdout.write(`campaigns: ${looked.campaigns}, rows: ${looked.rows}\n`);
  return findings.conclude();
}
