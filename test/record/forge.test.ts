import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import type { RememberedDice, Roll } from '../../src/dice/roll.js';
import { seedChain } from '../../src/dice/seed-chain.js';
import { seededDice } from '../../src/dice/seeded-dice.js';
import { contribute, NO_ENTROPY } from '../../src/dice/table-entropy.js';
import { judge } from '../../src/judge.js';
import { openCheckpoint, signCheckpoint } from '../../src/record/checkpoint.js';
import { chainEntry, type Entry, type RulingEntry, rulingEntry } from '../../src/record/entry.js';
import { signerKey } from '../../src/record/signed-note.js';
import type { RecordCheck } from '../../src/record/verify.js';
import { rulesets } from '../../src/rules/index.js';
import { type TestService, testService } from '../service.js';
import { allFindings, checkpointOf } from './changed-record.js';
import { type RealRecord, realRecord } from './real-record.js';

/*
 * What somebody would try who knows the format, the rules and the dice, and sits at the database: everything that follows
 * from what he changes is made anew as well as he can. Only the secret links of a chain that is not his he does not have.
 */

let service: TestService;
let record: RealRecord;
let entries: readonly Entry[];
/** Of the second chain: an attack of one ruling, right after a contribution, and the rulings of one action. */
let attack: number;
let action: { readonly first: number; readonly second: number; readonly third: number };
let otherAction: number;
beforeAll(async () => {
  service = await testService();
  record = await realRecord(service);
  entries = record.lines.map((line) => JSON.parse(line) as Entry);
  const begin = entries.findIndex((entry) => entry.kind === 'chain' && entry.chain === 1);
  const of = (id: string) =>
    entries.filter(
      (entry): entry is Ruling => entry.seq > begin && isRuling(entry) && entry.request.shooter?.id === id,
    );
  attack = of('jeremiah')[0]!.seq;
  const [first, second, third] = of('rupert').map(({ seq }) => seq) as [number, number, number];
  action = { first, second, third };
  otherAction = of('jesse')[0]!.seq;
});
afterAll(() => service.close());

type Ruling = RulingEntry & { request: any };
const isRuling = (entry: Entry): entry is Ruling => entry.kind === 'ruling';

/** Dice as the forger likes them. */
function diceOf(give: (name: string, sides: number, count: number) => readonly number[]): RememberedDice {
  const rolls: Roll[] = [];
  return {
    rolls,
    roll(name, sides, count) {
      const values = [...give(name, sides, count)];
      rolls.push({ for: name, sides, values });
      return values;
    },
  };
}

/** Ruling `seq` made anew from changed facts; adjudicated with these dice, or else with those that follow. */
function remade(seq: number, change: (ruling: Ruling) => void, dice?: (ruling: Ruling) => RememberedDice): string {
  const ruling = structuredClone(entries[seq]) as Ruling;
  change(ruling);
  const { seed, table } = ruling;
  const thrown =
    dice?.(ruling) ?? seededDice(nodeHash, { ...ruling, seed: hexToBytes(seed), table: hexToBytes(table) });
  const book = rulesets.find(({ id }) => id === ruling.ruleset)!;
  const outcome = book.actions.find(({ name }) => name === ruling.action)!.adjudicate(ruling.request, thrown);
  return rulingEntry(ruling, { ...ruling, requestJson: JSON.stringify(ruling.request), rolls: thrown.rolls, outcome });
}
const sameDice = ({ rolls }: Ruling) => {
  const left = rolls.map(({ values }) => values);
  return diceOf(() => left.shift()!);
};
const bestDice = () => diceOf((name, sides, count) => Array<number>(count).fill(/dodge|resist/.test(name) ? 1 : sides));

const withRuling = (...made: Parameters<typeof remade>): string[] => record.lines.with(made[0], remade(...made));

