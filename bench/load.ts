import { randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { KEY_DIGITS, type LoadReport, type LoadRequest, type LoadSpec, loadKey } from './load-spec.js';

/*
 * Load, from a process of its own, on connections that stay open: what wrk does, with an Idempotency-Key that is fresh
 * each time. It shares the machine with what it measures, so it does as little as possible: requests are bytes made
 * beforehand in which only the key and the campaign change, and of an answer it reads the status and the length.
 *
 *   node load.js < spec.json        see load-spec.ts
 */

/** Of an Idempotency-Key: what is this run's own. */
const PREFIX = randomBytes(8).toString('hex');
/** How long the last answers are waited for. */
const LAST_ANSWERS_MS = 15_000;
/** Where a campaign's id goes. */
const CAMPAIGN = '{campaign}';
const NOBODYS_ID = '0'.repeat(36);

const spec = (await json(process.stdin)) as LoadSpec;
const latencies = createHistogram({ figures: 3 });
const statuses: Record<string, number> = {};
let counting = false;
let stopped = false;
let answers = 0;
let broken = 0;
let sent = 0;
let underWay = 0;

interface Target {
  readonly url: string;
  readonly campaigns: readonly Buffer[];
  /** Whose turn it is. */
  turn: number;
}

interface Template {
  readonly bytes: Buffer;
  /** Where the key's number ends. */
  readonly numberEnd: number;
  /** Where the campaign's id begins; −1 without one. */
  readonly campaignAt: number;
}

function template({ method, path, headers, body = '' }: LoadRequest, host: string): Template {
  const key = spec.keyed ? { 'idempotency-key': loadKey(PREFIX, 0) } : {};
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ ...key, host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `${method} ${path.replace(CAMPAIGN, NOBODYS_ID)} HTTP/1.1\r\n`;
  const at = path.indexOf(CAMPAIGN);
  return {
    bytes: Buffer.from(`${start}${lines.join('')}\r\n${body}`),
    numberEnd: start.length + (lines[0]?.length ?? 0) - 2,
    campaignAt: at < 0 ? at : method.length + 1 + at,
  };
}

/** Writes a number as digits that end before `end`. */
function writeNumber(bytes: Buffer, end: number, number: number): void {
  for (let at = end - 1, rest = number; at >= end - KEY_DIGITS; at -= 1, rest = Math.floor(rest / 10)) {
    bytes[at] = 0x30 + (rest % 10);
  }
}

/** One connection: sends a request, waits for the whole answer, sends the next. */
function drive(target: Target, first: number): void {
  const { hostname, port, host } = new URL(target.url);
  const templates = spec.requests.map((request) => template(request, host));
  let next = first % templates.length;
  let begun = 0;
  let waiting = false;
  let begin: Buffer | undefined;
  /** Bytes of the answer that are still to come; −1 while its head is not complete. */
  let left = -1;
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });

  const send = () => {
    const { bytes, numberEnd, campaignAt } = templates[next]!;
    next = (next + 1) % templates.length;
    sent += 1;
    if (spec.keyed) writeNumber(bytes, numberEnd, sent);
    if (campaignAt >= 0) {
      target.campaigns[target.turn]!.copy(bytes, campaignAt);
      target.turn = (target.turn + 1) % target.campaigns.length;
    }
    waiting = true;
    underWay += 1;
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
    waiting = false;
    underWay -= 1;
    if (stopped) socket.destroy();
    else send();
  };
  socket.on('connect', () => {
    if (stopped) socket.destroy();
    else send();
  });
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
    sockets.delete(socket);
    if (stopped && !waiting) return;
    if (waiting) underWay -= 1;
    broken += 1;
    if (!stopped) setTimeout(drive, 10, target, next);
  });
  sockets.add(socket);
}

function contentLength(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  return Number(length);
}

const sockets = new Set<Socket>();
const targets: Target[] = spec.targets.map(({ url, campaigns }) => ({
  url,
  campaigns: campaigns.map((id) => Buffer.from(id)),
  turn: 0,
}));
for (let i = 0; i < spec.connections; i += 1) drive(targets[i % targets.length]!, i);

await sleep(spec.warmUpMs);
process.stdout.write('counting\n');
counting = true;
const begin = performance.now();
await sleep(spec.countedMs);
counting = false;
stopped = true;
const seconds = (performance.now() - begin) / 1000;
process.stdout.write('counted\n');

// What is under way is answered, so that what was answered can be compared with what was recorded.
for (const patience = performance.now() + LAST_ANSWERS_MS; underWay > 0 && performance.now() < patience; ) {
  await sleep(20);
}
const report: LoadReport = {
  answers,
  seconds,
  p50Ms: latencies.percentile(50) / 1000,
  p99Ms: latencies.percentile(99) / 1000,
  statuses,
  broken,
  unanswered: underWay,
  keyPrefix: PREFIX,
  sent,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
for (const socket of sockets) socket.destroy();
