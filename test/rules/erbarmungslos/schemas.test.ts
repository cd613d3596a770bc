import { describe, expect, it } from 'vitest';
import { erbarmungslos } from '../../../src/rules/erbarmungslos/index.js';
import type { Reason } from '../../../src/rules/ruleset.js';
import { actionNamed, checkNamed, schemaFaults } from './ruleset-parts.js';

const attack = actionNamed('attack');
const procedures = [...erbarmungslos.checks, ...erbarmungslos.actions];

interface Node {
  readonly description?: string;
  readonly type?: string;
  readonly additionalProperties?: boolean;
  readonly properties?: Record<string, Node>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** Every schema below a schema, with where it is. */
function* nodes(node: Node, at: string): Generator<[string, Node]> {
  yield [at, node];
  for (const [name, member] of Object.entries(node.properties ?? {})) yield* nodes(member, `${at}/${name}`);
  if (node.items !== undefined) yield* nodes(node.items, `${at}[]`);
  for (const option of node.anyOf ?? []) if (option.type !== 'null') yield* nodes(option, `${at}?`);
}

describe.each(procedures.map((procedure) => [procedure.name, procedure] as const))('%s', (_, procedure) => {
  const schemas = Object.entries({
    request: procedure.request,
    outcome: procedure.outcome,
    recorded: 'recorded' in procedure ? procedure.recorded : undefined,
    sent: 'continuation' in procedure ? procedure.continuation?.sent : undefined,
  }).flatMap(([name, schema]) => (schema === undefined ? [] : [...nodes(schema as Node, name)]));

  it('describes every member', () => {
    expect(schemas.filter(([, { description }]) => !/^[^\s].*[.)]$/.test(description ?? '')).map(([at]) => at)).toEqual(
      [],
    );
  });

  it('refuses members it does not know, everywhere', () => {
    const open = schemas.filter(
      ([, { type, additionalProperties }]) => type === 'object' && additionalProperties !== false,
    );
    expect(open.map(([at]) => at)).toEqual([]);
  });

  it('has no defaults in its schemas', () => {
    expect(schemas.filter(([, node]) => 'default' in node).map(([at]) => at)).toEqual([]);
  });

  it('has examples that are valid', () => {
    expect(procedure.examples.length).toBeGreaterThan(0);
    for (const { request } of procedure.examples) {
      expect(schemaFaults(procedure.request, request)).toEqual([]);
      expect(procedure.faults(request)).toEqual([]);
      if ('refusals' in procedure) expect(procedure.refusals(request)).toEqual([] satisfies Reason[]);
    }
  });
});

const rupert = { id: 'Rupert', ranged: 7, life: 5, maxLife: 5 };
const dimitri = { id: 'Dimitri', dodge: 2, resistance: 3, life: 5, maxLife: 5, distance: 12, visible: true };
const shot = { at: ['Dimitri'] };
const { distance: _, ...nowhere } = dimitri;
const positions = { from: { x: 0, y: 0 }, to: { x: 3, y: 4 } };
const modifier = { label: 'Nacht', dice: -1 };
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

const valid = (changes: object) => ({
  shooter: rupert,
  weapon: { range: 20 },
  targets: [dimitri],
  shots: [shot],
  ...changes,
});

