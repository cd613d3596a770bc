import type { Command } from 'commander';
import { bangComparisons } from './core-bang.js';
import { diceComparisons } from './core-dice.js';
import { erbarmungslosComparisons } from './core-erbarmungslos.js';
import { hashComparisons } from './core-hashes.js';
import { interleaved } from './interleaved.js';
import { processor } from './machine.js';
import { say } from './options.js';
import { conclude } from './result.js';

/** `npm run bench -- core`: the rulebooks, the dice and the hashes alone, without HTTP, record or database. */
export function coreBenchmark(bench: Command): void {
  bench
    .command('core')
    .description('The pure core alone, a second of processor time: rulings, distance checks, dice, hashes.')
    .action(run);
}

async function run(): Promise<void> {
  say('Takes about a minute …');
  const core = interleaved([
    ...erbarmungslosComparisons(),
    ...bangComparisons(),
    ...diceComparisons(),
    ...hashComparisons(),
  ]);
  // Loading it slows down seeded dice.
  const { diceRollerComparisons } = await import('./core-dice-roller.js');
  const roller = interleaved(diceRollerComparisons());
  const results = [...core.results, ...roller.results];
  const checksum = ((core.checksum ^ roller.checksum) >>> 0).toString(16);
  conclude(
    `All figures are per second of processor time. ${processor()}; Node ${process.version}. Checksum of all that was made: ${checksum}.`,
    results,
  );
}
