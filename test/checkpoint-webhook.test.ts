import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { verifierKeyText } from '../src/record/signed-note.js';
import { createDatabase, type TestDatabase } from './postgres.js';
import { bookAttack, SIGNER, type TestService, testService } from './service.js';
import { openCheckpointBySpec } from './spec/c2sp.js';

/** Somebody who takes checkpoints, over a real socket. */
interface Receiver {
  readonly url: string;
  readonly posts: { readonly body: string; readonly headers: IncomingHttpHeaders }[];
  /** The statuses of its next answers; 204 when there are none left. */
  readonly answers: number[];
}

async function receiver(): Promise<Receiver> {
  const posts: Receiver['posts'] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=secret`, posts, answers };
}

const sizesOf = ({ posts }: Receiver, campaign: string): number[] =>
  posts
    .map(({ body }) => openCheckpointBySpec(body, verifierKeyText(SIGNER.verifier)))
    .filter(({ origin }) => origin.endsWith(campaign.split('/').pop() as string))
    .map(({ size }) => size);

let database: TestDatabase;
async function open(webhookUrl?: string): Promise<TestService> {
  const service = await testService({ database, ...(webhookUrl === undefined ? {} : { webhookUrl }) });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= service.close();
    return closed;
  };
  onTestFinished(close);
  return { ...service, close };
}

/** Lets the last posts have been long ago. */
async function anHourLater(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`UPDATE checkpoint_posts SET tried_at = tried_at - interval '1 hour'`);
  await client.end();
}

afterEach(() => vi.useRealTimers());

test('the checkpoints of changed campaigns are posted at the start and every hour, each as a signed note', async () => {
  database = await createDatabase();
  onTestFinished(() => database.drop());
  const before = await open();
  const campaigns = [await before.campaign(), await before.campaign()] as const;

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const hook = await receiver();
  const service = await open(hook.url);
  await vi.waitFor(() => expect(hook.posts).toHaveLength(2));
  expect(hook.posts[0]!.headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const campaign of campaigns) expect(sizesOf(hook, campaign)).toEqual([2]);

  await service.post(`${campaigns[0]}/erbarmungslos/attacks`, bookAttack);
  await anHourLater();
  vi.advanceTimersByTime(60 * 60 * 1000);
  await vi.waitFor(() => expect(sizesOf(hook, campaigns[0])).toEqual([2, 4]));
  expect(sizesOf(hook, campaigns[1])).toEqual([2]);
});

test('the last checkpoint of a campaign is posted when it is closed', async () => {
  database = await createDatabase();
  onTestFinished(() => database.drop());
  const hook = await receiver();
  const service = await open(hook.url);
  const campaign = await service.campaign();
  await service.post(`${campaign}/close`, undefined, { once: 'close' });
  await vi.waitFor(() => expect(sizesOf(hook, campaign)).toEqual([3]));
  // A retry closes nothing more.
  await service.post(`${campaign}/close`, undefined, { once: 'close' });
  await service.close();
  expect(sizesOf(hook, campaign)).toEqual([3]);
});

test('a receiver that fails is asked again, and what it did not take is posted in the next round', async () => {
  database = await createDatabase();
  onTestFinished(() => database.drop());
  const hook = await receiver();
  const first = await open(hook.url);
  const campaign = await first.campaign();
  hook.answers.push(500, 503, 404);
  await first.post(`${campaign}/close`);
  await vi.waitFor(() => expect(hook.posts).toHaveLength(3), { timeout: 15_000 });
  await first.close();
  await anHourLater();
  await open(hook.url);
  await vi.waitFor(() => expect(hook.posts).toHaveLength(4));
  expect(sizesOf(hook, campaign)).toEqual([3, 3, 3, 3]);
});

test('of two processes only one posts a campaign', async () => {
  database = await createDatabase();
  onTestFinished(() => database.drop());
  const quiet = await open();
  const campaign = await quiet.campaign();
  const hook = await receiver();
  const services = await Promise.all([open(hook.url), open(hook.url)]);
  await vi.waitFor(() => expect(hook.posts).toHaveLength(1));
  await Promise.all(services.map((service) => service.close()));
  expect(sizesOf(hook, campaign)).toEqual([2]);
});

test('a receiver that never answers does not keep the service from stopping', async () => {
  database = await createDatabase();
  onTestFinished(() => database.drop());
  const sockets: Socket[] = [];
  const deaf = createServer(() => undefined).on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((listening) => deaf.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    deaf.close();
  });
  const service = await testService({
    database,
    webhookUrl: `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`,
  });
  const campaign = await service.campaign();
  await service.post(`${campaign}/close`);
  await vi.waitFor(() => expect(sockets).not.toHaveLength(0));
  await service.close();
});
