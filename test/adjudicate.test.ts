import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adjudicateLine } from '../src/adjudicate.js';
import { rulesets } from '../src/rules/index.js';
import { jsonBytes } from '../src/rules/ruleset.js';

interface Vector {
  readonly name: string;
  readonly request: unknown;
  readonly rolls?: unknown[];
  readonly outcome: unknown;
}

// Not as JSON modules: those would lose a member called __proto__.
const read = (file: string): Vector[] => JSON.parse(readFileSync(`test/vectors/${file}.json`, 'utf8'));
const adjudicate = (line: object) => JSON.parse(adjudicateLine(rulesets, JSON.stringify(line)));

describe.each([
  ['erbarmungslos', 'attack', 'erbarmungslos-attacks'],
  ['bang', 'attack', 'bang-attacks'],
  ['bang', 'distance-check', 'bang-distance-checks'],
  ['bang', 'targets', 'bang-targets'],
])('%s %s', (ruleset, action, file) => {
  it.each(read(file))('$name', ({ request, rolls, outcome }) => {
    const line = JSON.stringify({ ruleset, action, request, ...(rolls === undefined ? {} : { rolls }) });
    expect(adjudicateLine(rulesets, line)).toBe(JSON.stringify(outcome));
  });
});

describe.each([
  ['erbarmungslos', 'erbarmungslos-attacks'],
  ['bang', 'bang-attacks'],
  ['bang', 'own-bang-attacks'],
])('no outcome of %s is longer than was said before the dice: %s', (id, file) => {
  const action = rulesets.find((each) => each.id === id)!.actions.find(({ name }) => name === 'attack')!;
  it.each(read(file).filter(({ outcome }) => outcome !== undefined))('$name', ({ request, rolls = [], outcome }) => {
    expect(jsonBytes({ rolls, outcome })).toBeLessThanOrEqual(action.longest(request));
  });
});

const [vector] = read('erbarmungslos-attacks');
const attack = { ruleset: 'erbarmungslos', action: 'attack', request: vector!.request, rolls: vector!.rolls };

describe('a line', () => {
  it('may name the action by its path, and the version', () => {
    expect(adjudicate({ ...attack, action: 'attacks', version: '3.5-r1' })).toEqual(vector!.outcome);
  });

  it.each([
    ['with a roll too few', { ...attack, rolls: attack.rolls!.slice(1) }],
    ['with a roll too many', { ...attack, rolls: [...attack.rolls!, attack.rolls![0]] }],
    ['without rolls', { ...attack, rolls: undefined }],
    [
      'with rolls for a check',
      {
        ruleset: 'bang',
        action: 'targets',
        request: { seats: [{ player: 'A' }, { player: 'B' }], from: 'A' },
        rolls: attack.rolls,
      },
    ],
    ['of an unknown rulebook', { ...attack, ruleset: 'chess' }],
    ['of an unknown version', { ...attack, version: '3.5-r9' }],
    ['of an unknown action', { ...attack, action: 'castle' }],
  ])('%s is an error', (_what, line) => {
    expect(adjudicate(line)).toEqual({ error: expect.any(String) });
  });

  it.each(['nonsense', '1', 'null', '[]'])('that is %s is an error', (line) => {
    expect(JSON.parse(adjudicateLine(rulesets, line))).toEqual({ error: expect.any(String) });
  });

  it('that the rules refuse has the problem the service would answer', () => {
    const request = structuredClone(attack.request) as any;
    request.weapon.range = 1;
    expect(adjudicate({ ...attack, request })).toMatchObject({
      problem: { status: 422, code: 'illegal-attack', reasons: [{ code: 'out-of-range', who: 'dimitri' }] },
    });
  });

  it('that is malformed has the problem with every fault', () => {
    const request = { ...(attack.request as object), wepon: {}, shots: [{ at: ['nobody'] }] };
    const { problem } = adjudicate({ ...attack, request });
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/wepon', '/shots/0/at/0']);
  });
});

it('the command answers each line with a line', () => {
  const lines = [JSON.stringify(attack), 'nonsense', '', JSON.stringify({ ...attack, rolls: [] })];
  const { stdout, status } = spawnSync('node', ['dist/cli.js', 'adjudicate'], {
    input: lines.join('\n'),
    encoding: 'utf8',
  });
  const answers = stdout.split('\n');
  expect(status).toBe(0);
  expect(answers).toHaveLength(4);
  expect(answers[0]).toBe(JSON.stringify(vector!.outcome));
  expect(JSON.parse(answers[1]!)).toHaveProperty('error');
  expect(JSON.parse(answers[2]!)).toHaveProperty('error');
});
