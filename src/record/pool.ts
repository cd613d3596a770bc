import pg from 'pg';

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
  const options = [
    own.searchParams.get('options'),
    `-c role=${WRITER}`,
    `-c lock_timeout=${PATIENCE_MS}`,
    // Whatever is asked for often is found through an index. A plan is kept as long as its connection: one that reads a
    // whole table, made while it was small, would be kept while it grows.
    '-c enable_seqscan=off',
  ];
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
