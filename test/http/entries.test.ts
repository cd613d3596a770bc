import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';
import { bangAttack, linesOf, target } from './requests.js';

let service: TestService;
/** A record with every kind of entry, and the first answers of those that were answered, by seq. */
let campaign: string;
const first = new Map<number, string>();

beforeAll(async () => {
  service = await documentedService();
  campaign = await service.campaign();
  const post = async (path: string, body?: object) => {
    const answer = await service.post(`${campaign}/${path}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    first.set(answer.body.seq, answer.text);
  };
  await post('contributions', { player: 'Änne', value: 'Würfelglück 🎲', chain: 0 });
  await post('erbarmungslos/attacks', { ...bookAttack, actor: 'Änne' });
  await post('notes', { about: 3, text: 'Two\nlines, a "quote" and a \\.' });
  await post('bang/attacks', bangAttack);
  await post('chains');
  await post('erbarmungslos/attacks', {
    ...bookAttack,
    contribution: { player: 'Ben', value: 'x', chain: 1 },
  });
  await service.call('PATCH', campaign, { body: { settings: { contribution: 'required' } } });
  await post('close');
});
afterAll(() => service.close());

/** The entries of every page, from this path on. */
async function pagesFrom(path: string): Promise<{ text: string; entries: any[] }[]> {
  const pages: { text: string; entries: any[] }[] = [];
  for (let next: string | null = path; next !== null; ) {
    const answer: Answer = await service.get(next);
    if (answer.status !== 200) throw new Error(answer.text);
    pages.push({ text: answer.text, entries: answer.body.entries });
    next = answer.body.next;
  }
  return pages;
}

test('the record is read oldest first, each entry with its bytes', async () => {
  const lines = await linesOf(service, campaign);
  const [page, ...others] = await pagesFrom(`${campaign}/entries`);
  expect(others).toEqual([]);
  expect(page!.text).toBe(`{"entries":[${lines.join(',')}],"next":null}`);
  expect(page!.entries.map(({ kind }) => kind)).toEqual(
    'chain settings contribution ruling note ruling chain contribution ruling settings closed'.split(' '),
  );
});

test.each([1, 2, 3, 10, 11, 12, 500])('in pages of %i it has the same entries', async (limit) => {
  const lines = await linesOf(service, campaign);
  const pages = await pagesFrom(`${campaign}/entries?limit=${limit}`);
  expect(pages).toHaveLength(Math.ceil(lines.length / limit));
  expect(pages.flatMap(({ entries }) => entries)).toEqual(lines.map((line) => JSON.parse(line)));
});

test.each(['chain', 'settings', 'contribution', 'ruling', 'note', 'closed'])('of kind %s', async (kind) => {
  const lines = await linesOf(service, campaign);
  const wanted = lines.map((line) => JSON.parse(line)).filter((entry) => entry.kind === kind);
  const pages = await pagesFrom(`${campaign}/entries?limit=1&kind=${kind}`);
  expect(pages).toHaveLength(wanted.length);
  expect(pages.flatMap(({ entries }) => entries)).toEqual(wanted);
});

test('only what comes after an entry, which need not be there', async () => {
  const seqs = async (query: string) =>
    (await service.get(`${campaign}/entries?${query}`)).body.entries.map(({ seq }: { seq: number }) => seq);
  expect(await seqs('after=8')).toEqual([9, 10]);
  expect(await seqs('after=0&limit=2')).toEqual([1, 2]);
  expect(await seqs('after=2147483647')).toEqual([]);
});

test('a page ends before it has 1 MiB of entries', async () => {
  const long = await service.campaign();
  const modifiers = Array.from({ length: 16 }, (_, i) => ({ label: `${i}`.padEnd(64, '·'), dice: 0 }));
  const body = {
    ...bookAttack,
    targets: Array.from({ length: 20 }, (_, i) => ({ ...target(`target ${i}`), modifiers })),
    shots: [{ at: ['target 0'] }],
  };
  for (let i = 0; i < 24; i += 1) {
    const { status } = await service.post(`${long}/erbarmungslos/attacks`, body);
    if (status !== 201) throw new Error(`${status}`);
  }
  const pages = await pagesFrom(`${long}/entries?limit=500`);
  const lines = await linesOf(service, long);
  expect(pages.flatMap(({ entries }) => entries)).toEqual(lines.map((line) => JSON.parse(line)));
  expect(pages.length).toBeGreaterThan(1);
  let shown = 0;
  for (const { entries } of pages) {
    const bytes = lines.slice(shown, shown + entries.length).reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    expect(bytes).toBeLessThanOrEqual(1024 * 1024);
    shown += entries.length;
    const following = lines[shown];
    if (following !== undefined) expect(bytes + Buffer.byteLength(following)).toBeGreaterThan(1024 * 1024);
  }
});

test('one entry is answered as when it was recorded', async () => {
  const lines = await linesOf(service, campaign);
  expect(first.size).toBe(7);
  for (const [seq, text] of first) expect((await service.get(`${campaign}/entries/${seq}`)).text).toBe(text);
  for (const [seq, line] of lines.entries()) {
    const { text } = await service.get(`${campaign}/entries/${seq}`);
    expect(text.startsWith(`${line.slice(0, -1)},"size":${seq + 1},"root":"`)).toBe(true);
  }
});

test('an entry that is not there is not found', async () => {
  for (const seq of [11, 2 ** 31 - 1]) {
    expect(await service.get(`${campaign}/entries/${seq}`)).toMatchObject({ status: 404, body: { code: 'not-found' } });
  }
});

describe('the export', () => {
  test('has the stored bytes, one entry a line', async () => {
    const { rows } = await service.pool.query('SELECT entry FROM entries WHERE campaign = $1 ORDER BY seq', [
      campaign.split('/').at(-1),
    ]);
    const answer = await service.get(`${campaign}/export`);
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    expect(answer.text).toBe(rows.map(({ entry }) => `${entry}\n`).join(''));
    expect(rows).toHaveLength(11);
  });

  test('verifies, up to its end, with the root that the campaign shows', async () => {
    const { body } = await service.get(campaign);
    expect(verifyExport((await service.get(`${campaign}/export`)).text)).toMatchObject({
      findings: [],
      entries: 11,
      rulings: 3,
      notUnderstood: 0,
      complete: true,
      root: body.root,
    });
  });

  test('of more than one page of the store is whole', async () => {
    const long = await service.campaign();
    for (let sent = 0; sent < 1100; sent += 100) {
      const texts = Array.from({ length: 100 }, (_, i) => `${sent + i}`);
      await Promise.all(texts.map((text) => service.post(`${long}/notes`, { about: 0, text })));
    }
    expect(verifyExport((await service.get(`${long}/export`)).text)).toMatchObject({
      findings: [],
      entries: 1102,
    });
  });
});

test.each([
  ['entries?limit=0', { parameter: 'limit', code: 'out-of-range' }],
  ['entries?limit=501', { parameter: 'limit', code: 'out-of-range' }],
  ['entries?limit=1.5', { parameter: 'limit', code: 'wrong-type' }],
  ['entries?limit=', { parameter: 'limit', code: 'wrong-type' }],
  ['entries?limit=1&limit=2', { parameter: 'limit', code: 'wrong-type' }],
  ['entries?after=-1', { parameter: 'after', code: 'out-of-range' }],
  ['entries?after=2147483648', { parameter: 'after', code: 'out-of-range' }],
  ['entries?after=one', { parameter: 'after', code: 'wrong-type' }],
  ['entries?kind=rulings', { parameter: 'kind', code: 'not-allowed' }],
  ['entries?afer=1', { parameter: 'afer', code: 'unknown-member', detail: expect.stringContaining('`after`') }],
  ['entries/1.5', { parameter: 'seq', code: 'wrong-type' }],
  ['entries/one', { parameter: 'seq', code: 'wrong-type' }],
  ['entries/-1', { parameter: 'seq', code: 'out-of-range' }],
  ['entries/2147483648', { parameter: 'seq', code: 'out-of-range' }],
] as const)('%s is refused', async (path, fault) => {
  const answer = await service.get(`${campaign}/${path}`);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request', errors: [fault] } });
});
