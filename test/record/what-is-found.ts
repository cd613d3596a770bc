import type { Entry } from '../../src/record/entry.js';
import type { RecordCheck } from '../../src/record/verify.js';
import type { Change, How } from './changes.js';

/** What a verifier without a checkpoint must make of a change. With a checkpoint, it must find every one. */
export type Due =
  /** One of these checks finds it: at the changed entry, or `later`, where something rests on it. */
  | { readonly found: readonly RecordCheck[]; readonly later?: true }
  /** Nothing in the record contradicts it, so only a checkpoint finds it. */
  | { readonly kept: string }
  /** Whether something contradicts it depends on what was rolled and on what follows. */
  | { readonly depends: string };

interface Row {
  /** Of which entries, as {@link sortOf} tells them apart. */
  readonly of: RegExp;
  readonly place: RegExp;
  readonly how?: readonly How[];
  readonly due: Due;
}

const found = (...checks: RecordCheck[]): Due => ({ found: checks });
const later = (...checks: RecordCheck[]): Due => ({ found: checks, later: true });
const kept = (why: string): Due => ({ kept: why });
const depends = (why: string): Due => ({ depends: why });

const ANY = /./;
const RULING = /ruling/;
const ATTACK = /ruling erbarmungslos attack/;
const STEP: readonly How[] = ['raised', 'lowered'];
/** A value becomes another one of the same type, or goes. */
const VALUE: readonly How[] = ['raised', 'lowered', 'altered', 'flipped', 'deleted'];
const ORDER: readonly How[] = ['moved behind the next'];

