import { bytesToHex } from '@noble/hashes/utils.js';
import stringify from 'safe-stable-stringify';
import type { Hash } from '../dice/hash.js';
import type { Roll } from '../dice/roll.js';
import type { RulingEntry } from '../record/entry.js';
import { readEntry } from '../record/entry-form.js';
import { adjudicatedBy, type OwnedRoll, type Ruleset } from '../rules/ruleset.js';
import { milliseconds } from './moment.js';
import type { Asked } from './repeats.js';

/** What of an entry is counted. */
export interface CountedRuling {
  readonly asked: Asked;
  readonly ruleset: string;
  /** Its rolls with their owners; undefined when the ruleset, or what it recorded, is not understood. */
  readonly rolls: readonly (readonly [Roll, OwnedRoll])[] | undefined;
}

/**
 * Reads an entry of the record, which may be damaged or forged: nothing in it is taken on trust.
 *
 * @param line its bytes as text
 * @returns `other` for an entry that is no ruling; `malformed` for a line that is no entry (docs/verify.md §1)
 */
export function countedRuling(
  rulesets: readonly Ruleset[],
  hash: Hash,
  line: string,
): CountedRuling | 'other' | 'malformed' {
  const entry = readEntry(line);
  if (typeof entry === 'string') return 'malformed';
  if (entry.kind !== 'ruling') return 'other';
  const ruling = entry as RulingEntry;
  const { seq, at, by, actor } = ruling;
  const asked = { seq, at: milliseconds(at), by, ...(actor === undefined ? {} : { actor }) };
  try {
    return {
      asked: { ...asked, request: requestOf(hash, ruling) },
      ruleset: ruling.ruleset,
      rolls: owned(rulesets, ruling),
    };
  } catch {
    // Nested so deeply that it can't be gone through: far deeper than a request may be.
    return 'malformed';
  }
}

/** The same for equal requests of one action: members in any order, numbers and texts by their value. */
function requestOf(hash: Hash, { ruleset, action, request }: RulingEntry): string {
  return bytesToHex(hash.sha256(stringify([ruleset, action, request])));
}

function owned(rulesets: readonly Ruleset[], ruling: RulingEntry): CountedRuling['rolls'] {
  const known = adjudicatedBy(rulesets, ruling);
  if (known === undefined) return undefined;
  const { ruleset, action } = known;
  let owners: readonly OwnedRoll[];
  try {
    owners = action.owners(ruling.request, ruling.outcome, ruling.rolls);
  } catch {
    // A request or an outcome that this action has never recorded.
    return undefined;
  }
  if (owners.length !== ruling.rolls.length) return undefined;
  const pairs = ruling.rolls.map((roll, index) => [roll, owners[index]!] as const);
  return pairs.every(([roll, owner]) => fits(ruleset, roll, owner)) ? pairs : undefined;
}

function fits({ purposes }: Ruleset, { sides, values }: Roll, { who, purpose, successes }: OwnedRoll): boolean {
  if (typeof who !== 'string' || !purposes.includes(purpose)) return false;
  if (successes === undefined) return true;
  const { seen, faces } = successes;
  return isCount(seen) && seen <= values.length && isCount(faces) && faces >= 1 && faces < sides;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
