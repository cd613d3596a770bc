import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import type { TSchema } from 'typebox';
import { escapePointer, type Fault } from './rules/ruleset.js';

/** A name: NFC, one line, no control characters, no lone surrogates . Its length is the schema's affair. */
const isName = (text: string): boolean =>
  // Nearly all are plain ASCII, which is all of that.
  /^[ -~]*$/.test(text) ||
  (text.isWellFormed() && text.normalize('NFC') === text && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text));

/** Free text: line breaks and tabs are allowed, other control characters and lone surrogates are not. */
const isText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text);

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** At most `decimals` decimals, decided on the nearest double: what JSON readers agree on. */
const hasDecimals = (decimals: number, value: number): boolean => {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale === value;
};

export interface Strictness {
  /** Texts become the numbers and truth values that the schema asks for: for query strings, which know only text. */
  readonly coerce: boolean;
}

/** A validator that names every fault and changes nothing: no defaults, no members dropped. */
export function strictAjv({ coerce }: Strictness = { coerce: false }): Ajv {
  return ajvWith({ allErrors: true, verbose: true }, coerce);
}

function ajvWith(telling: { readonly allErrors: boolean; readonly verbose: boolean }, coerce: boolean): Ajv {
  const ajv = new Ajv({
    ...telling,
    strictTypes: false,
    strictRequired: false,
    coerceTypes: coerce,
    formats: { name: isName, text: isText, uuid: UUID, 'date-time': true },
  });
  ajv.addKeyword({ keyword: 'x-decimals', type: 'number', schemaType: 'number', validate: hasDecimals });
  return ajv;
}

/** Names everything wrong with a value; `[]`: nothing. */
export type Validate = (value: unknown) => readonly Fault[];

const bodies = strictAjv();
const queries = strictAjv({ coerce: true });
/**
 * Says yes or no. The functions that name every fault are so long that V8 never optimises them: they are made when
 * there is a fault to name.
 */
const decider = ajvWith({ allErrors: false, verbose: false }, false);
const compiled = new WeakMap<TSchema, Validate>();

