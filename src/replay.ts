import { hexToBytes } from '@noble/hashes/utils.js';
import { createPatch, type Operation } from 'rfc6902';
import type { Hash } from './dice/hash.js';
import type { Roll } from './dice/roll.js';
import { previousLink } from './dice/seed-chain.js';
import { seededDice } from './dice/seeded-dice.js';
import { contribute, NO_ENTROPY } from './dice/table-entropy.js';
import type { ChainEntry, Entry, RulingEntry } from './record/entry.js';
import { outerMembers } from './record/json-text.js';
import { isSameHash, leafHash } from './record/merkle.js';
import type { Store, StoredRow } from './record/store.js';
import type { Referee } from './referee.js';
import { Refusal } from './refusal.js';
import type { Action, Reason } from './rules/ruleset.js';
import { everyFault } from './validation.js';

/** Something about a recorded ruling that does not hold. */
export interface Finding {
  readonly check: 'bytes' | 'place' | 'seed' | 'table' | 'rolls' | 'outcome' | 'version';
  readonly detail: string;
}

export interface Replay {
  /** Everything recorded was found again, byte for byte. */
  readonly matches: boolean;
  /** The version it was adjudicated under this time. */
  readonly version: string;
  readonly outcome?: unknown;
  readonly rolls?: readonly Roll[];
  /** JSON Patch (RFC 6902) from the recorded `{rolls, outcome}` to these. */
  readonly differences?: readonly Operation[];
  /** The request is not one that this version takes. */
  readonly refused?: readonly (Reason & { readonly pointer?: string })[];
  readonly findings: readonly Finding[];
}

/** The place in the chain can be no larger; a tampered link must not keep the service hashing. */
const LONGEST_CHAIN = 65_536;

/**
 * Adjudicates a recorded ruling again, from what the record says and nothing else, and checks its bytes, its seed and
 * its table entropy.
 *
 * @param version another version than the recorded one
 */
export async function replay(
  { referee, store, hash }: { referee: Referee; store: Store; hash: Hash },
  campaign: string,
  seq: number,
  version?: string,
): Promise<Replay | Refusal> {
  const row = await store.row(campaign, seq);
  if (row === undefined) return new Refusal('not-found', `The record has no entry ${seq}.`);
  const findings: Finding[] = [];
  if (!isSameHash(leafHash(hash, row.entry), row.leaf)) {
    findings.push({ check: 'bytes', detail: `The bytes of entry ${seq} are not the ones its leaf hash was made of.` });
  }
  const ruling = parsed(row.entry);
  if (ruling === undefined) {
    findings.push({ check: 'bytes', detail: `Entry ${seq} is not a JSON object.` });
    return { matches: false, version: version ?? '', findings };
  }
  if (ruling.kind !== 'ruling') {
    if (findings.length > 0) return { matches: false, version: version ?? '', findings };
    return new Refusal('not-a-ruling', `Entry ${seq} is of kind "${ruling.kind}".`);
  }
  findings.push(...(await provenance(store, hash, campaign, row, ruling)));

  const ruleset = referee.ruleset(ruling.ruleset, version ?? ruling.version);
  const action = ruleset?.actions.find(({ name }) => name === ruling.action);
  if (ruleset === undefined || action === undefined) {
    const unknown = `"${ruling.ruleset}" ${version ?? ruling.version} with the action "${ruling.action}"`;
    if (version !== undefined) {
      return new Refusal('invalid-request', 'The request has a fault.', {
        errors: [{ parameter: 'version', code: 'unknown-version', detail: `This service does not have ${unknown}.` }],
      });
    }
    findings.push({ check: 'version', detail: `This service does not have ${unknown}.` });
    return { matches: false, version: String(ruling.version), findings };
  }
  const refused = refusedBy(action, ruling.request);
  if (refused.length > 0) return { matches: false, version: ruleset.version, refused, findings };

  const dice = seededDice(hash, {
    seed: bytes(ruling.seed),
    campaign: ruling.campaign,
    seq: ruling.seq,
    table: bytes(ruling.table),
  });
  const outcome = action.adjudicate(ruling.request, dice);
  const recorded = new Map(outerMembers(row.entry).map(({ name, json }) => [name, json]));
  const same = (member: 'rolls' | 'outcome', value: unknown) => recorded.get(member) === JSON.stringify(value);
  const matches = { rolls: same('rolls', dice.rolls), outcome: same('outcome', outcome) };
  if (version === undefined) {
    if (!matches.rolls) findings.push({ check: 'rolls', detail: 'The recorded rolls are not the ones that follow.' });
    if (!matches.outcome)
      findings.push({ check: 'outcome', detail: 'The recorded outcome is not the one that follows.' });
  }
  return {
    matches: matches.rolls && matches.outcome && findings.length === 0,
    version: ruleset.version,
    outcome,
    rolls: dice.rolls,
    differences: createPatch(
      { rolls: ruling.rolls, outcome: ruling.outcome },
      JSON.parse(JSON.stringify({ rolls: dice.rolls, outcome })),
    ),
    findings,
  };
}

