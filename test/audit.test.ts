import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditFinding, audit } from '../src/audit.js';
import { nodeHash } from '../src/dice/node-hash.js';
import type { Checkpoint } from '../src/record/checkpoint.js';
import type { Entry } from '../src/record/entry.js';
import { EntryRows } from '../src/record/entry-rows.js';
import { append, EMPTY, leafHash } from '../src/record/merkle.js';
import { Remembered } from '../src/remembered.js';
import { rulesets } from '../src/rules/index.js';
import { treffer } from './cli.js';
import { checkpointOf } from './record/changed-record.js';
import { type RealRecord, realRecord } from './record/real-record.js';
import { type TestService, testService } from './service.js';

/*
 * Somebody with all rights on the database changes rows behind the service's back. Each test does so in a transaction that
 * is rolled back, and looks at what the audit says within it.
 */

let service: TestService;
let record: RealRecord;
let entries: readonly Entry[];
/** Of one connection, so that everything happens in one transaction. */
let superuser: pg.Pool;
let folder: string;
let remembered: Remembered;

beforeAll(async () => {
  service = await testService();
  record = await realRecord(service);
  await realRecordBeside();
  entries = record.lines.map((line) => JSON.parse(line) as Entry);
  superuser = new pg.Pool({ connectionString: service.database.url, max: 1, idleTimeoutMillis: 0 });
  folder = await mkdtemp(join(tmpdir(), 'treffer-audit-'));
  remembered = new Remembered(folder);
  expect(await auditing({ remembered })).toEqual([]);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await superuser.end();
  await service.close();
});
beforeEach(async () => {
  await superuser.query('BEGIN');
  await superuser.query('ALTER TABLE entries DISABLE TRIGGER ALL');
});
afterEach(() => superuser.query('ROLLBACK'));

/** Another campaign, which nobody touches and of which nothing may be said. */
async function realRecordBeside(): Promise<void> {
  const path = await service.campaign();
  await service.post(`${path}/contributions`, { player: 'Änne', value: 'x', chain: 0 });
}

async function auditing(more: { remembered?: Remembered; checkpoints?: readonly Checkpoint[] } = {}) {
  const findings: AuditFinding[] = [];
  const rows = new EntryRows(superuser);
  await audit({ rows, rulesets, checkpoints: [], ...more, found: (finding) => void findings.push(finding) });
  return findings;
}

const change = (statement: string, ...values: unknown[]) => superuser.query(statement, [record.id, ...values]);
const seqOf = (is: (entry: Entry) => boolean) => entries.findIndex((entry) => entry.seq > 25 && is(entry));
const isContinuation = (entry: Entry) => entry.kind === 'ruling' && 'continues' in (entry.request as object);

/** Rows of every sort, from the middle of the record. */
const SORTS: Readonly<Record<string, () => number>> = {
  'a chain': () => seqOf(({ kind }) => kind === 'chain'),
  settings: () => seqOf(({ kind }) => kind === 'settings'),
  'a contribution': () => seqOf(({ kind }) => kind === 'contribution'),
  'a ruling': () => seqOf((entry) => entry.kind === 'ruling' && !isContinuation(entry)),
  'a continuation': () => seqOf(isContinuation),
  'a note': () => seqOf(({ kind }) => kind === 'note'),
  'the end': () => entries.length - 1,
};

const flipped = (column: string) => `set_byte(${column}, 0, get_byte(${column}, 0) # 1)`;
/** What each column is changed to: something that the database itself allows. */
const COLUMNS: readonly (readonly [column: string, to: string])[] = [
  ['kind', `CASE kind WHEN 'ruling' THEN 'note' ELSE 'ruling' END`],
  ['leaf', flipped('leaf')],
  ['nodes', `nodes || '\\x00'::bytea`],
  ['table_after', flipped('table_after')],
  ['chain_seq', 'chain_seq - 1'],
  ['settings_seq', 'NULL'],
  ['contribution_seq', 'contribution_seq + 1'],
  ['continues', 'CASE WHEN continues IS NULL THEN 1 END'],
];
const EVERY_COLUMN_OF_EVERY_SORT = Object.entries(SORTS).flatMap(([sort, seq]) =>
  COLUMNS.map(([column, to]) => [sort, column, to, seq] as const),
);

test('as it is, the database holds', async () => {
  expect(await auditing()).toEqual([]);
  expect(await auditing({ remembered })).toEqual([]);
});

test.each(EVERY_COLUMN_OF_EVERY_SORT)('of %s, another %s is found', async (_sort, column, to, seq) => {
  const { rowCount } = await change(`UPDATE entries SET ${column} = ${to} WHERE campaign = $1 AND seq = $2`, seq());
  expect(rowCount).toBe(1);
  expect(await auditing()).toEqual([
    { campaign: record.id, row: seq(), check: 'row', detail: expect.stringContaining(column) },
  ]);
});

