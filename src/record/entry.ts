import type { Roll } from '../dice/roll.js';

/** The kinds of entry a campaign's record is made of (docs/verify.md §1). */
export const KINDS = ['chain', 'settings', 'contribution', 'ruling', 'note', 'closed'] as const;
export type Kind = (typeof KINDS)[number];

/** How a campaign is run; recorded at seq 1 and at each change. */
export interface Settings {
  /** Every recording POST must carry an Idempotency-Key. */
  readonly requireIdempotencyKey: boolean;
  /** `required`: nothing is rolled without a contribution that names the current chain. */
  readonly contribution: 'optional' | 'required';
  /** The rulebooks in play and the version each is pinned to; when left out, all at their newest. */
  readonly rulesets?: Readonly<Record<string, string>>;
}

/** Where an entry stands. */
export interface Place {
  readonly campaign: string;
  readonly seq: number;
  /** UTC with milliseconds. */
  readonly at: string;
}

interface Common extends Place {
  readonly v: 1;
}

export interface ChainEntry extends Common {
  readonly kind: 'chain';
  readonly chain: number;
  readonly length: number;
  readonly anchor: string;
}

export interface SettingsEntry extends Common {
  readonly kind: 'settings';
  readonly settings: Settings;
  readonly by: string;
}

export interface ContributionEntry extends Common {
  readonly kind: 'contribution';
  readonly player: string;
  readonly value: string;
  readonly chain?: number;
}

export interface RulingEntry extends Common {
  readonly kind: 'ruling';
  readonly chain: number;
  readonly link: number;
  readonly seed: string;
  readonly table: string;
  readonly by: string;
  readonly actor?: string;
  readonly ruleset: string;
  readonly version: string;
  readonly action: string;
  readonly request: unknown;
  readonly rolls: readonly Roll[];
  readonly outcome: unknown;
}

export interface NoteEntry extends Common {
  readonly kind: 'note';
  readonly about: number;
  readonly text: string;
  readonly by: string;
}

export interface ClosedEntry extends Common {
  readonly kind: 'closed';
  readonly by: string;
}

export type Entry = ChainEntry | SettingsEntry | ContributionEntry | RulingEntry | NoteEntry | ClosedEntry;

/** A ruling before it has bytes: its request is the JSON text as it was sent, without white space between tokens. */
export interface RulingFacts extends Omit<RulingEntry, keyof Common | 'kind' | 'request' | 'actor'> {
  readonly actor?: string | undefined;
  readonly requestJson: string;
}

/*
 * The functions below give an entry's bytes: one JSON object on one line, members in the order of docs/verify.md §1.
 * These bytes are the entry's identity. They are stored, hashed and exported as they are and never made again.
 */

export const chainEntry = (place: Place, { chain, length, anchor }: Pick<ChainEntry, 'chain' | 'length' | 'anchor'>) =>
  line(place, 'chain', JSON.stringify({ chain, length, anchor }));

export const settingsEntry = (place: Place, settings: Settings, by: string): string => {
  const { requireIdempotencyKey, contribution, rulesets } = settings;
  return line(place, 'settings', JSON.stringify({ settings: { requireIdempotencyKey, contribution, rulesets }, by }));
};

export const contributionEntry = (
  place: Place,
  { player, value, chain }: Pick<ContributionEntry, 'player' | 'value' | 'chain'>,
): string => line(place, 'contribution', JSON.stringify({ player, value, chain }));

export const noteEntry = (place: Place, { about, text, by }: Pick<NoteEntry, 'about' | 'text' | 'by'>): string =>
  line(place, 'note', JSON.stringify({ about, text, by }));

export const closedEntry = (place: Place, by: string): string => line(place, 'closed', JSON.stringify({ by }));

export const rulingEntry = (place: Place, facts: RulingFacts): string => {
  const { chain, link, seed, table, by, actor, ruleset, version, action, requestJson, rolls, outcome } = facts;
  // Of all entries the one that is made most often: through JSON.stringify as the others, it takes half as long again.
  return (
    begin(place, 'ruling') +
    `"chain":${chain},"link":${link},"seed":"${seed}","table":"${table}","by":${JSON.stringify(by)},` +
    (actor === undefined ? '' : `"actor":${JSON.stringify(actor)},`) +
    `"ruleset":${JSON.stringify(ruleset)},"version":${JSON.stringify(version)},"action":${JSON.stringify(action)},` +
    `"request":${requestJson},"rolls":${JSON.stringify(rolls)},"outcome":${JSON.stringify(outcome)}}`
  );
};

/** @param members the further members, as a JSON object with at least one */
const line = (place: Place, kind: Kind, members: string): string => begin(place, kind) + members.slice(1);

const begin = ({ campaign, seq, at }: Place, kind: Kind): string =>
  `{"v":1,"campaign":"${campaign}","seq":${seq},"at":"${at}","kind":"${kind}",`;