/** Whether a ruling stands where it says, and its seed and table entropy come from the entries before it. */
async function provenance(
  store: Store,
  hash: Hash,
  campaign: string,
  row: StoredRow,
  ruling: RulingEntry,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (ruling.campaign !== campaign || ruling.seq !== row.seq) {
    findings.push({ check: 'place', detail: `It says it is entry ${ruling.seq} of campaign ${ruling.campaign}.` });
  }
  const chainRow = await store.row(campaign, row.chainSeq);
  const chain = chainRow && (parsed(chainRow.entry) as ChainEntry | undefined);
  if (chain?.kind !== 'chain' || chain.chain !== ruling.chain) {
    findings.push({ check: 'seed', detail: `Chain ${ruling.chain} is not the one that was current.` });
  } else if (!leadsTo(hash, ruling, chain)) {
    findings.push({
      check: 'seed',
      detail: `Hashed ${ruling.link} times, the seed does not give the anchor of its chain.`,
    });
  }
  if (row.kind !== ruling.kind) {
    findings.push({ check: 'place', detail: `It is stored as a "${row.kind}", but is a ${ruling.kind}.` });
  }
  const table = await tableBefore(store, hash, campaign, row);
  if (table === undefined || !isSameHash(bytes(ruling.table), table)) {
    findings.push({
      check: 'table',
      detail: 'The table entropy is not the one that the contributions before it give.',
    });
  }
  return findings;
}

/**
 * Table entropy before a ruling: the last contribution, worked in again from its own bytes (docs/verify.md §3). What went
 * before that one is taken as stored; a verifier of the whole export starts from nothing.
 *
 * @returns undefined when the contribution is missing or is none
 */
async function tableBefore(
  store: Store,
  hash: Hash,
  campaign: string,
  { seq, contributionSeq }: StoredRow,
): Promise<Uint8Array | undefined> {
  const before = await store.row(campaign, seq - 1);
  if (contributionSeq === undefined) return before?.table ?? NO_ENTROPY;
  const contribution = await store.row(campaign, contributionSeq);
  const entry = contribution && parsed(contribution.entry);
  if (entry?.kind !== 'contribution' || before === undefined) return undefined;
  const earlier = await store.row(campaign, contributionSeq - 1);
  const table = contribute(hash, earlier?.table ?? NO_ENTROPY, String(entry.value));
  return isSameHash(table, before.table) ? table : undefined;
}

/** Whether hashing the seed `link` times gives the chain's anchor (docs/verify.md §2). */
function leadsTo(hash: Hash, { seed, link }: RulingEntry, { anchor, length }: ChainEntry): boolean {
  if (!Number.isInteger(link) || link < 1 || link > Math.min(length, LONGEST_CHAIN)) return false;
  let s = bytes(seed);
  for (let i = 0; i < link; i += 1) s = previousLink(hash, s);
  return isSameHash(s, bytes(anchor));
}

/** Why a version does not take a request: its form, or the rules. */
function refusedBy(action: Action, request: unknown): NonNullable<Replay['refused']> {
  const faults = everyFault(action.recorded ?? action.request, request, action.faults);
  if (faults.length > 0) return faults.map(({ code, pointer }) => ({ code, pointer }));
  return action.refusals(request);
}

/** 32 bytes from hex; a tampered text gives bytes that match nothing. */
function bytes(hex: unknown): Uint8Array {
  return typeof hex === 'string' && /^[0-9a-f]{64}$/.test(hex) ? hexToBytes(hex) : new Uint8Array(0);
}

function parsed(entry: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(entry);
    return typeof value === 'object' && value !== null ? (value as Entry) : undefined;
  } catch {
    return undefined;
  }
}
