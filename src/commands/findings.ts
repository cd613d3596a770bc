import type { Command } from 'commander';
import { printable } from './printable.js';

/** Exit codes: all holds; something is wrong; it could not be checked, or not all of it. */
export const HOLDS = 0;
export const WRONG = 1;
export const UNCHECKED = 2;

/** For a command that checks: being asked wrongly means that nothing was checked, not that something is wrong. */
export const usageErrors = (command: Command): Command =>
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? HOLDS : UNCHECKED));

/**
 * Runs a check. Whatever keeps it from coming to its end is told and means that it could not be checked, never that
 * something is wrong; but what was found before stays found.
 *
 * @returns the exit code
 */
export async function checking(findings: Findings, check: () => Promise<number>): Promise<number> {
  try {
    return await check();
  } catch (error) {
    findings.flush();
    process.stderr.write(`Could not check: ${(error as Error).message}\n`);
    return findings.wrong > 0 ? findings.conclude() : UNCHECKED;
  }
}

/** What is said when nobody can say whether a checkpoint's signature is good. */
export const NEEDS_KEY = 'A checkpoint needs --key: the verifier key of whoever signed it (GET /v1/verifier-keys).\n';

/** After so many findings the others are only counted. */
const MOST_TOLD = 100;

/** Prints findings, a line each, and counts them. */
export class Findings {
  wrong = 0;
  unchecked = 0;
  #untold = 0;

  /**
   * @param about what it is about, e.g. `entry 7`
   * @param finding.unchecked nothing is known to be wrong, but this could not be checked
   */
  add(about: string, { check, detail, unchecked }: { check: string; detail: string; unchecked?: true }): void {
    if (unchecked) this.unchecked += 1;
    else this.wrong += 1;
    if (this.wrong + this.unchecked > MOST_TOLD) this.#untold += 1;
    else process.stdout.write(`${printable(`${about}: ${check}: ${detail}`)}\n`);
  }

  /** Says how many were left out. */
  flush(): void {
    if (this.#untold > 0) process.stdout.write(`… and ${this.#untold} more\n`);
    this.#untold = 0;
  }

  /** Says what came of it all. Returns the exit code. */
  conclude(): number {
    this.flush();
    if (this.wrong > 0) {
      process.stdout.write(`\nWrong: ${this.wrong === 1 ? 'one finding' : `${this.wrong} findings`}.\n`);
      return WRONG;
    }
    if (this.unchecked > 0) {
      process.stdout.write('\nNothing wrong was found, but not everything could be checked.\n');
      return UNCHECKED;
    }
    process.stdout.write('\nEverything holds.\n');
    return HOLDS;
  }
}