test.each(Object.entries(SORTS))('of %s, other bytes are found', async (_sort, seq) => {
  // Just as true for every check of the record itself: who did it, or how long a chain is.
  const byOther = `regexp_replace(entry, '"(by|player)":"', '"\\1":"other ')`;
  const to = `replace(${byOther}, '"length":256', '"length":255')`;
  await change(`UPDATE entries SET entry = ${to} WHERE campaign = $1 AND seq = $2`, seq());
  const findings = await auditing();
  expect(findings).toMatchObject([{ campaign: record.id, row: seq(), check: 'row' }, ...findings.slice(1)]);
  expect(findings[0]!.detail).toContain('leaf');
  // So are the tree's nodes over it and, of a contribution, what was sent.
  for (const { check, detail } of findings.slice(1)) {
    expect([check, detail]).toEqual(['row', expect.stringMatching(/ (nodes|request_hash) /)]);
  }
});

test.each([
  ['an outcome', 'a ruling', `regexp_replace(entry, '"shotsLeft":\\d', '"shotsLeft":9')`, 'rules'],
  ['a die', 'a ruling', `regexp_replace(entry, '"values":\\[\\d,\\d,', '"values":[1,6,')`, 'dice'],
  ['a seed', 'a ruling', `regexp_replace(entry, '"seed":"....', '"seed":"0000')`, 'chain'],
  ['a contributed value', 'a contribution', `regexp_replace(entry, '"value":"[^"]*"', '"value":"another"')`, 'table'],
  ['a line of two', 'a note', `replace(entry, ',"at"', E',\\n"at"')`, 'form'],
  ['nonsense', 'a note', `'nonsense'`, 'form'],
])('other bytes that are false are found by the check of the record, too: %s', async (_what, sort, to, check) => {
  const seq = SORTS[sort]!();
  await change(`UPDATE entries SET entry = ${to} WHERE campaign = $1 AND seq = $2`, seq);
  const findings = (await auditing()).filter((finding) => finding.check !== 'row');
  const row = check === 'table' ? seqOf((entry) => entry.kind === 'ruling' && entry.seq > seq) : seq;
  expect(findings[0]).toMatchObject({ campaign: record.id, row, check });
});

test('bytes whose whole tree was made anew are found when they are remembered', async () => {
  const seq = SORTS['a note']!();
  const lines = record.lines.with(seq, record.lines[seq]!.replace('Round', 'Another round'));
  let tree = EMPTY;
  for (const [at, line] of lines.entries()) {
    const leaf = leafHash(nodeHash, line);
    const { frontier, completed } = append(nodeHash, tree, leaf);
    tree = frontier;
    if (at < seq) continue;
    const statement = 'UPDATE entries SET entry = $3, leaf = $4, nodes = $5 WHERE campaign = $1 AND seq = $2';
    await change(statement, at, line, leaf, Buffer.concat(completed));
  }
  // Whoever does this thinks of the hash of the request, too, or takes the key away.
  await change('UPDATE entries SET key_hash = NULL, request_hash = NULL WHERE campaign = $1 AND seq = $2', seq);
  expect(await auditing()).toEqual([]);
  const found = { campaign: record.id, row: lines.length - 1, check: 'tree' };
  expect(await auditing({ remembered })).toMatchObject([found]);
  const checkpoints = [checkpointOf(record.id, record.lines.slice(0, seq + 1))];
  expect(await auditing({ checkpoints })).toMatchObject([{ ...found, row: seq }]);
});

describe('what was sent', () => {
  const other = (seq: number) =>
    change(`UPDATE entries SET request_hash = ${flipped('request_hash')} WHERE campaign = $1 AND seq = $2`, seq);

  test.each(['a chain', 'a contribution', 'a ruling', 'a note', 'the end'])(
    'for %s is found to be another',
    async (sort) => {
      const seq = SORTS[sort]!();
      await other(seq);
      expect(await auditing()).toMatchObject([
        { campaign: record.id, row: seq, check: 'row', detail: expect.stringContaining('request_hash') },
      ]);
    },
  );

  test('to continue an action can’t be checked: the record has the whole request instead', async () => {
    await other(SORTS['a continuation']!());
    expect(await auditing()).toEqual([]);
  });

  test('with which Idempotency-Key can’t be checked: nothing of it is in the record', async () => {
    const seq = SORTS['a ruling']!();
    const { rowCount } = await change(
      `UPDATE entries SET key_hash = ${flipped('key_hash')} WHERE campaign = $1 AND seq = $2 AND key_hash IS NOT NULL`,
      seq,
    );
    expect(rowCount).toBe(1);
    expect(await auditing()).toEqual([]);
    await change('UPDATE entries SET key_hash = NULL, request_hash = NULL WHERE campaign = $1 AND seq = $2', seq);
    expect(await auditing()).toEqual([]);
  });
});

