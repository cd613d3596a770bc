import type pg from 'pg';

/** A verifier key and the time in which new checkpoints were signed with it. */
export interface KeyTerm {
  /** The verifier key as text. */
  readonly key: string;
  /** RFC 3339, UTC. */
  readonly since: string;
  /** When another key took over; undefined while none has. */
  readonly until?: string;
}

/** The keys that ever signed checkpoints here. None is ever removed: old checkpoints must stay verifiable. */
export class VerifierKeys {
  constructor(private readonly pool: pg.Pool) {}

  /** From now on, checkpoints are signed with this key. Changes nothing when they were already. */
  async take(key: string): Promise<void> {
    // When two processes start at once, one of them finds its term taken, inserts nothing, and looks again.
    while ((await this.#newest()) !== key) {
      await this.pool.query(
        `INSERT INTO verifier_keys (term, key)
         SELECT coalesce(max(term) + 1, 0), $1 FROM verifier_keys
         HAVING (SELECT key FROM verifier_keys ORDER BY term DESC LIMIT 1) IS DISTINCT FROM $1
         ON CONFLICT DO NOTHING`,
        [key],
      );
    }
  }

  /** All terms, oldest first. A key that was taken up again has several. */
  async list(): Promise<KeyTerm[]> {
    const { rows } = await this.pool.query<{ key: string; since: Date }>(
      'SELECT key, since FROM verifier_keys ORDER BY term',
    );
    return rows.map(({ key, since }, index) => {
      const next = rows[index + 1];
      return { key, since: since.toISOString(), ...(next && { until: next.since.toISOString() }) };
    });
  }

  async #newest(): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ key: string }>('SELECT key FROM verifier_keys ORDER BY term DESC LIMIT 1');
    return rows[0]?.key;
  }
}
