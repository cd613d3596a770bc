import { hexToBytes } from '@noble/hashes/utils.js';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { leafHash } from '../../src/record/merkle.js';
import { includes, isConsistent } from '../../src/record/merkle-proofs.js';
import { signerKey, verifierKeyText } from '../../src/record/signed-note.js';
import { createDatabase } from '../postgres.js';
import { bookAttack, SIGNER, type TestService, testService } from '../service.js';
import { openCheckpointBySpec } from '../spec/c2sp.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';

let service: TestService;
beforeAll(async () => {
  service = await documentedService();
});
afterAll(() => service.close());

const vkey = verifierKeyText(SIGNER.verifier);
const idOf = (campaign: string): string => campaign.split('/').pop() as string;

/** A public campaign with some entries. */
async function someRecord(shots: number): Promise<string> {
  const campaign = await service.campaign({ public: true });
  for (let shot = 0; shot < shots; shot += 1) await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  return campaign;
}

describe('a checkpoint', () => {
  test('says how the whole record stands, as the specifications have it', async () => {
    const campaign = await someRecord(3);
    const { status, headers, text } = await service.get(`${campaign}/checkpoint`, { key: null });
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    const { origin, size, root } = openCheckpointBySpec(text, vkey);
    const exported = verifyExport((await service.get(`${campaign}/export`)).text);
    expect(origin).toBe(`dice.example.org/treffer/campaigns/${idOf(campaign)}`);
    expect({ size, root: root.toString('hex') }).toEqual({ size: exported.entries, root: exported.root });
    expect(exported.findings).toEqual([]);
  });

  test('of a private campaign is there for nobody else', async () => {
    const campaign = await service.campaign();
    for (const path of ['checkpoint', 'entries/0/proof?size=1', 'consistency?from=1&to=2', 'fairness', 'export']) {
      expect((await service.get(`${campaign}/${path}`, { key: null })).status, path).toBe(404);
      expect((await service.get(`${campaign}/${path}`)).status, path).toBe(200);
    }
    expect((await service.get('/v1/campaigns/nonsense/checkpoint')).status).toBe(404);
  });

  test('comes with the answer to whatever records something, of the record right after it', async () => {
    const campaign = await service.campaign();
    const calls: [string, object | undefined][] = [
      ['erbarmungslos/attacks', bookAttack],
      ['contributions', { player: 'Änne', value: 'glück' }],
      ['notes', { about: 2, text: 'agreed' }],
      ['chains', undefined],
      ['close', undefined],
    ];
    for (const [path, body] of calls) {
      const once = `key of ${path}`.replaceAll(' ', '-');
      const first = await service.post(`${campaign}/${path}?checkpoint=true`, body, { once });
      expect(first.status, path).toBe(201);
      const { size, root } = openCheckpointBySpec(first.body.checkpoint, vkey);
      expect({ size, root: root.toString('hex') }, path).toEqual({ size: first.body.size, root: first.body.root });
      const again = await service.post(`${campaign}/${path}?checkpoint=true`, body, { once });
      expect(again.status).toBe(200);
      expect(again.body.checkpoint).toBe(first.body.checkpoint);
      expect((await service.post(`${campaign}/${path}?checkpoint=false`, body, { once })).body).not.toHaveProperty(
        'checkpoint',
      );
    }
  });

  test('comes with a campaign that is made or changed', async () => {
    const made = await service.post('/v1/campaigns?checkpoint=true', { name: 'Test' });
    expect(openCheckpointBySpec(made.body.checkpoint, vkey)).toMatchObject({ size: 2 });
    const changed = await service.call('PATCH', `/v1/campaigns/${made.body.id}?checkpoint=true`, {
      body: { settings: { contribution: 'required' } },
    });
    expect(openCheckpointBySpec(changed.body.checkpoint, vkey)).toMatchObject({ size: 3 });
    expect((await service.get(`/v1/campaigns/${made.body.id}`)).body).not.toHaveProperty('checkpoint');
  });

  test.each(['?checkpoint=yes', '?checkpoint=', '?checkpint=true', '?checkpoint=true&checkpoint=true'])(
    'that is asked for by %s is refused, and nothing is recorded',
    async (query) => {
      const campaign = await service.campaign();
      const { status, body } = await service.post(`${campaign}/erbarmungslos/attacks${query}`, bookAttack);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-request' });
      expect((await service.get(campaign)).body.size).toBe(2);
    },
  );
});