describe('rows that are gone', () => {
  const middle = 100;
  const deleted = (from: number, to = from) =>
    change('DELETE FROM entries WHERE campaign = $1 AND seq BETWEEN $2 AND $3', from, to);

  test('one in the middle', async () => {
    await deleted(middle);
    const [first, ...others] = await auditing();
    expect(first).toEqual({ campaign: record.id, row: middle, check: 'row', detail: 'is missing' });
    expect(others).toContainEqual(expect.objectContaining({ row: middle + 1, check: 'order' }));
  });

  test('several in the middle, and checkpoints are told at the row that they end with', async () => {
    await deleted(middle, middle + 9);
    const checkpoints = [checkpointOf(record.id, record.lines.slice(0, middle + 5))];
    const findings = await auditing({ checkpoints });
    expect(findings[0]).toMatchObject({
      row: middle,
      check: 'row',
      detail: `is missing, and so are those up to ${middle + 9}`,
    });
    // With ten rows gone, the fifth after the gap is the last of so many lines.
    expect(findings.filter(({ check }) => check === 'tree')).toMatchObject([{ row: middle + 14 }]);
  });

  test('the first', async () => {
    await deleted(0);
    expect((await auditing())[0]).toMatchObject({ row: 0, check: 'row', detail: 'is missing' });
  });

  test('at the end: nothing contradicts it, but what was remembered or posted does', async () => {
    await deleted(middle, record.lines.length);
    expect(await auditing()).toEqual([]);
    const found = { campaign: record.id, check: 'tree' };
    expect(await auditing({ remembered })).toMatchObject([{ ...found, row: middle - 1 }]);
    const checkpoints = [checkpointOf(record.id, record.lines)];
    expect(await auditing({ checkpoints })).toMatchObject([{ ...found, row: middle - 1 }]);
    await change('INSERT INTO checkpoint_posts (campaign, size, tried_at) VALUES ($1, $2, now())', middle + 1);
    expect(await auditing()).toMatchObject([{ ...found, detail: expect.stringContaining('was posted') }]);
  });

  test('all of them', async () => {
    await deleted(0, record.lines.length);
    expect(await auditing()).toMatchObject([{ campaign: record.id, check: 'chain' }]);
    const findings = await auditing({ remembered });
    expect(findings.map(({ check }) => check)).toEqual(['chain', 'tree']);
    for (const finding of findings) expect(finding).not.toHaveProperty('row');
  });

  test('the campaign’s own', async () => {
    await change('DELETE FROM campaigns WHERE id = $1');
    expect(await auditing()).toEqual([
      { campaign: record.id, check: 'row', detail: 'has entries, but no row of its own in `campaigns`' },
    ]);
  });

  test('the whole campaign: nothing contradicts it, but what was remembered, kept or posted does', async () => {
    await deleted(0, record.lines.length);
    await change('DELETE FROM campaigns WHERE id = $1');
    expect(await auditing()).toEqual([]);
    const gone = [{ campaign: record.id, check: 'tree', detail: 'is remembered, and gone without a trace' }];
    expect(await auditing({ remembered })).toEqual(gone);
    expect(await auditing({ checkpoints: [checkpointOf(record.id, record.lines)] })).toEqual(gone);
    await change('INSERT INTO checkpoint_posts (campaign, size, tried_at) VALUES ($1, 7, now())');
    expect((await auditing()).map(({ check }) => check)).toEqual(['row', 'tree', 'chain']);
  });
});

describe('rows that are new', () => {
  const COLUMNS_BUT_SEQ =
    'campaign, kind, entry, leaf, nodes, table_after, chain_seq, settings_seq, contribution_seq, key_hash, request_hash, continues';

  test('after the end of a record', async () => {
    const seq = record.lines.length;
    await change(
      `INSERT INTO entries (seq, ${COLUMNS_BUT_SEQ})
       SELECT $2, ${COLUMNS_BUT_SEQ.replace('key_hash, request_hash, continues', 'NULL, NULL, NULL')}
       FROM entries WHERE campaign = $1 AND seq = $3`,
      seq,
      SORTS['a note']!(),
    );
    const findings = await auditing();
    expect(findings[0]).toMatchObject({ campaign: record.id, row: seq });
    expect(new Set(findings.map(({ row }) => row))).toEqual(new Set([seq]));
    expect(findings.map(({ detail }) => detail).join('\n')).toContain('after the record was closed');
  });

  test('that fit after the end of an open record are no contradiction: it has only grown', async () => {
    await change('DELETE FROM entries WHERE campaign = $1 AND seq >= $2', 150);
    const shorter = checkpointOf(record.id, record.lines.slice(0, 149));
    expect(await auditing({ checkpoints: [shorter] })).toEqual([]);
  });
});

