import type { DistanceCheck } from '#src/rules/bang/distance-check.js';
import { bang } from '#src/rules/bang/index.js';
import { copies, withSeededDice } from './core-rulings.js';
import type { Comparison, Work } from './interleaved.js';

const WANTED = 1_000_000;

/** Distance checks, and an attack with a card drawn. Both are the first examples of the API document. */
export function bangComparisons(): Comparison[] {
  const distanceCheck = bang.checks.find(({ name }) => name === 'distance-check')!;
  const attack = bang.actions.find(({ name }) => name === 'attack')!;
  const { request } = distanceCheck.examples[0]!;
  const shot = [attack.examples[0]!.request];
  const checked: Work<DistanceCheck> = {
    run: () => distanceCheck.check(request) as DistanceCheck,
    mark: ({ distance, changes, reasons }) => distance! + changes.length + reasons.length,
  };
  return [
    {
      what: 'BANG!, four seats, Scope against Mustang, baseline copying the request through JSON: distance checks',
      measured: checked,
      baseline: copies([request]),
      wanted: WANTED,
    },
    {
      what: 'BANG! at a player with a Barrel: refusals, seeded dice and adjudication, baseline copying the request through JSON: attacks',
      measured: withSeededDice(attack, shot),
      baseline: copies(shot),
    },
  ];
}
