import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bangAttack } from '../http/requests.js';
import { attack, FIRST, rulingLine, shot } from './record.js';

/** `treffer fairness`, as it is built. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'treffer-fairness-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function treffer(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    execFile('node', ['dist/cli.js', 'fairness', ...args], (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

function file(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

const record = [
  FIRST,
  ...Array.from({ length: 12 }, (_, i) => shot(i + 1, 7)),
  rulingLine({ seq: 13, ruleset: 'bang', action: 'attack', request: bangAttack, after: 50_000_000 }),
  rulingLine({ seq: 14, ruleset: 'bang', action: 'attack', request: bangAttack, after: 50_090_000 }),
];

describe('treffer fairness', () => {
  it('prints a table and sentences', async () => {
    const { code, stdout } = await treffer(file('record.ndjson', ...record));
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('Entries counted: 15');
    const rows = lines.slice(2, lines.indexOf('', 2));
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 2))).toEqual([
      ['who', 'what for'],
      ['Rupert', 'attack'],
      ['Dimitri', 'dodge'],
      ['Dimitri', 'resistance'],
      ['Ben', 'Barrel'],
      ['everybody', 'attack'],
      ['everybody', 'dodge'],
      ['everybody', 'resistance'],
      ['everybody', 'Barrel'],
      ['all dice', expect.anything()],
      ['', expect.anything()],
    ]);
    // Columns begin at the same place.
    const column = rows[0]!.indexOf('die ');
    for (const row of rows.slice(1)) expect(row.slice(column)).toMatch(/^d(6|80) /);
    expect(stdout).toContain('can prove neither manipulation nor its absence');
    expect(stdout).toMatch(/^#14 +#13 +90 {2}bot$/m);
  });

  it('speaks German', async () => {
    const { stdout } = await treffer('--language', 'de', file('record.ndjson', ...record));
    expect(stdout).toMatch(/^Gezählte Einträge: 15\n\nwer +wofür +Würfel/);
    expect(stdout).toMatch(/^Dimitri +Ausweichen +0 +W6/m);
    expect(stdout).toContain('weder beweisen noch ausschließen');
  });

  it('prints what the service answers', async () => {
    const { code, stdout } = await treffer('--json', file('record.ndjson', ...record));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ size: 15, rulings: 14, repeats: { count: 1 }, overall: { dice: 86 } });
  });

  it('reads from a service, with the key it is given', async () => {
    const server = createServer((request, response) => {
      const { url, headers } = request;
      expect({ url, key: headers.authorization }).toEqual({ url: '/v1/campaigns/x/export', key: undefined });
      response.setHeader('content-type', 'application/x-ndjson').end(`${record.join('\n')}\n`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/campaigns/x`;
    const { code, stdout } = await treffer('--json', url);
    server.close();
    expect({ code, size: JSON.parse(stdout).size }).toEqual({ code: 0, size: 15 });
  });

  it('lets no name steer the terminal', async () => {
    const path = file('steered.ndjson', shot(1, 3, undefined, '\u001b[2J\u202eRupert'));
    const { stdout } = await treffer(path);
    expect(stdout).toContain('·[2J·Rupert');
    for (const character of ['\u001b', '\u202e']) expect(stdout).not.toContain(character);
  });

  it.each([
    ['nothing there', () => join(folder, 'missing'), /there is no file/],
    ['a folder', () => folder, /is a folder/],
    ['an empty file', () => file('empty'), /is not an export/],
    ['something else', () => file('other', 'hello', JSON.stringify(attack(1))), /is not an export/],
    ['a URL that is none', () => 'http://', /is no URL/],
    ['a service that is not there', () => 'http://127.0.0.1:1/v1/campaigns/x', /ECONNREFUSED|bad port/i],
  ])('ends with 2 for %s', async (_what, source, message) => {
    const { code, stdout, stderr } = await treffer(source());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('counts what it can of a damaged export', async () => {
    const { code, stdout } = await treffer('--json', file('damaged.ndjson', record[0]!, 'torn', ...record.slice(1)));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ size: 16, rulings: 14, malformed: 1 });
  });
});
