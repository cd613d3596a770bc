import { describe, expect, it } from 'vitest';
import { bang } from '../../../src/rules/bang/index.js';
import { strictAjv } from '../../../src/validation.js';

const ajv = strictAjv();
const [distance, targets] = bang.checks.map(({ request }) => ajv.compile(request));
const [attack] = bang.actions.map(({ request }) => ajv.compile(request));

const two = [{ player: 'A' }, { player: 'B' }];
const table = (count: number) => Array.from({ length: count }, (_, i) => ({ player: `player ${i}` }));
const check = (more: object) => ({ seats: two, from: 'A', to: 'B', ...more });
const first = (more: object) => check({ seats: [{ player: 'A', ...more }, { player: 'B' }] });
const shot = (more: object) => ({ seats: two, attacker: 'A', target: 'B', card: 'bang', ...more });
const modifier = (more: object) => first({ distanceModifiers: [{ label: 'Nebel', view: 'incoming', by: 1, ...more }] });

describe('a request is taken when', () => {
  it.each([
    { what: 'it holds only what is needed', request: check({}) },
    { what: 'ten sit at the table', request: check({ seats: table(10) }) },
    { what: 'the limit is null', request: check({ bangLimit: null }) },
    { what: 'the limit is 0', request: check({ bangLimit: 0 }) },
    { what: '100 BANG! are played', request: check({ bangsPlayed: 100, bangLimit: 100 }) },
    { what: 'the Colt is named', request: first({ weapon: 'colt-45' }) },
    { what: 'there is nothing in front of a player', request: first({ equipment: [], distanceModifiers: [] }) },
    {
      what: 'every blue card is there once',
      request: first({ equipment: ['barrel', 'scope', 'binoculars', 'mustang', 'hideout', 'jail', 'dynamite'] }),
    },
    {
      what: 'sixteen house rules hold',
      request: first({ distanceModifiers: Array(16).fill({ label: 'Wind', view: 'outgoing', by: -20 }) }),
    },
    { what: 'life is 0 in a check', request: first({ life: 0 }) },
    {
      what: 'a name has 64 code points outside the basic plane',
      request: check({ seats: [{ player: '🤠'.repeat(64) }, { player: 'B' }] }),
    },
  ])('$what', ({ request }) => {
    expect(distance!(request), JSON.stringify(distance!.errors)).toBe(true);
  });
});

describe('a check is malformed when', () => {
  it.each([
    { what: 'a member is unknown', request: check({ crad: 'bang' }) },
    { what: 'from is missing', request: { seats: two, to: 'B' } },
    { what: 'to is missing', request: { seats: two, from: 'A' } },
    { what: 'seats are missing', request: { from: 'A', to: 'B' } },
    { what: 'one sits alone', request: check({ seats: table(1) }) },
    { what: 'eleven sit at the table', request: check({ seats: table(11) }) },
    { what: 'the card does not exist', request: check({ card: 'beer' }) },
    { what: 'the card is something every object has', request: check({ card: 'constructor' }) },
    { what: 'the card is null', request: check({ card: null }) },
    { what: 'BANG! played are written as text', request: check({ bangsPlayed: '1' }) },
    { what: 'BANG! played are fewer than 0', request: check({ bangsPlayed: -1 }) },
    { what: 'BANG! played are more than 100', request: check({ bangsPlayed: 101 }) },
    { what: 'BANG! played are null', request: check({ bangsPlayed: null }) },
    { what: 'the limit is half a card', request: check({ bangLimit: 0.5 }) },
    { what: 'the limit is more than 100', request: check({ bangLimit: 101 }) },
    { what: 'the limit is below 0', request: check({ bangLimit: -1 }) },
    { what: 'a seat has an unknown member', request: first({ wepon: 'schofield' }) },
    { what: 'a seat has no player', request: check({ seats: [{}, { player: 'B' }] }) },
    { what: 'a weapon does not exist', request: first({ weapon: 'derringer' }) },
    { what: 'a weapon is null', request: first({ weapon: null }) },
    { what: 'two blue cards have one name', request: first({ equipment: ['scope', 'scope'] }) },
    { what: 'a blue card does not exist', request: first({ equipment: ['winchester'] }) },
    { what: 'a character does not exist', request: first({ character: 'Rose Doolan' }) },
    { what: 'active is a number', request: first({ active: 1 }) },
    { what: 'life is below 0', request: first({ life: -1 }) },
    { what: 'life is above 1,000', request: first({ life: 1001 }) },
    { what: 'a name is empty', request: first({ player: '' }) },
    { what: 'a name has 65 code points', request: first({ player: 'x'.repeat(65) }) },
    { what: 'a name is not NFC', request: first({ player: 'Jo\u0308rg' }) },
    { what: 'a name has a control character', request: first({ player: 'A\n' }) },
    { what: 'a house rule has no label', request: modifier({ label: undefined }) },
    { what: 'a house rule’s label is empty', request: modifier({ label: '' }) },
    { what: 'a house rule changes more than 20', request: modifier({ by: 21 }) },
    { what: 'a house rule changes less than −20', request: modifier({ by: -21 }) },
    { what: 'a house rule changes half a step', request: modifier({ by: 0.5 }) },
    { what: 'a house rule looks both ways', request: modifier({ view: 'both' }) },
    {
      what: 'seventeen house rules hold',
      request: first({ distanceModifiers: Array(17).fill({ label: 'Wind', view: 'outgoing', by: 1 }) }),
    },
  ])('$what', ({ request }) => {
    expect(distance!(JSON.parse(JSON.stringify(request)))).toBe(false);
  });

  it('targets are asked for with a target', () => {
    expect(targets!({ seats: two, from: 'A' })).toBe(true);
    expect(targets!({ seats: two, from: 'A', to: 'B' })).toBe(false);
  });
});

