import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../postgres.js';
import { bookAttack, type TestService } from '../service.js';
import { verifyExport } from '../verify.js';
import { documentedService } from './documented.js';

/** A way to the database that can be broken at the worst moments. */
interface Way {
  readonly url: string;
  /** `away`: refuses and cuts every connection; the other two cut one when entries are to be inserted. */
  state: 'open' | 'away' | 'cut before the commit' | 'cut after the commit';
  cut(): void;
  close(): Promise<void>;
}

async function wayTo(url: string): Promise<Way> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let inserting = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
      socket.on('close', () => sockets.delete(socket));
    }
    if (way.state === 'away') return end();
    client.on('data', (chunk) => {
      inserting ||= /append (an entry|entries)|INSERT INTO entries/.test(chunk.toString('latin1'));
      if (inserting && way.state === 'cut before the commit') end();
      else upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (inserting && way.state === 'cut after the commit') end();
      else client.write(chunk);
      inserting = false;
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  const way: Way = {
    url: own.href,
    state: 'open',
    cut,
    close: () => {
      cut();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return way;
}

let database: TestDatabase;
let way: Way;
let service: TestService;
let campaign: string;
beforeAll(async () => {
  database = await createDatabase();
  way = await wayTo(database.url);
  service = await documentedService({ database: { ...database, url: way.url } });
});
beforeEach(async () => {
  campaign = await service.campaign();
});
afterAll(async () => {
  await service.close();
  await way.close();
  await database.drop();
});

const attack = (once: string) => service.post(`${campaign}/erbarmungslos/attacks`, bookAttack, { once });
const verified = async () => verifyExport((await service.get(`${campaign}/export`)).text);

test('while the database is away everything that needs it is 503, and the process lives', async () => {
  way.state = 'away';
  way.cut();
  const note = { about: 0, text: 'x' };
  for (const answer of [
    await attack('away'),
    await service.get(campaign),
    await service.post('/v1/campaigns', { name: 'x' }),
    await service.post(`${campaign}/notes`, note),
    await service.get('/v1/campaigns'),
    await service.get('/v1/keys'),
    await service.get('/v1/keys', { key: 'treffer_somebody' }),
    await service.get('/readyz'),
  ]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  }
  expect((await service.get('/livez')).status).toBe(200);
  expect((await service.get('/v1/rulesets')).status).toBe(200);
  way.state = 'open';
  expect((await service.get('/readyz')).status).toBe(200);
  expect((await attack('away')).status).toBe(201);
  expect(await verified()).toMatchObject({ findings: [], rulings: 1 });
});

test('a connection lost before the commit: the same key rolls then, once', async () => {
  way.state = 'cut before the commit';
  expect((await attack('before')).status).toBe(503);
  way.state = 'open';
  const [ruling, again] = [await attack('before'), await attack('before')];
  expect([ruling.status, again.status]).toEqual([201, 200]);
  expect(again.text).toBe(ruling.text);
  expect(await verified()).toMatchObject({ findings: [], rulings: 1 });
});

test('a connection lost after the commit: the same key gives the ruling that was recorded', async () => {
  way.state = 'cut after the commit';
  expect((await attack('after')).status).toBe(503);
  way.state = 'open';
  expect(await verified()).toMatchObject({ findings: [], rulings: 1 });
  const answer = await attack('after');
  expect(answer).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' }, body: { seq: 2 } });
  expect(await verified()).toMatchObject({ findings: [], rulings: 1 });
});

test('after a lost commit the next ruling is rolled from a new chain', async () => {
  expect((await attack('one')).body).toMatchObject({ chain: 0, link: 1 });
  way.state = 'cut before the commit';
  await attack('lost');
  way.state = 'open';
  expect((await attack('two')).body).toMatchObject({ chain: 1, link: 1 });
  expect(await verified()).toMatchObject({ findings: [], rulings: 2 });
});
