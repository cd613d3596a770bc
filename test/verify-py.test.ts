import { spawn, spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { bangAttack, linesOf } from './http/requests.js';
import { bookAttack, testService } from './service.js';
import record from './vectors/record.json' with { type: 'json' };

const { status: found } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']);
const missing = found === 0 ? '' : ' (skipped: there is no python3 of at least 3.9 on this machine)';
if (missing !== '') console.warn(`docs/verify.py is not tested${missing}.`);

interface Answer {
  readonly code: number | null;
  /** Where and what: `entry 3 form`. */
  readonly findings: readonly string[];
  readonly out: string;
  readonly err: string;
}

/** Runs a Python program as often as it is asked to, since starting Python costs more than what is tested here. */
const AGAIN_AND_AGAIN = `
import io, json, runpy, sys
stdin, stdout = sys.stdin, sys.stdout
for line in stdin:
    sys.argv = json.loads(line)
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    try:
        code = 0
        runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as end:
        code = end.code
    out, err = (file.buffer.getvalue().decode() for file in (sys.stdout, sys.stderr))
    print(json.dumps({"code": code, "out": out, "err": err}), file=stdout, flush=True)
`;

function startPython() {
  const child = spawn('python3', ['-c', AGAIN_AND_AGAIN], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(...argv: readonly string[]): Promise<Answer> {
      child.stdin.write(`${JSON.stringify(argv)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`Python ended at ${argv}`);
      const answer = JSON.parse(value);
      const findings = [...answer.out.matchAll(/^(entry \d+|checkpoint \S+): (\w+): /gm)];
      return { ...answer, findings: findings.map(([, where, check]) => `${where} ${check}`) };
    },
    end: () => child.stdin.end(),
  };
}

const ndjson = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
const sha256 = (...parts: readonly (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** RFC 9162 §2.1.1, as it is written there. */
function rootOf(lines: readonly string[]): Buffer {
  if (lines.length === 0) return sha256();
  if (lines.length === 1) return sha256('\0', lines[0]!);
  const half = 2 ** Math.ceil(Math.log2(lines.length) - 1);
  return sha256('\x01', rootOf(lines.slice(0, half)), rootOf(lines.slice(half)));
}

/** A key that signs notes, from its 32 bytes (RFC 8410 says how to wrap them). */
function signer(name: string, seed: Buffer) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  const typed = Buffer.concat([Buffer.of(1), raw]);
  const id = sha256(name, '\n', typed).subarray(0, 4);
  return {
    vkey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    line: (text: string) => `— ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), key)]).toString('base64')}\n`,
  };
}

const house = signer('treffer.example', Buffer.from(Array.from({ length: 32 }, (_, i) => i)));
const stranger = signer('stranger.example', Buffer.alloc(32, 7));
const textOf = (lines: readonly string[], campaign = JSON.parse(lines[0]!).campaign) =>
  `treffer.example/campaigns/${campaign}\n${lines.length}\n${rootOf(lines).toString('base64')}\n`;
const noteOf = (text: string, ...keys: readonly (typeof house)[]) =>
  `${text}\n${keys.map((key) => key.line(text)).join('')}`;

describe.skipIf(missing)(`verify.py${missing}`, () => {
  let folder: string;
  let python: ReturnType<typeof startPython>;
  let lines: string[];
  const verifyPy = async (input: string | Buffer, ...options: readonly string[]): Promise<Answer> => {
    await writeFile(join(folder, 'export'), input);
    return python.run('docs/verify.py', join(folder, 'export'), ...options);
  };
  const index = (kind: string, nth = 0) => {
    const all = lines.flatMap((line, at) => (JSON.parse(line).kind === kind ? [at] : []));
    return all.at(nth)!;
  };
  /** The record with one line changed. */
  const changed = (at: number, change: (line: string) => string) => {
    const line = change(lines[at]!);
    if (line === lines[at]) throw new Error(`nothing to change in ${line}`);
    return lines.with(at, line);
  };
  const kept = async (note: string, name = 'kept') => {
    await writeFile(join(folder, name), note);
    return join(folder, name);
  };
  const withNote = async (record: readonly string[], note: string, vkey = house.vkey) =>
    verifyPy(ndjson(record), '--checkpoint', await kept(note), '--key', vkey);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'treffer-verify-'));
    python = startPython();
    const service = await testService();
    const campaign = await service.campaign();
    const attack = (more: object = {}) => service.post(`${campaign}/erbarmungslos/attacks`, { ...bookAttack, ...more });
    const contribute = (player: string, value: string, chain?: number) =>
      service.post(`${campaign}/contributions`, { player, value, ...(chain === undefined ? {} : { chain }) });
    const answers = [
      await attack(),
      await contribute('Änne', 'Würfelglück 🎲', 0),
      await attack({ actor: 'Änne' }),
      await service.post(`${campaign}/bang/attacks`, bangAttack),
      await contribute('Ben', 'names no chain'),
      await attack(),
      await service.call('PATCH', campaign, {
        body: { settings: { requireIdempotencyKey: false, rulesets: { bang: '4-r1', erbarmungslos: '3.5-r1' } } },
      }),
      await service.post(`${campaign}/chains`),
      await attack({ contribution: { player: 'Ben', value: 'x', chain: 1 } }),
      await service.post(`${campaign}/notes`, { about: 2, text: 'Did "not" count.\n' }),
      await service.post(`${campaign}/bang/attacks`, bangAttack),
      await attack(),
      await service.post(`${campaign}/close`),
    ];
    expect(answers.filter(({ status }) => status > 201).map(({ text }) => text)).toEqual([]);
    lines = await linesOf(service, campaign);
    await service.close();
  });
  afterAll(() => {
    python.end();
    return rm(folder, { recursive: true, force: true });
  });

  test('finds nothing wrong with a record of the service, and says what it saw', async () => {
    const { code, out } = await verifyPy(ndjson(lines));
    expect({ code, out: out.split('\n') }).toEqual({
      code: 0,
      out: [
        `entries: ${lines.length} (complete: closed)`,
        'chains: 2',
        'chains ended early: 1',
        "rulings: 7 (5 'erbarmungslos 3.5-r1') (1 'bang 4-r2') (1 'bang 4-r1')",
        expect.stringMatching(/^dice: \d+$/),
        "rulings bound by a contribution: 5 (2 'Änne') (3 'Ben')",
        'entries not understood: 0',
        `size: ${lines.length}, root: ${rootOf(lines).toString('hex')}, checkpoints that can be believed: 0`,
        'findings: 0 in checks 0 to 5; check 6 (the rules) is not made by this program',
        '',
      ],
    });
  });

  test('reproduces the vectors: roots and dice', async () => {
    const files = record.export.map((_, at) => kept(noteOf(textOf(record.export.slice(0, at + 1)), house), `${at}`));
    expect(record.export.map((_, at) => rootOf(record.export.slice(0, at + 1)).toString('hex'))).toEqual(
      record.roots.slice(1),
    );
    const options = ['--checkpoint', ...(await Promise.all(files)), '--key', house.vkey];
    expect(await verifyPy(ndjson(record.export), ...options)).toMatchObject({ code: 0, findings: [] });
    for (const { seq, sides, values } of record.dice) {
      const rolls = JSON.stringify([{ for: 'x', sides, values }]);
      const other = record.export.with(
        seq,
        record.export[seq]!.replace(/"rolls":.*,"outcome"/, `"rolls":${rolls},"outcome"`),
      );
      expect(await verifyPy(ndjson(other)), `${sides} sides`).toMatchObject({ code: 0, findings: [] });
    }
  });

  test('believes the checkpoint that verify.md works out', async () => {
    const note = noteOf(textOf(record.export), house);
    const text = await readFile('docs/verify.md', 'utf8');
    expect(text).toContain(note);
    expect(text).toContain(house.vkey);
    expect(await withNote(record.export, note)).toMatchObject({ code: 0, findings: [] });
  });

  test('accepts a record of which the last newline is missing, and one cut between two checkpoints', async () => {
    expect(await verifyPy(ndjson(lines).slice(0, -1))).toMatchObject({ code: 0, findings: [] });
    const { code, out } = await verifyPy(ndjson(lines.slice(0, 5)));
    expect({ code, first: out.split('\n')[0] }).toEqual({ code: 0, first: 'entries: 5 (open: more may follow)' });
  });

  test('passes kinds that it does not know, and counts them', async () => {
    const strange = changed(index('note'), (line) => line.replace('"note"', '"weather"'));
    const { code, out } = await verifyPy(ndjson(strange));
    expect(code).toBe(0);
    expect(out).toContain("entries not understood: 1 (1 'weather')");
  });

  describe('form (check 0)', () => {
    it.each<[string, string, (line: string) => string]>([
      ['no JSON', 'ruling', () => 'nonsense'],
      ['an empty line', 'note', () => ''],
      ['another value than an object', 'note', () => '[]'],
      ['a member twice', 'chain', (line) => line.replace('{"v":1', '{"v":1,"v":1')],
      ['a member twice in a request', 'ruling', (line) => line.replace('"ranged":7', '"ranged":7,"ran\\u0067ed":7')],
      ['version 2', 'note', (line) => line.replace('"v":1', '"v":2')],
      ['version true', 'note', (line) => line.replace('"v":1', '"v":true')],
      ['version 1.0', 'note', (line) => line.replace('"v":1', '"v":1.0')],
      ['a link that is true', 'ruling', (line) => line.replace('"link":1', '"link":true')],
      ['a member too many', 'closed', (line) => line.replace('}', ',"x":1}')],
      ['a member too few', 'closed', (line) => line.replace(/,"by":"[^"]*"/, '')],
      ['members exchanged', 'contribution', (line) => line.replace(/("player":.*?),("value":[^,]*)/, '$2,$1')],
      ['common members exchanged', 'note', (line) => line.replace(/("v":1),("campaign":[^,]*)/, '$2,$1')],
      [
        'hex in capitals',
        'ruling',
        (line) => line.replace(/"seed":"[^"]*"/, (seed) => `"seed${seed.slice(5).toUpperCase()}`),
      ],
      ['the 30th of February', 'note', (line) => line.replace(/"at":".{10}/, '"at":"2026-02-30')],
      ['a die with one side', 'ruling', (line) => line.replace('"sides":6', '"sides":1')],
      ['a seven on a d6', 'ruling', (line) => line.replace(/"values":\[\d/, '"values":[7')],
      ['NaN', 'ruling', (line) => line.replace('"actionPoints":1', '"actionPoints":NaN')],
      ['an unknown setting', 'settings', (line) => line.replace('"optional"', '"never"')],
      ['half a surrogate pair', 'contribution', (line) => line.replace('Würfel', '\\ud800')],
      ['white space between tokens', 'note', (line) => line.replace('"v":1', '"v": 1')],
      ['a carriage return', 'note', (line) => `${line}\r`],
      ['a seq of 5,000 digits', 'note', (line) => line.replace(/"seq":\d+/, `"seq":${'9'.repeat(5000)}`)],
      ['200,000 levels', 'note', (line) => line.replace('"about":2', `"about":${'['.repeat(200_000)}`)],
      ['more than 1 MiB', 'note', (line) => line.replace('Did', 'x'.repeat(1 << 20))],
    ])('%s in an entry of kind %s, once', async (_what, kind, change) => {
      const at = index(kind);
      expect(await verifyPy(ndjson(changed(at, change)))).toMatchObject({
        code: 1,
        findings: [`entry ${at} form`],
        err: '',
      });
    });

    test('bytes that are not UTF-8', async () => {
      const bytes = Buffer.from(ndjson(lines));
      bytes[bytes.indexOf('Würfel') + 1] = 0xff;
      expect((await verifyPy(bytes)).findings).toEqual([`entry ${index('contribution')} form`]);
    });
    test('nothing at all', async () => {
      expect(await verifyPy('')).toMatchObject({ code: 1, findings: ['entry 0 chain'] });
    });
  });

  test('what may not be said in a terminal is escaped', async () => {
    const { out } = await verifyPy(ndjson(changed(index('note'), (line) => line.replace('"note"', '"\\u001b[2J"'))));
    expect(out).toContain(String.raw`(1 '\x1b[2J')`);
  });

  describe('checks 1 and 3 to 5', () => {
    const setTo = (name: string, value: string) => (line: string) =>
      line.replace(new RegExp(`"${name}":("[^"]*"|\\d+)`), `"${name}":${value}`);
    const hex = `"${'5e'.repeat(32)}"`;
    it.each<[string, () => string[], () => readonly string[]]>([
      [
        'a ruling left out',
        () => lines.toSpliced(index('ruling', 1), 1),
        () => [`entry ${index('ruling', 1)} order`, `entry ${index('ruling', 1)} chain`],
      ],
      ['a note left out', () => lines.toSpliced(index('note'), 1), () => [`entry ${index('note')} order`]],
      [
        'a note twice',
        () => lines.toSpliced(index('note'), 0, lines[index('note')]!),
        () => [`entry ${index('note') + 1} order`],
      ],
      ['another seq', () => changed(index('note'), setTo('seq', '99')), () => [`entry ${index('note')} order`]],
      [
        'another campaign',
        () => changed(index('note'), (line) => line.replace(/campaign":"......../, 'campaign":"00000000')),
        () => [`entry ${index('note')} order`],
      ],
      [
        'an entry dated back',
        () => changed(index('note'), setTo('at', '"2020-01-01T00:00:00.000Z"')),
        () => [`entry ${index('note')} order`],
      ],
      [
        'an entry dated ahead',
        () => changed(index('note'), setTo('at', '"2999-01-01T00:00:00.000Z"')),
        () => [`entry ${index('note') + 1} order`],
      ],
      [
        'an entry after the end',
        () =>
          [
            ...lines,
            setTo('seq', `${lines.length}`)(lines[index('note')]!),
            setTo('seq', `${lines.length + 1}`)(lines[index('note')]!),
          ].map((line, at) => (at > lines.length - 1 ? setTo('at', '"2999-01-01T00:00:00.000Z"')(line) : line)),
        () => [`entry ${lines.length} order`],
      ],
      [
        'no chain at the beginning',
        () => changed(0, (line) => line.replace(/"kind".*/, '"kind":"closed","by":"x"}')),
        () => ['entry 0 chain', 'entry 1 order'],
      ],
      [
        'another chain number',
        () => changed(index('chain', 1), setTo('chain', '5')),
        () => [`entry ${index('chain', 1)} chain`],
      ],
      ['another anchor', () => changed(0, setTo('anchor', hex)), () => [`entry ${index('ruling')} chain`]],
      ['a shorter chain', () => changed(0, setTo('length', '2')), () => [`entry ${index('ruling', 2)} chain`]],
      [
        'a ruling under another chain',
        () => changed(index('ruling', 1), setTo('chain', '1')),
        () => [`entry ${index('ruling', 1)} chain`],
      ],
      [
        'another link',
        () => changed(index('ruling', 1), setTo('link', '9')),
        () => [`entry ${index('ruling', 1)} chain`, `entry ${index('ruling', 1)} chain`],
      ],
      [
        'another seed',
        () => changed(index('ruling', 1), setTo('seed', hex)),
        () => [`entry ${index('ruling', 1)} chain`, `entry ${index('ruling', 1)} dice`],
      ],
      [
        'another contribution',
        () => changed(index('contribution'), (line) => line.replace('glück', 'pech')),
        () => [`entry ${index('ruling', 1)} table`],
      ],
      [
        'a contribution for another chain',
        () => changed(index('contribution'), setTo('chain', '7')),
        () => [`entry ${index('contribution')} table`],
      ],
      [
        'another table',
        () => changed(index('ruling', 1), setTo('table', hex)),
        () => [`entry ${index('ruling', 1)} table`, `entry ${index('ruling', 1)} dice`],
      ],
      [
        'another die',
        () =>
          changed(index('ruling'), (line) => line.replace(/"values":\[(\d)/, (_, die) => `"values":[${(die % 6) + 1}`)),
        () => [`entry ${index('ruling')} dice`],
      ],
      [
        'a die left out',
        () => changed(index('ruling'), (line) => line.replace(/"values":\[\d,/, '"values":[')),
        () => [`entry ${index('ruling')} dice`],
      ],
      [
        'other sides',
        () => changed(index('ruling', 0), setTo('sides', '256')),
        () => [`entry ${index('ruling', 0)} dice`],
      ],
    ])('%s', async (_what, change, expected) => {
      const { code, findings, out } = await verifyPy(ndjson(change()));
      expect({ code, findings }, out).toEqual({ code: 1, findings: expected() });
    });
  });

  describe('checkpoints (check 2)', () => {
    test('of several sizes and with signatures of strangers hold', async () => {
      const files = [
        await kept(noteOf(textOf(lines.slice(0, 1)), house), 'one'),
        await kept(noteOf(textOf(lines.slice(0, 7)), stranger, house), 'seven'),
        await kept(noteOf(textOf(lines), house), 'all'),
      ];
      const answer = await verifyPy(ndjson(lines), '--checkpoint', ...files, '--key', house.vkey);
      expect(answer).toMatchObject({ code: 0, findings: [] });
      expect(answer.out).toContain('checkpoints that can be believed: 3');
    });

    test('find what does not contradict itself: another outcome, an end cut off', async () => {
      const forged = changed(index('ruling'), (line) => line.replace('"actionPoints":1', '"actionPoints":0'));
      expect(await verifyPy(ndjson(forged))).toMatchObject({ code: 0 });
      const note = noteOf(textOf(lines), house);
      expect(await withNote(forged, note)).toMatchObject({ code: 1, findings: [`entry ${lines.length - 1} tree`] });
      const early = noteOf(textOf(lines.slice(0, index('ruling'))), house);
      expect(await withNote(forged, early)).toMatchObject({ code: 0 });
      const cut = await withNote(lines.slice(0, 6), note);
      expect(cut).toMatchObject({ code: 1, findings: ['entry 6 tree'], out: expect.stringContaining(': cut: ') });
    });

    it.each<[string, (text: string) => string]>([
      ['signed by none of the keys', (text) => noteOf(text, stranger)],
      [
        'with a wrong signature of a known key, beside a right one',
        (text) => `${noteOf(text, house)}${house.line('x')}`,
      ],
      ['with a text that was not signed', (text) => noteOf(text, house).replace('treffer', 'treffen')],
      ['of another campaign', (text) => noteOf(text.replace(/campaigns\/......../, 'campaigns/00000000'), house)],
      ['with another origin', (text) => noteOf(text.replace('campaigns', 'campaign'), house)],
      ['with a zero before its size', (text) => noteOf(text.replace('\n', '\n0'), house)],
      ['with a root of 31 bytes', (text) => noteOf(text.replace(/\n[^\n]*\n$/, `\n${'A'.repeat(42)}==\n`), house)],
      ['with base64 that is not canonical', (text) => noteOf(text.replace(/.=\n$/, '/=\n'), house)],
      ['with two lines', (text) => noteOf(text.replace(/[^\n]*\n$/, ''), house)],
      ['with an empty line in its text', (text) => noteOf(`${text}\n\nmore\n`, house)],
      ['with a control character', (text) => noteOf(`${text}a\tb\n`, house)],
      ['without a newline at its end', (text) => noteOf(text, house).slice(0, -1)],
      ['with CRLF', (text) => noteOf(text, house).replaceAll('\n', '\r\n')],
      ['with a signature line of another form', (text) => `${noteOf(text, house)}- treffer.example AAAAAAAA\n`],
      ['without signatures', (text) => `${text}\n`],
      ['that is no note', () => 'hello\n'],
    ])('%s are not believed', async (_what, make) => {
      const answer = await withNote(lines, make(textOf(lines)));
      expect(answer).toMatchObject({ code: 1, findings: [`checkpoint ${join(folder, 'kept')} tree`], err: '' });
    });

    test('may have lines after the root', async () => {
      expect(await withNote(lines, noteOf(`${textOf(lines)}more\n`, house))).toMatchObject({ code: 0 });
    });

    test('are refused with a signature that has another s for the same', async () => {
      const order = 2n ** 252n + 27742317777372353535851937790883648493n;
      const note = noteOf(textOf(lines), house);
      const signature = Buffer.from(note.trimEnd().split(' ').at(-1)!, 'base64');
      const s = BigInt(`0x${Buffer.from(signature.subarray(36)).reverse().toString('hex')}`) + order;
      signature.set(Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse(), 36);
      const other = note.replace(/\S+\n$/, `${signature.toString('base64')}\n`);
      expect(await withNote(lines, other)).toMatchObject({ code: 1 });
    });
  });

  describe('what can’t be checked ends with 2', () => {
    const [name, id, key] = house.vkey.split('+') as [string, string, string];
    const outside = Buffer.concat([Buffer.of(1, 2), Buffer.alloc(31)]).toString('base64');
    it.each<[string, readonly string[]]>([
      ['an option that there is not', ['--nonsense']],
      ['a checkpoint without a key', ['--checkpoint', 'README.md']],
      ['a checkpoint that can’t be read', ['--checkpoint', 'no such file', '--key', house.vkey]],
      ['a key that is none', ['--key', 'nonsense']],
      ['a key with the id of another', ['--key', `${name}+00000000+${key}`]],
      ['a key with its id in capitals', ['--key', `${name}+${id.replace(/.*/, (x) => x.toUpperCase())}x+${key}`]],
      ['a key of another type', ['--key', `${name}+${id}+${key.replace(/^AQ/, 'Ag')}`]],
      [
        'a key that is not on the curve',
        ['--key', `x+${sha256('x\n', Buffer.from(outside, 'base64')).toString('hex').slice(0, 8)}+${outside}`],
      ],
    ])('%s', async (_what, options) => {
      const answer = await verifyPy(ndjson(lines), ...options);
      expect(answer).toMatchObject({ code: 2, out: '' });
      expect(answer.err).not.toContain('Traceback');
    });

    test('an export that can’t be read', async () => {
      for (const file of [join(folder, 'none'), folder]) {
        const answer = await python.run('docs/verify.py', file);
        expect(answer).toMatchObject({ code: 2, err: expect.stringContaining('could not check') });
      }
    });
  });

  test('reads its standard input, as a program of its own', () => {
    const options = ['docs/verify.py', '-', '--key', house.vkey];
    const { status, stderr } = spawnSync('python3', options, { input: ndjson(lines), encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
