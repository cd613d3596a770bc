import { target } from '../http/requests.js';
import { ADMIN_KEY, bookAttack, type TestService } from '../service.js';

/*
 * A long and varied record, made by the whole service as tables would make it: every kind of entry, every action of both
 * rulebooks, chains one after the other, contributions of every sort, actions that go on over several rulings.
 */

export interface RealRecord {
  /** `/v1/campaigns/<id>` */
  readonly path: string;
  readonly id: string;
  /** Without their newlines. */
  readonly lines: readonly string[];
}

const figure = (id: string) => ({ id, ranged: 5, life: 900, maxLife: 1000 });
const { life: _, ...sturdyAgain } = target('dimitri');
const revolver = { name: 'Revolver', range: 20, shots: 3 };

const oneShot = { ...bookAttack, actor: 'Änne' };
const everyMember = {
  shooter: { ...figure('jeremiah'), state: 'able', actionPoints: 9, aimLimit: 2 },
  weapon: { name: 'Gewehr', range: 24.5, shots: 2, actionPoints: 2, endsActivation: false },
  aim: 1,
  mounted: true,
  modifiers: [
    { label: 'Nacht', dice: -1 },
    { label: 'Scharfschütze', dice: 2 },
  ],
  options: { seriousWounds: true, hostages: true },
  targets: [
    {
      ...target('bankräuber'),
      state: 'able',
      cover: 'light',
      shield: true,
      modifiers: [
        { label: 'Weste', dice: 1 },
        { label: 'Zäh', dice: 1, pool: 'resistance' },
      ],
    },
    {
      id: 'ivan',
      dodge: 1,
      resistance: 100,
      life: 700,
      maxLife: 900,
      positions: { from: { x: 0, y: 0, base: 2.5 }, to: { x: 9.3, y: 12.4, base: 2.5 } },
      visible: true,
      cover: 'heavy',
    },
  ],
  shots: [{ at: ['bankräuber'], modifiers: [{ label: 'Hinterhalt', dice: 1 }] }, { at: ['ivan', 'bankräuber'] }],
};
const mortal = {
  shooter: { ...figure('clint'), ranged: 12 },
  weapon: { range: 20, shots: 4 },
  targets: ['a', 'b'].map((id) => ({ ...target(id), dodge: 0, resistance: 1, life: 4, maxLife: 4 })),
  shots: Array.from({ length: 4 }, () => ({ at: ['a', 'b'] })),
};
const execution = {
  figure: { id: 'rupert' },
  victim: { id: 'wounded', life: 2, state: 'incapacitated' },
  baseContact: true,
  enemy: true,
  actionPoints: 1,
};
const hostage = {
  captor: { id: 'bankräuber', movement: 15 },
  hostage: { id: 'kassierer', civilian: true, armed: false },
  baseContact: true,
  options: { hostages: true },
};
const recovery = {
  figure: { id: 'wounded', life: 2, state: 'incapacitated' },
  laterRound: true,
  heartForInitiative: true,
  passed: true,
};
const seats = [
  { player: 'Anna', life: 4, weapon: 'winchester', equipment: ['scope', 'mustang'] },
  { player: 'Ben', equipment: ['barrel'], character: 'jourdonnais', life: 3 },
  { player: 'Carla', active: true, life: 4, distanceModifiers: [{ label: 'Nebel', view: 'incoming', by: 1 }] },
  { player: 'Dirk', life: 5 },
];
const bang = {
  seats,
  attacker: 'Anna',
  target: 'Ben',
  card: 'bang',
  bangsPlayed: 0,
  answers: { Ben: { missed: 1 } },
  actor: 'Anna',
};
const { target: _target, bangsPlayed: _played, ...toAll } = bang;
const gatling = { ...toAll, card: 'gatling', answers: { Dirk: { missed: 1 } } };
const duel = { ...bang, card: 'duel', bangsPlayed: undefined, answers: { Anna: { bangs: 1 }, Ben: { bangs: 2 } } };

/** Makes the record of a campaign; at least 200 entries, the last of them `closed`. */
export async function realRecord(service: TestService): Promise<RealRecord> {
  const path = await service.campaign({ settings: { contribution: 'optional' } });
  /** @returns the seq of what was recorded */
  const post = async (where: string, body?: object): Promise<number> => {
    const answer = await service.post<{ seq: number }>(`${path}/${where}`, body, { key: ADMIN_KEY });
    if (answer.status !== 201) throw new Error(`${where}: ${answer.text}`);
    return answer.body.seq;
  };
  const attack = (body: object) => post('erbarmungslos/attacks', body);
  const shootOn = (continues: number, target: { id: string }) =>
    attack({ continues, targets: [target], shots: [{ at: [target.id] }] });

  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await post('chains');
    await post('contributions', { player: 'Änne', value: `Würfelglück 🎲 ${round}`, chain: round });
    // Two actions at once, each going on between the shots of the other.
    const rupert = await attack({
      shooter: figure('rupert'),
      weapon: revolver,
      targets: [target('dimitri')],
      shots: [{ at: ['dimitri'] }],
    });
    const jesse = await attack({
      shooter: figure('jesse'),
      weapon: revolver,
      mounted: true,
      targets: [target('ivan')],
      shots: [{ at: ['ivan'] }],
      contribution: { player: 'Ben', value: `${round}`, chain: round },
    });
    const rupertAgain = await shootOn(rupert, sturdyAgain);
    await post('notes', { about: jesse, text: `Round ${round}:\nsays "wait" and a \\.` });
    const jesseAgain = await shootOn(jesse, target('boris'));
    await shootOn(rupertAgain, sturdyAgain);
    await shootOn(jesseAgain, target('oleg'));
    await attack(oneShot);
    await post('contributions', { player: 'Carla', value: `names no chain ${round}` });
    await attack(everyMember);
    await attack(mortal);
    await post('erbarmungslos/executions', execution);
    await post('erbarmungslos/hostages', hostage);
    await post('erbarmungslos/recoveries', recovery);
    if (round === 1) {
      const settings = { contribution: 'required', rulesets: { bang: '4-r1' } };
      await change(service, path, settings);
      await change(service, path, { contribution: 'optional', rulesets: null });
    }
    await post('bang/attacks', bang);
    await post('bang/attacks', gatling);
    await post('bang/attacks', { ...duel, contribution: { player: 'Dirk', value: `duel ${round}`, chain: round } });
  }
  await post('close');
  const { text } = await service.get(`${path}/export`);
  return { path, id: path.split('/').at(-1)!, lines: text.split('\n').slice(0, -1) };
}

/** A round has 20 entries, and its chain. */
const ROUNDS = 10;

async function change(service: TestService, path: string, settings: object): Promise<void> {
  const answer = await service.call('PATCH', path, { body: { settings } });
  if (answer.status !== 200) throw new Error(answer.text);
}
