/** What a JSON text says beyond the value it stands for. */
export interface JsonText {
  /** The text without white space between its tokens. */
  readonly minified: string;
  /** How many members all its objects have, counting a repeated one twice. */
  readonly members: number;
  /** How deep objects and arrays are nested; 0 for a bare value. */
  readonly depth: number;
}

/** A member of the outermost object of a JSON text, its value as text without white space between tokens. */
export interface OuterMember {
  readonly name: string;
  readonly json: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const ARRAY = 0x5b;
const ARRAY_END = 0x5d;
const SPACE = 0x20;

/**
 * Reads a JSON text's layout in one pass.
 *
 * @param text valid JSON: `JSON.parse` must have accepted it before
 */
export function readJsonText(text: string): JsonText {
  const minified = withoutWhiteSpace(text);
  let members = 0;
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < minified.length; i += 1) {
    const code = minified.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(minified, i);
    } else if (code === OBJECT || code === ARRAY) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === OBJECT_END || code === ARRAY_END) {
      depth -= 1;
    } else if (code === COLON) {
      members += 1;
    }
  }
  return { minified, members, depth: deepest };
}

/**
 * The members of the outermost object, in order; none when it is not an object.
 *
 * @param text as for {@link readJsonText}
 */
export function outerMembers(text: string): readonly OuterMember[] {
  const minified = withoutWhiteSpace(text);
  const outer: OuterMember[] = [];
  if (minified.charCodeAt(0) !== OBJECT) return outer;
  let depth = 0;
  let nameStart = 1;
  let valueStart = 0;
  for (let i = 0; i < minified.length; i += 1) {
    const code = minified.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(minified, i);
    } else if (code === OBJECT || code === ARRAY) {
      depth += 1;
    } else if (code === COLON) {
      if (depth === 1) valueStart = i + 1;
    } else if (code === OBJECT_END || code === ARRAY_END || code === COMMA) {
      if (depth === 1 && valueStart > nameStart) {
        const name = JSON.parse(minified.slice(nameStart, valueStart - 1)) as string;
        outer.push({ name, json: minified.slice(valueStart, i) });
        nameStart = i + 1;
      }
      if (code !== COMMA) depth -= 1;
    }
  }
  return outer;
}

/** How many members all objects in a parsed value have: fewer than its text had when one was repeated. */
export function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') sum += countMembers(item);
    return sum;
  }
  for (const name in value) {
    const item = (value as Record<string, unknown>)[name];
    sum += typeof item === 'object' ? 1 + countMembers(item) : 1;
  }
  return sum;
}

function withoutWhiteSpace(text: string): string {
  let kept = '';
  let from = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (code <= SPACE) {
      kept += text.slice(from, i);
      from = i + 1;
    }
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** The index of the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}
