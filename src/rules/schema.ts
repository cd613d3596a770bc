import { Type } from 'typebox';

/**
 * What every rulebook's requests are made of. The formats `name` and the keyword `x-decimals` are taught to the
 * validator in `src/validation.ts`.
 */

/** A name as people write it at the table: 1–64 code points, NFC, one line, no control characters or lone surrogates. */
export const Name = (description: string) => Type.String({ format: 'name', minLength: 1, maxLength: 64, description });

/** The largest length, in the table's own unit, that a request may hold. */
export const LONGEST = 10_000;

/** A length in the table's own unit (cm, inch …): at most 3 decimals, compared as integer thousandths. */
export const Length = (description: string) =>
  Type.Number({ minimum: 0, maximum: LONGEST, 'x-decimals': 3, description });

/** An integer from `minimum` to `maximum`. */
export const Count = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

/** A closed list of words: the union type is derived from the const array. */
export const OneOf = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Unsafe<Words[number]>(Type.String({ enum: [...words], description }));

/** An object that refuses members it does not know. */
export const Strict = <const Members extends Parameters<typeof Type.Object>[0]>(
  members: Members,
  options: Record<string, unknown> = {},
) => Type.Object(members, { additionalProperties: false, ...options });
