import type { ContributionEntry, Kind, RulingEntry, Settings } from './entry.js';
import type { Frontier, Subtree } from './merkle.js';

/** An idempotency key and the request it was sent with, as SHA-256 hashes: 32 bytes each. This is what is recorded. */
export interface KeyHashes {
  readonly hash: Uint8Array;
  readonly request: Uint8Array;
}

/** An idempotency key as it was sent, and its hashes. */
export interface Key extends KeyHashes {
  readonly text: string;
}

/** An entry on its way into the record, with what the next one will need to be computed in O(1). */
export interface Row {
  readonly seq: number;
  readonly kind: Kind;
  readonly entry: string;
  readonly leaf: Uint8Array;
  /** The interior nodes that this leaf completes, lowest level first. */
  readonly nodes: readonly Uint8Array[];
  /** Table entropy after this entry. */
  readonly table: Uint8Array;
  readonly chainSeq: number;
  readonly settingsSeq: number | undefined;
  readonly contributionSeq: number | undefined;
  readonly key: KeyHashes | undefined;
  readonly continues: number | undefined;
}

/** Everything that the next entry of a campaign follows from, save the secret links of its chain. */
export interface Head {
  readonly campaign: string;
  readonly frontier: Frontier;
  /** Of the newest entry. */
  readonly leaf: Uint8Array;
  readonly at: string;
  readonly table: Uint8Array;
  readonly chain: { readonly seq: number; readonly chain: number; readonly length: number; readonly anchor: string };
  readonly settings: Settings;
  readonly settingsSeq: number | undefined;
  readonly contribution: (Pick<ContributionEntry, 'player' | 'chain'> & { readonly seq: number }) | undefined;
  readonly closed: boolean;
}

/** An entry as recorded, with what an answer says beside it. */
export interface Recorded {
  readonly campaign: string;
  readonly seq: number;
  readonly kind: Kind;
  /** Its bytes. */
  readonly entry: string;
  /** Of the tree right after it: seq + 1. */
  readonly size: number;
  /** Of the tree right after it: 32 bytes. */
  readonly root: Uint8Array;
  /** For a ruling: the last contributor before it, when that contribution names the ruling's chain. */
  readonly bound: string | null;
  /** What a ruling's entry says, when it was made just now, so that nobody need read it. */
  readonly ruling?: Pick<RulingEntry, 'ruleset' | 'version' | 'action' | 'request' | 'outcome'> | undefined;
}

/** What is stored for an entry beside its bytes: for checking, never for answering. */
export interface StoredRow {
  readonly seq: number;
  readonly kind: string;
  readonly entry: string;
  readonly leaf: Uint8Array;
  readonly table: Uint8Array;
  readonly chainSeq: number;
  readonly contributionSeq: number | undefined;
}

/** A campaign's newest entry, as far as what comes after it goes. */
export type Tip = Pick<Head, 'campaign' | 'frontier' | 'leaf'>;

/** Rows that continue one campaign's record. */
export interface Part {
  /** The head that the first row was computed from. */
  readonly after: Tip;
  /** At least one. */
  readonly rows: readonly Row[];
}

/** Where the record is kept. */
export interface Store {
  /** The campaign's head as committed now; undefined when there is no such campaign. */
  head(campaign: string): Promise<Head | undefined>;

  /**
   * Appends to any number of campaigns in one commit: to each of them wholly, or not at all. When the promise resolves,
   * what was appended is durable.
   *
   * @param parts one for each campaign
   * @returns the campaigns that nothing was written to, because their newest entry is not the one that was computed from,
   *   or a key or a continuation is taken
   * @throws {Unavailable} when it is not known whether the rows were written
   */
  append(parts: readonly Part[]): Promise<ReadonlySet<string>>;

  /**
   * Appends from the heads as they are now, while nobody else appends anything: for whom others were too fast too often.
   *
   * @param write gets the heads of the campaigns and gives what is to be appended
   * @returns as {@link append}
   */
  takeOver(
    campaigns: readonly string[],
    write: (heads: ReadonlyMap<string, Head>) => readonly Part[],
  ): Promise<ReadonlySet<string>>;

  /** Whether a campaign's newest entry is still this one. */
  isNewest(tip: Tip): Promise<boolean>;

  /** The entry recorded under an idempotency key, and the hash of the request it was recorded for. */
  byKey(campaign: string, keyHash: Uint8Array): Promise<{ recorded: Recorded; request: Uint8Array } | undefined>;

  /** Those of some idempotency keys' hashes that something was recorded under, in hexadecimal. */
  usedKeys(campaign: string, keyHashes: readonly Uint8Array[]): Promise<ReadonlySet<string>>;

  /** One entry; undefined when there is none. */
  read(campaign: string, seq: number): Promise<Recorded | undefined>;

  /** How many entries there are, whatever state they are in. */
  size(campaign: string): Promise<number>;

  /**
   * Hashes of a record's tree, from what is stored with the rows: as many rows are read as subtrees are named.
   *
   * @param size how many entries the record must have at least
   * @param parts for each hash the neighbouring subtrees whose roots are folded into it
   * @returns a hash of 32 bytes for each part; undefined when the record has fewer entries
   * @throws {RecordDamaged} when a row is missing
   */
  treeHashes(
    campaign: string,
    size: number,
    parts: readonly (readonly Subtree[])[],
  ): Promise<readonly Uint8Array[] | undefined>;

  /** One entry's row; undefined when there is none. */
  row(campaign: string, seq: number): Promise<StoredRow | undefined>;

  /**
   * Entries' bytes in order.
   *
   * @param query.after only those with a larger seq; −1 for all
   * @param query.bytes the page ends before the entry that would make it longer, but has at least one; left out: only
   *   `limit` ends it
   */
  page(
    campaign: string,
    query: { after: number; limit: number; bytes?: number; kind?: Kind },
  ): Promise<readonly { seq: number; entry: string }[]>;

  /**
   * Resolves when everything that could be read before is durable.
   *
   * @throws {Unavailable} when it may still vanish in a failover
   */
  settled(): Promise<void>;

  /** Called when what is known of the database may no longer hold: every head kept in memory must be read again. */
  onLost(listener: () => void): void;
}

/** What is stored is not what was recorded: somebody changed or removed a row behind the service's back. */
export class RecordDamaged extends Error {
  override readonly name = 'RecordDamaged';
  constructor(seq: number) {
    super(`entry ${seq} is missing, or its bytes are not the ones its leaf hash was made of`);
  }
}

/** The database can't be reached, or did not say whether it committed. The same request may be sent again. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
