import messageFormat, { type MessageFunction } from '@messageformat/core';
import type { FastifyRequest } from 'fastify';
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

/** The package's types describe an ES module with a default export; what is there is the class itself. */
const MessageFormat = messageFormat as unknown as typeof messageFormat.default;

/** Each phrase becomes a function. */
const compilers = {
  de: new MessageFormat('de'),
  en: new MessageFormat('en'),
};

/**
 * A phrase as a sentence, or part of one, in a language.
 *
 * @throws {Error} when the ruleset has no such phrase: a fault of the ruleset
 */
export function render(phrases: Phrases, { phrase, with: given = {} }: Phrase, language: Language): string {
  const write = compiledPhrase(phrases, phrase, language);
  const values: Record<string, string | number> = {};
  for (const name in given) {
    const value = given[name]!;
    if (typeof value !== 'object') values[name] = value;
    else if ('phrase' in value) values[name] = render(phrases, value, language);
    else values[name] = value.map((part) => render(phrases, part, language)).join(', ');
  }
  return write(values);
}

/** Compiled phrases of a ruleset, by name. */
const compiled: Record<Language, WeakMap<Phrases, Map<string, MessageFunction<'string'>>>> = {
  de: new WeakMap(),
  en: new WeakMap(),
};

function compiledPhrase(phrases: Phrases, phrase: string, language: Language): MessageFunction<'string'> {
  let functions = compiled[language].get(phrases);
  if (functions === undefined) {
    functions = new Map();
    compiled[language].set(phrases, functions);
  }
  let write = functions.get(phrase);
  if (write === undefined) {
    const text = phrases[phrase]?.[language];
    if (text === undefined) throw new Error(`no phrase "${phrase}" in "${language}"`);
    write = compilers[language].compile(text);
    functions.set(phrase, write);
  }
  return write;
}
