import { readFileSync } from 'node:fs';

/**
 * Peak resident memory of a process since its program began; undefined where the system does not tell. The `maxRSS` of
 * `process.resourceUsage()` may be that of the process which started it instead.
 */
export const peakBytesOf = (pid: number | 'self'): number | undefined => bytesOf(pid, /^VmHWM:\s+(\d+) kB$/m);

/** Resident memory of a process now; undefined where the system does not tell. */
export const residentBytesOf = (pid: number): number | undefined => bytesOf(pid, /^VmRSS:\s+(\d+) kB$/m);

function bytesOf(pid: number | 'self', line: RegExp): number | undefined {
  try {
    const kilobytes = line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
