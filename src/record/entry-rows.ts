import type pg from 'pg';
import type { EntryRow } from './row-check.js';

/** So many rows are read at once. */
const PAGE = 500;

/** The tables as they are, for looking at every row of them. */
export class EntryRows {
  constructor(private readonly pool: pg.Pool) {}

  /** Every campaign that has a row of its own, entries, or both. */
  async campaigns(): Promise<{ id: string; row: boolean; posted: number }[]> {
    const { rows } = await this.pool.query<{ id: string; row: boolean; posted: number }>(
      `SELECT all_ids.id, campaigns.id IS NOT NULL AS row, coalesce(size, 0) AS posted
       FROM (SELECT id FROM campaigns UNION SELECT campaign FROM entries UNION SELECT campaign FROM checkpoint_posts)
         AS all_ids
       LEFT JOIN campaigns ON campaigns.id = all_ids.id LEFT JOIN checkpoint_posts ON campaign = all_ids.id
       ORDER BY all_ids.id`,
    );
    return rows;
  }

  /** A campaign's rows in order, some at a time. */
  async *of(campaign: string): AsyncGenerator<readonly EntryRow[]> {
    for (let after = -1; ; ) {
      const { rows } = await this.pool.query<EntryRow>({
        name: 'audit',
        text: `SELECT seq, kind, entry, leaf, nodes, table_after AS "tableAfter", chain_seq AS "chainSeq",
                 settings_seq AS "settingsSeq", contribution_seq AS "contributionSeq", key_hash AS "keyHash",
                 request_hash AS "requestHash", continues
               FROM entries WHERE campaign = $1 AND seq > $2 ORDER BY seq LIMIT ${PAGE}`,
        values: [campaign, after],
      });
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) return;
      after = rows[rows.length - 1]!.seq;
    }
  }
}
