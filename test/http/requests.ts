import type { TestService } from '../service.js';

/** Requests that the rules allow, to be varied by tests. */

export const bangAttack = {
  seats: [
    { player: 'Anna', life: 4 },
    { player: 'Ben', equipment: ['barrel'], life: 3 },
    { player: 'Carla', life: 4 },
    { player: 'Dirk', life: 5 },
  ],
  attacker: 'Anna',
  target: 'Ben',
  card: 'bang',
  answers: { Ben: { missed: 1 } },
};

export const execution = {
  figure: { id: 'rupert' },
  victim: { id: 'dimitri', life: 2, state: 'incapacitated' },
  baseContact: true,
  enemy: true,
  actionPoints: 1,
};

export const hostage = {
  captor: { id: 'jesse', movement: 15 },
  hostage: { id: 'kassierer', civilian: true, armed: false },
  baseContact: true,
  options: { hostages: true },
};

export const recovery = {
  figure: { id: 'dimitri', life: 2, state: 'incapacitated' },
  laterRound: true,
  heartForInitiative: true,
  passed: true,
};

/** A target who stands 12 away in the open and is hard to put out of action: life 1,000. */
export const target = (id: string) => ({
  id,
  dodge: 2,
  resistance: 100,
  life: 1000,
  maxLife: 1000,
  distance: 12,
  visible: true,
});

/** The first shot of a revolver with three; the target has life enough for all. */
export const revolver = {
  shooter: { id: 'rupert', ranged: 7, life: 5, maxLife: 5 },
  weapon: { name: 'Revolver', range: 20, shots: 3 },
  targets: [target('dimitri')],
  shots: [{ at: ['dimitri'] }],
};

/** The record's lines, without the newlines. */
export async function linesOf(service: TestService, campaign: string, key?: string | null): Promise<string[]> {
  const { status, text } = await service.get(`${campaign}/export`, key === undefined ? {} : { key });
  if (status !== 200) throw new Error(text);
  return text.split('\n').slice(0, -1);
}

/** How many entries the campaign's record has. */
export const sizeOf = async (service: TestService, campaign: string): Promise<number> =>
  (await service.get(campaign)).body.size;

/** Makes a key with these scopes; of an account of its own when none is named. */
export async function keyWith(
  service: TestService,
  scopes: readonly string[],
  account?: string,
): Promise<{ id: string; account: string; key: string }> {
  const owner = account ?? (await service.post('/v1/accounts', { name: 'Somebody' })).body.id;
  const { body, status, text } = await service.post('/v1/keys', { account: owner, label: 'somebody', scopes });
  if (status !== 201) throw new Error(text);
  return body;
}
