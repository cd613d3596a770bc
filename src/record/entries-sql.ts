import { concatBytes } from '@noble/hashes/utils.js';
import type pg from 'pg';
import { binaryArray, type ElementType, type ElementValue } from './binary-array.js';
import type { Part, Row, Tip } from './store.js';

/*
 * The statements that write and read the table `entries`. What is appended goes by `appendOneSql` when it is a single row,
 * else by `appendSql`: all or nothing. When that was nothing, `appendThroughGateSql` writes what can be written.
 */

/** A column of `entries`, and what of a row stands in it. */
interface Column {
  readonly name: string;
  readonly type: ElementType;
  value(row: Row): unknown;
  /** All rows' values as one parameter. */
  values(rows: readonly Row[]): Buffer;
}

const column = <Type extends ElementType>(
  name: string,
  type: Type,
  value: (row: Row) => ElementValue<Type> | null | undefined,
): Column => ({ name, type, value, values: (rows) => binaryArray(type, rows.map(value)) });

/** All but the first, which is the campaign. */
const COLUMNS: readonly Column[] = [
  column('seq', 'integer', ({ seq }) => seq),
  column('kind', 'text', ({ kind }) => kind),
  column('entry', 'text', ({ entry }) => entry),
  column('leaf', 'bytea', ({ leaf }) => leaf),
  column('nodes', 'bytea', ({ nodes }) => concatBytes(...nodes)),
  column('table_after', 'bytea', ({ table }) => table),
  column('chain_seq', 'integer', ({ chainSeq }) => chainSeq),
  column('settings_seq', 'integer', ({ settingsSeq }) => settingsSeq),
  column('contribution_seq', 'integer', ({ contributionSeq }) => contributionSeq),
  column('key_hash', 'bytea', ({ key }) => key?.hash),
  column('request_hash', 'bytea', ({ key }) => key?.request),
  column('continues', 'integer', ({ continues }) => continues),
];

const NAMES = ['campaign', ...COLUMNS.map(({ name }) => name)].join(', ');
const TYPES: readonly ElementType[] = ['uuid', ...COLUMNS.map(({ type }) => type)];
/**
 * A parameter that is an array. Inside a SELECT the planner can't see how long it is: if it could, it would plan the
 * statement anew each time, which takes longer than appending a row.
 */
const array = (parameter: number, type: ElementType): string => `(SELECT $${parameter}::${type}[])`;

/** All rows, a parameter for each column: $1 to $13. */
const ROWS = `unnest(${TYPES.map((type, i) => array(i + 1, type)).join(', ')})`;
/** The entries that the parts follow: $14 campaigns, $15 seqs, $16 leaf hashes. */
const TIPS = `unnest(${array(14, 'uuid')}, ${array(15, 'integer')}, ${array(16, 'bytea')}) AS tip (campaign, seq, leaf)`;
/**
 * For each tip that is in the record, one row. After a restore or a failover the primary key alone would let a gap
 * through. OFFSET keeps the planner from joining in any other way than by looking up each one in the primary key.
 */
const THERE = `LATERAL (
    SELECT FROM entries WHERE entries.campaign = tip.campaign AND entries.seq = tip.seq AND entries.leaf = tip.leaf OFFSET 0
  ) AS there`;

/**
 * The lock that whoever appends holds a share of, so that who holds it alone appends undisturbed. One for the whole
 * table, since a statement appends to many campaigns.
 */
const LOCK = 0x74726566;
/** A process that is stopped while it has the lock to itself loses its session, and with it the lock, before others give up. */
export const LOCK_APPENDS = `SET idle_session_timeout = '2s'; SELECT pg_advisory_lock(${LOCK})`;
export const UNLOCK_APPENDS = `SELECT pg_advisory_unlock(${LOCK}); RESET idle_session_timeout`;

/**
 * A statement that appends, in two forms. `shared` takes a share of the lock until the end of its transaction. `locked` is
 * for a session that has the lock to itself and must not ask for a share in it: Postgres 15 refuses that while somebody
 * else is waiting for the lock.
 */
export type Lock = 'shared' | 'locked';