describe('an attack is refused by its schema', () => {
  it.each<[string, object]>([
    ['with a misspelt member', { targets: [{ ...dimitri, covr: 'light' }] }],
    ['with an unknown cover', { targets: [{ ...dimitri, cover: 'total' }] }],
    ['with an unknown state', { shooter: { ...rupert, state: 'tired' } }],
    ['with neither distance nor positions', { targets: [nowhere] }],
    ['with both distance and positions', { targets: [{ ...dimitri, positions }] }],
    ['with a distance of four decimals', { targets: [{ ...dimitri, distance: 12.0001 }] }],
    ['with a negative distance', { targets: [{ ...dimitri, distance: -1 }] }],
    ['with a range above 10,000', { weapon: { range: 10_000.001 } }],
    [
      'with a coordinate beyond 10,000',
      { targets: [{ ...nowhere, positions: { ...positions, to: { x: 10_001, y: 0 } } }] },
    ],
    ['with a base below 0', { targets: [{ ...nowhere, positions: { ...positions, to: { x: 1, y: 0, base: -1 } } }] }],
    ['with a number as text', { shooter: { ...rupert, ranged: '7' } }],
    ['with half a die', { shooter: { ...rupert, ranged: 6.5 } }],
    ['with a pool above 100', { shooter: { ...rupert, ranged: 101 } }],
    ['with a pool below 0', { targets: [{ ...dimitri, dodge: -1 }] }],
    ['with life above 1000', { shooter: { ...rupert, life: 1001, maxLife: 1000 } }],
    ['with a figure that never had life', { shooter: { ...rupert, life: 0, maxLife: 0 } }],
    ['with null for a missing value', { aim: null }],
    ['with 11 shots', { weapon: { range: 20, shots: 10 }, shots: times(11, shot) }],
    ['with a weapon of 11 shots', { weapon: { range: 20, shots: 11 } }],
    ['without shots', { shots: [] }],
    ['with a shot at nobody', { shots: [{ at: [] }] }],
    ['with 21 names in one shot', { shots: [{ at: times(21, 'Dimitri') }] }],
    ['with 21 targets', { targets: times(21, dimitri) }],
    ['without targets', { targets: [] }],
    ['with 17 modifiers in a list', { modifiers: times(17, modifier) }],
    ['with a modifier of 21 dice', { modifiers: [{ ...modifier, dice: 21 }] }],
    ['with a modifier without a label', { modifiers: [{ dice: 1 }] }],
    ['with a pool for a modifier of the attack', { modifiers: [{ ...modifier, pool: 'dodge' }] }],
    ['with an empty name', { shooter: { ...rupert, id: '' } }],
    ['with a name of 65 code points', { shooter: { ...rupert, id: 'x'.repeat(65) } }],
    ['with a name that is not in NFC', { shooter: { ...rupert, id: 'Mu\u0308ller' } }],
    ['with a control character in a label', { modifiers: [{ label: 'a\nb', dice: 1 }] }],
    ['with shotsFired, which only the record may hold', { shotsFired: 1 }],
    ['with continues, which makes it another request', { continues: 1 }],
  ])('%s', (_, changes) => {
    expect(schemaFaults(attack.request, valid({}))).toEqual([]);
    expect(schemaFaults(attack.request, valid(changes))).not.toEqual([]);
  });
});

describe('an attack is accepted by its schema', () => {
  it.each<[string, object]>([
    [
      'with the largest pools',
      { shooter: { ...rupert, ranged: 100 }, targets: [{ ...dimitri, dodge: 100, resistance: 100 }] },
    ],
    ['with pools of 0', { shooter: { ...rupert, ranged: 0 }, targets: [{ ...dimitri, dodge: 0, resistance: 0 }] }],
    ['with a name of 64 code points beyond the basic plane', { shooter: { ...rupert, id: '🤠'.repeat(64) } }],
    ['with 16 modifiers of 20 dice', { modifiers: times(16, { ...modifier, dice: 20 }) }],
    ['with positions', { targets: [{ ...nowhere, positions }] }],
    ['with the largest lengths', { weapon: { range: 10_000 }, targets: [{ ...dimitri, distance: 10_000 }] }],
    ['with three decimals', { targets: [{ ...dimitri, distance: 1.001 }] }],
  ])('%s', (_, changes) => {
    expect(schemaFaults(attack.request, valid(changes))).toEqual([]);
  });
});

describe('the record', () => {
  it.each([1, 9])('may hold a continuation after %i shots', (shotsFired) => {
    expect(schemaFaults(attack.recorded!, valid({ continues: 3, shotsFired }))).toEqual([]);
  });

  it.each([0, 10])('holds no continuation after %i shots', (shotsFired) => {
    expect(schemaFaults(attack.recorded!, valid({ continues: 3, shotsFired }))).not.toEqual([]);
  });
});

describe('a continuation', () => {
  const { sent, examples } = attack.continuation!;

  it('has examples that are valid', () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const { request } of examples) expect(schemaFaults(sent, request)).toEqual([]);
  });

  it.each<[string, object]>([
    ['shotsFired', { shotsFired: 1 }],
    ['another shooter', { shooter: rupert }],
    ['aim', { aim: 1 }],
    ['a target that is nowhere', { targets: [nowhere] }],
  ])('cannot say %s', (_, more) => {
    expect(schemaFaults(sent, { continues: 3, targets: [dimitri], shots: [shot] })).toEqual([]);
    expect(schemaFaults(sent, { continues: 3, targets: [dimitri], shots: [shot], ...more })).not.toEqual([]);
  });
});

describe('a range check is refused by its schema', () => {
  const { request } = checkNamed('range-check');

  it.each<[string, object]>([
    ['with neither distance nor positions', {}],
    ['with both', { distance: 5, positions }],
    ['with an unknown unit', { distance: 5, unit: 'm' }],
    ['with a state that does not exist', { distance: 5, targetState: 'hidden' }],
  ])('%s', (_, more) => {
    expect(schemaFaults(request, { distance: 5, range: 20, visible: true })).toEqual([]);
    expect(schemaFaults(request, { range: 20, visible: true, ...more })).not.toEqual([]);
  });
});
