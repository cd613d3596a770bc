import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * When process `pid` began, in whatever form this system tells it; `''` when it runs but the system does not say, and
 * `undefined` when there is no such process. A number that was given to a new process shows by another start.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'linux') return startFromProc(pid);
  if (process.platform === 'win32') return '';
  return ps('lstart', pid);
}

/** The program that process `pid` runs and the folder it works in, as far as the system tells us. */
export async function describeProcess(pid: number): Promise<{ program?: string; folder?: string }> {
  if (process.platform === 'win32') return {};
  if (process.platform === 'linux') {
    const program = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    return { ...(program && { program }), ...(folder && { folder }) };
  }
  const program = (await ps('comm', pid)).split('/').at(-1);
  return { ...(program && { program }) };
}

async function ps(column: string, pid: number): Promise<string> {
  const asked = promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)], {
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  return (await asked.catch(() => ({ stdout: '' }))).stdout.trim();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function startFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field is the program's name in brackets and may hold blanks and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ended = fields[0] === 'Z' || fields[0] === 'X';
  return ended ? undefined : fields[19];
}
