import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/*
 * The baseline of verifying: reads an export, splits it into lines, and of each makes JSON.parse and one SHA-256.
 *
 *   node parse-and-hash.js <file>
 */

const [file = ''] = process.argv.slice(2);
let rest = '';
let lines = 0;
for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
  const complete = (rest + chunk).split('\n');
  rest = complete.pop() ?? '';
  for (const line of complete) {
    JSON.parse(line);
    hash('sha256', line, 'buffer');
    lines += 1;
  }
}
process.stdout.write(`${lines}\n`);
