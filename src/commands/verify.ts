import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { Remembered } from '../remembered.js';
import { rulesets } from '../rules/index.js';
import { type Verification, verifyExport } from '../verification.js';
import { checking, Findings, HOLDS, NEEDS_KEY, UNCHECKED, usageErrors } from './findings.js';
import { progressBar } from './progress-bar.js';
import { several } from './several.js';
import { limits, summary } from './verify-summary.js';

interface Options {
  readonly checkpoint?: string[];
  readonly key?: string[];
  readonly remember?: string;
}

/** `treffer verify`: checks a record from its export, trusting nobody. */
export function verifyCommand(program: Command): void {
  usageErrors(program.command('verify'))
    .description(
      'Check a record (docs/verify.md §7). Exits with 0 when all holds, 1 when something is wrong, 2 when it could not be checked.',
    )
    .argument('<export>', 'a file, or the URL of a campaign, …/v1/campaigns/<id>')
    .option('--checkpoint <file>', 'a checkpoint that was kept; may be given several times', several)
    .option(
      '--key <vkey>',
      'a verifier key (the text, not a file), by which checkpoints must be signed; may be given several times. Left out: the keys that the service itself names, when a URL is given',
      several,
    )
    .option('--remember <folder>', 'keep what the record is now, and demand next time that it only grew')
    .action(async (source: string, options: Options) => {
      process.exitCode = await verify(source, options);
    });
}

/** @returns the exit code */
async function verify(source: string, { checkpoint = [], key = [], remember }: Options): Promise<number> {
  if (checkpoint.length > 0 && key.length === 0 && !/^https?:/i.test(source)) {
    process.stderr.write(NEEDS_KEY);
    return UNCHECKED;
  }
  const found = new Findings();
  const bar = progressBar('MB', 1e6);
  return checking(found, async () => {
    const { apiKey } = readConfig({ TREFFER_API_KEY: process.env.TREFFER_API_KEY });
    const verification = await verifyExport({
      source,
      checkpoints: checkpoint,
      keys: key,
      ...(remember === undefined ? {} : { remembered: new Remembered(remember) }),
      ...(apiKey === undefined ? {} : { apiKey }),
      rulesets,
      found: (finding) =>
        bar.pausedFor(() => found.add('about' in finding ? finding.about : `entry ${finding.seq}`, finding)),
      progress: bar.update,
    }).finally(bar.stop);
    found.flush();
    return report(verification, found);
  });
}

function report(verification: Verification, found: Findings): number {
  process.stdout.write(summary(verification));
  // Of a record in which something is wrong, nothing is concluded.
  if (found.wrong === 0) process.stdout.write(limits(verification));
  const code = found.conclude();
  if (verification.notRemembered === undefined) return code;
  process.stderr.write(`But it could not be remembered: ${verification.notRemembered}\n`);
  return code === HOLDS ? UNCHECKED : code;
}
