import { AttackRequests, sameEveryRun } from './attack-requests.js';
import { attack, commonShot } from './common-shot.js';
import { copies, withGivenDice, withSeededDice } from './core-rulings.js';
import type { Comparison } from './interleaved.js';

const WANTED = { given: 400_000, seeded: 100_000 };
const VARIED = 256;

/** Attacks adjudicated: the one shot that all benchmarks have in common, and varied attacks with several shots. */
export function erbarmungslosComparisons(): Comparison[] {
  const oneShot = [commonShot];
  const severalShots = attacksWithSeveralShots();
  const shots = severalShots.reduce((sum, request) => sum + request.shots.length, 0) / severalShots.length;
  const one = 'Erbarmungslos, one shot (7 dice against 3, light cover)';
  const several = `Erbarmungslos, ${shots.toFixed(1)} shots on average, other figures each time`;
  const baseline = 'baseline copying the request through JSON: attacks';
  return [
    {
      what: `${one}: refusals and adjudication with given dice, ${baseline}`,
      measured: withGivenDice(attack, oneShot),
      baseline: copies(oneShot),
      wanted: WANTED.given,
    },
    {
      what: `${one}: refusals, seeded dice and adjudication, ${baseline}`,
      measured: withSeededDice(attack, oneShot),
      baseline: copies(oneShot),
      wanted: WANTED.seeded,
    },
    {
      what: `${several}: with given dice, ${baseline}`,
      measured: withGivenDice(attack, severalShots),
      baseline: copies(severalShots),
    },
    {
      what: `${several}: with seeded dice, ${baseline}`,
      measured: withSeededDice(attack, severalShots),
      baseline: copies(severalShots),
    },
  ];
}

function attacksWithSeveralShots() {
  const requests = new AttackRequests(sameEveryRun(1));
  const several = [];
  while (several.length < VARIED) {
    const attack = requests.attack();
    if (attack.shots.length > 1) several.push(attack);
  }
  return several;
}
