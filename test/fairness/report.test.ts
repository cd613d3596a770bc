import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import { PHRASES } from '../../src/fairness/phrases.js';
import { fairnessReport } from '../../src/fairness/report.js';
import { MOST_GROUPS, Tally } from '../../src/fairness/tally.js';
import { fairnessAnswer } from '../../src/http/fairness-answer.js';
import { rulesets } from '../../src/rules/index.js';
import { LANGUAGES } from '../../src/rules/ruleset.js';
import { bangAttack } from '../http/requests.js';
import { attack, FIRST, faces, rulingLine, shot, tallyOf } from './record.js';

const report = (...lines: string[]) => fairnessAnswer(fairnessReport(tallyOf(lines)), 'en');
const barrel = (seq: number, after = seq * 3_600_000) =>
  rulingLine({ seq, ruleset: 'bang', action: 'attack', request: bangAttack, after });

describe('the report', () => {
  it('of a record without dice has no statistic at all', () => {
    const { groups, purposes, overall, sentences } = report(FIRST);
    expect({ groups, purposes }).toEqual({ groups: [], purposes: [] });
    expect(overall).toEqual({
      dice: 0,
      successes: null,
      detectable: null,
      bySides: [],
      sentences: ['No dice, so no statistics.'],
    });
    expect(sentences.join(' ')).not.toMatch(/p-value/);
  });

  it('of a pool of 0 dice has none either', () => {
    const [group] = report(shot(2, 0, faces(6))).groups;
    expect(group).toEqual({
      ruleset: 'erbarmungslos',
      who: 'Rupert',
      purpose: 'attack',
      dice: 0,
      successes: null,
      detectable: null,
      bySides: [{ sides: 6, dice: 0, faces: [0, 0, 0, 0, 0, 0], chiSquared: null }],
      sentences: ['No dice, so no statistics.'],
    });
  });

  it('of one die says that it shows nothing', () => {
    const { groups, overall } = report(shot(2, 1, faces(5)));
    expect(groups[0]).toEqual({
      ruleset: 'erbarmungslos',
      who: 'Rupert',
      purpose: 'attack',
      dice: 1,
      successes: { dice: 1, seen: 1, expected: 1 / 3, standardDeviation: Math.sqrt(2 / 9) },
      detectable: { of: 'successes', dice: 1, fair: 1 / 3, shifted: null },
      bySides: [
        {
          sides: 6,
          dice: 1,
          faces: [0, 0, 0, 0, 1, 0],
          chiSquared: { statistic: 5, degreesOfFreedom: 5, p: 1, method: 'exact' },
        },
      ],
      sentences: ['One die shows nothing: every face is as likely as any other.'],
    });
    expect(overall.sentences).toEqual(['One die shows nothing: every face is as likely as any other.']);
  });

  it('of two dice says that they are too few', () => {
    expect(report(shot(2, 2, faces(6))).overall.sentences).toEqual([
      '2 dice show nothing: even if all of them succeed, that happens to fair dice in more than one case out of 40.',
    ]);
  });

  it('of dice that show sixes too often has a tiny p', () => {
    const [group] = report(...[2, 3, 4].map((seq) => shot(seq, 40, faces(6, 6, 1, 6, 2, 6, 5, 6)))).groups;
    expect(group!.bySides[0]!.faces).toEqual([15, 15, 0, 0, 15, 75]);
    expect(group!.bySides[0]!.chiSquared!.p).toBeLessThan(1e-30);
    expect(group!.successes).toMatchObject({ seen: 90, expected: 40 });
  });

  it('of fair dice has no surprising p, and successes near to what is expected', () => {
    const { groups } = report(...Array.from({ length: 100 }, (_, seq) => shot(seq, 30)));
    const [group] = groups;
    expect(group!.dice).toBe(3000);
    expect(group!.bySides[0]!.chiSquared!.p).toBeGreaterThan(0.01);
    const { seen, expected, standardDeviation } = group!.successes!;
    expect(Math.abs(seen - expected)).toBeLessThan(3 * standardDeviation);
    expect(group!.detectable!.shifted).toBeCloseTo(0.358, 3);
  });

  it('of fair dice has p below 0.05 in about one sample of twenty, few dice or many', () => {
    for (const dice of [12, 40, 100]) {
      const samples = Array.from({ length: 400 }, (_, seq) => report(shot(seq, dice)));
      const below = samples.filter(({ groups }) => groups[0]!.bySides[0]!.chiSquared!.p < 0.05).length;
      // 20 expected, with a standard deviation of 4.4; an exact p is below 0.05 somewhat less often.
      expect(below).toBeGreaterThan(6);
      expect(below).toBeLessThan(34);
    }
  });

  it('counts a shot for its shooter and its target', () => {
    const request = {
      ...attack(2),
      weapon: { name: 'Revolver', range: 20, shots: 2 },
      targets: ['Dimitri', 'Ivan'].map((id) => ({ ...attack(2).targets[0], id, dodge: 1, resistance: 3 })),
      shots: [{ at: ['Dimitri'] }, { at: ['Ivan'] }],
    };
    // Both attack dice succeed, no dodge die does, then resistance 6, 1, 2; the second shot misses.
    const dice = faces(5, 6, 4, 6, 1, 2, 1, 2, 3);
    const { groups, purposes, overall } = report(
      rulingLine({ seq: 2, ruleset: 'erbarmungslos', action: 'attack', request, dice }),
    );
    expect(groups.map(({ who, purpose, dice, successes }) => [who, purpose, dice, successes?.seen])).toEqual([
      ['Rupert', 'attack', 4, 2],
      ['Dimitri', 'dodge', 1, 0],
      ['Dimitri', 'resistance', 3, 1],
      ['Ivan', 'dodge', 1, 0],
    ]);
    expect(purposes.map(({ purpose, dice, bySides }) => [purpose, dice, bySides[0]!.faces])).toEqual([
      ['attack', 4, [1, 1, 0, 0, 1, 1]],
      ['dodge', 2, [0, 0, 1, 1, 0, 0]],
      ['resistance', 3, [1, 1, 0, 0, 0, 1]],
    ]);
    expect(overall).toMatchObject({ dice: 9, successes: { dice: 9, seen: 3, expected: 3 } });
  });

  it('knows how likely hearts are in what is left of the pile', () => {
    const seats = [
      { player: 'Anna', character: 'slab-the-killer', life: 4 },
      { player: 'Ben', equipment: ['barrel'], character: 'jourdonnais', life: 4 },
    ];
    const request = { seats, attacker: 'Anna', target: 'Ben', card: 'bang' };
    const drawn = (...cards: number[]) =>
      report(rulingLine({ seq: 2, ruleset: 'bang', action: 'attack', request, dice: faces(...cards) })).groups[0]!;
    // Cards 21 to 40 are hearts.
    expect(drawn(21, 21)).toMatchObject({ who: 'Ben', purpose: 'barrel', dice: 2, successes: { seen: 2 } });
    expect(drawn(21, 21).successes!.expected).toBeCloseTo(20 / 80 + 19 / 79, 12);
    expect(drawn(1, 1).successes!.expected).toBeCloseTo(20 / 80 + 20 / 79, 12);
    expect(drawn(1, 1).bySides.map(({ sides, dice }) => [sides, dice])).toEqual([
      [80, 1],
      [79, 1],
    ]);
  });

  it('puts figures beyond a number together, and loses no die', () => {
    const lines = Array.from({ length: MOST_GROUPS + 50 }, (_, seq) => shot(seq, 2, faces(1, 2), `Bandit ${seq}`));
    const { groups, overall, sentences } = report(...lines);
    expect(groups.length).toBeLessThanOrEqual(MOST_GROUPS + 2);
    expect(groups.find(({ who, purpose }) => who === null && purpose === 'attack')!.dice).toBe(2 * 51);
    expect(overall.dice).toBe(2 * lines.length);
    expect(sentences).toContain('There are very many names: those that came later are counted together.');
  });
});

