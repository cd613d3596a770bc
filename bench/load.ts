import { randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { json } from 'node:stream/consumers';
import type { LoadReport, LoadRequest, LoadSpec } from './load-spec.js';

/*
 * Load, from a process of its own, on connections that stay open: what wrk does, with an Idempotency-Key that is fresh
 * each time. It shares the machine with what it measures, so it does as little as possible: requests are bytes made
 * beforehand in which only the key changes, and of an answer it reads the status and the length.
 *
 *   node load.js < spec.json        see load-spec.ts
 */

/** Of an Idempotency-Key: a prefix that is this run's own, and a number. */
const PREFIX = randomBytes(8).toString('hex');
const DIGITS = 12;

const spec = (await json(process.stdin)) as LoadSpec;
const latencies = createHistogram({ figures: 3 });
const statuses: Record<string, number> = {};
let counting = false;
let stopped = false;
let answers = 0;
let broken = 0;
let sent = 0;

interface Template {
  readonly bytes: Buffer;
  /** Where the key's number ends. */
  readonly numberEnd: number;
}

function template({ method, path, headers, body = '' }: LoadRequest, host: string): Template {
  const key = spec.keyed ? { 'idempotency-key': `${PREFIX}-${'0'.repeat(DIGITS)}` } : {};
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ ...key, host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `${method} ${path} HTTP/1.1\r\n`;
  return {
    bytes: Buffer.from(`${start}${lines.join('')}\r\n${body}`),
    numberEnd: start.length + (lines[0]?.length ?? 0) - 2,
  };
}

/** Writes a number as digits that end before `end`. */
function writeNumber(bytes: Buffer, end: number, number: number): void {
  for (let at = end - 1, rest = number; at >= end - DIGITS; at -= 1, rest = Math.floor(rest / 10)) {
    bytes[at] = 0x30 + (rest % 10);
  }
}

/** One connection: sends a request, waits for the whole answer, sends the next. */
function drive(url: string, first: number): void {
  const { hostname, port, host } = new URL(url);
  const templates = spec.requests.map((request) => template(request, host));
  let next = first % templates.length;
  let begun = 0;
  let begin: Buffer | undefined;
  /** Bytes of the answer that are still to come; −1 while its head is not complete. */
  let left = -1;
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });

  const send = () => {
    const { bytes, numberEnd } = templates[next]!;
    next = (next + 1) % templates.length;
    sent += 1;
    if (spec.keyed) writeNumber(bytes, numberEnd, sent);
    begun = performance.now();
    // The bytes change before the next answer only: a copy would be needed if the socket could still hold them.
    socket.write(bytes);
  };
  const answered = () => {
    if (counting) {
      answers += 1;
      latencies.record(Math.max(1, Math.round((performance.now() - begun) * 1000)));
    }
    left = -1;
    if (stopped) socket.destroy();
    else send();
  };
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    if (left >= 0) {
      left -= chunk.length;
      if (left === 0) answered();
      return;
    }
    const bytes = begin === undefined ? chunk : Buffer.concat([begin, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    begin = end < 0 ? bytes : undefined;
    if (end < 0) return;
    const head = bytes.toString('latin1', 0, end);
    const status = head.slice(9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
    left = contentLength(head) - (bytes.length - end - 4);
    if (left === 0) answered();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (stopped) return;
    broken += 1;
    setTimeout(drive, 10, url, next);
  });
  sockets.push(socket);
}

function contentLength(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  return Number(length);
}

const sockets: Socket[] = [];
for (let i = 0; i < spec.connections; i += 1) drive(spec.urls[i % spec.urls.length]!, i);

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
await after(spec.warmUpMs);
process.stdout.write('counting\n');
counting = true;
const begin = performance.now();
await after(spec.countedMs);
counting = false;
stopped = true;
const seconds = (performance.now() - begin) / 1000;
const report: LoadReport = {
  answers,
  seconds,
  p50Ms: latencies.percentile(50) / 1000,
  p99Ms: latencies.percentile(99) / 1000,
  statuses,
  broken,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
// What is under way may still be answered, so that nothing is cut off within a commit.
await after(200);
for (const socket of sockets) socket.destroy();
