import { concatBytes } from '@noble/hashes/utils.js';
import type pg from 'pg';
import type { Row } from './store.js';

/*
 * The statements that write and read the table `entries`.
 */

const COLUMNS = [
  ['seq', 'integer'],
  ['kind', 'text'],
  ['entry', 'text'],
  ['leaf', 'bytea'],
  ['nodes', 'bytea'],
  ['table_after', 'bytea'],
  ['chain_seq', 'integer'],
  ['settings_seq', 'integer'],
  ['contribution_seq', 'integer'],
  ['key_hash', 'bytea'],
  ['request_hash', 'bytea'],
  ['continues', 'integer'],
] as const;

/** What a row holds, in the order of the columns. */
export const rowValues = (row: Row): unknown[] => [
  row.seq,
  row.kind,
  row.entry,
  row.leaf,
  concatBytes(...row.nodes),
  row.table,
  row.chainSeq,
  row.settingsSeq ?? null,
  row.contributionSeq ?? null,
  row.key?.hash ?? null,
  row.key?.request ?? null,
  row.continues ?? null,
];

/** Writes the first rows of a campaign; part of the transaction that makes the campaign. */
export async function insertFirst(
  client: Pick<pg.ClientBase, 'query'>,
  campaign: string,
  rows: readonly Row[],
): Promise<void> {
  const columns = COLUMNS.map(([name]) => name).join(', ');
  const parameters = COLUMNS.map((_, column) => `$${column + 2}`).join(', ');
  for (const row of rows) {
    await client.query(`INSERT INTO entries (campaign, ${columns}) VALUES ($1, ${parameters})`, [
      campaign,
      ...rowValues(row),
    ]);
  }
}

/**
 * The statement that reads a page; parameters: campaign, the seq that it comes after, how many rows it may have; then
 * how many bytes, and the kind, as far as they are asked for.
 */
export function pageSql(withBytes: boolean, withKind: boolean): string {
  const kind = withBytes ? '$5' : '$4';
  const condition = withKind ? `AND kind = ${kind} AND (${kind} = 'ruling' OR kind <> 'ruling')` : '';
  const rows = `SELECT seq, entry FROM entries WHERE campaign = $1 AND seq > $2 ${condition} ORDER BY seq LIMIT $3`;
  if (!withBytes) return rows;
  return `SELECT seq, entry FROM (
     SELECT seq, entry, sum(octet_length(entry)) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) - octet_length(entry) AS before
     FROM (${rows}) AS candidates
   ) AS measured
   WHERE before + octet_length(entry) <= $4 OR before = 0
   ORDER BY seq`;
}

const sqlTexts = new Map<string, string>();

/**
 * The statement that appends `count` rows; parameters: campaign, seq and leaf of the row before, then the rows'. Both
 * conditions are sub-selects of their own, so that they are evaluated once and not for each row.
 *
 * @param lock `held`: this session has the campaign's lock to itself and must not ask for a share in it: Postgres 15
 *   refuses that while somebody else is waiting for the lock
 */
export function appendSql(count: number, lock: 'shared' | 'held'): string {
  const id = `${count} ${lock}`;
  let text = sqlTexts.get(id);
  if (text === undefined) {
    const rows: string[] = [];
    for (let row = 0; row < count; row += 1) {
      const first = 4 + row * COLUMNS.length;
      rows.push(`(${COLUMNS.map(([, type], column) => `$${first + column}::${type}`).join(', ')})`);
    }
    text = `INSERT INTO entries (campaign, ${COLUMNS.map(([name]) => name).join(', ')})
      SELECT $1::uuid, new.* FROM (VALUES ${rows.join(', ')}) AS new
      WHERE EXISTS (SELECT FROM entries WHERE campaign = $1::uuid AND seq = $2::integer AND leaf = $3::bytea)`;
    if (lock === 'shared') {
      text += ' AND (SELECT pg_try_advisory_xact_lock_shared(hashtextextended($1::uuid::text, 0)))';
    }
    sqlTexts.set(id, text);
  }
  return text;
}
