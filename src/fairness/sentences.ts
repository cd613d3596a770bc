import type { Phrase } from '../rules/ruleset.js';
import type { PhraseKey } from './phrases.js';
import { MOST_LISTED } from './repeats.js';
import type { CountReport, FairnessReport } from './report-model.js';

/** A p-value below this is what one in twenty is when everything is fair. */
const UNUSUAL = 0.05;
/** By rule of thumb the chi-squared distribution needs as many dice a face. */
const ENOUGH_A_FACE = 5;

/** What so many dice can and cannot show. */
export function aboutCount({ dice, detectable, bySides }: Omit<CountReport<Phrase>, 'sentences'>): Phrase[] {
  if (dice === 0 || detectable === null) return [say('count.none')];
  if (dice === 1) return [say('count.one')];
  const { of, dice: n, fair, shifted } = detectable;
  const said = [shifted === null ? say(`count.too-few-${of}`, { n }) : say(`count.shift-${of}`, { n, fair, shifted })];
  const rough = bySides.some(
    (each) => each.chiSquared?.method === 'approximate' && each.dice < ENOUGH_A_FACE * each.sides,
  );
  if (rough) said.push(say('count.rough'));
  return said;
}

/** What the whole report can and cannot show, and what else was noticed. */
export function aboutRecord(report: Omit<FairnessReport, 'sentences'>): Phrase[] {
  const said: Phrase[] = [];
  const values = report.groups
    .flatMap(({ bySides }) => bySides)
    .flatMap(({ chiSquared: c }) => (c === null ? [] : [c.p]));
  if (values.length > 0) {
    const below = values.filter((p) => p < UNUSUAL).length;
    said.push(say('record.p-values', { n: values.length, expected: values.length * UNUSUAL, below }));
    said.push(say('record.looking'));
  }
  said.push(say('record.limits'));
  const { count } = report.repeats;
  said.push(count === 0 ? say('record.no-repeats') : say('record.repeats', { n: count }));
  if (count > MOST_LISTED) said.push(say('record.repeats-listed', { n: MOST_LISTED }));
  if (report.groups.some(({ who }) => who === null)) said.push(say('record.others'));
  if (report.notUnderstood > 0) said.push(say('record.not-understood', { n: report.notUnderstood }));
  if (report.malformed > 0) said.push(say('record.malformed', { n: report.malformed }));
  return said;
}

function say(phrase: PhraseKey, values?: Phrase['with']): Phrase {
  return values === undefined ? { phrase } : { phrase, with: values };
}