test('a checkpoint of no entries with another root than none have is found', async () => {
  const empty = { campaign: record.id, size: 0, root: new Uint8Array(32) };
  expect(await auditing({ checkpoints: [empty] })).toMatchObject([{ campaign: record.id, check: 'tree' }]);
});

test('what is remembered is renewed only when all of it holds', async () => {
  const own = await mkdtemp(join(tmpdir(), 'treffer-audit-'));
  try {
    const file = join(own, `${record.id}.checkpoint`);
    const root = checkpointOf(record.id, record.lines).root;
    const whole = `remembered/campaigns/${record.id}\n${record.lines.length}\n${Buffer.from(root).toString('base64')}\n`;
    await superuser.query('SAVEPOINT whole');
    await change('DELETE FROM entries WHERE campaign = $1 AND seq >= 50');
    await auditing({ remembered: new Remembered(own) });
    expect((await readFile(file, 'utf8')).split('\n')[1]).toBe('50');
    // It has grown.
    await superuser.query('ROLLBACK TO whole');
    await auditing({ remembered: new Remembered(own) });
    expect(await readFile(file, 'utf8')).toBe(whole);
    // It has lost something, and then something else is wrong with it.
    await change('DELETE FROM entries WHERE campaign = $1 AND seq >= 50');
    await auditing({ remembered: new Remembered(own) });
    await superuser.query('ROLLBACK TO whole');
    await change(`UPDATE entries SET leaf = ${flipped('leaf')} WHERE campaign = $1 AND seq = 3`);
    await auditing({ remembered: new Remembered(own) });
    expect(await readFile(file, 'utf8')).toBe(whole);
    expect(await readdir(own)).toHaveLength(2);
  } finally {
    await rm(own, { recursive: true });
  }
});

describe('`treffer audit`', () => {
  const run = (...args: string[]) => treffer(['audit', ...args], { DATABASE_URL: service.database.url });
  /** The other process must see it, so it is committed, and undone at the end. */
  const committed = async (statement: string, undo: string, look: () => Promise<void>) => {
    await superuser.query('ROLLBACK');
    const run = (sql: string) =>
      superuser.query(
        `BEGIN; ALTER TABLE entries DISABLE TRIGGER ALL; ${sql}; ALTER TABLE entries ENABLE ALWAYS TRIGGER entries_append_only; COMMIT`,
      );
    await run(statement);
    await look().finally(() => run(undo));
  };

  test('exits with 0 when everything holds, and remembers it', async () => {
    await superuser.query('ROLLBACK');
    const own = await mkdtemp(join(tmpdir(), 'treffer-audit-'));
    try {
      const ran = await run('--remember', own);
      expect(ran.code).toBe(0);
      expect(ran.stdout).toBe(`campaigns: 2, rows: ${record.lines.length + 3}\n\nEverything holds.\n`);
      expect(await readdir(own)).toHaveLength(2);
    } finally {
      await rm(own, { recursive: true });
    }
  });

  test('exits with 1 when a row was changed, and names it', async () => {
    const where = `WHERE campaign = '${record.id}' AND seq = 7`;
    const set = `UPDATE entries SET leaf = ${flipped('leaf')} ${where}`;
    await committed(set, set, async () => {
      const { code, stdout } = await run();
      expect(code).toBe(1);
      expect(stdout).toBe(
        `campaign ${record.id} row 7: row: has another leaf than follows from the entries\n` +
          `campaigns: 2, rows: ${record.lines.length + 3}\n\nWrong: one finding.\n`,
      );
    });
  });

  test('exits with 1 when a campaign is gone that was remembered', async () => {
    const { code, stdout } = await (async () => {
      await superuser.query('ROLLBACK');
      const away = '01976c1e-7a00-7000-8000-0000000000aa';
      await remembered.keep({ campaign: away, size: 3, root: new Uint8Array(32) });
      return run('--remember', folder).finally(() => rm(join(folder, `${away}.checkpoint`)));
    })();
    expect(code).toBe(1);
    expect(stdout).toContain('campaign 01976c1e-7a00-7000-8000-0000000000aa: tree: is remembered, and gone');
  });

  test.each<[string, string[], NodeJS.ProcessEnv]>([
    ['the database can’t be reached', [], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }],
    ['a checkpoint can’t be read', ['--checkpoint', '/nowhere', '--key', 'x'], {}],
    ['a key is none', ['--key', 'none'], {}],
  ])('exits with 2 when %s', async (_what, args, env) => {
    const ran = await treffer(['audit', ...args], { DATABASE_URL: service.database.url, ...env });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/^Could not check: ./m);
  });
});
