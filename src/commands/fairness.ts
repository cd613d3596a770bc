import { type Command, Option } from 'commander';
import { readConfig } from '../config.js';
import { nodeHash } from '../dice/node-hash.js';
import { openExport, Unreadable } from '../export-source.js';
import { fairnessReport } from '../fairness/report.js';
import { Tally } from '../fairness/tally.js';
import { fairnessAnswer } from '../http/fairness-answer.js';
import { rulesets } from '../rules/index.js';
import { LANGUAGES, type Language } from '../rules/ruleset.js';
import { fairnessTable } from './fairness-table.js';
import { usageErrors } from './findings.js';

/** Exit code for an export that can't be read. */
const UNREADABLE = 2;
/** A damaged export has an entry among as many lines all the same; what has none is something else. */
const ENOUGH_LINES = 1000;

/** Adds `treffer fairness <source>`: counts the dice of an export. */
export function fairnessCommand(program: Command): void {
  usageErrors(program.command('fairness'))
    .description('Count the dice of a record, and say what so many can and cannot show. Exit code 2: can’t be read.')
    .argument('<source>', 'an export, or the URL of a campaign; TREFFER_API_KEY is sent along for a private one')
    .option('--json', 'print what GET …/fairness answers')
    .addOption(new Option('--language <language>', 'language of the sentences').choices(LANGUAGES).default('en'))
    .action(async (source: string, { json, language }: { json?: true; language: Language }) => {
      try {
        const tally = await tallyOf(source);
        const answer = fairnessAnswer(fairnessReport(tally), language);
        process.stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : fairnessTable(answer, rulesets, language));
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        process.stderr.write(`Could not count: ${error.message}\n`);
        process.exitCode = UNREADABLE;
      }
    });
}

/** @throws {Unreadable} when it can't be read to its end, or is no export */
async function tallyOf(source: string): Promise<Tally> {
  const tally = new Tally(rulesets, nodeHash);
  const { apiKey } = readConfig({ TREFFER_API_KEY: process.env.TREFFER_API_KEY });
  const opened = await openExport(source, apiKey);
  for await (const lines of opened.lines()) {
    for (const line of lines) tally.add(line);
    if (tally.size > ENOUGH_LINES && tally.malformed === tally.size) break;
  }
  if (tally.malformed === tally.size) throw new Unreadable(`${source} is not an export: no entry in it`);
  return tally;
}
