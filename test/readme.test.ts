import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configTable } from '../src/config.js';

/** The README does what it says: its examples run, as a stranger would run them, against the embedded service. */

const readme = readFileSync('README.md', 'utf8');
const PORT = 3000 + (process.pid % 20_000) + 1_000;

/** The fenced blocks of a language between two headings. */
function blocks(language: string, from: string, to: string): string[] {
  const part = readme.slice(readme.indexOf(`## ${from}`), readme.indexOf(`## ${to}`));
  return [...part.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block!);
}

describe('the README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'treffer-readme-'));
  let service: ReturnType<typeof spawn>;
  let output: string[];

  beforeAll(async () => {
    service = spawn('node', [resolve('dist/main.js')], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: String(PORT), LOG_LEVEL: 'warn' },
      stdio: 'ignore',
    });
    while (
      !(await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (service.exitCode !== null) throw new Error(`the service ended with ${service.exitCode}`);
      await sleep(100);
    }
    const script = blocks('sh', 'A shot', 'Rulings without')
      .join("\nprintf '\\0'\n")
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${PORT}`)
      // npm would hand on what stands after the two hyphens.
      .replaceAll(/npm run --silent treffer (\w+)(?: --)?/g, `node ${resolve('dist/cli.js')} $1`);
    output = execFileSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
    }).split('\0');
  });

  afterAll(async () => {
    const ended = new Promise((done) => service.once('exit', done));
    service.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows the answer to its shot as it really is, save for the dice', () => {
    const [shown] = blocks('json', 'A shot', 'Who can');
    const answered = JSON.parse(output[1]!);
    const example = JSON.parse(shown!);
    expect(Object.keys(answered)).toEqual(Object.keys(example));
    expect(answered.request).toEqual(example.request);
    expect(answered.rolls[0]).toMatchObject({ for: 'shot 1 attack', sides: 6 });
    expect(Object.keys(answered.outcome.shots[0])).toEqual(Object.keys(example.outcome.shots[0]));
    expect(answered.explanation[0]).toBe(example.explanation[0]);
  });

  it('shows the answer to its distance check word for word', () => {
    const [shown] = blocks('json', 'Who can', 'Checking');
    expect(`${output[2]}\n`).toBe(shown);
  });

  it('rolls a Barrel, replays the shot and exports the record', () => {
    expect(JSON.parse(output[3]!).explanation[0]).toBe(
      'Von A zu B: 1 im Uhrzeigersinn, 2 andersherum, also Sitzabstand 1.',
    );
    expect(output[4]).toMatch(
      /^\{"matches":true,"version":"3\.5-r1","outcome":\{.*"differences":\[\],"findings":\[\]\}$/,
    );
    expect(
      output[5]!
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toEqual(['chain', 'settings', 'ruling', 'ruling']);
  });

  it('verifies the record in the form shown, and audits the database', () => {
    const [, shown] = blocks('text', 'Checking a whole', 'Counting');
    // Save for what differs from table to table: ids, roots, keys and the number of dice.
    const form = (text: string) =>
      text.replace(/[0-9a-f]{64}|[0-9a-f-]{36}|\+\w{8}\+\S{44}/g, '…').replace(/dice {8}\d+/, 'dice');
    expect(form(output[7]!.trim())).toBe(form(shown!.trim()));
    expect(output[8]).toContain('campaigns: 1, rows: 4\n\nEverything holds.\n');
  });

  it('counts the dice in the form shown, save for what they show', () => {
    const [shown] = blocks('text', 'Counting', 'Rulings without');
    const counted = (report: string) =>
      report
        .split('\n')
        .slice(0, report.split('\n').indexOf('', 2))
        .map((row) => row.split(/ {2,}/).slice(0, 2).join(', '))
        // Only a figure that is hit and lives rolls resistance.
        .filter((row) => row.includes(',') && !/resistance|^all dice|^,/.test(row));
    expect(counted(output[9]!)).toEqual(counted(shown!));
    expect(output[9]).toMatch(/^Entries counted: 4\n/);
    expect(output[9]).toMatch(/^1[14] dice: a success rate/m);
  });

  it('rules on the command line', () => {
    const [script] = blocks('sh', 'Rulings without', 'On your own');
    const answered = execFileSync('bash', ['-c', script!.replace('npm run --silent', 'node dist/cli.js')], {
      encoding: 'utf8',
    });
    expect(JSON.parse(answered)).toMatchObject({ distance: 1, legal: true });
  });

  it('lists the settings that there are', () => {
    expect(readme).toContain(configTable());
  });
});
