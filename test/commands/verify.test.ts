import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Checkpoint, checkpointText, signCheckpoint } from '../../src/record/checkpoint.js';
import { signerKey, verifierKeyText } from '../../src/record/signed-note.js';
import { rulesets } from '../../src/rules/index.js';
import { type Finding, verifyExport } from '../../src/verification.js';
import { treffer } from '../cli.js';
import { checkpointOf } from '../record/changed-record.js';
import { type RealRecord, realRecord } from '../record/real-record.js';
import { type TestService, testService } from '../service.js';

/** `treffer verify` as a process: what it says of files, and how it ends. */

let service: TestService;
let record: RealRecord;
let lines: readonly string[];
let folder: string;
beforeAll(async () => {
  service = await testService();
  record = await realRecord(service);
  lines = record.lines;
  folder = await mkdtemp(join(tmpdir(), 'treffer-verify-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.close();
});

const ITS_CAMPAIGN = /"campaign":"[^"]*"/;
const ndjson = (some: readonly string[]) => some.map((line) => `${line}\n`).join('');

async function fileOf(content: string | Uint8Array, name = 'export.ndjson'): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}
const verified = async (content: string | Uint8Array, ...args: string[]) =>
  treffer(['verify', await fileOf(content), ...args]);

test('a record that holds: 0, with what it was held against and what can’t be concluded', async () => {
  const { code, stdout, stderr } = await verified(ndjson(lines));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    new RegExp(`^Campaign ${record.id}\n  entries +${lines.length}, complete: the record is closed\n`),
  );
  expect(stdout).toContain('only what contradicts itself could be found');
  expect(stdout).toMatch(/\n\nEverything holds\.\n$/);
});

test('without the newline at its end: 0', async () => {
  expect(await verified(lines.join('\n'))).toMatchObject({ code: 0, stderr: '' });
});

const WITH_THE_COMMAND = ['another outcome', 'carriage returns', 'a byte that is not UTF-8', 'bytes that mean nothing'];

