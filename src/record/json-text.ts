/** What a JSON text says beyond the value it stands for. */
export interface JsonText {
  /** The text without white space between its tokens. */
  readonly minified: string;
  /** How many members all its objects have, counting a repeated one twice. */
  readonly members: number;
  /** How deep objects and arrays are nested; 0 for a bare value. */
  readonly depth: number;
  /** The members of the outermost object as texts, in order; empty when it is not an object. */
  readonly outer: readonly { readonly name: string; readonly json: string }[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const SPACE = 0x20;

/**
 * Reads a JSON text's layout in one pass.
 *
 * @param text valid JSON: `JSON.parse` must have accepted it before
 */
export function readJsonText(text: string): JsonText {
  const minified = withoutWhiteSpace(text);
  const outer: { name: string; json: string }[] = [];
  let members = 0;
  let depth = 0;
  let deepest = 0;
  let nameStart = 1;
  let valueStart = 0;
  for (let i = 0; i < minified.length; i += 1) {
    const code = minified.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(minified, i);
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === COLON) {
      members += 1;
      if (depth === 1) valueStart = i + 1;
    } else if (code === 0x7d || code === 0x5d || code === COMMA) {
      if (depth === 1 && valueStart > nameStart) {
        outer.push({
          name: JSON.parse(minified.slice(nameStart, valueStart - 1)) as string,
          json: minified.slice(valueStart, i),
        });
        nameStart = i + 1;
      }
      if (code !== COMMA) depth -= 1;
    }
  }
  return { minified, members, depth: deepest, outer: minified.startsWith('{') ? outer : [] };
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
