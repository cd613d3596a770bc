import pg from 'pg';
import { expect, it } from 'vitest';
import { createDatabase } from '../postgres.js';

/** What the catalogue says of the tables, one line a fact, in an order that does not depend on the server. */
const FACTS = `
  SELECT format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                CASE WHEN a.attnotnull THEN ' not null' ELSE '' END,
                coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) AS fact
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indrelid
    WHERE c.relnamespace = 'public'::regnamespace
  UNION ALL SELECT format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f')
  UNION ALL SELECT format('%s enabled %s', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT format('%s may %s %s', grantee, string_agg(privilege_type, ', ' ORDER BY privilege_type), table_name)
    FROM information_schema.role_table_grants WHERE grantee = 'treffer_writer' GROUP BY grantee, table_name`;

it('the migrations make exactly the schema that is committed beside them', async () => {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ fact: string }>(FACTS);
    const facts = rows.map(({ fact }) => `${fact}\n`).sort();
    await expect(facts.join('')).toMatchFileSnapshot('../../migrations/schema.txt');
  } finally {
    await client.end();
    await database.drop();
  }
});
