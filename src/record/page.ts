import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hash } from '../dice/hash.js';
import type { RememberedDice } from '../dice/roll.js';
import type { SeedChain } from '../dice/seed-chain.js';
import { seededDice } from '../dice/seeded-dice.js';
import { contribute, NO_ENTROPY } from '../dice/table-entropy.js';
import {
  type ContributionEntry,
  chainEntry,
  closedEntry,
  contributionEntry,
  type Kind,
  type NoteEntry,
  noteEntry,
  type Place,
  type RulingFacts,
  rulingEntry,
  type Settings,
  settingsEntry,
} from './entry.js';
import { append, EMPTY, type Frontier, leafHash, rootHash } from './merkle.js';
import type { Head, KeyHashes, Recorded, Row } from './store.js';

/** What is put on a page for a ruling; seed, table and place in the chain are the page's to give. */
export interface RulingDraft extends Omit<RulingFacts, 'chain' | 'link' | 'seed' | 'table' | 'rolls' | 'outcome'> {
  /** What `requestJson` is the text of. */
  readonly request: unknown;
  /** The ruling continued, if it continues one. */
  readonly continues?: number | undefined;
  /** Rolls the dice and says what happened. */
  readonly adjudicate: (dice: RememberedDice) => unknown;
}

/** A head that a process may roll from: it knows the secret links, and how many of them are spent. */
export interface LiveHead extends Head {
  readonly secret?: SeedChain | undefined;
  readonly spent: number;
}

/** The head of a campaign that has no entries yet. */
const genesis = (campaign: string): LiveHead => ({
  campaign,
  frontier: EMPTY,
  leaf: new Uint8Array(0),
  at: '',
  table: NO_ENTROPY,
  chain: { seq: 0, chain: -1, length: 0, anchor: '' },
  settings: { requireIdempotencyKey: true, contribution: 'optional' },
  settingsSeq: undefined,
  contribution: undefined,
  closed: false,
  spent: 0,
});

/**
 * The entries that one request adds, as they will stand in the record: computed from the head, not committed yet. When
 * the commit fails, the page is thrown away and nothing has happened.
 */
export class Page {
  readonly rows: Row[] = [];
  #head: LiveHead;
  #last: Recorded | undefined;

  constructor(
    private readonly hash: Hash,
    head: LiveHead,
    private readonly now: () => Date,
    private readonly key?: KeyHashes,
  ) {
    this.#head = head;
  }

  /** The first page of a new campaign's record. */
  static first(hash: Hash, campaign: string, now: () => Date): Page {
    return new Page(hash, genesis(campaign), now);
  }

  /** The head after everything on this page. */
  get head(): LiveHead {
    return this.#head;
  }

  /** The newest entry on this page. */
  get last(): Recorded | undefined {
    return this.#last;
  }

  chain(number: number, secret: SeedChain): void {
    const facts = { chain: number, length: secret.length, anchor: bytesToHex(secret.anchor) };
    const seq = this.#head.frontier.size;
    this.#add('chain', (place) => chainEntry(place, facts), { chain: { seq, ...facts }, secret, spent: 0 });
  }

  settings(settings: Settings, by: string): void {
    const settingsSeq = this.#head.frontier.size;
    this.#add('settings', (place) => settingsEntry(place, settings, by), { settings, settingsSeq });
  }

