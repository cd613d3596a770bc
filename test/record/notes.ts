import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { nodeHash } from '../../src/dice/node-hash.js';
import { seedChain } from '../../src/dice/seed-chain.js';
import { insertFirst } from '../../src/record/entries-sql.js';
import { type LiveHead, Page } from '../../src/record/page.js';
import type { Part, Row } from '../../src/record/store.js';

/** A campaign whose record has its first chain and nothing else. */
export async function newCampaign(client: pg.Client): Promise<LiveHead> {
  const page = Page.first(nodeHash, randomUUID(), () => new Date());
  page.chain(0, seedChain(nodeHash, randomBytes(32), 4));
  await insertFirst(client, page.head.campaign, page.rows);
  return page.head;
}

/** Notes that go on from a head, each with the change made to its row. */
export function notes(after: LiveHead, ...changes: Partial<Row>[]): Part {
  const page = new Page(nodeHash, after, () => new Date());
  for (const _ of changes) page.note({ about: 0, text: randomUUID(), by: 'test' });
  return { after, rows: page.rows.map((row, i) => ({ ...row, ...changes[i] })) };
}

/** An idempotency key that nobody has used. */
export const freshKey = () => ({ hash: randomBytes(32), request: randomBytes(32) });
