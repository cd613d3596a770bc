import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** So many clock ticks /proc counts a second, on every Linux that Node runs on (USER_HZ). */
const TICKS_A_SECOND = 100;

/** Tells how much processor time something has taken so far, in ms; undefined where the system does not tell. */
export type CpuTime = () => number | undefined;

interface Stat {
  /** Of the program. */
  readonly name: string;
  readonly parent: number;
  readonly ticks: number;
  /** Of its children that have ended. */
  readonly reapedTicks: number;
}

/** Of a process, with all its threads. */
export const cpuTimeOf =
  (pid: number): CpuTime =>
  () => {
    const stat = statOf(pid);
    return stat && (stat.ticks * 1000) / TICKS_A_SECOND;
  };

/** Of the whole Postgres server of a database, all its processes together, where it runs on this machine. */
export async function cpuTimeOfPostgres(databaseUrl: string): Promise<CpuTime> {
  const postmaster = await postmasterOf(databaseUrl);
  if (postmaster === undefined) return () => undefined;
  return () => {
    const stat = statOf(postmaster);
    if (stat === undefined) return undefined;
    const children = processes()
      .map(statOf)
      .filter((child) => child?.parent === postmaster)
      .reduce((ticks, child) => ticks + child!.ticks, 0);
    return ((stat.ticks + stat.reapedTicks + children) * 1000) / TICKS_A_SECOND;
  };
}

/**
 * The parent of every backend. A server elsewhere has process numbers that mean nothing here. The connection stays open
 * until its backend has been looked at: it ends with it.
 */
async function postmasterOf(databaseUrl: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const stat = statOf(rows[0]!.pid);
    return stat?.name.startsWith('postgres') ? stat.parent : undefined;
  } finally {
    await client.end();
  }
}

const processes = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);

function statOf(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in brackets and may itself hold any.
    const nameEnd = stat.lastIndexOf(')');
    const fields = stat.slice(nameEnd + 2).split(' ');
    const [parent, user, system, reapedUser, reapedSystem] = [1, 11, 12, 13, 14].map((field) => Number(fields[field]));
    return {
      name: stat.slice(stat.indexOf('(') + 1, nameEnd),
      parent: parent!,
      ticks: user! + system!,
      reapedTicks: reapedUser! + reapedSystem!,
    };
  } catch {
    return undefined;
  }
}
