import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { visit } from 'jsonc-parser';
import { countMembers, readJsonText } from '../record/json-text.js';
import { escapePointer } from '../rules/ruleset.js';
import type { Sent } from '../sent.js';
import { ProblemError, type RequestFault } from './problems.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent; undefined when there was none. */
    sent: Sent | undefined;
  }
}

/** A body may have this many bytes … */
export const BODY_BYTES = 64 * 1024;
/** … and nest this deep. */
const BODY_LEVELS = 20;

/** Makes the service read bodies as strict JSON (RFC 8259 without repeated members), and nothing else as a body. */
export function readStrictJson(app: FastifyInstance): void {
  app.decorateRequest('sent', undefined);
  app.removeAllContentTypeParsers();
  const parse: FastifyBodyParser<Buffer> = (request, body, done) => {
    try {
      request.sent = readSent(request.headers, body);
      done(null, request.sent?.value);
    } catch (error) {
      done(error as Error);
    }
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, parse);
}

function readSent(headers: IncomingHttpHeaders, body: Buffer): Sent | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  if (encoding.toLowerCase() !== 'identity' || charset.toLowerCase() !== 'utf-8') {
    throw new ProblemError('not-json', 'The body must be JSON in UTF-8, not compressed.');
  }
  return body.length === 0 ? undefined : readBody(body);
}

/**
 * Reads a body.
 *
 * @throws {ProblemError} `invalid-request`, when it is not UTF-8, not JSON, has a repeated member or a number with more
 *   digits than a double holds, or nests too deep
 */
export function readBody(body: Buffer): Sent {
  if (!isUtf8(body)) throw malformed('not-utf-8', 'The body is not UTF-8.');
  // A byte order mark is not dropped but read, and is no JSON.
  const text = body.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed('not-json', `The body is not JSON: ${(error as Error).message}.`);
  }
  const { minified, members, depth } = readJsonText(text);
  if (depth > BODY_LEVELS)
    throw malformed('too-deep', `The body nests ${depth} levels deep; ${BODY_LEVELS} are the most.`);
  if (members !== countMembers(value)) throw ProblemError.invalid(repeatedMembers(text));
  const inexact = MANY_DIGITS.test(text) ? inexactNumbers(text) : [];
  if (inexact.length > 0) throw ProblemError.invalid(inexact);
  return { value, minified };
}

const malformed = (code: string, detail: string) => ProblemError.invalid([{ pointer: '', code, detail }]);

/** A double holds 15 significant digits of any number: what is longer may be another number to another reader. */
const DIGITS = 15;
const MANY_DIGITS = new RegExp(`[\\d.]{${DIGITS + 1}}`);

/** Where numbers stand that are written with more digits than every reader holds. */
function inexactNumbers(text: string): RequestFault[] {
  const faults: RequestFault[] = [];
  visit(text, {
    onLiteralValue: (value, offset, length, _line, _character, path) => {
      // A long integer is beyond every limit anyhow, and the schema says so.
      if (typeof value !== 'number' || !text.slice(offset, offset + length).includes('.')) return;
      const digits = text
        .slice(offset, offset + length)
        .replace(/e.*$/i, '')
        .replace(/[-.]/g, '')
        .replace(/^0+/, '');
      if (digits.length <= DIGITS) return;
      const pointer = path()
        .map((token) => `/${escapePointer(String(token))}`)
        .join('');
      faults.push({ pointer, code: 'too-many-digits', detail: `A number may have ${DIGITS} significant digits.` });
    },
  });
  return faults;
}

/** Where members stand that stood in the same object before. */
function repeatedMembers(text: string): RequestFault[] {
  const faults: RequestFault[] = [];
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name, _offset, _length, _line, _character, path) => {
      const names = open[open.length - 1]!;
      if (names.has(name)) {
        const pointer = [...path(), name].map((token) => `/${escapePointer(String(token))}`).join('');
        faults.push({ pointer, code: 'repeated-member', detail: `The member \`${name}\` stands here more than once.` });
      }
      names.add(name);
    },
  });
  return faults;
}