/** The validator of a schema; made once. */
export function validator(schema: TSchema, strictness: Strictness = { coerce: false }): Validate {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = strictness.coerce ? naming(queries.compile(schema)) : deciding(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

const naming =
  (check: ValidateFunction): Validate =>
  (value) =>
    check(value) ? [] : faults(check.errors ?? []);

function deciding(schema: TSchema): Validate {
  const isValid = decider.compile(schema);
  let named: Validate | undefined;
  return (value) => {
    if (isValid(value)) return [];
    named ??= naming(bodies.compile(schema));
    return named(value);
  };
}

/**
 * Everything wrong with a request: with its form, and beyond it. What a ruleset's `faults` finds is asked for also when
 * the form is wrong, so that a caller learns of everything at once; what it says about a malformed place is dropped.
 */
export function everyFault<Request>(
  schema: TSchema,
  value: unknown,
  beyond: (request: Request) => readonly Fault[],
): readonly Fault[] {
  const form = validator(schema)(value);
  if (form.length === 0) return beyond(value as Request);
  const isMalformed = ({ pointer }: Fault) =>
    form.some(
      (fault) => pointer === fault.pointer || (fault.code === 'wrong-type' && pointer.startsWith(`${fault.pointer}/`)),
    );
  try {
    return [...form, ...beyond(readable(schema, value) as Request).filter((fault) => !isMalformed(fault))];
  } catch {
    // It is written for well-formed requests, and this one is too far from being one.
    return form;
  }
}

/**
 * A copy of a malformed request in which every object that the schema demands is there, if empty, and everything else
 * that is not of its type is left out: so reading it finds nothing, instead of failing.
 */
function readable(schema: Shape, value: unknown): unknown {
  if (schema.type === 'object') {
    const given = isRecord(value) && !Array.isArray(value) ? value : {};
    const members = Object.entries(given).map(([name, member]) => {
      const shape = schema.properties?.[name] ?? schema.additionalProperties;
      return [name, readable(shape || {}, member)];
    });
    const missing = (schema.required ?? [])
      .filter((name) => !Object.hasOwn(given, name))
      .map((name) => [name, readable(schema.properties?.[name] ?? {}, undefined)]);
    return Object.fromEntries([...members, ...missing]);
  }
  if (schema.type === 'array') {
    return Array.isArray(value) ? value.map((item) => readable(schema.items ?? {}, item)) : undefined;
  }
  const type = schema.type === 'integer' ? 'number' : schema.type;
  return type === undefined || (typeof value === type && value !== Infinity && value !== -Infinity) ? value : undefined;
}

/** What {@link readable} looks at of a JSON Schema. */
interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | false;
  readonly items?: Shape;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Ajv's errors as one fault per place and cause, in the order of the schema. */
function faults(errors: readonly ErrorObject[]): Fault[] {
  const telling = chosen(errors);
  const wrongType = new Set(
    telling.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  // Of a value of the wrong type nothing else is worth saying.
  const found = telling.filter(({ keyword, instancePath }) => keyword === 'type' || !wrongType.has(instancePath));
  return [...new Map(found.map(fault).map((each) => [`${each.pointer} ${each.code}`, each])).values()];
}

/**
 * Errors inside the branches of a choice say less than the choice itself, unless the value is plainly meant for one of
 * the branches: then that branch's errors say it all.
 */
function chosen(errors: readonly ErrorObject[]): ErrorObject[] {
  const isInside = (error: ErrorObject) => /\/(?:oneOf|anyOf)\/\d/.test(error.schemaPath);
  return errors
    .filter((error) => !isInside(error))
    .flatMap((error) => {
      if (error.keyword !== 'anyOf') return [error];
      const branches = (error.schema as unknown[]).map((_, index) =>
        errors.filter(({ schemaPath }) => schemaPath.startsWith(`${error.schemaPath}/${index}/`)),
      );
      const meant = branches.filter((branch) => !branch.some(({ keyword }) => keyword === 'type'));
      return meant.length === 1 ? meant[0]! : [error];
    });
}

function fault(error: ErrorObject): Fault {
  const { keyword, instancePath, params, data } = error;
  const at = (code: string, detail: string, member?: string): Fault => ({
    pointer: member === undefined ? instancePath : `${instancePath}/${escapePointer(member)}`,
    code,
    detail,
  });
  switch (keyword) {
    case 'required':
      return at('missing', `\`${params.missingProperty}\` is missing.`, params.missingProperty);
    case 'additionalProperties':
      return at('unknown-member', unknownMember(error), params.additionalProperty);
    case 'type':
      return at('wrong-type', `Must be ${list([params.type].flat().map(withArticle))}, not ${typeName(data)}.`);
    case 'enum':
      return at(
        'not-allowed',
        `Must be one of ${list(params.allowedValues.map((value: unknown) => JSON.stringify(value)))}.`,
      );
    case 'const':
      return at('not-allowed', `Must be ${JSON.stringify(params.allowedValue)}.`);
    case 'minimum':
    case 'maximum':
      return at('out-of-range', `Must be ${params.comparison === '>=' ? 'at least' : 'at most'} ${params.limit}.`);
    case 'minLength':
    case 'maxLength':
      return at('wrong-length', `Must have ${count(keyword, params.limit, 'character')}.`);
    case 'minItems':
    case 'maxItems':
      return at('wrong-length', `Must have ${count(keyword, params.limit, 'item')}.`);
    case 'minProperties':
      return at('missing', `Must have ${count(keyword, params.limit, 'member')}.`);
    case 'uniqueItems':
      return at('repeated', `Items ${params.j} and ${params.i} are the same.`);
    case 'x-decimals':
      return at('too-many-decimals', 'Must have at most 3 decimals.');
    case 'format':
      return at('wrong-format', FORMATS[params.format as string] ?? `Must be a ${params.format}.`);
    case 'oneOf':
      return at('one-of', `Exactly one of ${list(choices(error))} must be given.`);
    case 'anyOf':
      return at('not-allowed', `Not one of the forms allowed here: ${describe(error)}.`);
    default:
      return at('invalid', `Is not valid: ${error.message}.`);
  }
}

const count = (keyword: string, limit: number, thing: string): string =>
  `${keyword.startsWith('min') ? 'at least' : 'at most'} ${limit} ${thing}${limit === 1 ? '' : 's'}`;

const FORMATS: Readonly<Record<string, string>> = {
  name: 'Must be a name: in Unicode form NFC, on one line, without control characters or lone surrogates.',
  text: 'Must be text without control characters (save line breaks and tabs) or lone surrogates.',
  uuid: 'Must be a UUID in lower case.',
};

/** A misspelt member should find its way home. */
function unknownMember({ params, parentSchema }: ErrorObject): string {
  const known = Object.keys((parentSchema as { properties?: object }).properties ?? {});
  const name = params.additionalProperty as string;
  const near = known.length === 0 ? undefined : closest(name, known);
  const hint = near !== undefined && distance(name, near) <= 2 ? ` Did you mean \`${near}\`?` : '';
  return `There is no member \`${name}\` here.${hint}`;
}

const choices = ({ schema }: ErrorObject): string[] =>
  (schema as { required?: string[] }[]).flatMap(({ required = [] }) => required.map((name) => `\`${name}\``));

const describe = ({ schema }: ErrorObject): string =>
  (schema as { type?: string }[]).map(({ type = 'something else' }) => type).join(' or ');

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number too large to hold';
  return withArticle(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}

const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type === 'string' ? 'text' : type}`;