describe('continuing', () => {
  const lines = Array.from({ length: 40 }, (_, seq) =>
    seq % 3 === 0
      ? barrel(seq, seq * 250_000)
      : seq % 7 === 0
        ? 'not JSON'
        : rulingLine({
            seq,
            ruleset: 'erbarmungslos',
            action: 'attack',
            request: attack(seq % 2),
            after: seq * 250_000,
          }),
  );

  it('a tally gives what counting from the beginning gives', () => {
    const whole = fairnessReport(tallyOf(lines));
    expect(whole.repeats.count).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: lines.length }), (cut) => {
        const tally = tallyOf(lines.slice(0, cut));
        fairnessReport(tally);
        expect(fairnessReport(tallyOf(lines.slice(cut), tally))).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('leaves an earlier report as it was', () => {
    const tally = tallyOf(lines.slice(0, 10));
    const before = fairnessReport(tally);
    const text = JSON.stringify(before);
    tallyOf(lines.slice(10), tally);
    expect(JSON.stringify(before)).toBe(text);
  });
});

describe('what is not understood is counted and does no harm', () => {
  const good = shot(2, 3);
  const changed = (change: object) => JSON.stringify({ ...JSON.parse(good), ...change });
  it.each([
    ['another version', changed({ version: '9-r1' })],
    ['another ruleset', changed({ ruleset: 'chess' })],
    ['another action', changed({ action: 'dance' })],
    ['an outcome that is none', changed({ outcome: null })],
    ['an outcome of another form', changed({ outcome: { shots: [{ target: 7 }] } })],
    ['an empty request', changed({ request: {} })],
    ['a roll more than there are shots', changed({ rolls: [...JSON.parse(good).rolls, JSON.parse(good).rolls[0]] })],
    ['no rolls', changed({ rolls: [] })],
    ['an owner that is no name', changed({ request: { ...attack(3), shooter: { id: { toString: 1 } } } })],
  ])('%s', (_what, line) => {
    const result = report(good, line);
    expect(result).toMatchObject({ size: 2, rulings: 2, notUnderstood: 1, malformed: 0 });
    expect(result.overall.dice).toBe(report(good).overall.dice);
    expect(result.sentences.at(-1)).toMatch(/^Not understood and not counted: one ruling under/);
  });

  it.each([
    ['no JSON', '{"v":1'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '7'],
    ['another version of the format', changed({ v: 2 })],
    ['no kind', changed({ kind: undefined })],
    ['a seq that is none', changed({ seq: -1 })],
    ['no time', changed({ at: 'noon' })],
    ['rolls that are no list', changed({ rolls: {} })],
    ['a roll that is null', changed({ rolls: [null] })],
    ['a die without sides', changed({ rolls: [{ for: 'x', sides: 1e9, values: [1] }] })],
    ['a face that is not on the die', changed({ rolls: [{ for: 'x', sides: 6, values: [7] }] })],
    ['a request that is none', changed({ request: 'shoot' })],
    ['a key without a label', changed({ by: 7 })],
    ['no request', changed({ request: undefined })],
    ['a request nested without end', `{"v":1,"kind":"ruling","request":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    [
      'a whole ruling nested without end',
      good.replace('"request":{', `"request":{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`),
    ],
  ])('%s is malformed', (_what, line) => {
    const result = report(good, line);
    expect(result).toMatchObject({ size: 2, rulings: 1, notUnderstood: 0, malformed: 1 });
    expect(result.overall.dice).toBe(report(good).overall.dice);
    expect(result.sentences.at(-1)).toBe('One line is no valid entry and is not counted.');
  });

  it('entries of other kinds are neither', () => {
    const result = report(good, FIRST, FIRST.replace('"kind":"chain"', '"kind":"from the future"'));
    expect(result).toMatchObject({ size: 3, rulings: 1, notUnderstood: 0, malformed: 0 });
  });

  it('whatever a line holds', () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (text, request, outcome, rolls) => {
        const tally = new Tally(rulesets, nodeHash);
        tally.add(text);
        tally.add(changed({ request, outcome }));
        tally.add(changed({ rolls }));
        fairnessReport(tally);
        return tally.size === 3;
      }),
    );
  });
});

describe('sentences', () => {
  it('say what the sample size can show, and what such numbers never can', () => {
    const { groups, sentences } = report(...Array.from({ length: 23 }, (_, seq) => shot(seq, 3)));
    expect(groups[0]!.sentences).toEqual([
      '69 dice: a success rate of 50.7% instead of 33.3% would show in four cases out of five (5% level); a smaller difference may stay hidden.',
    ]);
    expect(sentences).toEqual([
      'Even if everything is fair, up to one p-value in twenty lies below 0.05 on average; of the one by name and purpose that makes 0.05. Here none does.',
      'Whoever looks after every roll will find a small p sooner or later, with fair dice too.',
      'Such numbers can prove neither manipulation nor its absence. Whether the dice follow from the published seeds, however, can be checked: treffer verify.',
      'No request was repeated within ten minutes.',
    ]);
  });

  it('say when p is rough', () => {
    expect(report(...Array.from({ length: 60 }, (_, seq) => barrel(seq))).overall.sentences).toEqual([
      expect.stringMatching(/^60 dice: a success rate of 42\.9% instead of 25% /),
      'There are fewer than five dice to a face; p is only a rough guide here.',
    ]);
  });

  it.each(LANGUAGES)('are whole in %s', (language) => {
    const lines = [
      shot(0, 1),
      shot(1, 2),
      barrel(2),
      barrel(2),
      shot(3, 50),
      'x',
      shot(5, 1).replace('3.5-r1', '9-r1'),
    ];
    const told = fairnessAnswer(fairnessReport(tallyOf(lines)), language);
    const all = [told, told.overall, ...told.purposes, ...told.groups].flatMap(({ sentences }) => sentences);
    for (const sentence of all) expect(sentence).toMatch(/^[\p{L}\d][^{}]*[.]$/u);
    for (const phrase of Object.values(PHRASES)) expect(phrase[language]).toBeTruthy();
  });
});
