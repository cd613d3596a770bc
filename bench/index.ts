import { Command } from 'commander';
import { coreBenchmark } from './core.js';
import { verifyBenchmark } from './verify.js';

const program = new Command('npm run bench --').description(
  'Benchmarks that anyone can rerun. Each prints a table in which everything is compared with a baseline of the same run.',
);
coreBenchmark(program);
verifyBenchmark(program);
await program.parseAsync();
