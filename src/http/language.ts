import type { FastifyRequest } from 'fastify';
import { type Formatters, IntlMessageFormat } from 'intl-messageformat';
import Negotiator from 'negotiator';
import { LANGUAGES, type Language, type Phrase, type Phrases } from '../rules/ruleset.js';

/** What is answered when the request does not say. */
const DEFAULT: Language = 'en';

/** The language a request asks for in `Accept-Language` (RFC 9110 §12.5.4). */
export function preferredLanguage(request: Pick<FastifyRequest, 'headers'>): Language {
  const header = request.headers['accept-language'];
  if (header === undefined) return DEFAULT;
  const asked = new Negotiator(request).languages();
  if (asked.length === 0 || asked[0] === '*') return DEFAULT;
  // "de-AT" is content with "de".
  const broad = { headers: { 'accept-language': header.replace(/-[A-Za-z]+/g, '') } };
  return (new Negotiator(broad).language([...LANGUAGES]) as Language | undefined) ?? DEFAULT;
}

/** How a language writes and counts numbers. The library would look both up anew for each number, at five times the cost. */
const formatters: Record<Language, Formatters> = { de: formattersOf('de'), en: formattersOf('en') };

function formattersOf(language: Language): Formatters {
  const numbers = new Intl.NumberFormat(language);
  const plurals = new Intl.PluralRules(language);
  // The library calls nothing else of them.
  const remembered = {
    numbers: { format: remembering((value: number) => numbers.format(value)) } as Intl.NumberFormat,
    plurals: { select: remembering((value: number) => plurals.select(value)) } as Intl.PluralRules,
  };
  return {
    // With options, as for currencies, they are others.
    getNumberFormat: (locale, options) =>
      options === undefined ? remembered.numbers : new Intl.NumberFormat(locale, options),
    getPluralRules: (locale, options) =>
      options?.type === 'cardinal' ? remembered.plurals : new Intl.PluralRules(locale, options),
    getDateTimeFormat: (locale, options) => new Intl.DateTimeFormat(locale, options),
  };
}

/** Below this, whole numbers' results are kept: they are nearly all that a ruling names. */
const KEPT = 1000;

function remembering<T>(of: (value: number) => T): (value: number) => T {
  const kept = new Map<number, T>();
  return (value) => {
    let result = kept.get(value);
    if (result === undefined) {
      result = of(value);
      if (Number.isInteger(value) && value >= 0 && value < KEPT) kept.set(value, result);
    }
    return result;
  };
}

/**
 * A phrase as a sentence, or part of one, in a language.
 *
 * @throws {Error} when the ruleset has no such phrase, or an argument is missing: a fault of the ruleset
 */
export function render(phrases: Phrases, { phrase, with: given = {} }: Phrase, language: Language): string {
  const format = formatOf(phrases, phrase, language);
  const values: Record<string, string | number> = {};
  for (const name in given) {
    const value = given[name]!;
    if (typeof value !== 'object') values[name] = value;
    else if ('phrase' in value) values[name] = render(phrases, value, language);
    else values[name] = value.map((part) => render(phrases, part, language)).join(', ');
  }
  return format.format(values) as string;
}

/** Compiled messages of a ruleset, by phrase. */
const compiled: Record<Language, WeakMap<Phrases, Map<string, IntlMessageFormat>>> = {
  de: new WeakMap(),
  en: new WeakMap(),
};

function formatOf(phrases: Phrases, phrase: string, language: Language): IntlMessageFormat {
  let formats = compiled[language].get(phrases);
  if (formats === undefined) {
    formats = new Map();
    compiled[language].set(phrases, formats);
  }
  let format = formats.get(phrase);
  if (format === undefined) {
    const text = phrases[phrase]?.[language];
    if (text === undefined) throw new Error(`no phrase "${phrase}" in "${language}"`);
    format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true, formatters: formatters[language] });
    formats.set(phrase, format);
  }
  return format;
}