describe('a proof', () => {
  const bytes = (proof: string[]) => proof.map(hexToBytes);

  test('shows that an entry stands in the record, in trees of every size', async () => {
    const campaign = await someRecord(7);
    const lines = (await service.get(`${campaign}/export`)).text.split('\n').slice(0, -1);
    for (let size = 1; size <= lines.length; size += 1) {
      const { root } = verifyExport(
        lines
          .slice(0, size)
          .map((line) => `${line}\n`)
          .join(''),
      );
      for (let seq = 0; seq < size; seq += 1) {
        const { body } = await service.get(`${campaign}/entries/${seq}/proof?size=${size}`, { key: null });
        const leaf = leafHash(nodeHash, lines[seq]!);
        expect(body).toMatchObject({ seq, size, leaf: Buffer.from(leaf).toString('hex') });
        expect(includes(nodeHash, { leaf, index: seq, size, root: hexToBytes(root), proof: bytes(body.proof) })).toBe(
          true,
        );
      }
    }
  });

  test('is for all entries there are when no size is named', async () => {
    const campaign = await someRecord(3);
    expect((await service.get(`${campaign}/entries/2/proof`)).body).toMatchObject({ seq: 2, size: 5 });
    expect((await service.get(`${campaign}/consistency?from=3`)).body).toMatchObject({ from: 3, to: 5 });
  });

  test('shows that one checkpoint continues another', async () => {
    const campaign = await service.campaign();
    const seen = [openCheckpointBySpec((await service.get(`${campaign}/checkpoint`)).text, vkey)];
    for (let shot = 0; shot < 6; shot += 1) {
      const { body } = await service.post(`${campaign}/erbarmungslos/attacks?checkpoint=true`, bookAttack);
      seen.push(openCheckpointBySpec(body.checkpoint, vkey));
    }
    for (const earlier of seen) {
      for (const later of seen.filter(({ size }) => size >= earlier.size)) {
        const [from, to] = [earlier.size, later.size];
        const { body } = await service.get(`${campaign}/consistency?from=${from}&to=${to}`);
        expect(body).toMatchObject({ from, to });
        expect(
          isConsistent(nodeHash, { from, to, fromRoot: earlier.root, toRoot: later.root, proof: bytes(body.proof) }),
        ).toBe(true);
      }
    }
  });

  test.each([
    ['entries/2/proof?size=6', 400, 'size'],
    ['entries/2/proof?size=2', 400, 'size'],
    ['entries/2/proof?size=0', 400, 'size'],
    ['entries/2/proof?size=x', 400, 'size'],
    ['entries/2/proof?sise=5', 400, 'sise'],
    ['entries/5/proof', 404, undefined],
    ['entries/x/proof', 400, 'seq'],
    ['consistency', 400, 'from'],
    ['consistency?from=0&to=3', 400, 'from'],
    ['consistency?from=4&to=3', 400, 'from'],
    ['consistency?from=3&to=6', 400, 'to'],
    ['consistency?from=6', 400, 'from'],
    ['consistency?from=1&to=2147483648', 400, 'to'],
  ])('%s of a record of five entries is answered with %i', async (path, status, parameter) => {
    const campaign = await someRecord(3);
    const answer = await service.get(`${campaign}/${path}`);
    expect(answer.status).toBe(status);
    if (parameter !== undefined) expect(answer.body.errors).toMatchObject([{ parameter }]);
  });

  test('is not made of a damaged row', async () => {
    const campaign = await someRecord(6);
    const client = new pg.Client({ connectionString: service.database.url });
    await client.connect();
    await client.query(`ALTER TABLE entries DISABLE TRIGGER ALL`);
    await client.query('DELETE FROM entries WHERE campaign = $1 AND seq = 3', [idOf(campaign)]);
    await client.query(`UPDATE entries SET nodes = '' WHERE campaign = $1 AND seq = 5`, [idOf(campaign)]);
    await client.query(`ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_append_only`);
    await client.query(`ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_keep`);
    await client.end();
    for (const path of ['entries/0/proof?size=8', 'entries/6/proof?size=8', 'entries/7/proof?size=8']) {
      const { status, body } = await service.get(`${campaign}/${path}`);
      expect({ status, code: body.code }, path).toEqual({ status: 500, code: 'record-damaged' });
    }
  });
});

