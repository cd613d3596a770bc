/** A request to be sent over and over. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  /** `{campaign}` stands for the id of the target's campaign whose turn it is. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; left out: none. */
  readonly body?: string;
}

/** A service, and the campaigns it is asked about. */
export interface LoadTarget {
  readonly url: string;
  /** Ids; each request is about the next one, whichever connection sends it. */
  readonly campaigns: readonly string[];
}

/** What a load process is told on its standard input, as JSON. */
export interface LoadSpec {
  /** The connections are shared out among them. */
  readonly targets: readonly LoadTarget[];
  /** Each has one request under way at any time. */
  readonly connections: number;
  /** How long it runs before anything is counted. */
  readonly warmUpMs: number;
  /** How long it counts. */
  readonly countedMs: number;
  /** Sent in turn. */
  readonly requests: readonly LoadRequest[];
  /** Send a fresh Idempotency-Key with each. */
  readonly keyed: boolean;
}

/** What it writes as its last line, as JSON; the lines before say `counting` and `counted`, when it begins and ends to count. */
export interface LoadReport {
  readonly answers: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers by status, of the whole run. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Connections that broke, of the whole run. */
  readonly broken: number;
  /** Requests that were still under way when it gave up waiting for their answers. */
  readonly unanswered: number;
  /** The Idempotency-Keys of the whole run: this prefix with the numbers from 1 on, see {@link loadKey}. */
  readonly keyPrefix: string;
  /** How many requests were sent, of the whole run. */
  readonly sent: number;
}

/** How many digits a key's number has. */
export const KEY_DIGITS = 12;

/** One Idempotency-Key of a run. */
export const loadKey = (prefix: string, number: number): string => `${prefix}-${`${number}`.padStart(KEY_DIGITS, '0')}`;
