import { Ajv, type ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import type { Fault } from './rules/ruleset.js';

/** A name: NFC, no control characters, no lone surrogates (api.md, "Input"). Its length is the schema's affair. */
const isName = (text: string): boolean =>
  text.isWellFormed() && text.normalize('NFC') === text && !/\p{Cc}/u.test(text);

/** Free text: like a name, but NFC is not demanded, and line breaks and tabs are allowed. */
const isText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text);

/** At most `decimals` decimals, decided on the nearest double: what JSON readers agree on. */
const hasDecimals = (decimals: number, value: number): boolean => {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale === value;
};

/** A validator that changes nothing: no coercion, no defaults, no members dropped; it names every fault. */
export function strictAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    discriminator: false,
    formats: {
      name: isName,
      text: isText,
      uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
      uri: true,
      'date-time': true,
    },
  });
  ajv.addKeyword({ keyword: 'decimals', type: 'number', schemaType: 'number', validate: hasDecimals, errors: false });
  ajv.addVocabulary(['example', 'examples', 'x-unit']);
  return ajv;
}
