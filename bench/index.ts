import { Command } from 'commander';
import { coreBenchmark } from './core.js';
import { growthBenchmark } from './growth.js';
import { memoryBenchmark } from './memory.js';
import { nodesBenchmark } from './nodes.js';
import { serveBenchmark } from './serve.js';
import { verifyBenchmark } from './verify.js';

const program = new Command('npm run bench --').description(
  'Benchmarks that anyone can rerun. Each prints a table in which everything is compared with a baseline of the same run.',
);
serveBenchmark(program);
coreBenchmark(program);
growthBenchmark(program);
nodesBenchmark(program);
memoryBenchmark(program);
verifyBenchmark(program);
if (process.argv.length === 2) program.help();
await program.parseAsync();
