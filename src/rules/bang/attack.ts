import { action } from '../ruleset.js';
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
    'Checks the distance as `distance-checks` does, draws for Barrels and Jourdonnais from 80 cards of the service’s own, plays what `answers` allows and takes the life points. Sections “Nicht jeder Angriff verwendet die Waffenreichweite” and “Volcanic und Duell: Zwei wichtige Ausnahmen”; what the text leaves open, and the expansions, are in the ruleset’s decisions. The service knows no hands and not the table’s pile. A Beer for the last life point is drunk where `beers` are told, and else the table’s affair.',
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
    {
      summary: 'Under Sniper two BANG! at once; Lucky Duke draws two cards for his Barrel and has a Beer for the worst',
      request: {
        seats: [
          { player: 'Anna', weapon: 'schofield', life: 4 },
          { player: 'Ben', life: 3 },
          { player: 'Carla', character: 'lucky-duke', equipment: ['barrel'], life: 1 },
          { player: 'Dirk', life: 4 },
        ],
        attacker: 'Anna',
        target: 'Carla',
        card: 'sniper',
        answers: { Carla: { missed: 1, beers: 1 } },
        events: ['sniper'],
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
