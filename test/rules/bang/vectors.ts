import { readFileSync } from 'node:fs';
import type { Roll } from '../../../src/dice/roll.js';
import type { Reason } from '../../../src/rules/ruleset.js';

/** One case of a vector file: exactly one of outcome, reasons and faults. */
export interface Vector {
  readonly name: string;
  readonly request: unknown;
  readonly rolls?: readonly Roll[];
  readonly outcome?: unknown;
  readonly reasons?: readonly Reason[];
  readonly faults?: readonly { readonly pointer: string; readonly code: string }[];
}

/** A vector file, read with JSON.parse: a member called `__proto__` must stay one. */
export function vectors<Content = Vector[]>(file: string): Content {
  return JSON.parse(readFileSync(new URL(`../../vectors/${file}.json`, import.meta.url), 'utf8')) as Content;
}
