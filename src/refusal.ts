/**
 * Why something asked for was not done: a value, never thrown. The HTTP status that goes with each code stands in
 * `http/problems.ts` and nowhere else.
 */
export const REFUSALS = [
  'invalid-request',
  'contradicts-record',
  'not-found',
  'campaign-closed',
  'already-continued',
  'action-closed',
  'chain-changed',
  'illegal-attack',
  'ruleset-not-in-play',
  'idempotency-key-reused',
  'not-a-ruling',
  'idempotency-key-required',
  'contribution-required',
  'entry-too-large',
  'no-signer-key',
] as const;
export type RefusalCode = (typeof REFUSALS)[number];

export class Refusal {
  /**
   * @param detail one English sentence about this occurrence
   * @param members what else the answer says, e.g. `reasons`
   */
  constructor(
    readonly code: RefusalCode,
    readonly detail: string,
    readonly members: Readonly<Record<string, unknown>> = {},
  ) {}
}