describe('verifier keys', () => {
  test('are there for everybody: the current one, and all with their periods', async () => {
    const current = await service.get('/v1/verifier-key', { key: null });
    expect({ status: current.status, text: current.text }).toEqual({ status: 200, text: vkey });
    expect(current.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect((await service.get('/v1/verifier-keys', { key: null })).body).toEqual({
      keys: [{ key: vkey, since: expect.any(String) }],
    });
  });

  test('stay listed when another one takes over, and one that is taken up again has two periods', async () => {
    const database = await createDatabase();
    const other = signerKey('new.example.org', new Uint8Array(32).fill(8));
    const keysWith = async (signer: typeof SIGNER | null) => {
      const restarted = await testService({ database, signer });
      const { keys } = (await restarted.get('/v1/verifier-keys')).body;
      await restarted.close();
      return keys;
    };
    await keysWith(SIGNER);
    expect(await keysWith(SIGNER)).toHaveLength(1);
    const [old, current] = await keysWith(other);
    expect(old).toEqual({ key: vkey, since: expect.any(String), until: current.since });
    expect(current).toEqual({ key: verifierKeyText(other.verifier), since: expect.any(String) });
    const again = await keysWith(SIGNER);
    expect(again.map(({ key }: { key: string }) => key)).toEqual([vkey, verifierKeyText(other.verifier), vkey]);
    expect(await keysWith(null)).toEqual(again);
    await database.drop();
  });

  test('are written once when two processes start at the same time', async () => {
    const database = await createDatabase();
    const services = await Promise.all([testService({ database }), testService({ database })]);
    expect((await services[0].get('/v1/verifier-keys')).body.keys).toHaveLength(1);
    await Promise.all(services.map((each) => each.close()));
    await database.drop();
  });
});

describe('a service without a signer key', () => {
  test('says so, and records nothing for whoever wanted a checkpoint', async () => {
    const unsigned = await documentedService({ signer: null });
    const campaign = await unsigned.campaign();
    const answers = [
      await unsigned.get(`${campaign}/checkpoint`),
      await unsigned.get('/v1/verifier-key'),
      await unsigned.post(`${campaign}/erbarmungslos/attacks?checkpoint=true`, bookAttack),
      await unsigned.post(`${campaign}/notes?checkpoint=true`, { about: 0, text: 'x' }),
      await unsigned.post('/v1/campaigns?checkpoint=true', { name: 'Test' }),
      await unsigned.call('PATCH', `${campaign}?checkpoint=true`, { body: { name: 'Other' } }),
    ];
    for (const { status, body } of answers) {
      expect({ status, code: body.code }).toEqual({ status: 501, code: 'no-signer-key' });
    }
    expect((await unsigned.get(campaign)).body).toMatchObject({ size: 2, name: 'Test' });
    expect((await unsigned.get('/v1/campaigns')).body.campaigns).toHaveLength(1);
    expect((await unsigned.get('/v1/verifier-keys')).body).toEqual({ keys: [] });
    expect((await unsigned.get(`${campaign}/entries/0/proof`)).status).toBe(200);
    await unsigned.close();
  });
});
