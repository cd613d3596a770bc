import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import type { Entry, RulingEntry } from '../../src/record/entry.js';
import { append, EMPTY, leafHash, rootHash } from '../../src/record/merkle.js';
import { bookAttack } from '../service.js';
import { verifyExport } from '../verify.js';
import type { Heard, House } from './house.js';

/** The process that is asked now; tests replace it. */
export interface Door {
  house: House;
}

/** What somebody wanted to happen once, and what was answered in the end. */
export interface Intent {
  readonly once: string;
  readonly path: string;
  body: object;
  heard?: Heard;
  /** How often he was told to come back, or heard nothing. */
  putOff: number;
}

/** A campaign and everything that was asked for in it. */
export interface Table {
  readonly campaign: string;
  readonly intents: Intent[];
}

export async function openTable(house: House, settings: object = {}): Promise<Table> {
  const made = await house.call('POST', '/v1/campaigns', { body: { name: 'Tisch', ...settings }, once: randomUUID() });
  expect(made.status, made.text).toBe(201);
  return { campaign: `/v1/campaigns/${made.body.id}`, intents: [] };
}

/** What the players do in turn: attacks of both rulebooks, one of them with a contribution. */
const TURNS: readonly { path: string; body: object }[] = [
  { path: '/erbarmungslos/attacks', body: bookAttack },
  { path: '/erbarmungslos/attacks', body: { ...bookAttack, actor: 'Rupert', contribution: contribution(0) } },
  {
    path: '/bang/attacks',
    body: {
      seats: ['A', 'B', 'C', 'D'].map((player) => ({ player, life: 4, equipment: player === 'B' ? ['barrel'] : [] })),
      attacker: 'A',
      target: 'B',
      card: 'bang',
    },
  },
];

/**
 * Asks for one thing after the other until told to stop.
 *
 * @param pauseMs how long a player looks at an answer before his next turn
 */
export async function play(door: Door, table: Table, until: { over: boolean }, pauseMs = 0): Promise<void> {
  for (let turn = 0; !until.over; turn += 1) {
    const { path, body } = TURNS[turn % TURNS.length]!;
    await ask(door, table, path, body);
    await sleep(pauseMs);
  }
}

/** Asks for something, once, and insists on an answer. */
export async function ask(door: Door, table: Table, path: string, body: object): Promise<Heard> {
  const intent: Intent = { once: randomUUID(), path: `${table.campaign}${path}`, body, putOff: 0 };
  table.intents.push(intent);
  return insist(door, intent);
}

/**
 * Sends the same request with the same key until it is answered, as a client does whose connection broke or who was
 * told to come back. A contribution to a chain that has ended is burnt: a fresh one is sent.
 */
export async function insist(door: Door, intent: Intent): Promise<Heard> {
  for (;;) {
    const { house } = door;
    const { once, path, body } = intent;
    const heard = await house.call('POST', path, { once, body }).catch(() => undefined);
    if (heard?.status === 409 && heard.body.code === 'chain-changed') {
      intent.body = { ...body, contribution: contribution(heard.body.chain) };
    } else if (heard !== undefined && heard.status !== 503) {
      intent.heard = heard;
      return heard;
    } else {
      intent.putOff += 1;
      if (heard !== undefined) expect(heard.headers.get('retry-after')).toMatch(/^\d+$/);
      await sleep(20);
    }
  }
}

function contribution(chain: number) {
  return { player: 'Dimitri', value: randomBytes(8).toString('hex'), chain };
}

/** What was found in a campaign's record. */
export interface Counted {
  readonly rulings: number;
  readonly chains: number;
}

/**
 * Demands that a campaign's record holds exactly what was answered, in the same bytes and once, and verifies: place,
 * chain, seeds, table, dice, rules and the root of each answer.
 */
export async function expectTrueRecord(house: House, table: Table): Promise<Counted> {
  const { status, text } = await house.call('GET', `${table.campaign}/export`);
  expect(status).toBe(200);
  const { findings, rulings } = verifyExport(text);
  expect(findings).toEqual([]);

  const lines = text.split('\n').slice(0, -1);
  const roots = rootsOf(lines);
  const faults: unknown[] = [];
  const seqs = new Set<number>();
  for (const { once, heard } of table.intents) {
    const { seq, size, root } = heard?.body ?? {};
    const line = lines[seq];
    const whole = line !== undefined && heard?.text.startsWith(`${line.slice(0, -1)},"size":`);
    if (!whole || seqs.has(seq) || size !== seq + 1 || root !== roots[seq]) faults.push({ once, heard, line });
    seqs.add(seq);
  }
  expect(faults).toEqual([]);
  // Whoever asked was answered, so each ruling is one of theirs: none was rolled twice.
  expect(rulings).toBe(table.intents.length);

  const entries = lines.map((line) => JSON.parse(line) as Entry);
  const rolled = entries.filter((entry): entry is RulingEntry => entry.kind === 'ruling');
  expect(new Set(rolled.map(({ chain, link }) => `${chain} ${link}`)).size).toBe(rulings);
  expect(new Set(rolled.map(({ seed }) => seed)).size).toBe(rulings);
  return { rulings, chains: entries.filter(({ kind }) => kind === 'chain').length };
}

/** The root of the tree right after each entry. */
function rootsOf(lines: readonly string[]): string[] {
  let tree = EMPTY;
  return lines.map((line) => {
    tree = append(nodeHash, tree, leafHash(nodeHash, line)).frontier;
    return bytesToHex(rootHash(nodeHash, tree));
  });
}
