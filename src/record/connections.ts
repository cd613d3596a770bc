import type pg from 'pg';
import { isAway, isCrowdedOut } from './away.js';
import { Unavailable } from './store.js';

/**
 * Postgres warns with these when a commit is not known to have reached its synchronous standby: the wait was cancelled,
 * or the connection is being ended.
 */
const NOT_REPLICATED = ['01000', '57P01'];

export type Client = Pick<pg.ClientBase, 'query'>;

/** The record's connections to the database: they know when nothing holds any more, and which commits may yet vanish. */
export class Connections {
  readonly #lost: (() => void)[] = [];
  /** Connections whose last statement was confirmed with a warning. */
  readonly #warned = new WeakSet<object>();
  /**
   * Stands for the last commit whose replication failed: until a later one succeeds, what is read may vanish in a failover.
   * Another symbol each time, so that a commit begun before can't settle it.
   */
  #doubt: symbol | undefined;
  /** The connection of the last commit, until it is clear that no other follows at once. */
  #held: pg.PoolClient | undefined;

  constructor(readonly pool: pg.Pool) {
    pool.on('connect', (client) => {
      client.on('notice', (notice) => {
        if (!NOT_REPLICATED.includes(notice.code ?? '')) return;
        this.#warned.add(client);
        this.#doubt = Symbol();
      });
    });
    pool.on('error', () => this.#nothingHolds());
  }

  onLost(listener: () => void): void {
    this.#lost.push(listener);
  }

  /** Runs statements, turning what the driver throws when the database is away into {@link Unavailable}. */
  async asking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Unavailable || !isAway(error)) throw error;
      if (!isCrowdedOut(error)) this.#nothingHolds();
      throw new Unavailable('the database is not reachable', { cause: error });
    }
  }

  /**
   * Commits something on one connection and waits until that is as durable as the server promises. After an error the
   * connection is thrown away: nobody knows what state it is in. A commit that follows at once is sent at once: under
   * load the way through the pool would put it behind all the answers to the one before.
   *
   * @param commit its last statement commits; says whether it wrote anything: a commit of nothing waits for no standby, so
   *   it says nothing of those before it
   * @throws {Unavailable} when it may vanish in a failover, or it is not known whether it was committed
   */
  committing<T>(commit: (client: Client) => Promise<{ readonly result: T; readonly wrote: boolean }>): Promise<T> {
    return this.asking(async () => {
      const client = this.#held ?? (await this.pool.connect());
      this.#held = undefined;
      const doubt = this.#doubt;
      this.#warned.delete(client);
      try {
        const { result, wrote } = await commit(client);
        if (this.#warned.has(client)) {
          this.#nothingHolds();
          throw new Unavailable('the commit did not reach the standby');
        }
        // What came before it has reached the standby too.
        if (wrote && this.#doubt === doubt) this.#doubt = undefined;
        this.#hold(client);
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    });
  }

  /**
   * Resolves when everything committed so far is durable.
   *
   * @throws {Unavailable} when it may vanish in a failover
   */
  async settled(): Promise<void> {
    if (this.#doubt === undefined) return;
    // Commits something that changes nothing: when that has reached the standby, so has everything before it.
    await this.committing(async (client) => {
      await client.query(`SELECT pg_logical_emit_message(true, 'treffer', '')`);
      return { result: undefined, wrote: true };
    });
  }

  #hold(client: pg.PoolClient): void {
    if (this.#held !== undefined) {
      client.release();
      return;
    }
    this.#held = client;
    // Two turns of the event loop: the committer waits for one.
    setImmediate(() => setImmediate(() => this.#letGo(client)));
  }

  #letGo(client: pg.PoolClient): void {
    if (this.#held !== client) return;
    this.#held = undefined;
    client.release();
  }

  #nothingHolds(): void {
    for (const listener of this.#lost) listener();
  }
}
