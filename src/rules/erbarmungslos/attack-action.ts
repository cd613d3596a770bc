import { action } from '../ruleset.js';
import { adjudicate } from './attack.js';
import { explainAttack, explainAttackRefusal } from './attack-explanation.js';
import { attackFaults } from './attack-faults.js';
import { Attack, AttackRequest } from './attack-model.js';
import { AttackOutcome } from './attack-outcome.js';
import { refusals } from './attack-refusals.js';
import { continuation } from './continuation.js';
import { longestOutcome } from './longest-outcome.js';
import { owners } from './owners.js';

export const attack = action<Attack, AttackOutcome>({
  name: 'attack',
  path: 'attacks',
  summary: 'Shoot: one ranged combat action of one figure',
  description:
    'One or several shots, one after the other, each completely resolved ("Ablauf eines Fernkampfangriffs"). Every W6 that ' +
    'shows 5 or 6 is a success. A shot hits when the attack has more successes than the dodge; the difference is the ' +
    'damage. A hit figure that has life left rolls resistance: without a success it is incapacitated. At 0 life it is ' +
    'eliminated. Each shot goes at the first figure of its list that is still able; when none is, the action stops. An ' +
    'illegal attack rolls nothing, and says every reason. Shots not fired can be taken later by continuing the action.',
  request: AttackRequest,
  recorded: Attack,
  outcome: AttackOutcome,
  examples: [
    {
      summary: "The book's example: Rupert shoots at Dimitri, who has light cover",
      request: {
        shooter: { id: 'Rupert', ranged: 7, life: 5, maxLife: 5 },
        weapon: { name: 'Pistole', range: 20 },
        targets: [
          {
            id: 'Dimitri',
            dodge: 2,
            resistance: 3,
            life: 5,
            maxLife: 5,
            distance: 12,
            visible: true,
            cover: 'light',
          },
        ],
        shots: [{ at: ['Dimitri'] }],
      },
    },
    {
      summary: 'An aimed revolver with two shots; the second goes at Ivan if the first puts Dimitri out of action',
      request: {
        shooter: { id: 'Jeremiah McGraw', ranged: 5, life: 5, maxLife: 5, actionPoints: 4 },
        weapon: { name: 'Revolver', range: 20, shots: 2 },
        aim: 1,
        modifiers: [{ label: 'Nacht', dice: -1 }],
        options: { seriousWounds: true },
        targets: [
          {
            id: 'Dimitri',
            dodge: 2,
            resistance: 3,
            life: 2,
            maxLife: 5,
            distance: 12,
            visible: true,
            modifiers: [{ label: 'Weste', dice: 1 }],
          },
          {
            id: 'Ivan',
            dodge: 1,
            resistance: 2,
            life: 5,
            maxLife: 5,
            positions: { from: { x: 0, y: 0, base: 2.5 }, to: { x: 9.3, y: 12.4, base: 2.5 } },
            visible: true,
            cover: 'heavy',
          },
        ],
        shots: [{ at: ['Dimitri'] }, { at: ['Dimitri', 'Ivan'] }],
      },
    },
  ],
  faults: attackFaults,
  continuation,
  refusals,
  longest: longestOutcome,
  adjudicate,
  owners,
  explain: explainAttack,
  explainRefusal: explainAttackRefusal,
});
