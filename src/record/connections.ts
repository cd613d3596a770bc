import type pg from 'pg';
import { isAway, isCrowdedOut } from './away.js';
import { Unavailable } from './store.js';

/**
 * Postgres warns with these when a commit is not known to have reached its synchronous standby: the wait was cancelled,
 * or the connection is being ended.
 */
const NOT_REPLICATED = ['01000', '57P01'];

/**
 * An expression for the statement that reads what is about to be answered as durable. Where commits wait for a standby, it
 * makes the statement a commit of nothing: when that has reached the standby, so has everything that the statement saw.
 * Another session's commit that did not can't be told from the rows.
 */
export const AWAIT_STANDBY = `CASE WHEN current_setting('synchronous_standby_names') <> ''
  THEN pg_logical_emit_message(true, 'treffer', '') END AS standby_reached`;

/** So long a connection is kept for the next commit. */
const HELD_MS = 50;

export type Client = Pick<pg.ClientBase, 'query'>;

/** The service's connections to the database: they know when nothing holds any more, and what may vanish in a failover. */
export class Connections {
  readonly #lost: (() => void)[] = [];
  /** Connections whose last statement was confirmed with a warning. */
  readonly #warned = new WeakSet<object>();
  /** The connection of the last commit, kept for the next one. */
  #held: pg.PoolClient | undefined;
  /** Runs while a connection is kept. */
  #letGo: NodeJS.Timeout | undefined;
  /** The connection that is kept has served a commit since the timer was set. */
  #used = false;

  constructor(readonly pool: pg.Pool) {
    pool.on('connect', (client) => {
      client.on('notice', (notice) => {
        if (NOT_REPLICATED.includes(notice.code ?? '')) this.#warned.add(client);
      });
      client.once('end', () => this.#ended(client));
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
   * connection is thrown away: nobody knows what state it is in. Else it is kept for a while: a commit that follows is
   * sent at once, where the way through the pool would put it behind all the answers to the one before.
   *
   * @param commit its last statement commits
   * @throws {Unavailable} when it may vanish in a failover, or it is not known whether it was committed
   */
  committing<T>(commit: (client: Client) => Promise<T>): Promise<T> {
    return this.asking(async () => {
      const held = this.#held;
      this.#held = undefined;
      const client = held ?? (await this.pool.connect());
      this.#warned.delete(client);
      try {
        const result = await commit(client);
        if (this.#warned.has(client)) {
          this.#nothingHolds();
          throw new Unavailable('the commit did not reach the standby');
        }
        this.#hold(client);
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    });
  }

  /**
   * Resolves when everything that could be read before is durable.
   *
   * @throws {Unavailable} when it may vanish in a failover
   */
  async settled(): Promise<void> {
    await this.committing((client) => client.query(`SELECT ${AWAIT_STANDBY}`));
  }

  #hold(client: pg.PoolClient): void {
    // Whoever waits in the pool comes first: steady commits would keep the connection from him for good.
    if (this.#held !== undefined || this.pool.waitingCount > 0) {
      client.release();
      return;
    }
    this.#held = client;
    this.#used = true;
    this.#letGo ??= setTimeout(() => this.#letGoIfIdle(), HELD_MS);
  }

  #letGoIfIdle(): void {
    this.#letGo = undefined;
    if (this.#used) {
      this.#used = false;
      this.#letGo = setTimeout(() => this.#letGoIfIdle(), HELD_MS);
      return;
    }
    this.#held?.release();
    this.#held = undefined;
  }

  /** The pool looks after its idle connections, not after this one. */
  #ended(client: pg.ClientBase): void {
    if (client !== this.#held) return;
    this.#held.release(true);
    this.#held = undefined;
    this.#nothingHolds();
  }

  #nothingHolds(): void {
    for (const listener of this.#lost) listener();
  }
}