describe('what contradicts itself: 1, and the entry is named', () => {
  const swap = (seq: number, from: string | RegExp, to: string) => () =>
    ndjson(lines.with(seq, lines[seq]!.replace(from, to)));
  const bytes = (change: (all: Buffer) => Buffer) => () => change(Buffer.from(ndjson(lines)));

  test.each<[string, () => string | Uint8Array, string]>([
    [
      'another campaign',
      swap(5, ITS_CAMPAIGN, '"campaign":"01976c1e-7a00-7000-8000-0000000000aa"'),
      'entry 5: order: ',
    ],
    ['an entry less', () => ndjson(lines.toSpliced(100, 1)), 'entry 100: order: '],
    ['another contribution', swap(2, 'Würfelglück', 'Würfelpech'), 'entry 3: table: '],
    ['another seed', swap(3, /"seed":"..../, '"seed":"0000'), 'entry 3: chain: '],
    ['another outcome', swap(3, '"shotsLeft":2', '"shotsLeft":1'), 'entry 3: rules: '],
    ['a line that is cut off', () => ndjson(lines).slice(0, -20), `entry ${213}: form: is not JSON`],
    ['an empty line', () => ndjson(lines.toSpliced(7, 0, '')), 'entry 7: form: is not JSON'],
    ['carriage returns', () => ndjson(lines.map((line) => `${line}\r`)), 'entry 0: form: ends with a carriage return'],
    [
      'a byte that is not UTF-8',
      bytes((all) => {
        all[all.indexOf('Würfel') + 1] = 0xff;
        return all;
      }),
      'entry 2: form: is not UTF-8',
    ],
    ['a byte order mark', () => `\ufeff${ndjson(lines)}`, 'entry 0: form: is not JSON'],
    ['another encoding', () => Buffer.from(ndjson(lines), 'utf16le'), 'entry 0: form: '],
    ['a zero byte', swap(3, '"kind"', '\0"kind"'), 'entry 3: form: is not JSON'],
    ['one JSON array', () => `[${lines.join(',')}]\n`, 'entry 0: form: is not a JSON object'],
    [
      'bytes that mean nothing',
      () => Uint8Array.from({ length: 200_000 }, (_, i) => (i * i * 31 + 7 * i) % 256),
      'entry 0: form: ',
    ],
    ['an empty line only', () => '\n', 'entry 0: form: is not JSON'],
    ['nothing at all', () => '', 'entry 0: chain: is missing: the record has no entry'],
    ['a line of 5 MB', () => `{"v":1,"text":"${'x'.repeat(5e6)}"}\n`, 'entry 0: form: is longer than any entry'],
    ['5 MB without any newline', () => new Uint8Array(5e6), 'entry 0: form: is longer than any entry'],
  ])('%s', async (what, content, told) => {
    const findings: Finding[] = [];
    const found = (finding: Finding) => void findings.push(finding);
    await verifyExport({ source: await fileOf(content()), checkpoints: [], keys: [], rulesets, found });
    const [first] = findings;
    expect(first && 'seq' in first && `entry ${first.seq}: ${first.check}: ${first.detail}`).toContain(told);
    // The whole command takes much longer, and says the same.
    if (!WITH_THE_COMMAND.includes(what)) return;
    const { code, stdout, stderr } = await verified(content());
    expect(stdout.split('\n')[0]).toContain(told);
    expect(stdout).toMatch(/\n\nWrong: .* findings?\.\n$/);
    expect(stdout).not.toMatch(/Everything holds|only what contradicts itself/);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  test('ten thousand times: the first hundred are told, and how many more there are', async () => {
    const { code, stdout } = await verified('nonsense\n'.repeat(10_000));
    expect(code).toBe(1);
    expect(stdout.match(/^entry \d+: form: is not JSON$/gm)).toHaveLength(100);
    expect(stdout).toContain('\n… and 9900 more\n');
    expect(stdout).toMatch(/\n\nWrong: 10000 findings\.\n$/);
  });
});

/** The URL of a campaign at a service that breaks off after this much of its export. */
async function breakingOff(text: string): Promise<string> {
  const service = createServer((request, response) => {
    if (!request.url?.endsWith('/export')) return void response.end('{"keys":[]}');
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(text, () => setTimeout(() => response.destroy(), 200));
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void service.close());
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/campaigns/${record.id}`;
}

describe('what can’t be checked: 2', () => {
  test('an entry by a version of a rulebook that is not known here, when nothing else is wrong', async () => {
    const { code, stdout } = await verified(ndjson(lines.with(11, lines[11]!.replace('"3.5-r1"', '"9.9-r9"'))));
    expect(stdout).toMatch(/^entry 11: rules: is by erbarmungslos 9\.9-r9/);
    expect(stdout).toMatch(/\n\nNothing wrong was found, but not everything could be checked\.\n$/);
    expect(code).toBe(2);
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    ['no file', async () => join(folder, 'nothing'), /there is no file/],
    ['a folder', async () => folder, /is a folder, not an export/],
    ['a service that is not there', async () => 'http://127.0.0.1:9/v1/campaigns/x', /127\.0\.0\.1:9\//],
  ])('%s', async (_what, source, told) => {
    const { code, stdout, stderr } = await treffer(['verify', await source()]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Could not check: .*\n$/);
    expect(stderr).toMatch(told);
  });

  test.each<[string, string[], RegExp]>([
    ['a checkpoint without a key', ['--checkpoint', 'x'], /needs --key/],
    ['a key that is none', ['--key', 'none'], /no verifier key/],
  ])('%s', async (_what, args, told) => {
    const { code, stdout, stderr } = await verified(ndjson(lines), ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(told);
  });

  test('but 1 when something wrong was found before the connection broke', async () => {
    const { code, stdout, stderr } = await treffer(['verify', await breakingOff(ndjson(lines.toSpliced(100, 1)))]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^entry 100: order: .*\n\nWrong: .* findings?\.\n$/s);
    expect(stderr).toMatch(/^Could not check: reading stopped/);
  });
});

describe('with a signed checkpoint', () => {
  const signer = signerKey('dice.example.org', new Uint8Array(32).fill(1));
  const another = signerKey('dice.example.org', new Uint8Array(32).fill(2));
  const whole = () => checkpointOf(record.id, lines);
  const against = async (some: readonly string[], note: string) =>
    verified(ndjson(some), '--checkpoint', await fileOf(note, 'checkpoint'), '--key', verifierKeyText(signer.verifier));

  test('a record that is what was signed holds', async () => {
    const { code, stdout } = await against(lines, signCheckpoint(signer, whole()));
    expect(code).toBe(0);
    expect(stdout).toContain(`of ${lines.length} entries, signed by dice.example.org+`);
  });

  test('one that has grown since holds', async () => {
    const early = checkpointOf(record.id, lines.slice(0, 50));
    expect(await against(lines, signCheckpoint(signer, early))).toMatchObject({ code: 0 });
  });

  test.each<[string, () => readonly string[], () => string, RegExp]>([
    [
      'one cut at its end',
      () => lines.slice(0, -1),
      () => signCheckpoint(signer, whole()),
      /: tree: the record ends here, with/,
    ],
    [
      'one in which a note says something else',
      () => lines.map((line) => line.replace('Round 3', 'Round 4')),
      () => signCheckpoint(signer, whole()),
      /: tree: the entries up to here are not the ones of/,
    ],
    [
      'what another key of that name signed',
      () => lines,
      () => signCheckpoint(another, whole()),
      /tree: it is signed by/,
    ],
    [
      'a checkpoint changed after it was signed',
      () => lines,
      () => signCheckpoint(signer, whole()).replace(`\n${lines.length}\n`, '\n9\n'),
      /tree: the signature of .* is false/,
    ],
    ['what is no checkpoint', () => lines, () => 'nonsense', /tree: it is no signed note/],
  ])('%s does not', async (_what, some, note, told) => {
    const { code, stdout } = await against(some(), note());
    expect(stdout).toMatch(told);
    expect(code).toBe(1);
  });
});

describe('with --remember', () => {
  let memory: string;
  beforeEach(async () => {
    memory = join(folder, 'memory');
    await rm(memory, { recursive: true, force: true });
  });
  const remembering = (some: readonly string[]) => verified(ndjson(some), '--remember', memory);
  const kept = () => readFile(join(memory, `${record.id}.checkpoint`), 'utf8');
  const textOf = (checkpoint: Checkpoint) => checkpointText('remembered', checkpoint);
  const upTo = (size: number) => checkpointOf(record.id, lines.slice(0, size));

  test('a record that has grown holds, and is remembered as it is now', async () => {
    expect(await remembering(lines.slice(0, 50))).toMatchObject({ code: 0 });
    expect(await kept()).toBe(textOf(upTo(50)));
    const { code, stdout } = await remembering(lines);
    expect(code).toBe(0);
    expect(stdout).toContain('50 entries when last looked at');
    expect(await kept()).toBe(textOf(upTo(lines.length)));
    expect(await readdir(memory)).toHaveLength(1);
  });

  test('one cut at its end does not, and is remembered as it was', async () => {
    await remembering(lines.slice(0, 50));
    const { code, stdout } = await remembering(lines.slice(0, 49));
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^entry 49: tree: the record ends here, with 49 entries, but what is remembered is of 50: it was cut/,
    );
    expect(await kept()).toBe(textOf(upTo(50)));
  });

  test('nor does the other of two records that begin alike, however long', async () => {
    await remembering(lines.slice(0, 50));
    const note = lines.findLastIndex((line, seq) => seq < 50 && line.includes('"kind":"note"'));
    const fork = lines.with(note, lines[note]!.replace('Round', 'Another round'));
    const { code, stdout } = await remembering(fork);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^entry 49: tree: the entries up to here are not the ones of what is remembered/);
    expect(await kept()).toBe(textOf(upTo(50)));
    // By itself it holds, and who had seen it first would have remembered it.
    expect(await verified(ndjson(fork))).toMatchObject({ code: 0 });
  });

  test('one in which something else is wrong is remembered as it was', async () => {
    await remembering(lines.slice(0, 50));
    expect(await remembering(lines.with(60, 'nonsense'))).toMatchObject({ code: 1 });
    expect(await kept()).toBe(textOf(upTo(50)));
  });

  test('one that could not be read to its end is remembered as it was', async () => {
    await remembering(lines.slice(0, 50));
    const source = await breakingOff(ndjson(lines));
    expect(await treffer(['verify', source, '--remember', memory])).toMatchObject({ code: 2 });
    expect(await kept()).toBe(textOf(upTo(50)));
  });

  test('one of which not everything could be checked is not remembered', async () => {
    const untold = lines.slice(0, 50).with(11, lines[11]!.replace('"3.5-r1"', '"9.9-r9"'));
    expect(await remembering(untold)).toMatchObject({ code: 2 });
    await expect(kept()).rejects.toThrow('ENOENT');
  });

  test('a memory that holds nonsense, or can’t be written, means that it could not be checked', async () => {
    await mkdir(memory);
    await writeFile(join(memory, `${record.id}.checkpoint`), 'nonsense');
    const { code, stderr } = await remembering(lines);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Could not check: .*is no checkpoint/);
    await rm(memory, { recursive: true });
    await writeFile(memory, '');
    expect(await remembering(lines)).toMatchObject({ code: 2 });
  });

  test('a memory of another campaign under this one’s name is found', async () => {
    await mkdir(memory);
    const other = { ...upTo(50), campaign: '01976c1e-7a00-7000-8000-0000000000aa' };
    await writeFile(join(memory, `${record.id}.checkpoint`), textOf(other));
    const { code, stdout } = await remembering(lines);
    expect(code).toBe(1);
    expect(stdout).toContain('what is remembered: tree: is of campaign 01976c1e');
  });
});
