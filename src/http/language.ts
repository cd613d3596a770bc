import type { FastifyRequest } from 'fastify';
import { IntlMessageFormat } from 'intl-messageformat';
import Negotiator from 'negotiator';
import { LANGUAGES, type Language, type Phrase, type Phrases } from '../rules/ruleset.js';

/** What is answered when the request does not say. */
const DEFAULT: Language = 'en';

/** The language a request asks for in `Accept-Language` (RFC 9110 §12.5.4). */
export function preferredLanguage(request: Pick<FastifyRequest, 'headers'>): Language {
  const asked = new Negotiator(request).languages();
  if (asked.length === 0 || asked[0] === '*') return DEFAULT;
  // "de-AT" is content with "de".
  const broad = {
    headers: { 'accept-language': (request.headers['accept-language'] ?? '').replace(/-[A-Za-z]+/g, '') },
  };
  return (new Negotiator(broad).language([...LANGUAGES]) as Language | undefined) ?? DEFAULT;
}

const formats = new Map<string, IntlMessageFormat>();

/**
 * A phrase as a sentence, or part of one, in a language.
 *
 * @throws {Error} when the ruleset has no such phrase, or an argument is missing: a fault of the ruleset
 */
export function render(phrases: Phrases, { phrase, with: given = {} }: Phrase, language: Language): string {
  const text = phrases[phrase]?.[language];
  if (text === undefined) throw new Error(`no phrase "${phrase}" in "${language}"`);
  const id = `${language} ${text}`;
  let format = formats.get(id);
  if (format === undefined) {
    format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
    formats.set(id, format);
  }
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'object') values[name] = value;
    else if ('phrase' in value) values[name] = render(phrases, value, language);
    else values[name] = value.map((part) => render(phrases, part, language)).join(', ');
  }
  return format.format(values) as string;
}
