import { expect, it } from 'vitest';
import { givenDice } from '../../../src/dice/given-dice.js';
import { bang } from '../../../src/rules/bang/index.js';
import { drawn, shot } from './shots.js';

const [attack] = bang.actions;

/** Whose Ben's draws are, and how each counts, when the cards of these places in the pile come. */
function owned(request: object, ...values: readonly number[]) {
  const rolls = drawn(values.map((value) => ['Ben', value]));
  return attack!.owners(request, attack!.adjudicate(request, givenDice(rolls)), rolls);
}

const counted = (seen: number, faces: number) => ({ who: 'Ben', purpose: 'barrel', successes: { seen, faces } });

it('both cards of Lucky Duke count, also the one that he did not use', () => {
  const request = shot({}, {}, { equipment: ['barrel'], character: 'lucky-duke' });
  // The 2 and the 3 of hearts: the second helps as well and is not used.
  expect(owned(request, 21, 21)).toEqual([counted(1, 20), counted(1, 19)]);
  // The 2 of spades, and the 2 of hearts, now the 20th card.
  expect(owned(request, 1, 20)).toEqual([counted(0, 20), counted(1, 20)]);
});

it.each(['blessing', 'curse'])('under %s no card counts, as its suit is no chance', (event) => {
  const request = shot({ events: [event] }, {}, { equipment: ['barrel'] });
  expect(owned(request, 21)).toEqual([{ who: 'Ben', purpose: 'barrel' }]);
});
