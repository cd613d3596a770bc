import { spawn } from 'node:child_process';
import { parse } from 'node:path';

/** The account and the words before a program's name with which Postgres programs are run. */
export interface RunAs {
  /** Absent when we are not root: then everything runs as ourselves. */
  readonly user?: { readonly name: string; readonly uid: number; readonly gid: number };
  /** A launcher and its arguments; empty when the program is run directly. */
  readonly through: readonly string[];
}

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end, in its own process group, so that Ctrl-C in the terminal does not reach it. */
export function run(program: string, args: readonly string[], as: RunAs): Promise<Ended> {
  const [command, ...rest] = [...as.through, program, ...args];
  const direct = as.through.length === 0 && as.user !== undefined;
  return new Promise((done, failed) => {
    const child = spawn(command as string, rest, {
      ...(direct ? { uid: as.user?.uid, gid: as.user?.gid } : {}),
      // Our own folder may be closed to that account.
      cwd: parse(process.cwd()).root,
      env: environment(),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => failed(new Error(`${command} cannot be run: ${error.message}`)));
    child.on('close', (code) => done({ code, output: output.trim() }));
  });
}

/** Only what a program needs to run: no PG* setting of the shell, no secret of ours, messages in English. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LD_LIBRARY_PATH', 'SystemRoot', 'COMSPEC'];
  const entries = kept.map((name) => [name, process.env[name]]).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}
