import { describe, expect, test } from 'vitest';
import { bookAttack, testService } from '../service.js';
import { query } from './databases.js';

const CHANGES = [
  `UPDATE entries SET entry = replace(entry, 'rupert', 'ruprecht')`,
  'UPDATE entries SET seq = seq + 1000',
  'DELETE FROM entries',
  'DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)',
  'TRUNCATE entries',
  'TRUNCATE entries CASCADE',
];

describe('what is recorded can neither be changed nor removed', () => {
  test('by the role that the service runs as', async () => {
    const { pool, url } = await recorded();
    const before = await contents(url);
    for (const change of CHANGES) await expect(pool.query(change), change).rejects.toThrow(/permission denied/);
    expect(await contents(url)).toEqual(before);
  });

  test.each(['origin', 'replica', 'local'])('by a superuser, with session_replication_role = %s', async (role) => {
    const { url } = await recorded();
    const before = await contents(url);
    for (const change of CHANGES) {
      const changing = query(url, `SET session_replication_role = ${role}`, change);
      await expect(changing, change).rejects.toThrow(/append-only/);
    }
    expect(await contents(url)).toEqual(before);
  });
});

async function recorded() {
  const service = await testService({ ours: true });
  const campaign = await service.campaign();
  await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
  return { pool: service.pool, url: service.database.url };
}

const contents = (url: string) => query(url, 'SELECT * FROM entries ORDER BY campaign, seq');
