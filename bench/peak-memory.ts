import { readFileSync } from 'node:fs';

/**
 * Peak resident memory of a process since its program began; undefined where the system does not tell. The `maxRSS` of
 * `process.resourceUsage()` may be that of the process which started it instead.
 */
export function peakBytesOf(pid: number | 'self'): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
