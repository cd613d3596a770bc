import { type Entry, KINDS, type Kind, type RulingEntry } from './entry.js';
import { countMembers, outerMembers, readJsonText } from './json-text.js';
import { lineBytes } from './line-bytes.js';

/*
 * The exact form of an entry (docs/verify.md §1): which members it has, in which order, and what they may hold.
 */

type Holds = (value: unknown) => boolean;

interface Member {
  readonly name: string;
  readonly holds: Holds;
  readonly optional?: true;
}

const isText: Holds = (value) => typeof value === 'string' && value.isWellFormed();
const isCount: Holds = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isPositive: Holds = (value) => isCount(value) && value !== 0;
const isHash: Holds = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRoll: Holds = (value) => {
  if (missesForm(value, ROLL) !== undefined) return false;
  const { sides, values } = value as { sides: number; values: unknown[] };
  return sides >= 2 && sides <= 256 && values.every((die) => isPositive(die) && (die as number) <= sides);
};

const ROLL: readonly Member[] = [
  { name: 'for', holds: isText },
  { name: 'sides', holds: isCount },
  { name: 'values', holds: Array.isArray },
];

const SETTINGS: readonly Member[] = [
  { name: 'requireIdempotencyKey', holds: (value) => typeof value === 'boolean' },
  { name: 'contribution', holds: (value) => value === 'optional' || value === 'required' },
  {
    name: 'rulesets',
    holds: (value) => isObject(value) && [...Object.keys(value), ...Object.values(value)].every(isText),
    optional: true,
  },
];

const COMMON: readonly Member[] = [
  { name: 'v', holds: (value) => value === 1 },
  { name: 'campaign', holds: (value) => isText(value) && UUID.test(value as string) },
  { name: 'seq', holds: isCount },
  { name: 'at', holds: (value) => isText(value) && isTime(value as string) },
  { name: 'kind', holds: isText },
];

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

const by: Member = { name: 'by', holds: isText };

/** A ruling up to its outcome. */
const UNDECIDED: readonly Member[] = [
  ...COMMON,
  { name: 'chain', holds: isCount },
  { name: 'link', holds: isPositive },
  { name: 'seed', holds: isHash },
  { name: 'table', holds: isHash },
  by,
  { name: 'actor', holds: isText, optional: true },
  { name: 'ruleset', holds: isText },
  { name: 'version', holds: isText },
  { name: 'action', holds: isText },
  { name: 'request', holds: isObject },
  { name: 'rolls', holds: (value) => Array.isArray(value) && value.every(isRoll) },
];

const FORMS: Readonly<Record<Kind, readonly Member[]>> = {
  chain: [
    ...COMMON,
    { name: 'chain', holds: isCount },
    { name: 'length', holds: isPositive },
    { name: 'anchor', holds: isHash },
  ],
  settings: [...COMMON, { name: 'settings', holds: (value) => missesForm(value, SETTINGS) === undefined }, by],
  contribution: [
    ...COMMON,
    { name: 'player', holds: isText },
    { name: 'value', holds: isText },
    { name: 'chain', holds: isCount, optional: true },
  ],
  ruling: [...UNDECIDED, { name: 'outcome', holds: () => true }],
  note: [...COMMON, { name: 'about', holds: isCount }, { name: 'text', holds: isText }, by],
  closed: [...COMMON, by],
};

/** A line of more bytes than this is no entry: the service records far shorter ones (docs/verify.md §1). */
const LONGEST_LINE = 1024 * 1024;

const isTooLong = (line: string): boolean =>
  // A character has at most three bytes, or is two of JavaScript's.
  line.length * 3 > LONGEST_LINE && lineBytes(line).length > LONGEST_LINE;

/** An entry of a kind that is not known here: only its common members have a form. */
export interface UnknownEntry extends Pick<Entry, 'campaign' | 'seq' | 'at'> {
  readonly kind: string;
}

/**
 * Reads an entry from its line.
 *
 * @returns the entry, or what about its form is wrong, as a part of a sentence
 */
export function readEntry(line: string): Entry | UnknownEntry | string {
  if (isTooLong(line)) return 'is longer than any entry';
  if (!line.isWellFormed()) return 'is not UTF-8';
  if (line.endsWith('\r')) return 'ends with a carriage return: the file has the line ends of Windows';
  let value: unknown;
  try {
    value = JSON.parse(line);
    if (!isObject(value)) return 'is not a JSON object';
    const unwanted = layoutFault(line, value);
    if (unwanted !== undefined) return unwanted;
  } catch {
    return 'is not JSON';
  }
  const { kind } = value as { kind?: unknown };
  const form = isKnown(kind) ? FORMS[kind] : undefined;
  // Of an unknown kind the order is as written: JavaScript puts members with numbers for names first.
  const names = form === undefined ? outerMembers(line).map(({ name }) => name) : Object.keys(value);
  const miss = missesForm(value, form ?? COMMON, names, form === undefined);
  if (miss !== undefined) return miss;
  const entry = value as unknown as Entry | UnknownEntry;
  return hasPlainNumbers(line, form === undefined) ? entry : 'has a number that is not written in digits alone';
}

