import { bytesToHex } from '@noble/hashes/utils.js';
import stringify from 'safe-stable-stringify';
import type { Hash } from '../dice/hash.js';
import type { Roll } from '../dice/roll.js';
import type { RulingEntry } from '../record/entry.js';
import type { OwnedRoll, Ruleset } from '../rules/ruleset.js';
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
 * @returns `other` for an entry that is no ruling; `malformed` for a line that is no entry
 */
export function readEntry(
  rulesets: readonly Ruleset[],
  hash: Hash,
  line: string,
): CountedRuling | 'other' | 'malformed' {
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) return 'malformed';
    const { v, kind, seq, at } = entry as Partial<RulingEntry>;
    if (v !== 1 || typeof kind !== 'string' || !isCount(seq) || typeof at !== 'string') return 'malformed';
    const moment = milliseconds(at);
    if (moment === undefined) return 'malformed';
    if (kind !== 'ruling') return 'other';
    const ruling = entry as RulingEntry;
    if (!isRuling(ruling)) return 'malformed';
    return {
      asked: {
        seq,
        at: moment,
        request: requestOf(hash, ruling),
        by: ruling.by,
        ...(ruling.actor === undefined ? {} : { actor: ruling.actor }),
      },
      ruleset: ruling.ruleset,
      rolls: owned(rulesets, ruling),
    };
  } catch {
    // Not JSON, or nested so deeply that it can't be gone through.
    return 'malformed';
  }
}

function isRuling({ by, actor, ruleset, version, action, request, rolls }: RulingEntry): boolean {
  const texts = [by, ruleset, version, action, actor ?? ''];
  return (
    texts.every((text) => typeof text === 'string') &&
    request !== undefined &&
    Array.isArray(rolls) &&
    rolls.every(isRoll)
  );
}

function isRoll(roll: Roll | null): boolean {
  if (roll === null || !isCount(roll.sides) || roll.sides < 2 || roll.sides > 256) return false;
  if (!Array.isArray(roll.values)) return false;
  return roll.values.every((value) => isCount(value) && value >= 1 && value <= roll.sides);
}

/** The same for equal requests of one action: members in any order, numbers and texts by their value. */
function requestOf(hash: Hash, { ruleset, action, request }: RulingEntry): string {
  return bytesToHex(hash.sha256(stringify([ruleset, action, request])));
}

function owned(rulesets: readonly Ruleset[], ruling: RulingEntry): CountedRuling['rolls'] {
  const ruleset = rulesets.find(({ id, version }) => id === ruling.ruleset && version === ruling.version);
  const action = ruleset?.actions.find(({ name }) => name === ruling.action);
  if (ruleset === undefined || action === undefined) return undefined;
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
