import { action } from '../../ruleset.js';
import { AttackOutcome } from './attack-outcome.js';
import { AttackRequest, attackFaults } from './attack-request.js';
import { explainAttack } from './explain-attack.js';
import { explainRefusal } from './explain-refusal.js';
import { owners } from './owners.js';
import { attackRefusals } from './refusals.js';
import { longestAttack, resolveAttack } from './resolve-attack.js';

/** A card that may cost life points is played. */
export const attack = action<AttackRequest, AttackOutcome>({
  name: 'attack',
  path: 'attacks',
  summary: 'Play a card that may cost life points',
  description:
    'Checks the distance as `distance-checks` does, draws for Barrels and Jourdonnais from 80 cards of the service’s own, plays what `answers` allows and takes the life points. Sections “Nicht jeder Angriff verwendet die Waffenreichweite” and “Volcanic und Duell: Zwei wichtige Ausnahmen”; what the text leaves open is in the ruleset’s decisions. The service knows no hands and not the table’s pile. A Beer for the last life point is the table’s affair.',
  request: AttackRequest,
  outcome: AttackOutcome,
  examples: [
    {
      summary: 'A BANG! at a player with a Barrel',
      request: {
        seats: [
          { player: 'Anna', life: 4 },
          { player: 'Ben', equipment: ['barrel'], life: 3 },
          { player: 'Carla', life: 4 },
          { player: 'Dirk', life: 5 },
        ],
        attacker: 'Anna',
        target: 'Ben',
        card: 'bang',
        bangsPlayed: 0,
        answers: { Ben: { missed: 1 } },
      },
    },
    {
      summary: 'A Gatling goes round the table',
      request: {
        seats: [
          { player: 'Anna', life: 4 },
          { player: 'Ben', character: 'jourdonnais', life: 2 },
          { player: 'Carla', active: false, life: 0 },
          { player: 'Dirk', life: 1 },
        ],
        attacker: 'Anna',
        card: 'gatling',
        answers: { Dirk: { missed: 1 } },
      },
    },
    {
      summary: 'A Duel, however far',
      request: {
        seats: [
          { player: 'Anna', life: 4 },
          { player: 'Ben', life: 4 },
          { player: 'Carla', equipment: ['mustang'], life: 4 },
          { player: 'Dirk', life: 4 },
        ],
        attacker: 'Anna',
        target: 'Carla',
        card: 'duel',
        answers: { Anna: { bangs: 1 }, Carla: { bangs: 2 } },
      },
    },
  ],
  faults: attackFaults,
  refusals: attackRefusals,
  longest: longestAttack,
  adjudicate: resolveAttack,
  owners,
  explain: explainAttack,
  explainRefusal,
});
