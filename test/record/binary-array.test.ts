import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binaryArray, type ElementType, type ElementValue } from '../../src/record/binary-array.js';
import { createDatabase, type TestDatabase } from '../postgres.js';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** What Postgres makes of an array. */
async function received<Type extends ElementType>(
  type: Type,
  values: readonly (ElementValue<Type> | null | undefined)[],
): Promise<unknown> {
  const { rows } = await client.query<{ values: unknown }>(`SELECT $1::${type}[] AS values`, [
    binaryArray(type, values),
  ]);
  return rows[0]?.values;
}

const lists = <T>(of: fc.Arbitrary<T>) => fc.array(fc.option(of, { nil: null }), { minLength: 1, maxLength: 20 });

test('Postgres reads whatever text was written, with every character that it can hold', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((each) => each.replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(lists(text), async (values) => {
      expect(await received('text', values)).toEqual(values);
    }),
  );
});

test('Postgres reads whatever bytes were written', async () => {
  await fc.assert(
    fc.asyncProperty(lists(fc.uint8Array({ maxLength: 70 })), async (values) => {
      const expected = values.map((value) => (value === null ? null : Buffer.from(value)));
      expect(await received('bytea', values)).toEqual(expected);
    }),
  );
});

test('Postgres reads whatever integers were written', async () => {
  await fc.assert(
    fc.asyncProperty(lists(fc.integer()), async (values) => {
      expect(await received('integer', values)).toEqual(values);
    }),
  );
});

test('Postgres reads the UUIDs that were written', async () => {
  const ids = Array.from({ length: 20 }, () => randomUUID());
  expect(await received('uuid', ids)).toEqual(ids);
});

test('what is undefined is NULL', async () => {
  expect(await received('integer', [1, undefined, null])).toEqual([1, null, null]);
});
