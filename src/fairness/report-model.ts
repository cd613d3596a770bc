import type { Phrase } from '../rules/ruleset.js';
import type { ChiSquared } from './chi-squared.js';
import type { Repeat } from './repeats.js';

/** Dice with one number of sides. */
export interface FacesReport {
  readonly sides: number;
  readonly dice: number;
  /** How often each face was seen, from 1 on. */
  readonly faces: readonly number[];
  /** null without dice. */
  readonly chiSquared: ChiSquared | null;
}

export interface SuccessReport {
  /** Dice for which the rules count successes. */
  readonly dice: number;
  readonly seen: number;
  readonly expected: number;
  /** Of the number of successes, were everything fair. */
  readonly standardDeviation: number;
}

/** The smallest shift that so many dice would show: at the 5 % level, in four cases out of five. */
export interface Shift {
  /** The rate of successes, or of one face named beforehand. */
  readonly of: 'successes' | 'face';
  readonly dice: number;
  readonly fair: number;
  /** null when so few dice show nothing, however they fall. */
  readonly shifted: number | null;
}

/** Some of the dice: what they showed, and what they can show. */
export interface CountReport<Sentence> {
  readonly dice: number;
  /** null when the rules count none. */
  readonly successes: SuccessReport | null;
  /** null without dice. */
  readonly detectable: Shift | null;
  readonly bySides: readonly FacesReport[];
  readonly sentences: readonly Sentence[];
}

/** Everything that is said about the dice of a record. Sentences are phrases, until a reader's language is known. */
export interface FairnessReport<Sentence = Phrase> {
  /** Entries counted: the record up to here. */
  readonly size: number;
  readonly rulings: number;
  readonly notUnderstood: number;
  readonly malformed: number;
  readonly overall: CountReport<Sentence>;
  readonly purposes: readonly (CountReport<Sentence> & { readonly ruleset: string; readonly purpose: string })[];
  readonly groups: readonly (CountReport<Sentence> & {
    readonly ruleset: string;
    readonly who: string | null;
    readonly purpose: string;
  })[];
  readonly repeats: { readonly count: number; readonly listed: readonly Repeat[] };
  readonly sentences: readonly Sentence[];
}
