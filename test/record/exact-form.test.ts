import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { openExport } from '../../src/export-source.js';
import { noteText } from '../../src/note-file.js';
import { escapedByte, lineBytes } from '../../src/record/line-bytes.js';
import { leafHash } from '../../src/record/merkle.js';
import { readVerifierKey } from '../../src/record/signed-note.js';
import vectors from '../vectors/record.json' with { type: 'json' };
import { verifyExport, verifyRecord } from '../verify.js';

/** What two readers could read differently, or one of them not at all (docs/verify.md §1). */

const lines: readonly string[] = vectors.export;
const told = (changed: readonly string[]) => verifyExport(changed.map((line) => `${line}\n`).join('')).findings;
const change = (seq: number, from: string | RegExp, to: string) => lines.with(seq, lines[seq]!.replace(from, to));
const added = (members: string) => [
  ...lines,
  `{"v":1,"campaign":"01976c1e-7a00-7000-8000-0000000000aa","seq":6,"at":"2026-11-30T06:00:11.000Z",${members}}`,
];

describe('a number that is not digits alone is found', () => {
  test.each([
    ['the version', change(0, '"v":1', '"v":1.0'), 0],
    ['seq', change(2, '"seq":2', '"seq":2e0'), 2],
    ['a chain’s number', change(0, '"chain":0', '"chain":-0'), 0],
    ['a chain’s length', change(0, '"length":5', '"length":5.0'), 0],
    ['a ruling’s chain', change(2, '"chain":0', '"chain":0.0'), 2],
    ['a link', change(2, '"link":1', '"link":1.0'), 2],
    ['sides', change(2, '"sides":6', '"sides":6E0'), 2],
    ['a die', change(2, '"values":[4', '"values":[4.0'), 2],
    ['what a note is about', added('"kind":"note","about":1e0,"text":"x","by":"y"'), 6],
    ['the chain of a contribution', added('"kind":"contribution","player":"x","value":"y","chain":1.0'), 6],
  ])('%s', (_what, changed, seq) => {
    expect(told(changed)).toMatchObject([{ seq, check: 'form' }]);
  });

  test('but not in a request, which is as it was sent', () => {
    const [first] = told(change(2, '"distance":12', '"distance":12.0'));
    expect(first).toBeUndefined();
  });
});

describe('a lone surrogate written as an escape is found', () => {
  test.each([
    ['who asked', change(2, '"by":"test"', '"by":"\\ud800"'), 2],
    ['a player', change(1, '"player":"Änne"', '"player":"\\udfff"'), 1],
    ['a note', added('"kind":"note","about":1,"text":"\\ud83c","by":"y"'), 6],
    ['an unknown kind', added('"kind":"\\ud83c"'), 6],
  ])('%s', (_what, changed, seq) => {
    expect(told(changed)).toMatchObject([{ seq, check: 'form' }]);
  });
});

describe('an entry of an unknown kind', () => {
  test.each(['"kind":"weather","7":1', '"kind":"weather","rain":1.0', '"kind":"\\u0077eather","v2":{"1":{}}'])(
    '%s passes',
    (members) => {
      expect(told(added(members))).toEqual([]);
    },
  );
});

describe('one change is told once', () => {
  test.each([
    ['a byte order mark before the first line', change(0, /^/, '\ufeff'), 0],
    ['a ruling that can’t be read', lines.with(2, 'nonsense'), 2],
    ['a contribution that can’t be read', lines.with(1, 'nonsense'), 1],
    ['a chain that can’t be read', lines.with(5, 'nonsense'), 5],
    ['another chain number', change(5, '"chain":1', '"chain":2'), 5],
  ])('%s', (_what, changed, seq) => {
    expect(told(changed)).toMatchObject([{ seq }]);
  });

  test('also another seed: the ruling after it follows from the one before', () => {
    const changed = change(2, /"seed":"../, '"seed":"ff');
    expect(new Set(told(changed).map(({ seq }) => seq))).toEqual(new Set([2]));
  });
});

describe('bytes that are not UTF-8', () => {
  const raw = Buffer.concat([
    Buffer.from('{"ä":"'),
    Buffer.from([0xff, 0xc3, 0xed, 0xa0, 0x80, 0xf0, 0x9f]),
    Buffer.from('🎲"}'),
  ]);
  let line: string;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'treffer-bytes-'));
    await writeFile(join(folder, 'export'), Buffer.concat([raw, Buffer.from('\n{"b":"\ufffd"}\n')]));
    const found: string[] = [];
    for await (const some of (await openExport(join(folder, 'export'))).lines()) found.push(...some);
    await rm(folder, { recursive: true });
    expect(found[1]).toBe('{"b":"\ufffd"}');
    line = found[0]!;
  });

  test('come as lone surrogates, and are the bytes again that they were', () => {
    expect(line).toContain(escapedByte(0xff));
    expect(line.isWellFormed()).toBe(false);
    expect(Buffer.from(lineBytes(line))).toEqual(raw);
    expect(Buffer.from(lineBytes('ä🎲'))).toEqual(Buffer.from('ä🎲'));
  });

  test('are found, and hashed as they are', () => {
    const { findings, root } = verifyRecord([line], { hash: nodeHash });
    expect(findings).toMatchObject([{ check: 'form', detail: 'is not UTF-8' }]);
    expect(Buffer.from(root)).toEqual(Buffer.from(leafHash(nodeHash, new Uint8Array(raw))));
  });

  test('make no note', () => {
    expect(() => noteText(Uint8Array.of(0x61, 0xff, 0x0a))).toThrow(/not UTF-8/);
    expect(noteText(Buffer.from('\ufeffä'))).toBe('\ufeffä');
  });
});

test('nothing can hide at the end of a line that is too long', async () => {
  // More than 1 MiB of bytes, but fewer characters, and JSON up to the end of a block that is read at once.
  const folder = await mkdtemp(join(tmpdir(), 'treffer-long-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const text = `{"v":1,"text":"${'é'.repeat((1024 * 1024 + 65_536) / 2 - 9)}`;
  const json = `${text}${'x'.repeat(1024 * 1024 + 65_536 - Buffer.byteLength(text) - 2)}"}`;
  await writeFile(join(folder, 'export'), `${json}hidden\n`);
  const found: string[] = [];
  for await (const some of (await openExport(join(folder, 'export'))).lines()) found.push(...some);
  expect(found).toEqual([`${json}hidden`]);
  expect(verifyRecord(found, { hash: nodeHash }).findings).toMatchObject([{ detail: 'is longer than any entry' }]);
});

test('a verifier key whose bytes are no point of the curve is none', () => {
  const material = Buffer.concat([Buffer.from([1]), Buffer.alloc(32, 0xff)]);
  const sum = Buffer.from(nodeHash.sha256(Buffer.concat([Buffer.from('a.example\n'), material])));
  expect(() => readVerifierKey(`a.example+${sum.toString('hex', 0, 4)}+${material.toString('base64')}`)).toThrow(
    /no verifier key/,
  );
});
