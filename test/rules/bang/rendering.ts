import { IntlMessageFormat } from 'intl-messageformat';
import { bang } from '../../../src/rules/bang/index.js';
import type { Language, Phrase } from '../../../src/rules/ruleset.js';

/** A phrase in words; throws when its key is unknown or a value is missing. */
export function rendered(phrase: Phrase, language: Language): string {
  const template = bang.phrases[phrase.phrase];
  if (template === undefined) throw new Error(`no phrase ${phrase.phrase}`);
  const values = Object.entries(phrase.with ?? {}).map(([name, value]) => [name, worded(value, language)]);
  return String(new IntlMessageFormat(template[language], language).format(Object.fromEntries(values)));
}

function worded(value: string | number | Phrase | readonly Phrase[], language: Language): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return 'phrase' in value ? rendered(value, language) : value.map((part) => rendered(part, language)).join(', ');
}

/** Every key used in a phrase, its arguments' keys included. */
export function keysOf({ phrase, with: values = {} }: Phrase): string[] {
  const parts = Object.values(values).flatMap((value): readonly Phrase[] => {
    if (typeof value === 'string' || typeof value === 'number') return [];
    return 'phrase' in value ? [value] : value;
  });
  return [phrase, ...parts.flatMap(keysOf)];
}
