import { Unavailable } from './store.js';

/**
 * Whether an error says something about the connection or the server rather than about a statement. SQLSTATE classes:
 * 08 connection, 28 log-in, 3D no such database, 25006 read-only (a standby), 53 out of resources, 57 shut down or
 * cancelled, 58 system; 55P03 a lock that was not to be had in time.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof Unavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as Error & { code?: unknown; severity?: unknown };
  if (typeof code === 'string' && severity !== undefined) return /^(08|28|3D|53|57|58|25006|55P03)/.test(code);
  // Sockets' errors have a code of the system, the driver's own only a message.
  return (typeof code === 'string' && /^E(?!RR_)/.test(code)) || DRIVER.test(error.message);
}

/** What the driver says when it is its connection that failed. */
const DRIVER =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/;

/** Whether a statement was not carried out because others were too many, so that nothing has changed. */
export const isCrowdedOut = (error: unknown): boolean =>
  // The pool had no connection free in time, or another session kept a lock.
  (error instanceof Error && error.message === 'timeout exceeded when trying to connect') ||
  (error as { code?: string }).code === '55P03';
