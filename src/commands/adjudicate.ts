import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { adjudicateLine } from '../adjudicate.js';
import { rulesets } from '../rules/index.js';

/** `treffer adjudicate`: the rules core on standard input and output. */
export function adjudicateCommand(program: Command): void {
  program
    .command('adjudicate')
    .description(
      'Rule on JSON lines {ruleset, action, request, rolls} with exactly these rolls; one line out for each.',
    )
    .action(async () => {
      for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
        if (line.trim() !== '') process.stdout.write(`${adjudicateLine(rulesets, line)}\n`);
      }
    });
}
