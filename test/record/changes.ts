/** One thing changed in an entry's line. */
export interface Change {
  /** JSON pointer of what was changed, with `*` for every index and `{}` for every name of a player. */
  readonly place: string;
  readonly how: How;
  readonly line: string;
}

export type How =
  | 'raised'
  | 'lowered'
  | 'altered'
  | 'flipped'
  | 'made null'
  | 'made another type'
  | 'deleted'
  | 'repeated'
  | 'moved behind the next'
  | 'given a member more';

interface Changed {
  readonly at: readonly string[];
  readonly how: How;
  readonly text: string;
}

/**
 * Every change of the list above to every value in an entry, one at a time; of these only the ones that change something.
 *
 * @param line as `JSON.stringify` would write it
 */
export function* changesOf(line: string): Generator<Change> {
  for (const { at, how, text } of within(JSON.parse(line))) {
    if (text !== line) yield { place: at.map((name) => `/${name}`).join(''), how, line: text };
  }
}

function* within(value: unknown): Generator<Changed> {
  if (Array.isArray(value)) yield* inArray(value);
  else if (typeof value === 'object' && value !== null) yield* inObject(value);
  else for (const [how, other] of otherThan(value)) yield { at: [], how, text: JSON.stringify(other) };
  yield { at: [], how: 'made null', text: 'null' };
  yield { at: [], how: 'made another type', text: typeof value === 'string' ? '7' : '"7"' };
}

function* inObject(value: object): Generator<Changed> {
  const members = Object.entries(value).map(([name, member]) => ({ name, member: member as unknown }));
  const texts = members.map(({ name, member }) => `${JSON.stringify(name)}:${JSON.stringify(member)}`);
  for (const [i, { name, member }] of members.entries()) {
    for (const { how, list } of rearranged(texts, i)) yield { at: [named(name)], how, text: `{${list.join(',')}}` };
    for (const { at, how, text } of within(member)) {
      const list = texts.with(i, `${JSON.stringify(name)}:${text}`);
      yield { at: [named(name), ...at], how, text: `{${list.join(',')}}` };
    }
  }
  yield { at: [], how: 'given a member more', text: `{${[...texts, '"more":1'].join(',')}}` };
}

function* inArray(value: readonly unknown[]): Generator<Changed> {
  const texts = value.map((item) => JSON.stringify(item));
  for (const [i, item] of value.entries()) {
    for (const { how, list } of rearranged(texts, i)) yield { at: ['*'], how, text: `[${list.join(',')}]` };
    for (const { at, how, text } of within(item)) {
      yield { at: ['*', ...at], how, text: `[${texts.with(i, text).join(',')}]` };
    }
  }
}

function* rearranged(texts: readonly string[], i: number): Generator<{ how: How; list: readonly string[] }> {
  const [text, next] = [texts[i]!, texts[i + 1]];
  yield { how: 'deleted', list: texts.toSpliced(i, 1) };
  yield { how: 'repeated', list: texts.toSpliced(i, 0, text) };
  if (next !== undefined) yield { how: 'moved behind the next', list: texts.toSpliced(i, 2, next, text) };
}

function otherThan(value: unknown): [How, unknown][] {
  if (typeof value === 'number') {
    return [
      ['raised', value + 1],
      ['lowered', value - 1],
    ];
  }
  if (typeof value === 'boolean') return [['flipped', !value]];
  return typeof value === 'string' ? [['altered', altered(value)]] : [];
}

/** Another text of the same form: a hash stays a hash, a campaign a campaign and a time a time. */
function altered(text: string): string {
  if (/^[0-9a-f-]{36}$|^[0-9a-f]{64}$/.test(text)) return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
  if (/^\d{4}-.*Z$/.test(text)) return new Date(Date.parse(text) + 1).toISOString();
  return `${text}x`;
}

/** Names of members are lower case; those of players at our tables are not. */
const named = (name: string): string => (/^[A-Z]/.test(name) ? '{}' : name);
