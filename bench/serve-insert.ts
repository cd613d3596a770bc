import { hash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { readConfig } from '#src/config.js';
import { nodeHash } from '#src/dice/node-hash.js';
import { seededDice } from '#src/dice/seeded-dice.js';
import { render } from '#src/http/language.js';
import { rulingEntry } from '#src/record/entry.js';
import { erbarmungslos } from '#src/rules/erbarmungslos/index.js';
import { type AttackRequest, serveAttacks } from './bare-fastify.js';
import { attack } from './common-shot.js';

/*
 * The baseline of keeping what was ruled, as one would write it first: every request adjudicates, makes its row and
 * inserts it in a transaction of its own. No seed chain, no tree, no look at what was recorded before; README.md says
 * exactly what is left out.
 *
 *   DATABASE_URL=… node serve-insert.js        makes its table, `plain_entries`
 */

const COLUMNS = [
  ...['campaign', 'seq', 'kind', 'entry', 'leaf', 'nodes', 'table_after', 'chain_seq', 'settings_seq'],
  ...['contribution_seq', 'key_hash', 'request_hash', 'continues'],
];
const INSERT = `INSERT INTO plain_entries (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((_, i) => `$${i + 1}`).join(', ')})`;

const NO_TABLE = new Uint8Array(32);
const NO_TABLE_HEX = '0'.repeat(64);

const { poolSize } = readConfig({});
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: poolSize });
await pool.query('CREATE TABLE plain_entries (LIKE entries, PRIMARY KEY (campaign, seq))');
await pool.query('CREATE UNIQUE INDEX ON plain_entries (campaign, key_hash) WHERE key_hash IS NOT NULL');

const sizes = new Map<string, number>();
const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

async function answer({ params, headers, body }: AttackRequest): Promise<string> {
  const { campaign } = params;
  if (attack.faults(body).length > 0 || attack.refusals(body).length > 0) throw new Error('the attack is not legal');
  const seq = sizes.get(campaign) ?? 0;
  sizes.set(campaign, seq + 1);
  const seed = randomBytes(32);
  const dice = seededDice(nodeHash, { seed, campaign, seq, table: NO_TABLE });
  const outcome = attack.adjudicate(body, dice);
  const requestJson = JSON.stringify(body);
  const entry = rulingEntry(
    { campaign, seq, at: new Date().toISOString() },
    {
      chain: 0,
      link: 1,
      seed: seed.toString('hex'),
      table: NO_TABLE_HEX,
      by: 'operator',
      ruleset: erbarmungslos.id,
      version: erbarmungslos.version,
      action: attack.name,
      requestJson,
      rolls: dice.rolls,
      outcome,
    },
  );
  const leaf = sha256(entry);
  const key = sha256(String(headers['idempotency-key']));
  const values = [campaign, seq, 'ruling', entry, leaf, leaf, leaf, 0, 1, null, key, sha256(requestJson), null];
  await pool.query({ name: 'insert', text: INSERT, values });
  const root = leaf.toString('hex');
  const sentences = attack.explain(body, outcome).map((phrase) => render(erbarmungslos.phrases, phrase, 'en'));
  const explanation = [...sentences.slice(0, -1), `${sentences[sentences.length - 1]} #${seq} · ${root.slice(0, 8)}`];
  const more = JSON.stringify({ size: seq + 1, root, bound: null, explanation });
  return `${entry.slice(0, -1)},${more.slice(1)}`;
}

await serveAttacks(answer);
