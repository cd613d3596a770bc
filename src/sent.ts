import { stringify } from 'safe-stable-stringify';
import { type TSchema, Type } from 'typebox';
import { nodeHash } from './dice/node-hash.js';
import { outerMembers } from './record/json-text.js';
import type { Key } from './record/store.js';
import { Name, Strict } from './rules/schema.js';

/** A body as it was sent: its value, and its text without white space between tokens. */
export interface Sent {
  readonly value: unknown;
  readonly minified: string;
}

/** Free text that someone at the table adds to the dice (docs/verify.md §3). */
export const ContributionValue = Type.String({
  minLength: 1,
  maxLength: 256,
  format: 'text',
  description: 'Any 1–256 characters that nobody else could know. A refused value is burnt: send a fresh one.',
});

export const Contribution = Strict(
  {
    player: Name('Who contributes.'),
    value: ContributionValue,
    chain: Type.Integer({
      minimum: 0,
      description: 'The chain whose anchor the contributor has seen; another than the current one is refused.',
    }),
  },
  { description: 'Entropy for exactly this ruling, recorded directly before it in the same commit.' },
);

/** What may stand in a recording request beside the ruleset's own members, and is not part of the recorded request. */
const ENVELOPE = {
  actor: Name('Who at the table asked, as the caller claims.'),
  contribution: Contribution,
};

const hasEnvelope = (sent: object): boolean => 'actor' in sent || 'contribution' in sent;

const withEnvelope = new WeakMap<TSchema, TSchema>();

/** A ruleset's request schema as it may be sent to be recorded: with `actor` and `contribution`. */
export function recordingBody(schema: TSchema): TSchema {
  let body = withEnvelope.get(schema);
  if (body === undefined) {
    const { properties } = schema as TSchema & { properties: Record<string, TSchema> };
    body = { ...schema, properties: { ...properties, ...ENVELOPE } } as TSchema;
    withEnvelope.set(schema, body);
  }
  return body;
}

/** The request without its envelope: as value and as text, members in the sender's order. */
export function withoutEnvelope({ value, minified }: Sent): { request: Record<string, unknown>; requestJson: string } {
  // The members' names too are written as JSON.stringify would.
  if (!hasEnvelope(value as object) && !minified.includes('\\')) {
    return { request: value as Record<string, unknown>, requestJson: minified };
  }
  const { actor: _actor, contribution: _contribution, ...request } = value as Record<string, unknown>;
  const texts = outerMembers(minified)
    .filter(({ name }) => !(name in ENVELOPE))
    .map(({ name, json }) => `${JSON.stringify(name)}:${json}`);
  return { request, requestJson: `{${texts.join(',')}}` };
}

/**
 * An idempotency key together with the request it stands for.
 *
 * @param purpose tells requests with equal bodies apart, e.g. `"erbarmungslos attack"`
 */
export function keyFor(header: string, purpose: string, sent: Sent | undefined): Key {
  return {
    text: header,
    hash: nodeHash.sha256(header),
    request: requestHash(purpose, sent?.value ?? {}),
  };
}

/** What makes two requests the same: what they are for, and their bodies with members sorted at every level, without `contribution`. */
export function requestHash(purpose: string, sent: unknown): Uint8Array {
  let body = sent;
  if (typeof sent === 'object' && sent !== null && 'contribution' in sent) {
    const { contribution: _contribution, ...others } = sent;
    body = others;
  }
  return nodeHash.sha256(`${purpose}\n${stringify(body)}`);
}
