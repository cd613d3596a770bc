import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { escapedByte } from './record/line-bytes.js';

/** A line of more bytes than this is not waited for: so no file fills the memory. An entry has at most 64 KiB. */
const ENDLESS = 8 * 1024 * 1024;
/** How much of a file is read at once: what fits the processor's caches, and is no large object to the heap. */
const CHUNK_BYTES = 64 * 1024;

/** An export could not be read to its end. Nothing is known of what it holds. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** An export, on disk or on its way from a service. */
export interface ExportSource {
  /** The campaign's URL, when a service was asked: `https://…/v1/campaigns/<id>`. */
  readonly campaignUrl?: string;
  /** How many bytes there are, when that is known beforehand. */
  readonly bytes?: number;
  /**
   * Its lines without the newlines, many at a time; what was read is handed over and forgotten. A byte that is not UTF-8
   * becomes a lone surrogate (see `line-bytes.ts`), which no entry can hold.
   *
   * @param progress called with the number of bytes read so far
   * @throws {Unreadable} when the file or the connection ends in an error, or a line does not end
   */
  lines(progress?: (bytes: number) => void): AsyncGenerator<readonly string[]>;
}

/**
 * Finds an export. A service is asked for it only when its lines are read.
 *
 * @param source a file, or the `http(s)` URL of a campaign or of its export
 * @param apiKey the key to send to a service; only private campaigns need one
 * @throws {Unreadable} when there is no such file, or it is no URL
 */
export async function openExport(source: string, apiKey?: string): Promise<ExportSource> {
  return /^https?:\/\//i.test(source) ? atUrl(source, apiKey) : openFile(source);
}

async function openFile(path: string): Promise<ExportSource> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Unreadable(error.code === 'ENOENT' ? `there is no file ${path}` : error.message);
  });
  if (found.isDirectory()) throw new Unreadable(`${path} is a folder, not an export`);
  return {
    ...(found.isFile() ? { bytes: found.size } : {}),
    lines: (progress) => split(createReadStream(path, { highWaterMark: CHUNK_BYTES }), progress),
  };
}

function atUrl(source: string, apiKey: string | undefined): ExportSource {
  if (!URL.canParse(source)) throw new Unreadable(`${source} is no URL`);
  const url = new URL(source);
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/(?:\/export)?\/*$/, '');
  if (!/\/v1\/campaigns\/[^/]+$/.test(url.pathname)) {
    throw new Unreadable(`${source} is not the URL of a campaign, …/v1/campaigns/<id>`);
  }
  const campaignUrl = url.href;
  return { campaignUrl, lines: (progress) => fetched(`${campaignUrl}/export`, apiKey, progress) };
}

async function* fetched(
  url: string,
  apiKey: string | undefined,
  progress: ((bytes: number) => void) | undefined,
): AsyncGenerator<readonly string[]> {
  const response = await ask(url, apiKey);
  if (!/ndjson/.test(response.headers.get('content-type') ?? '') || response.body === null) {
    throw new Unreadable(`${url} does not answer with an export`);
  }
  yield* split(response.body as AsyncIterable<Uint8Array>, progress);
}

/**
 * Asks a service for something.
 *
 * @param status an answer that is taken besides success
 * @throws {Unreadable} when it can't be reached, or answers with anything else
 */
export async function ask(url: string, apiKey?: string, status?: number): Promise<Response> {
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const response = await fetch(url, { headers }).catch((error: Error & { cause?: Error }) => {
    throw new Unreadable(`${url}: ${error.cause?.message || error.message}`);
  });
  if (!response.ok && response.status !== status) {
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    const hint = response.status === 404 && apiKey === undefined ? ' Or it is private: then set TREFFER_API_KEY.' : '';
    throw new Unreadable(`${url} answers ${response.status}${detail === undefined ? '' : `: ${detail}`}${hint}`);
  }
  return response;
}

async function* split(
  chunks: AsyncIterable<Uint8Array>,
  progress: ((bytes: number) => void) | undefined,
): AsyncGenerator<readonly string[]> {
  let rest: Buffer = Buffer.alloc(0);
  let read = 0;
  try {
    for await (const chunk of chunks) {
      read += chunk.length;
      const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const bytes = rest.length === 0 ? view : Buffer.concat([rest, view]);
      const end = bytes.lastIndexOf(NEWLINE);
      rest = Buffer.from(bytes.subarray(end + 1));
      if (rest.length > ENDLESS) throw new Unreadable('a line does not end within 8 MiB');
      if (end >= 0) yield texts(bytes.subarray(0, end));
      progress?.(read);
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(`reading stopped: ${(error as Error).message}`);
  }
  if (rest.length > 0) yield texts(rest);
}

const NEWLINE = 0x0a;

function texts(bytes: Buffer): string[] {
  // Much faster than UTF-8, and the same.
  if (isAscii(bytes)) return bytes.toString('latin1').split('\n');
  if (isUtf8(bytes)) return bytes.toString('utf8').split('\n');
  return bytes
    .toString('latin1')
    .split('\n')
    .map((line) => escaped(Buffer.from(line, 'latin1')));
}

/** A line as text, with each byte that is not UTF-8 as a lone surrogate. */
function escaped(line: Buffer): string {
  if (isUtf8(line)) return line.toString('utf8');
  let text = '';
  for (let at = 0; at < line.length; ) {
    const length = [1, 2, 3, 4].find((bytes) => isUtf8(line.subarray(at, at + bytes)));
    text += length === undefined ? escapedByte(line[at]!) : line.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}