describe('an attack is malformed when', () => {
  it('the one beside the malformed ones is well formed', () => {
    expect(attack!(shot({ answers: { B: { missed: 100, bangs: 0 }, A: {} } }))).toBe(true);
  });

  it.each([
    { what: 'the card is missing', request: { seats: two, attacker: 'A', target: 'B' } },
    { what: 'the card is only checked: Panic!', request: shot({ card: 'panic' }) },
    { what: 'the card is only checked: Cat Balou', request: shot({ card: 'cat-balou' }) },
    { what: 'the attacker is missing', request: { seats: two, target: 'B', card: 'bang' } },
    { what: 'the target is null', request: shot({ target: null }) },
    { what: 'an answer has an unknown member', request: shot({ answers: { B: { mised: 1 } } }) },
    { what: 'an answer is a number', request: shot({ answers: { B: 1 } }) },
    {
      what: 'an answer of __proto__ is malformed',
      request: shot({ answers: JSON.parse('{"__proto__": {"missed": "1"}}') }),
    },
    {
      what: 'an answer of a name with a line break is malformed',
      request: shot({ answers: { 'B\n': { missed: '1' } } }),
    },
    { what: 'more than 100 Missed! are answered', request: shot({ answers: { B: { missed: 101 } } }) },
    { what: 'fewer than 0 BANG! are answered', request: shot({ answers: { B: { bangs: -1 } } }) },
    { what: 'answers are a list', request: shot({ answers: [{ missed: 1 }] }) },
  ])('$what', ({ request }) => {
    expect(attack!(request)).toBe(false);
  });
});

describe('the document', () => {
  it.each([...bang.checks, ...bang.actions])('describes every member of $path', ({ request, outcome }) => {
    const silent: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { properties = {}, additionalProperties, items, anyOf = [] } = schema as Record<string, never>;
      for (const [name, member] of Object.entries<{ description?: string }>(properties)) {
        if (!member.description?.endsWith('.')) silent.push(`${path}/${name}`);
        visit(member, `${path}/${name}`);
      }
      for (const inner of [additionalProperties, items, ...(anyOf as unknown[])]) visit(inner, path);
    };
    visit(request, 'request');
    visit(outcome, 'outcome');
    expect(silent).toEqual([]);
  });

  it('has no defaults in its schemas: what is left out is said in words', () => {
    expect(
      JSON.stringify([...bang.checks, ...bang.actions].map(({ request, outcome }) => [request, outcome])),
    ).not.toContain('"default"');
  });
});
