import type { Phrase } from '../rules/ruleset.js';
import { chiSquared } from './chi-squared.js';
import { detectable } from './detectable.js';
import { countAll, type DiceCount } from './dice-count.js';
import type { CountReport, FacesReport, FairnessReport, Shift, SuccessReport } from './report-model.js';
import { aboutCount, aboutRecord } from './sentences.js';
import type { Tally } from './tally.js';

/** What a tally says by now. */
export function fairnessReport(tally: Tally): FairnessReport {
  const all: DiceCount = new Map();
  const purposes = new Map<string, { ruleset: string; purpose: string; dice: DiceCount }>();
  for (const { ruleset, purpose, dice } of tally.groups) {
    const key = JSON.stringify([ruleset, purpose]);
    const total = purposes.get(key) ?? { ruleset, purpose, dice: new Map() };
    purposes.set(key, total);
    countAll(total.dice, dice);
    countAll(all, dice);
  }
  const { size, rulings, notUnderstood, malformed } = tally;
  const { count, listed } = tally.repeats;
  const facts = {
    ...{ size, rulings, notUnderstood, malformed },
    overall: countReport(all),
    purposes: [...purposes.values()].map(({ dice, ...whose }) => ({ ...whose, ...countReport(dice) })),
    groups: tally.groups.map(({ dice, ...whose }) => ({ ...whose, ...countReport(dice) })),
    repeats: { count, listed },
  };
  return { ...facts, sentences: aboutRecord(facts) };
}

function countReport(count: DiceCount): CountReport<Phrase> {
  const bySides = [...count].map(([sides, { faces }]): FacesReport => {
    return { sides, dice: sum(faces), faces: [...faces], chiSquared: chiSquared(faces) };
  });
  const dice = sum(bySides.map((each) => each.dice));
  const successes = successReport(count);
  const facts = { dice, successes, detectable: shift(bySides, successes), bySides };
  return { ...facts, sentences: aboutCount(facts) };
}

function successReport(count: DiceCount): SuccessReport | null {
  let dice = 0;
  let seen = 0;
  let expected = 0;
  let variance = 0;
  for (const [sides, side] of count) {
    dice += side.counted;
    seen += side.seen;
    expected += side.expected / sides;
    variance += side.variance / (sides * sides);
  }
  return dice === 0 ? null : { dice, seen, expected, standardDeviation: Math.sqrt(variance) };
}

/** Of the successes where there are any to be had; else of a face of whichever dice are most. */
function shift(bySides: readonly FacesReport[], successes: SuccessReport | null): Shift | null {
  if (successes !== null) {
    const { dice, expected } = successes;
    const fair = expected / dice;
    return { of: 'successes', dice, fair, shifted: detectable(dice, fair) };
  }
  const [first, ...others] = bySides;
  if (first === undefined) return null;
  const { dice, sides } = others.reduce((most, each) => (each.dice > most.dice ? each : most), first);
  if (dice === 0) return null;
  return { of: 'face', dice, fair: 1 / sides, shifted: detectable(dice, 1 / sides) };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
