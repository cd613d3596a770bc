import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countMembers, outerMembers, readJsonText } from '../../src/record/json-text.js';

describe('a JSON text', () => {
  it('loses the white space between its tokens, and only that', () => {
    expect(readJsonText(' { "a b" :\n[ 1 ,\t"c\\" d" ] } ').minified).toBe('{"a b":[1,"c\\" d"]}');
  });

  it('has its outermost members as they were sent, in order', () => {
    const outer = outerMembers('{"2": {"x": [1, 2]}, "1": 1.50, "c": "}", "d": {}, "\\u0065": null}');
    expect(outer).toEqual([
      { name: '2', json: '{"x":[1,2]}' },
      { name: '1', json: '1.50' },
      { name: 'c', json: '"}"' },
      { name: 'd', json: '{}' },
      { name: 'e', json: 'null' },
    ]);
  });

  it.each(['[{"a":1}]', '"{}"', '1', '{}'])('%s has no outermost members', (text) => {
    expect(outerMembers(text)).toEqual([]);
  });

  it.each([
    ['{}', 0, 1],
    ['[]', 0, 1],
    ['1', 0, 0],
    ['"a:{}"', 0, 0],
    ['{"a":1,"a":2}', 2, 1],
    ['[{"a":{"b":1}},{"a":[]}]', 3, 3],
  ])('%s has %i members and is %i levels deep', (text, members, depth) => {
    expect(readJsonText(text)).toMatchObject({ members, depth });
  });

  it('has more members than its value exactly when one is repeated', () => {
    expect(countMembers(JSON.parse('{"a":1,"a":2}'))).toBe(1);
    expect(countMembers(JSON.parse('{"__proto__":1,"b":{"__proto__":2}}'))).toBe(3);
  });

  it('written by JSON.stringify is read as it is, with any white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const read = readJsonText(JSON.stringify(value, undefined, space));
        expect(read.minified).toBe(JSON.stringify(value));
        expect(read.members).toBe(countMembers(value));
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          const again = outerMembers(JSON.stringify(value, undefined, space))
            .map(({ name, json }) => `${JSON.stringify(name)}:${json}`)
            .join(',');
          expect(`{${again}}`).toBe(JSON.stringify(value));
        }
      }),
    );
  });
});
