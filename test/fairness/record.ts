import { nodeHash } from '../../src/dice/node-hash.js';
import type { RememberedDice, Roll } from '../../src/dice/roll.js';
import { seededDice } from '../../src/dice/seeded-dice.js';
import { Tally } from '../../src/fairness/tally.js';
import { chainEntry, rulingEntry } from '../../src/record/entry.js';
import { rulesets } from '../../src/rules/index.js';

const CAMPAIGN = '01a22d8f-fe55-7370-9646-e3206f9cf323';
const START = Date.parse('2026-11-30T17:45:42.199Z');

interface Wanted {
  readonly seq: number;
  readonly ruleset: string;
  readonly action: string;
  readonly request: unknown;
  readonly dice?: RememberedDice;
  /** Milliseconds after the first entry. */
  readonly after?: number;
  readonly actor?: string;
  /** What is forged afterwards. */
  readonly change?: object;
}

/** How a record begins. */
export const FIRST = chainEntry(
  { campaign: CAMPAIGN, seq: 0, at: new Date(START).toISOString() },
  { chain: 0, length: 256, anchor: '0'.repeat(64) },
);

/** A ruling's bytes, adjudicated as in play. */
export function rulingLine({
  seq,
  ruleset: id,
  action,
  request,
  dice = fair(seq),
  after = 0,
  actor,
  change,
}: Wanted): string {
  const ruleset = rulesets.find((each) => each.id === id)!;
  const outcome = ruleset.actions.find(({ name }) => name === action)!.adjudicate(request, dice);
  const place = { campaign: CAMPAIGN, seq, at: new Date(START + after).toISOString() };
  const none = '0'.repeat(64);
  const facts = {
    chain: 0,
    link: 1,
    seed: none,
    table: none,
    by: 'bot',
    ...(actor === undefined ? {} : { actor }),
    ruleset: id,
    version: ruleset.version,
    action,
  };
  const line = rulingEntry(place, { ...facts, requestJson: JSON.stringify(request), rolls: dice.rolls, outcome });
  return change === undefined ? line : JSON.stringify({ ...JSON.parse(line), ...change });
}

/** Fair dice, the same ones for the same number. */
export const fair = (seq: number): RememberedDice =>
  seededDice(nodeHash, { seed: nodeHash.sha256('fairness'), campaign: CAMPAIGN, seq, table: new Uint8Array(32) });

/** Dice that show these faces in turn. */
export function faces(...shown: readonly number[]): RememberedDice {
  const rolls: Roll[] = [];
  let next = 0;
  return {
    rolls,
    roll(name, sides, count) {
      const values = Array.from({ length: count }, () => shown[next++ % shown.length]!);
      rolls.push({ for: name, sides, values });
      return values;
    },
  };
}

/** An attack with so many dice, on somebody who neither dodges nor resists. */
export const attack = (ranged: number, shooter = 'Rupert') => ({
  shooter: { id: shooter, ranged, life: 5, maxLife: 5 },
  weapon: { name: 'Pistole', range: 20 },
  targets: [{ id: 'Dimitri', dodge: 0, resistance: 0, life: 1000, maxLife: 1000, distance: 12, visible: true }],
  shots: [{ at: ['Dimitri'] }],
});

/** A ruling with such an attack. */
export const shot = (seq: number, ranged: number, dice?: RememberedDice, shooter?: string): string =>
  rulingLine({
    seq,
    ruleset: 'erbarmungslos',
    action: 'attack',
    request: attack(ranged, shooter),
    ...(dice === undefined ? {} : { dice }),
    // An hour apart, so that equal attacks are no repeats.
    after: seq * 3_600_000,
  });

export function tallyOf(lines: Iterable<string>, tally = new Tally(rulesets, nodeHash)): Tally {
  for (const line of lines) tally.add(line);
  return tally;
}
