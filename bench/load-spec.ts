/** A request to be sent over and over. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; left out: none. */
  readonly body?: string;
}

/** What a load process is told on its standard input, as JSON. */
export interface LoadSpec {
  /** Services; the connections are shared out among them. */
  readonly urls: readonly string[];
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

/** What it writes as its last line, as JSON; the line before says `counting`, when it begins to count. */
export interface LoadReport {
  readonly answers: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers by status, of the whole run. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Connections that broke, of the whole run. */
  readonly broken: number;
}
