import { writeSync } from 'node:fs';
import { peakBytesOf } from './process-memory.js';

/*
 * Loaded into a measured process before its program (`--import`): at exit it says on file descriptor 3 what the process
 * took, see measured-process.ts.
 */

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakBytes: peakBytesOf('self') ?? maxRSS * 1024 };
  writeSync(3, JSON.stringify(usage));
});