/** @param text gets a condition that is always true and takes the share, or one that only is true */
const inBothForms = (text: (share: string) => string): Readonly<Record<Lock, string>> => ({
  shared: text(`pg_advisory_xact_lock_shared(${LOCK}) IS NOT NULL`),
  locked: text('true'),
});

/**
 * Appends all rows, or none unless every tip is there; fails when a row is taken. The condition's sub-selects are
 * evaluated once and not for each row.
 */
export const appendSql = inBothForms(
  (share) => `
INSERT INTO entries (${NAMES})
SELECT * FROM ${ROWS}
WHERE (SELECT count(*) FROM ${TIPS}, ${THERE}) = cardinality($14::uuid[]) AND (SELECT ${share})`,
);

/** The same for a single row, in half the time. */
export const appendOneSql = inBothForms(
  (share) => `
INSERT INTO entries (${NAMES})
SELECT ${TYPES.map((type, i) => `$${i + 1}::${type}`).join(', ')} FROM entries AS tip
WHERE tip.campaign = $1::uuid AND tip.seq = $14::integer AND tip.leaf = $15::bytea AND ${share}`,
);

/**
 * Appends the rows of those campaigns whose tip is there and for whom no row, key or continuation is taken, and names
 * these campaigns. The gate is a campaign's first row: whoever is first at a campaign's next seq has the campaign. Only a
 * first row can meet somebody else's, and what others have committed before is seen by all conditions. (ON CONFLICT for
 * all rows would skip the first one and write the others after a stranger's.)
 */
export const appendThroughGateSql = inBothForms(
  (share) => `
WITH new (${NAMES}) AS (SELECT * FROM ${ROWS}),
tip AS (
  SELECT tip.campaign, tip.seq FROM ${TIPS}, ${THERE}
  WHERE NOT EXISTS (SELECT FROM new JOIN entries USING (campaign, key_hash) WHERE new.campaign = tip.campaign)
    AND NOT EXISTS (SELECT FROM new JOIN entries USING (campaign, continues) WHERE new.campaign = tip.campaign)
    AND (SELECT ${share})
),
gate AS (
  INSERT INTO entries (${NAMES})
  SELECT new.* FROM new JOIN tip ON new.campaign = tip.campaign AND new.seq = tip.seq + 1 ORDER BY new.campaign
  ON CONFLICT DO NOTHING RETURNING campaign, seq
),
others AS (
  INSERT INTO entries (${NAMES})
  SELECT new.* FROM new JOIN gate ON new.campaign = gate.campaign AND new.seq > gate.seq ORDER BY new.campaign, new.seq
)
SELECT campaign FROM gate`,
);

/** The parameters of {@link appendSql} and {@link appendThroughGateSql}. */
export const appendValues = (parts: readonly Part[]): Buffer[] => [
  ...rowValues(parts),
  binaryArray(
    'uuid',
    parts.map(({ after }) => after.campaign),
  ),
  binaryArray(
    'integer',
    parts.map(({ after }) => after.frontier.size - 1),
  ),
  binaryArray(
    'bytea',
    parts.map(({ after }) => after.leaf),
  ),
];

/** The parameters of {@link appendOneSql}. */
export const appendOneValues = ({ after }: Part, row: Row): unknown[] => [
  after.campaign,
  ...COLUMNS.map(({ value }) => value(row)),
  after.frontier.size - 1,
  after.leaf,
];

function rowValues(parts: readonly { readonly after: Pick<Tip, 'campaign'>; readonly rows: readonly Row[] }[]) {
  const rows: Row[] = [];
  const campaigns: string[] = [];
  for (const part of parts) {
    for (const row of part.rows) {
      rows.push(row);
      campaigns.push(part.after.campaign);
    }
  }
  return [binaryArray('uuid', campaigns), ...COLUMNS.map(({ values }) => values(rows))];
}

/** Writes the first rows of a campaign; part of the transaction that makes the campaign. */
export async function insertFirst(
  client: Pick<pg.ClientBase, 'query'>,
  campaign: string,
  rows: readonly Row[],
): Promise<void> {
  await client.query(
    `INSERT INTO entries (${NAMES}) SELECT * FROM ${ROWS}`,
    rowValues([{ after: { campaign }, rows }]),
  );
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
