import { expect, test } from 'vitest';
import { bookAttack, testService } from '../service.js';
import { verifyExport } from '../verify.js';

test('a clock that steps back repeats the last time until it has caught up', async () => {
  let now = new Date('2026-11-30T06:00:00.000Z');
  const service = await testService({ now: () => now, ours: true });
  const campaign = await service.campaign();
  const at = async (time: string): Promise<string> => {
    now = new Date(`2026-11-30T${time}Z`);
    const { body } = await service.post(`${campaign}/erbarmungslos/attacks`, bookAttack);
    return body.at.slice('2026-11-30T'.length, -1);
  };
  expect(await at('06:00:01.500')).toBe('06:00:01.500');
  expect(await at('05:59:00.000')).toBe('06:00:01.500');
  expect(await at('06:00:01.499')).toBe('06:00:01.500');
  expect(await at('06:00:01.501')).toBe('06:00:01.501');
  const { findings } = verifyExport((await service.get(`${campaign}/export`)).text);
  expect(findings).toEqual([]);
});