/** The first row that fits counts. */
const ROWS: readonly Row[] = [
  { of: ANY, place: /[^*]$/, how: ['repeated'], due: found('form') },

  // What every entry has.
  { of: ANY, place: /^\/v$/, how: STEP, due: found('form') },
  { of: /^first/, place: /^\/campaign$/, how: ['altered'], due: later('order') },
  { of: ANY, place: /^\/campaign$/, how: ['altered'], due: found('order') },
  { of: ANY, place: /^\/seq$/, how: STEP, due: found('order', 'form') },
  {
    of: ANY,
    place: /^\/at$/,
    how: ['altered'],
    due: depends('found only when the next entry is then dated before it'),
  },
  { of: ANY, place: /^\/(by|actor|player)$/, how: ['altered'], due: kept('who did it is the service’s word') },
  { of: RULING, place: /^\/actor$/, how: ['deleted'], due: kept('nobody need be named') },

  // A kind that nobody knows is passed over and counted; found is what rested on the entry.
  { of: /^first/, place: /^\/kind$/, how: ['altered'], due: found('chain') },
  { of: /^chain/, place: /^\/kind$/, how: ['altered'], due: later('chain', 'table') },
  { of: /^contribution/, place: /^\/kind$/, how: ['altered'], due: later('table') },
  { of: /^last ruling/, place: /^\/kind$/, how: ['altered'], due: kept('no later ruling takes a link of its chain') },
  { of: RULING, place: /^\/kind$/, how: ['altered'], due: later('chain') },
  { of: ANY, place: /^\/kind$/, how: ['altered'], due: kept('nothing rests on it; it is counted as not understood') },

  { of: /chain$/, place: /^\/chain$/, how: STEP, due: found('chain', 'form') },
  { of: /chain$/, place: /^\/length$/, how: STEP, due: kept('a chain may have any length that its rulings fit in') },
  { of: /chain$/, place: /^\/anchor$/, how: ['altered'], due: later('chain') },

  { of: /settings/, place: /^\/settings\/requireIdem/, how: ['flipped'], due: kept('the record shows no keys') },
  {
    of: /settings/,
    place: /^\/settings\/rulesets/,
    how: ['altered', 'deleted'],
    due: kept('each ruling carries its own'),
  },

  { of: /contribution/, place: /^\/value$/, how: ['altered'], due: later('table') },
  { of: /contribution/, place: /^\/chain$/, how: STEP, due: found('table', 'form') },
  { of: /contribution/, place: /^\/chain$/, how: ['deleted'], due: kept('a contribution need not name its chain') },

  {
    of: /note/,
    place: /^\/(about|text)$/,
    how: [...STEP, 'altered'],
    due: kept('a note says what it likes of what came before'),
  },

  { of: RULING, place: /^\/(chain|link)$/, how: STEP, due: found('chain', 'form') },
  { of: RULING, place: /^\/seed$/, how: ['altered'], due: found('chain') },
  { of: RULING, place: /^\/table$/, how: ['altered'], due: found('table') },
  { of: RULING, place: /^\/(ruleset|version|action)$/, how: ['altered'], due: found('rules') },
  {
    of: RULING,
    place: /^\/(request|outcome)$/,
    how: ['given a member more'],
    due: found('rules'),
  },
  { of: RULING, place: /^\/outcome$/, how: ['made null', 'made another type'], due: found('rules') },

  { of: RULING, place: /^\/rolls\/\*$/, how: ['deleted', 'repeated', ...ORDER], due: found('rules') },
  { of: RULING, place: /^\/rolls\/\*\/for$/, how: ['altered'], due: found('rules') },
  { of: RULING, place: /^\/rolls\/\*\/sides$/, how: STEP, due: found('rules', 'form') },
  { of: RULING, place: /^\/rolls\/\*\/values\/\*$/, how: ['deleted', 'repeated'], due: found('rules') },
  { of: RULING, place: /^\/rolls\/\*\/values\/\*$/, how: ORDER, due: found('dice') },
  { of: RULING, place: /^\/rolls\/\*\/values\/\*$/, how: STEP, due: found('dice', 'form') },

  { of: RULING, place: /^\/outcome\//, due: found('rules') },

  // What a request says and its ruling does not rest on.
  {
    of: RULING,
    place: /^\/request\/.*[^*]$/,
    how: ORDER,
    due: depends('members stand as sent; a continuation repeats them'),
  },
  {
    of: /by luck/,
    place: /^\/request\/(targets|shots)/,
    how: [...VALUE, 'repeated', ...ORDER],
    due: depends('whom a shot goes at'),
  },
  {
    of: ATTACK,
    place: /^\/request\/shooter\/(actionPoints|aimLimit)$/,
    how: VALUE,
    due: depends('it only has to be enough'),
  },
  {
    of: ATTACK,
    place: /^\/request\/(shooter|targets\/\*)\/state$/,
    how: ['deleted'],
    due: depends('`able` when left out'),
  },
  {
    of: ATTACK,
    place: /^\/request\/shooter\/(id|life|maxLife)$/,
    how: VALUE,
    due: depends('it counts with serious wounds, and when he goes on'),
  },
  {
    of: ATTACK,
    place: /^\/request\/options\/seriousWounds$/,
    how: VALUE,
    due: depends('it counts for whom is wounded'),
  },
  {
    of: ATTACK,
    place: /^\/request\/weapon\/(name|range)$/,
    how: VALUE,
    due: depends('within range any range will do, and any name'),
  },
  {
    of: ATTACK,
    place: /^\/request\/targets\/\*\/(distance|positions)/,
    how: VALUE,
    due: depends('within range any distance will do'),
  },
  {
    of: ATTACK,
    place: /^\/request\/targets\/\*\/(resistance|maxLife)$/,
    how: VALUE,
    due: depends('only who is hit resists'),
  },
  {
    of: ATTACK,
    place: /^\/request\/targets\/\*\/modifiers/,
    how: [...VALUE, 'repeated', ...ORDER],
    due: depends('only who is hit resists'),
  },
  { of: ATTACK, place: /^\/request\/targets\/\*$/, how: ORDER, due: depends('a shot names its targets') },
  {
    of: ATTACK,
    place: /^\/request\/shots\/\*\/at\/\*$/,
    how: ['deleted', 'repeated', ...ORDER],
    due: depends('it goes at the first who is able'),
  },
  {
    of: /execution/,
    place: /^\/request\/figure\/id$/,
    how: ['altered'],
    due: kept('it counts only for an action of his that is open'),
  },
  {
    of: /bang/,
    place: /^\/request\/(seats|answers)/,
    how: [...VALUE, 'repeated', ...ORDER],
    due: depends('the card drawn decides what of it counts'),
  },
  { of: /bang/, place: /^\/request\/bangsPlayed$/, how: ['deleted'], due: kept('0 when left out') },
  { of: RULING, place: /^\/request\//, due: found('rules') },

  { of: ANY, place: /^/, due: found('form') },
];

/** What must be made of a change to an entry of this sort. */
export const dueFor = (sort: string, { place, how }: Change): Due =>
  ROWS.find((row) => row.of.test(sort) && row.place.test(place) && row.how?.includes(how) !== false)!.due;

/**
 * What tells entries apart for the table above: kind, rulebook and action, with `first` before that of the record, `last`
 * before the last ruling of a chain, and what follows it where its request decides less, or more, than others.
 */
export function sortOf(entry: Entry, next: Entry | undefined): string {
  if (entry.seq === 0) return `first ${entry.kind}`;
  if (entry.kind !== 'ruling') return entry.kind;
  const { continues, shooter } = entry.request as { continues?: number; shooter?: { id: string } };
  const last = next?.kind === 'chain' || next?.kind === 'closed' ? 'last ' : '';
  const more = continues !== undefined ? ' going on' : shooter?.id === 'clint' ? ' by luck' : '';
  return `${last}ruling ${entry.ruleset} ${entry.action}${more}`;
}
