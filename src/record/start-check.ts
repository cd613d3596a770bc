import type pg from 'pg';

/** The oldest Postgres that Treffer is tested with. */
const OLDEST = 150_000;

interface Facts {
  version: number;
  encoding: string;
  role: string;
  may_change: boolean;
  guards: number;
}

/**
 * Whether the database keeps its promise that entries are never changed.
 *
 * @returns a sentence for each thing that is wrong, saying what to do; `[]`: nothing
 */
export async function startCheck(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Facts>(`
    SELECT current_setting('server_version_num')::integer AS version,
           current_setting('server_encoding') AS encoding,
           current_user::text AS role,
           has_any_column_privilege('entries', 'UPDATE') OR has_table_privilege('entries', 'DELETE')
             OR has_table_privilege('entries', 'TRUNCATE') AS may_change,
           (SELECT count(*)::integer FROM pg_trigger WHERE tgrelid = 'entries'::regclass AND tgenabled = 'A'
              AND tgname IN ('entries_append_only', 'entries_keep')) AS guards`);
  const { version, encoding, role, may_change, guards } = rows[0]!;
  const wrong: string[] = [];
  if (version < OLDEST) wrong.push(`Postgres 15 or newer is needed, this is ${Math.floor(version / 10_000)}.`);
  if (encoding !== 'UTF8') wrong.push(`The database's encoding is ${encoding}: it must be UTF8.`);
  if (may_change) {
    wrong.push(
      `The role ${role} could change or delete entries: revoke UPDATE, DELETE and TRUNCATE on entries from it.`,
    );
  }
  if (guards < 2) wrong.push('The triggers that keep entries from being changed are missing or not ENABLE ALWAYS.');
  return wrong;
}

/** A larger difference between the clocks would make `at` worthless. */
const CLOCKS_APART_MS = 5_000;

/** Whether the database answers, and its clock agrees with ours (docs/verify.md §1). */
export async function readiness(pool: pg.Pool, now: () => Date): Promise<string[]> {
  const before = now().getTime();
  let theirs: number;
  try {
    const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    theirs = rows[0]!.now.getTime();
  } catch (error) {
    return [`The database does not answer: ${(error as Error).message}.`];
  }
  const apart = Math.max(before - theirs, theirs - now().getTime(), 0);
  return apart > CLOCKS_APART_MS ? [`The clock is ${apart} ms away from the database's.`] : [];
}