/** The table entropy that the entries up to `seq` give. */
function tableOf(lines: readonly string[], seq: number): string {
  const values = lines
    .slice(0, seq)
    .flatMap((line) => /"kind":"contribution".*"value":("[^"]*")/.exec(line)?.[1] ?? []);
  const table = values.reduce((t, value) => contribute(nodeHash, t, JSON.parse(value)), NO_ENTROPY);
  return bytesToHex(table);
}

/** The last contribution before the attack, made another; and `table` of all rulings accordingly. */
function withOtherContribution(): string[] {
  const lines = record.lines.with(
    attack - 1,
    record.lines[attack - 1]!.replace(/"value":"[^"]*"/, '"value":"another"'),
  );
  return lines.map((line, seq) => line.replace(/"table":"\w+"/, () => `"table":"${tableOf(lines, seq)}"`));
}

/** From its chain on, the record as somebody else would have made it: another chain, and attacks as he likes them. */
function withOwnChain(number: number): string[] {
  const chain = seedChain(nodeHash, new Uint8Array(32).fill(7), 256);
  const from = entries.findIndex((entry) => entry.kind === 'chain' && entry.chain === 1);
  const { campaign, at } = entries[from]!;
  const lines = record.lines.slice(0, from);
  lines.push(chainEntry({ campaign, seq: from, at }, { chain: number, length: 256, anchor: bytesToHex(chain.anchor) }));
  const table = tableOf(lines, from);
  for (const link of [1, 2, 3]) {
    const place = { seq: from + link, at, chain: number, link, seed: bytesToHex(chain.link(link)), table };
    lines.push(remade(attack, (ruling) => Object.assign(ruling, place)));
  }
  return lines;
}

/** Without ruling `seq`: the links of its chain, the numbers and what refers to them are counted anew. */
function withoutRuling(seq: number): string[] {
  const { chain } = entries[seq] as Ruling;
  return record.lines.toSpliced(seq, 1).map((line, at) => {
    if (at < seq) return line;
    const ruling = entries[at + 1] as Ruling;
    const counted = line.replace(/"seq":\d+/, `"seq":${at}`);
    return ruling.chain === chain ? counted.replace(/"link":\d+/, `"link":${ruling.link - 1}`) : counted;
  });
}

type Found =
  /** The check that finds it, and on which line. */
  | { readonly check: RecordCheck; readonly at: () => number }
  /** Nothing contradicts it, and why; a checkpoint finds it. */
  | { readonly kept: string };

const FORGERIES: readonly (readonly [what: string, made: () => string[], found: Found])[] = [
  [
    'another seed, with the dice and the outcome that follow',
    () => withRuling(attack, (ruling) => Object.assign(ruling, { seed: 'ab'.repeat(32) })),
    { check: 'chain', at: () => attack },
  ],
  [
    'the best dice, with the outcome that follows',
    () => withRuling(attack, () => undefined, bestDice),
    { check: 'dice', at: () => attack },
  ],
  [
    'another table entropy, with the dice and the outcome that follow',
    () => withRuling(attack, (ruling) => Object.assign(ruling, { table: 'cd'.repeat(32) })),
    { check: 'table', at: () => attack },
  ],
  [
    'another contribution, with the table entropy of every ruling after it',
    withOtherContribution,
    { check: 'dice', at: () => attack },
  ],
  [
    'another contribution, with the table entropy, the dice and the outcome after it, where the record ends',
    () => {
      const lines = withOtherContribution().slice(0, attack);
      return [...lines, remade(attack, (ruling) => Object.assign(ruling, { table: tableOf(lines, attack) }))];
    },
    { kept: 'whoever has seen a seed can make everything else anew: the contributor must remember what he said' },
  ],
  [
    'another life of a target, with the outcome that follows from the same dice',
    () => withRuling(attack, ({ request }) => Object.assign(request.targets[0], { life: 999, maxLife: 999 }), sameDice),
    { kept: 'dice follow from the place of a ruling, not from what was asked' },
  ],
  [
    'a larger pool, with the dice and the outcome that follow',
    () => withRuling(attack, ({ request }) => Object.assign(request.shooter, { ranged: 6 })),
    { kept: 'dice follow from the place of a ruling, not from what was asked' },
  ],
  [
    'a request that the rules forbid, with the outcome that would follow',
    () => withRuling(attack, ({ request }) => Object.assign(request.targets[0], { distance: 99 })),
    { check: 'rules', at: () => attack },
  ],
  ['a ruling less, and everything counted anew', () => withoutRuling(attack), { check: 'chain', at: () => attack }],
  [
    'a chain of his own from some entry on, where the record ends with his own rulings',
    () => withOwnChain(1),
    { kept: 'nobody but the operator knows which chains he began' },
  ],
  [
    'a chain of his own under the number of the one before',
    () => withOwnChain(0),
    { check: 'chain', at: () => entries.findIndex((entry) => entry.kind === 'chain' && entry.chain === 1) },
  ],

  [
    'a continuation that continues the action of somebody else',
    () => withRuling(action.second, ({ request }) => Object.assign(request, { continues: otherAction })),
    { check: 'rules', at: () => action.second },
  ],
  [
    'a continuation that continues what was continued already',
    () => withRuling(action.third, ({ request }) => Object.assign(request, { continues: action.first })),
    { check: 'rules', at: () => action.third },
  ],
  [
    'a continuation that continues what is not there',
    () => withRuling(action.second, ({ request }) => Object.assign(request, { continues: 9999 })),
    { check: 'rules', at: () => action.second },
  ],
  [
    'a continuation after fewer shots, with the outcome that follows',
    () => withRuling(action.third, ({ request }) => Object.assign(request, { shotsFired: 1 })),
    { check: 'rules', at: () => action.third },
  ],
  [
    'a continuation with a weapon of more shots, with the outcome that follows',
    () => withRuling(action.second, ({ request }) => Object.assign(request.weapon, { shots: 4 })),
    { check: 'rules', at: () => action.second },
  ],
  [
    'a continuation by a better shooter, with the dice and the outcome that follow',
    () => withRuling(action.second, ({ request }) => Object.assign(request.shooter, { ranged: 9 })),
    { check: 'rules', at: () => action.second },
  ],
  [
    'a continuation at a figure with less life, with the outcome that follows',
    () => withRuling(action.second, ({ request }) => Object.assign(request.targets[0], { life: 3 })),
    { check: 'rules', at: () => action.second },
  ],
  [
    'a continuation at a figure that has less life when unhurt',
    () => withRuling(action.second, ({ request }) => Object.assign(request.targets[0], { maxLife: 1001 })),
    { check: 'rules', at: () => action.second },
  ],
  [
    'more shots in the weapon of an action that goes on, with the outcome that follows',
    () => withRuling(action.first, ({ request }) => Object.assign(request.weapon, { shots: 4 })),
    { check: 'rules', at: () => action.second },
  ],
  [
    'another life of a target in an action that goes on at it, with the outcome that follows',
    () => withRuling(action.first, ({ request }) => Object.assign(request.targets[0], { life: 500 })),
    { check: 'rules', at: () => action.second },
  ],
  [
    'a last continuation that says it is none, with the outcome that follows',
    () =>
      withRuling(action.third, ({ request }) => {
        delete request.continues;
        delete request.shotsFired;
      }),
    { kept: 'an action that begins anew looks just the same' },
  ],
];

test.each(FORGERIES)('%s', (_what, made, found) => {
  const lines = made();
  expect(lines).not.toEqual(record.lines.slice(0, lines.length));
  const findings = allFindings(lines, judge(rulesets));
  if ('kept' in found) {
    expect(findings).toEqual([]);
    const kept = checkpointOf(record.id, record.lines.slice(0, lines.length));
    expect(allFindings(lines, judge(rulesets), [kept])).toMatchObject([{ check: 'tree' }]);
  } else {
    expect(findings[0]).toMatchObject({ seq: found.at(), check: found.check });
  }
});

describe('a checkpoint', () => {
  const signer = signerKey('dice.example.org', new Uint8Array(32).fill(1));
  const another = signerKey('dice.example.org', new Uint8Array(32).fill(2));
  const elsewhere = signerKey('dice.example.com', new Uint8Array(32).fill(1));
  const signed = (by = signer) => signCheckpoint(by, checkpointOf(record.id, record.lines));
  const opened = (note: string) => openCheckpoint(note, [signer.verifier]);

  /** The first four bytes of a signature line are the key's id. */
  const underItsId = (note: string) =>
    note.replace(/[^ ]+\n$/, (encoded) => {
      const id = Buffer.from(signer.verifier.id, 'hex');
      return `${Buffer.concat([id, Buffer.from(encoded, 'base64').subarray(4)]).toString('base64')}\n`;
    });

  test('is what its key has signed', () => {
    expect(allFindings(record.lines, undefined, [opened(signed()).checkpoint])).toEqual([]);
  });

  test.each<[string, () => string, RegExp]>([
    ['of a shorter record', () => signed().replace(`\n${record.lines.length}\n`, '\n7\n'), /is false/],
    [
      'with another root',
      () => signed().replace(/\n(.)(.*)=\n/, (_, a, rest) => `\n${a === 'A' ? 'B' : 'A'}${rest}=\n`),
      /is false/,
    ],
    [
      'of another campaign',
      () =>
        signed().replace(
          record.id,
          record.id.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
        ),
      /is false/,
    ],
    ['of another origin', () => signed().replace('dice.example.org/', 'dice.example.net/'), /is false/],
    ['with a line more', () => signed().replace('\n\n', '\nmore\n\n'), /is false/],
    ['signed by another key of the same name', () => signed(another), /none of the keys/],
    ['signed by the same key under another name', () => signed(elsewhere), /none of the keys/],
    ['signed by another key under the id of the right one', () => underItsId(signed(another)), /is false/],
    ['without a signature', () => signed().replace(/— .*\n/, ''), /no signed note|no signature/],
  ])('%s is none', (_what, forged, message) => {
    const note = forged();
    expect(note).not.toBe(signed());
    expect(() => opened(note)).toThrow(message);
  });

  test.each<[string, (size: number) => { size: number }]>([
    ['of fewer entries', (size) => ({ size: size - 1 })],
    ['of more entries', (size) => ({ size: size + 1 })],
  ])('that the operator himself signs %s than its root has is found', (_what, change) => {
    const whole = checkpointOf(record.id, record.lines);
    const { checkpoint } = opened(signCheckpoint(signer, { ...whole, ...change(whole.size) }));
    expect(allFindings(record.lines, undefined, [checkpoint])).toMatchObject([{ check: 'tree' }]);
  });
});