  contribution(facts: Pick<ContributionEntry, 'player' | 'value' | 'chain'>): void {
    const { player, value, chain } = facts;
    const seq = this.#head.frontier.size;
    this.#add('contribution', (place) => contributionEntry(place, facts), {
      table: contribute(this.hash, this.#head.table, value),
      contribution: { player, seq, ...(chain === undefined ? {} : { chain }) },
    });
  }

  note(facts: Pick<NoteEntry, 'about' | 'text' | 'by'>): void {
    this.#add('note', (place) => noteEntry(place, facts), {});
  }

  closed(by: string): void {
    this.#add('closed', (place) => closedEntry(place, by), { closed: true });
  }

  /** Spends the next link of the chain, rolls, and writes what came of it. */
  ruling(draft: RulingDraft): void {
    const { secret, spent, chain, table, campaign, frontier } = this.#head;
    if (secret === undefined) throw new Error('a ruling needs a chain that this process has begun');
    const link = spent + 1;
    const seed = secret.link(link);
    const dice = seededDice(this.hash, { seed, campaign, seq: frontier.size, table });
    const { by, actor, ruleset, version, action, request, requestJson } = draft;
    const outcome = draft.adjudicate(dice);
    const ruling = {
      chain: chain.chain,
      link,
      seed: bytesToHex(seed),
      table: bytesToHex(table),
      by,
      actor,
      ruleset,
      version,
      action,
      requestJson,
      rolls: dice.rolls,
      outcome,
    };
    const told = { ruleset, version, action, request, outcome };
    this.#add('ruling', (place) => rulingEntry(place, ruling), { spent: link }, told, draft.continues);
  }

  #add(
    kind: Kind,
    write: (place: Place) => string,
    change: Partial<LiveHead>,
    ruling?: Recorded['ruling'],
    continues?: number,
  ): void {
    const { hash } = this;
    const before = this.#head;
    const { campaign, frontier } = before;
    const seq = frontier.size;
    let at = this.now().toISOString();
    // A clock that steps back repeats the last time: `at` never runs backwards (docs/verify.md §1).
    if (at < before.at) at = before.at;
    const entry = write({ campaign, seq, at });
    const leaf = leafHash(hash, entry);
    const grown = append(hash, frontier, leaf);
    const head = after(before, { at, leaf, frontier: grown.frontier }, change);
    this.#head = head;
    this.rows.push({
      seq,
      kind,
      entry,
      leaf,
      nodes: grown.completed,
      table: head.table,
      chainSeq: head.chain.seq,
      settingsSeq: head.settingsSeq,
      contributionSeq: head.contribution?.seq,
      key: undefined,
      continues,
    });
    const bound = kind === 'ruling' ? boundTo(head.contribution, head.chain.chain) : null;
    this.#last = new JustRecorded(hash, grown.frontier, campaign, kind, entry, bound, ruling);
  }

  /** The rows to commit: the request's key stands with the last of them. */
  keyed(): readonly Row[] {
    const last = this.rows[this.rows.length - 1];
    if (this.key === undefined || last === undefined) return this.rows;
    return [...this.rows.slice(0, -1), { ...last, key: this.key }];
  }
}

/** The head after an entry. Spreading objects, whose members differ, would take as long as hashing the entry. */
const after = (
  before: LiveHead,
  { at, leaf, frontier }: Pick<LiveHead, 'at' | 'leaf' | 'frontier'>,
  change: Partial<LiveHead>,
): LiveHead => ({
  campaign: before.campaign,
  frontier,
  leaf,
  at,
  table: change.table ?? before.table,
  chain: change.chain ?? before.chain,
  settings: change.settings ?? before.settings,
  settingsSeq: change.settingsSeq ?? before.settingsSeq,
  contribution: change.contribution ?? before.contribution,
  closed: change.closed ?? before.closed,
  secret: change.secret ?? before.secret,
  spent: change.spent ?? before.spent,
});

/** An entry that was put on a page. Its root is worked out when somebody asks: then the entry is on its way already. */
class JustRecorded implements Recorded {
  readonly seq: number;
  readonly size: number;
  #root: Uint8Array | undefined;

  constructor(
    private readonly hash: Hash,
    private readonly tree: Frontier,
    readonly campaign: string,
    readonly kind: Kind,
    readonly entry: string,
    readonly bound: string | null,
    readonly ruling: Recorded['ruling'],
  ) {
    this.size = tree.size;
    this.seq = tree.size - 1;
  }

  get root(): Uint8Array {
    this.#root ??= rootHash(this.hash, this.tree);
    return this.#root;
  }
}

/** The last contributor, if his contribution names the chain that is rolled from (docs/verify.md §3). */
export const boundTo = (contribution: Head['contribution'] | ContributionEntry, chain: number): string | null =>
  contribution !== undefined && contribution.chain === chain ? contribution.player : null;
