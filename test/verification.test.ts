import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Unreadable } from '../src/export-source.js';
import { signCheckpoint } from '../src/record/checkpoint.js';
import { NoteError, signerKey, verifierKeyText } from '../src/record/signed-note.js';
import { Remembered } from '../src/remembered.js';
import { rulesets } from '../src/rules/index.js';
import { type Finding, type Verification, verifyExport } from '../src/verification.js';
import { ADMIN_KEY, bookAttack, SIGNER, type TestService, testService } from './service.js';

const vkey = verifierKeyText(SIGNER.verifier);
let service: TestService;
let origin: string;
let folder: string;
let campaign: string;

beforeAll(async () => {
  service = await testService();
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'treffer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  campaign = await service.campaign({ public: true });
  await shoot();
  await shoot();
});

const shoot = () => service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
const id = () => campaign.split('/').pop() as string;
const remembered = () => new Remembered(join(folder, 'kept'));
const exported = async (): Promise<string> => (await service.get(`${campaign}/export`)).text;

/** Writes a file and returns its path. */
async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

type Result = Verification & { findings: Finding[] };
async function verify(source: string, more: Partial<Parameters<typeof verifyExport>[0]> = {}): Promise<Result> {
  const findings: Finding[] = [];
  const found = (finding: Finding) => void findings.push(finding);
  return { ...(await verifyExport({ source, checkpoints: [], keys: [], rulesets, found, ...more })), findings };
}

