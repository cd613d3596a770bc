import { describe, expect, it } from 'vitest';
import { nodeHash } from '../../src/dice/node-hash.js';
import record from '../vectors/record.json' with { type: 'json' };
import { verifyExport, verifyRecord } from '../verify.js';

const [chain, contribution, first, second, third, next] = record.export as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const lines = [chain, contribution, first, second, third, next];
const at = (time: string) => third.replace('06:00:10.001', time);
const verify = (changed: readonly string[]) => verifyExport(changed.map((line) => `${line}\n`).join(''));

describe('a record', () => {
  it('that is whole has nothing to be found', () => {
    expect(verify(lines)).toEqual({
      campaign: '01976c1e-7a00-7000-8000-0000000000aa',
      findings: [],
      entries: 6,
      rulings: 3,
      dice: 37,
      chains: 2,
      chainsEndedEarly: 1,
      bound: new Map(),
      versions: new Map([
        ['erbarmungslos 3.5-r1', 2],
        ['bang 4-r1', 1],
      ]),
      notUnderstood: 0,
      complete: false,
      root: record.roots[6],
    });
  });

  it.each([
    ['a line that is not JSON', [...lines.slice(0, 5), 'nonsense'], 'form'],
    ['a member twice', [chain.replace('{"v":1', '{"v":1,"v":1'), ...lines.slice(1)], 'form'],
    ['another format version', [chain.replace('"v":1', '"v":2'), ...lines.slice(1)], 'form'],
    ['an entry left out', [chain, contribution, first, third, next], 'order'],
    ['an entry twice', [chain, contribution, first, first, second, third, next], 'order'],
    ['two entries exchanged', [chain, contribution, second, first, third, next], 'order'],
    ['an entry dated back', [...lines.slice(0, 4), at('06:00:08.000'), next], 'order'],
    ['an entry of another campaign', [...lines.slice(0, 5), next.replace('0000aa', '0000ab')], 'order'],
    ['no chain at the beginning', [contribution.replace('"seq":1', '"seq":0')], 'chain'],
    ['a chain with the wrong number', [...lines.slice(0, 5), next.replace('"chain":1', '"chain":2')], 'chain'],
    ['a seed that does not hash to the one before', [chain.replace('"a394', '"a395'), ...lines.slice(1)], 'chain'],
    ['a link used twice', [...lines.slice(0, 4), third.replace('"link":3', '"link":2'), next], 'chain'],
    ['a link beyond the chain', [chain.replace('"length":5', '"length":2'), ...lines.slice(1)], 'chain'],
    ['another contribution', [chain, contribution.replace('glück', 'pech'), ...lines.slice(2)], 'table'],
    [
      'a contribution that names another chain',
      [chain, contribution.replace('}', ',"chain":7}'), ...lines.slice(2)],
      'table',
    ],
    [
      'another die',
      [chain, contribution, first.replace('"values":[4,4,2,', '"values":[4,4,6,'), second, third, next],
      'dice',
    ],
    ['another outcome', [chain, contribution, first.replace('"damage":0', '"damage":1'), second, third, next], 'rules'],
    ['another request', [chain, contribution, first.replace('"ranged":7', '"ranged":8'), second, third, next], 'rules'],
    [
      'an outcome with its members exchanged',
      [
        chain,
        contribution,
        first.replace('"shot":1,"target":"dimitri"', '"target":"dimitri","shot":1'),
        second,
        third,
        next,
      ],
      'rules',
    ],
    ['something after the end', [chain, contribution.replace(/"kind".*/, '"kind":"closed","by":"x"}'), first], 'order'],
  ])('with %s is found out', (_what, changed, check) => {
    const { findings } = verify(changed);
    expect(findings.map((finding) => finding.check)).toContain(check);
  });

  it.each([
    ['a smiley', ':-)'],
    ['a colon in quotes', '":"'],
    ['what looks like a member', 'x","by":"y'],
    ['what looks like a member and its white space', 'x","by" : "y'],
    ['a colon after a comma', 'x,":y'],
    ['only a colon', ':'],
    ['a backslash', '\\":'],
  ])('with %s in a text has no member twice', (_what, text) => {
    const note = contribution.replace(/"kind".*/, `"kind":"note","about":0,"text":${JSON.stringify(text)},"by":"x"}`);
    expect(verify([chain, note]).findings).toEqual([]);
    const twice = note.replace(',"by":"x"', ',"by":"x","by":"x"');
    expect(verify([chain, twice]).findings).toMatchObject([{ seq: 1, check: 'form', detail: 'has a member twice' }]);
  });

  it.each(['\n', '\r', '\t', ' '])(
    'has no white space such as %j between its tokens, where it would hide a member',
    (space) => {
      const twice = contribution.replace('"player":', `"player"${space}:"x","player":`);
      const { findings } = verifyRecord([chain, twice], { hash: nodeHash });
      const detail = 'has white space between its tokens';
      expect(findings).toMatchObject([{ seq: 1, check: 'form', detail }]);
      expect(verifyRecord([chain.replace(',', `,${space}`)], { hash: nodeHash }).findings).toMatchObject([
        { seq: 0, check: 'form', detail },
      ]);
    },
  );

  it('with an unknown kind of entry is whole, and says that it was not understood', () => {
    const { findings, notUnderstood } = verify([chain, contribution.replace('"contribution"', '"weather"')]);
    expect({ findings, notUnderstood }).toEqual({ findings: [], notUnderstood: 1 });
  });
});
