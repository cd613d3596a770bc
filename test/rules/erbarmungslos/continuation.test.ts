import { describe, expect, it } from 'vitest';
import { actionNamed, type ContinuationVector, codes, schemaFaults, vectors } from './ruleset-parts.js';

const attack = actionNamed('attack');
const continuation = attack.continuation!;

describe('an action is continued with what the record knows', () => {
  it.each(vectors<ContinuationVector>('own-erbarmungslos-continuations'))('$name', (vector) => {
    expect(schemaFaults(continuation.sent, vector.sent)).toEqual([]);
    expect(continuation.faults(vector.sent)).toEqual([]);
    for (const { action, request } of vector.rulings) {
      expect(schemaFaults(actionNamed(action).recorded ?? actionNamed(action).request, request)).toEqual([]);
    }
    const resumed = continuation.resume(vector.rulings, vector.sent);
    if ('request' in resumed) {
      expect(JSON.stringify(resumed.request)).toBe(JSON.stringify(vector.request));
      expect(schemaFaults(attack.recorded!, resumed.request)).toEqual([]);
      expect(attack.faults(resumed.request)).toEqual([]);
      expect(continuation.continues(resumed.request)).toBe((vector.sent as { continues: number }).continues);
    } else if ('refused' in resumed) {
      expect(resumed.refused).toBe(vector.refused);
      expect(resumed.detail).toMatch(/^[A-Z].*\.$/);
    } else if ('contradicts' in resumed) {
      expect(codes(resumed.contradicts)).toEqual(vector.contradicts);
    } else {
      expect(codes(resumed.faults)).toEqual(vector.faults);
    }
  });
});

describe('a continuation', () => {
  const jeremiah = {
    shooter: { id: 'Jeremiah', ranged: 5, life: 5, maxLife: 5 },
    weapon: { range: 20, shots: 2 },
    targets: [{ id: 'Mann', dodge: 1, resistance: 2, life: 5, maxLife: 5, distance: 12, visible: true }],
    shots: [{ at: ['Mann'] }],
  };
  const figures = (life: number, state: string) => [{ id: 'Mann', life, state }];
  const sent = {
    continues: 3,
    targets: [{ id: 'Mann', dodge: 1, resistance: 2, maxLife: 5, distance: 12, visible: true }],
    shots: [{ at: ['Mann'] }],
  };

  function refusalsAfter(outcome: { shotsLeft: number; figures: unknown[] }): unknown {
    const resumed = continuation.resume([{ seq: 3, action: 'attack', request: jeremiah, outcome }], sent);
    if (!('request' in resumed)) throw new Error('was not resumed');
    return attack.refusals(resumed.request);
  }

  it('of an action without shots left has too many', () => {
    expect(refusalsAfter({ shotsLeft: 0, figures: figures(4, 'able') })).toEqual([{ code: 'too-many-shots' }]);
  });

  it('cannot go at a figure that the action put out', () => {
    const reasons = [{ code: 'target-incapacitated', who: 'Mann' }];
    expect(refusalsAfter({ shotsLeft: 1, figures: figures(4, 'incapacitated') })).toEqual(reasons);
  });

  it('is legal while there are shots and somebody able', () => {
    expect(refusalsAfter({ shotsLeft: 1, figures: figures(4, 'able') })).toEqual([]);
  });

  it('does not change what it continues', () => {
    const ruling = {
      seq: 3,
      action: 'attack',
      request: jeremiah,
      outcome: { shotsLeft: 1, figures: figures(4, 'able') },
    };
    const before = JSON.stringify([ruling, sent]);
    continuation.resume([ruling], sent);
    expect(JSON.stringify([ruling, sent])).toBe(before);
  });

  it.each([
    ['two targets with one id', { targets: [...sent.targets, ...sent.targets] }, '/targets/1/id', 'duplicate-id'],
    ['a shot at nobody known', { shots: [{ at: ['Olga'] }] }, '/shots/0/at/0', 'unknown-figure'],
    ['more life than unhurt', { targets: [{ ...sent.targets[0], life: 6 }] }, '/targets/0/life', 'life-above-max'],
  ])('has a fault that needs no record: %s', (_, change, pointer, code) => {
    expect(codes(continuation.faults({ ...sent, ...change }))).toEqual([{ pointer, code }]);
  });

  it('names no ruling when the attack begins an action', () => {
    expect(continuation.continues(jeremiah)).toBeUndefined();
  });
});

describe('a recorded attack that says', () => {
  const first = {
    shooter: { id: 'Jeremiah', ranged: 5, life: 5, maxLife: 5 },
    weapon: { range: 20, shots: 2 },
    targets: [{ id: 'Mann', dodge: 1, resistance: 2, life: 5, maxLife: 5, distance: 12, visible: true }],
    shots: [{ at: ['Mann'] }],
  };
  const outcome = (shotsLeft: number) => ({ shotsLeft, figures: [{ id: 'Mann', life: 5, state: 'able' }] });
  const watched = (more: object) => {
    const watch = continuation.watch();
    watch({ seq: 3, action: 'attack', request: first, outcome: outcome(1) });
    return watch({ seq: 4, action: 'attack', request: { ...first, ...more }, outcome: outcome(0) });
  };

  it.each([
    ['both what it continues and how many shots were fired', { continues: 3, shotsFired: 1 }, undefined],
    ['neither', {}, undefined],
    ['only what it continues', { continues: 3 }, /is not what continues ruling 3/],
    ['only how many shots were fired', { shotsFired: 1 }, /not which ruling it continues/],
  ])('%s', (_what, more, wrong) => {
    if (wrong === undefined) expect(watched(more)).toBeUndefined();
    else expect(watched(more)).toMatch(wrong);
  });
});
