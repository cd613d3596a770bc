import type pg from 'pg';

/** A campaign is not tried again so soon, whichever process did it. */
const PAUSE = '55 minutes';

/** What of the campaigns' checkpoints was posted to the outside. */
export class CheckpointPosts {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Campaigns that have grown since they were posted and are due again, in the order of their ids.
   *
   * @param after only those with a larger id
   */
  async due(after: string | undefined, limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT id FROM campaigns LEFT JOIN checkpoint_posts ON campaign = id
       WHERE ($1::uuid IS NULL OR id > $1) AND (tried_at IS NULL OR tried_at <= now() - $3::interval)
         AND EXISTS (SELECT FROM entries WHERE campaign = id AND seq >= coalesce(size, 0))
       ORDER BY id LIMIT $2`,
      [after ?? null, limit, PAUSE],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Keeps other processes from posting the same campaign for a while.
   *
   * @param always also when one of them has done so a moment ago
   * @returns the size posted last, 0 for none; undefined when it is another one's turn
   */
  async claim(campaign: string, always: boolean): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ size: number }>(
      `INSERT INTO checkpoint_posts (campaign, size, tried_at) VALUES ($1, 0, now())
       ON CONFLICT (campaign) DO UPDATE SET tried_at = now()
         WHERE $2 OR checkpoint_posts.tried_at <= now() - $3::interval
       RETURNING size`,
      [campaign, always, PAUSE],
    );
    return rows[0]?.size;
  }

  /** A checkpoint of this size has been taken by whoever it was posted to. */
  async posted(campaign: string, size: number): Promise<void> {
    await this.pool.query('UPDATE checkpoint_posts SET size = greatest(size, $2) WHERE campaign = $1', [
      campaign,
      size,
    ]);
  }
}