describe('a campaign by its URL', () => {
  test.each(['', '/', '/export', '?x=1'])(
    'ending in "%s" is verified with the checkpoint of the service',
    async (end) => {
      const { findings, entries, checkpoints, keysFromService } = await verify(`${origin}${campaign}${end}`);
      expect({ findings, entries, keysFromService }).toEqual({ findings: [], entries: 4, keysFromService: true });
      expect(checkpoints).toMatchObject([{ checkpoint: { size: 4 }, signedBy: [SIGNER.verifier] }]);
    },
  );

  test('that is private needs a key', async () => {
    const own = await service.campaign();
    await expect(verify(`${origin}${own}`)).rejects.toThrow(/404/);
    expect((await verify(`${origin}${own}`, { apiKey: ADMIN_KEY })).findings).toEqual([]);
  });

  test('is held against the key that it must be signed by', async () => {
    const other = verifierKeyText(signerKey('dice.example.org/treffer', new Uint8Array(32).fill(9)).verifier);
    expect((await verify(`${origin}${campaign}`, { keys: [vkey] })).findings).toEqual([]);
    expect((await verify(`${origin}${campaign}`, { keys: [other] })).findings).toMatchObject([
      { about: 'the checkpoint of the service', check: 'tree' },
    ]);
  });

  test('of a service that signs nothing is verified all the same', async () => {
    const unsigned = await testService({ signer: null });
    const at = await unsigned.app.listen({ host: '127.0.0.1', port: 0 });
    const { findings, checkpoints } = await verify(`${at}${await unsigned.campaign({ public: true })}`);
    expect({ findings, checkpoints }).toEqual({ findings: [], checkpoints: [] });
    await unsigned.close();
  });

  test('must be the one that is answered', async () => {
    const text = await exported();
    const false_ = createServer((request, response) => {
      if (request.url?.endsWith('/export'))
        response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(text);
      else if (request.url === '/v1/verifier-keys') response.writeHead(200).end('{"keys":[]}');
      else response.writeHead(404).end();
    });
    await new Promise<void>((listening) => false_.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void false_.close());
    const at = `http://127.0.0.1:${(false_.address() as AddressInfo).port}/v1/campaigns`;
    expect((await verify(`${at}/${id()}`)).findings).toEqual([]);
    const { findings } = await verify(`${at}/01976c1e-7a00-7000-8000-0000000000aa`);
    expect(findings[0]).toMatchObject({ seq: 0, check: 'order' });
  });

  test.each([
    ['that is no campaign’s', () => `${origin}/docs/`],
    ['of nobody', () => 'http://127.0.0.1:1/v1/campaigns/x'],
    ['that is none', () => 'http://'],
  ])('%s can’t be read', async (_what, url) => {
    await expect(verify(url())).rejects.toThrow(Unreadable);
  });

  test('whose answer breaks off can’t be read', async () => {
    const text = await exported();
    const broken = createServer((request, response) => {
      if (!request.url?.endsWith('/export')) return void response.writeHead(200).end('{"keys":[]}');
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write(text, () => response.destroy());
    });
    await new Promise<void>((listening) => broken.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void broken.close());
    await expect(
      verify(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/v1/campaigns/${id()}`),
    ).rejects.toThrow(Unreadable);
  });
});

describe('a checkpoint that was kept', () => {
  const keptNow = async () => file('kept.txt', (await service.get(`${campaign}/checkpoint`)).text);

  test('is what the record still begins with', async () => {
    const kept = await keptNow();
    await shoot();
    const export_ = await file('export.ndjson', await exported());
    const { findings, checkpoints } = await verify(export_, { checkpoints: [kept], keys: [vkey] });
    expect(findings).toEqual([]);
    expect(checkpoints).toMatchObject([{ about: kept, checkpoint: { size: 4 } }]);
  });

  test('finds a record that was cut, made anew, or is another one’s', async () => {
    const kept = await keptNow();
    const lines = (await exported()).split('\n');
    const options = { checkpoints: [kept], keys: [vkey] };
    const cut = await verify(await file('cut.ndjson', `${lines.slice(0, 3).join('\n')}\n`), options);
    expect(cut.findings).toMatchObject([{ seq: 3, check: 'tree' }]);
    const renamed = await verify(
      await file('by.ndjson', lines.join('\n').replace('"by":"operator"', '"by":"x"')),
      options,
    );
    expect(renamed.findings).toMatchObject([{ seq: 3, check: 'tree' }]);
    const other = await service.get(`${await service.campaign()}/export`);
    const foreign = await verify(await file('other.ndjson', other.text), options);
    expect(foreign.findings.map(({ check }) => check)).toContain('tree');
  });

  test.each([
    ['signed by another key of the same name', 9, 4],
    ['of another size', 7, 3],
  ])('%s is a finding', async (_what, secret, size) => {
    const signer = signerKey('dice.example.org/treffer', new Uint8Array(32).fill(secret));
    const root = new Uint8Array(32);
    const forged = await file('forged.txt', signCheckpoint(signer, { campaign: id(), size, root }));
    const export_ = await file('export.ndjson', await exported());
    const { findings } = await verify(export_, { checkpoints: [forged], keys: [vkey] });
    expect(findings).toMatchObject([{ check: 'tree' }]);
  });

  test('whose text was changed is a finding, and one that is no checkpoint too', async () => {
    const kept = await readFile(await keptNow(), 'utf8');
    const changed = await file('changed.txt', kept.replace('\n4\n', '\n3\n'));
    const none = await file('none.txt', 'nonsense');
    const export_ = await file('export.ndjson', await exported());
    const { findings } = await verify(export_, { checkpoints: [changed, none], keys: [vkey] });
    expect(findings).toMatchObject([
      { about: changed, check: 'tree', detail: expect.stringMatching(/false/) },
      { about: none, check: 'tree' },
    ]);
  });

  test('is held against every key that is given', async () => {
    const other = verifierKeyText(signerKey('old.example.org', new Uint8Array(32)).verifier);
    const export_ = await file('export.ndjson', await exported());
    const { findings } = await verify(export_, { checkpoints: [await keptNow()], keys: [other, vkey] });
    expect(findings).toEqual([]);
    await expect(verify(export_, { keys: ['nonsense'] })).rejects.toThrow(NoteError);
  });
});

describe('what is remembered', () => {
  test('is demanded next time, and renewed while all holds', async () => {
    const first = await verify(`${origin}${campaign}`, { remembered: remembered() });
    expect(first.before).toBeUndefined();
    expect(await readdir(join(folder, 'kept'))).toEqual([`${id()}.checkpoint`]);
    await shoot();
    const second = await verify(`${origin}${campaign}`, { remembered: remembered() });
    expect({ findings: second.findings, before: second.before?.size }).toEqual({ findings: [], before: 4 });
    expect((await remembered().read(id()))?.size).toBe(5);
  });

  test('keeps the signed checkpoint when it is of just that size', async () => {
    await verify(`${origin}${campaign}`, { remembered: remembered() });
    const kept = await readFile(join(folder, 'kept', `${id()}.checkpoint`), 'utf8');
    expect(kept).toBe((await service.get(`${campaign}/checkpoint`)).text);
  });

  test('finds a tail that was cut and a fork, and is not forgotten then', async () => {
    const before = await exported();
    await shoot();
    const whole = await exported();
    await verify(await file('export.ndjson', whole), { remembered: remembered() });
    const fork = whole.replace('"by":"operator"', '"by":"somebody"');
    for (const wrong of [before, fork]) {
      const { findings } = await verify(await file('wrong.ndjson', wrong), { remembered: remembered() });
      expect(findings).toMatchObject([{ check: 'tree' }]);
      expect((await remembered().read(id()))?.size).toBe(5);
    }
  });

  test('that was spoilt is told, and nothing is concluded', async () => {
    await verify(`${origin}${campaign}`, { remembered: remembered() });
    await writeFile(join(folder, 'kept', `${id()}.checkpoint`), 'nonsense');
    await expect(verify(`${origin}${campaign}`, { remembered: remembered() })).rejects.toThrow(/is no checkpoint/);
  });
});

test('progress is told in bytes, and how many there are when that is known', async () => {
  const text = await exported();
  const seen: [number, number | undefined][] = [];
  const progress = (done: number, whole: number | undefined) => void seen.push([done, whole]);
  await verify(await file('export.ndjson', text), { progress });
  await verify(`${origin}${campaign}`, { progress });
  const bytes = Buffer.byteLength(text);
  expect(seen).toEqual([
    [bytes, bytes],
    [bytes, undefined],
  ]);
});
