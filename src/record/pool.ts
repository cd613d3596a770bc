import pg from 'pg';
import { Unavailable } from './store.js';

/** The role that every connection of the service runs as: it can read and append entries, and nothing more. */
export const WRITER = 'treffer_writer';

/** How long a request waits for a connection, or a statement for a lock, before it is told to come back. */
const PATIENCE_MS = 5_000;
/** How long a statement may take before its connection is given up. */
const STATEMENT_MS = 10_000;

/**
 * Connections to the database, running as {@link WRITER}.
 *
 * @param url `postgres://…`; its role must be a member of {@link WRITER}
 * @param size how many at most; at least two, since whoever takes over a campaign holds one and reads with another
 */
export function connect(url: string, size: number): pg.Pool {
  const own = new URL(url);
  const options = [own.searchParams.get('options'), `-c role=${WRITER}`, `-c lock_timeout=${PATIENCE_MS}`];
  own.searchParams.set('options', options.filter((option) => option !== null).join(' '));
  const pool = new pg.Pool({
    connectionString: own.href,
    application_name: 'treffer',
    max: Math.max(2, size),
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
  });
  // Losing a connection rejects the running query; without a listener one that is checked out between two queries would
  // end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Lets a few do something at a time; the others wait for their turn, but not for ever. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** @throws {Unavailable} when it takes too long until it is its turn */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    return new Promise((begin, giveUp) => {
      const next = () => {
        clearTimeout(late);
        begin();
      };
      const late = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        giveUp(new Unavailable('too many others are ahead'));
      }, PATIENCE_MS);
      this.#waiting.push(next);
    });
  }
}
