import pg from 'pg';

/** The role that every connection of the service runs as: it can read and append entries, and nothing more. */
export const WRITER = 'treffer_writer';

/** How long a request waits for a connection, or a statement for a lock, before it is told to come back. */
const PATIENCE_MS = 1_500;
/** How long a statement may take before its connection is given up. */
const STATEMENT_MS = 10_000;

/**
 * Connections to the database, running as {@link WRITER}.
 *
 * @param url `postgres://…`; its role must be a member of {@link WRITER}
 * @param size how many at most
 */
export function connect(url: string, size: number): pg.Pool {
  const own = new URL(url);
  const options = [own.searchParams.get('options'), `-c role=${WRITER}`, `-c lock_timeout=${PATIENCE_MS}`];
  own.searchParams.set('options', options.filter((option) => option !== null).join(' '));
  return new pg.Pool({
    connectionString: own.href.replaceAll('+', '%20'),
    application_name: 'treffer',
    max: size,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
  });
}