/**
 * Whether all numbers outside of a ruling's request and outcome are digits alone. A parsed value does not show that one
 * was written as 1.0 or 1e0, which other readers take for something else.
 *
 * @param open only the common members are known
 */
function hasPlainNumbers(line: string, open: boolean): boolean {
  const outer = outerMembers(line);
  return (open ? outer.slice(0, COMMON.length) : outer)
    .filter(({ name }) => name !== 'request' && name !== 'outcome')
    .every(({ json }) => !/[-+.eE]/.test(json.replaceAll(/"(?:[^"\\]|\\.)*"|true|false/g, '')));
}

/** A ruling without its outcome. */
export type Undecided = Omit<RulingEntry, 'outcome'>;

/**
 * Reads a ruling up to its outcome, which is left as the text it is: whoever knows what text is due need not read it.
 *
 * @returns undefined when the line is no ruling, or is not of its form up to there; {@link readEntry} says what is wrong
 */
export function readUndecided(line: string): { readonly ruling: Undecided; readonly outcome: string } | undefined {
  // Rolls are a list, and nothing stands between them and the outcome.
  const end = line.lastIndexOf(`]${OUTCOME}`) + 1;
  if (end === 0 || isTooLong(line) || !line.endsWith('}') || !line.isWellFormed()) return undefined;
  const head = `${line.slice(0, end)}}`;
  try {
    const value: unknown = JSON.parse(head);
    if (layoutFault(head, value) !== undefined || missesForm(value, UNDECIDED) !== undefined) return undefined;
    const ruling = value as Undecided;
    // Numbers stand in its beginning and in its rolls, and must be as they are written when they are written again.
    const { campaign, seq, at, chain, link, seed, rolls } = ruling;
    const begins = `{"v":1,"campaign":"${campaign}","seq":${seq},"at":"${at}","kind":"ruling","chain":${chain},"link":${link},"seed":"${seed}"`;
    if (!head.startsWith(begins) || !head.endsWith(`,"rolls":${JSON.stringify(rolls)}}`)) return undefined;
    return { ruling, outcome: line.slice(end + OUTCOME.length, -1) };
  } catch {
    return undefined;
  }
}

const OUTCOME = ',"outcome":';

/** A ruling's outcome as the text it is. Of a line that {@link readEntry} has read. */
export const outcomeText = (line: string): string =>
  outerMembers(line).find(({ name }) => name === 'outcome')?.json ?? '';

/** Whether a kind of entry is one that this program knows. */
export const isKnown = (kind: unknown): kind is Kind => (KINDS as readonly unknown[]).includes(kind);

/** What keeps a value from having exactly these members, in this order; undefined when it has. */
function missesForm(
  value: unknown,
  members: readonly Member[],
  names: readonly string[] = Object.keys(value ?? {}),
  open = false,
): string | undefined {
  if (!isObject(value)) return 'is not an object';
  let at = 0;
  for (const { name, holds, optional } of members) {
    if (names[at] !== name) {
      if (optional && !Object.hasOwn(value, name)) continue;
      return Object.hasOwn(value, name) ? `has \`${name}\` in another place than is due` : `lacks \`${name}\``;
    }
    if (!holds(value[name])) return `has a \`${name}\` that is not of its form`;
    at += 1;
  }
  return open || at === names.length ? undefined : `has a member \`${names[at]}\` that it should not have`;
}

/**
 * What is wrong with how an entry is written, apart from what it says: white space between its tokens, or a member twice
 * in some object, of which the parsed value then has only one.
 */
function layoutFault(text: string, value: unknown): string | undefined {
  let members = countPlainMembers(text);
  if (members === undefined) {
    const layout = readJsonText(text);
    if (layout.minified !== text) return 'has white space between its tokens';
    members = layout.members;
  }
  return members === countMembers(value) ? undefined : 'has a member twice';
}

/** What only a text can have that has white space between its tokens, or something that looks like it in a string. */
const SPACED = /[{[,:] | [}\],:]|[\t\r\n]|^ | $/;

/**
 * How many members all objects in a text have, if it is so plain that this can be told by its quotes and colons alone;
 * otherwise undefined. Nearly all entries are.
 */
function countPlainMembers(text: string): number | undefined {
  // Without escapes a quote ends or begins a string, and without white space a name's quote has its colon right behind it.
  if (text.includes('\\') || SPACED.test(text)) return undefined;
  let members = 0;
  // One character is found much faster than two.
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    if (text.charCodeAt(at - 1) !== QUOTE) continue;
    // The quote may as well begin a string that has the colon for its first character, such as ":-)".
    if (MAY_PRECEDE_STRING.includes(text.charAt(at - 2))) return undefined;
    members += 1;
  }
  return members;
}

const QUOTE = 0x22;
/** What can stand before the quote that begins a string. */
const MAY_PRECEDE_STRING = ':,[{';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a text is a moment of UTC with milliseconds, such as 2026-11-30T06:00:00.000Z. */
function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const most = month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0);
  return year >= 1 && day >= 1 && day <= most;
}
