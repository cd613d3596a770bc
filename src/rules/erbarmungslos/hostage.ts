import { type Static, Type } from 'typebox';
import { action, jsonBytes, type Phrase, type Reason } from '../ruleset.js';
import { Count, Length, LONGEST, Name, Strict } from '../schema.js';
import { AttackOptions } from './attack-model.js';
import { duplicateIds } from './figure-faults.js';
import { OptionalState } from './model.js';
import { say } from './phrases.js';

/** A figure takes an unarmed civilian hostage (optional rule "Geiseln und menschliche Schutzschilde"). */

/** What it costs, in action points ("Geiselnahme"). */
const COST = 1;

export const HostageTaking = Strict(
  {
    captor: Strict(
      {
        id: Name('Name of the captor.'),
        state: OptionalState('the captor'),
        movement: Type.Optional(Length("How far the captor moves, in the table's unit.")),
      },
      { description: 'Who takes the hostage.' },
    ),
    hostage: Strict(
      {
        id: Name('Name of the hostage.'),
        civilian: Type.Boolean({ description: 'Whether it is a civilian.' }),
        armed: Type.Boolean({ description: 'Whether it is armed.' }),
      },
      { description: 'Who is taken.' },
    ),
    baseContact: Type.Boolean({ description: 'Whether the two are in base contact.' }),
    options: Type.Optional(
      Strict(
        { hostages: AttackOptions.properties.hostages },
        { description: 'The optional rule must be in play: `{"hostages": true}`.' },
      ),
    ),
  },
  { description: 'Taking a hostage.' },
);
export type HostageTaking = Static<typeof HostageTaking>;

export const HostageTakingOutcome = Strict(
  {
    actionPoints: Count(COST, COST, 'Action points spent.'),
    endsActivation: Type.Boolean({ description: 'Always false.' }),
    captor: Strict(
      {
        id: Name('The captor.'),
        movement: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: LONGEST / 2,
            description: 'How far the captor moves while holding the hostage: exactly half of what was given.',
          }),
        ),
      },
      { description: 'The captor, who from now on moves at half.' },
    ),
    hostage: Strict({ id: Name('The hostage.') }, { description: 'The hostage, who moves along in base contact.' }),
    shield: Type.Boolean({ description: 'Always true: as a target, the captor has a `shield` from now on.' }),
  },
  { description: 'The hostage is taken, until the table says that it ends.' },
);
export type HostageTakingOutcome = Static<typeof HostageTakingOutcome>;

/** Why taking a hostage can be illegal, in this order. */
export const HOSTAGE_REASONS = [
  'hostages-not-in-play',
  'captor-incapacitated',
  'captor-eliminated',
  'not-a-civilian',
  'armed',
  'no-base-contact',
] as const;
type HostageReason = Reason & { readonly code: (typeof HOSTAGE_REASONS)[number] };

/** Everything that forbids it ("Geiselnahme"). */
function refusals({ captor, hostage, baseContact, options }: HostageTaking): HostageReason[] {
  const reasons: HostageReason[] = [];
  if (options?.hostages !== true) reasons.push({ code: 'hostages-not-in-play' });
  if (captor.state === 'incapacitated') reasons.push({ code: 'captor-incapacitated', who: captor.id });
  if (captor.state === 'eliminated') reasons.push({ code: 'captor-eliminated', who: captor.id });
  if (!hostage.civilian) reasons.push({ code: 'not-a-civilian' });
  if (hostage.armed) reasons.push({ code: 'armed' });
  if (!baseContact) reasons.push({ code: 'no-base-contact' });
  return reasons;
}

/** No roll: the hostage is taken ("Geiselnahme", "Menschliches Schutzschild"). Halving is exact in binary. */
function adjudicate({ captor, hostage }: HostageTaking): HostageTakingOutcome {
  return {
    actionPoints: COST,
    endsActivation: false,
    captor: { id: captor.id, ...(captor.movement === undefined ? {} : { movement: captor.movement / 2 }) },
    hostage: { id: hostage.id },
    shield: true,
  };
}

function explain({ captor, hostage }: HostageTaking, outcome: HostageTakingOutcome): Phrase[] {
  const { movement } = outcome.captor;
  return [
    say('hostage.taken', { captor: captor.id, hostage: hostage.id }),
    movement === undefined
      ? say('hostage.half-movement', { captor: captor.id })
      : say('hostage.half-movement-measured', { captor: captor.id, movement }),
    say('hostage.moves-along', { hostage: hostage.id }),
    say('hostage.shield', { captor: captor.id }),
    say('action.cost', { actionPoints: outcome.actionPoints }),
    say('action.goes-on', { figure: captor.id }),
  ];
}

function explainRefusal(request: HostageTaking, reasons: readonly Reason[]): Phrase[] {
  return (reasons as readonly HostageReason[]).map((reason) => tellReason(request, reason));
}

function tellReason({ captor, hostage }: HostageTaking, { code }: HostageReason): Phrase {
  switch (code) {
    case 'hostages-not-in-play':
      return say('reason.hostages-not-in-play');
    case 'captor-incapacitated':
    case 'captor-eliminated':
      return say(`reason.${code}`, { captor: captor.id });
    case 'not-a-civilian':
    case 'armed':
      return say(`reason.${code}`, { hostage: hostage.id });
    case 'no-base-contact':
      return say('reason.no-base-contact', { one: captor.id, other: hostage.id });
  }
}

export const hostage = action<HostageTaking, HostageTakingOutcome>({
  name: 'hostage',
  path: 'hostages',
  summary: 'Take an unarmed civilian hostage',
  description:
    'Optional rule "Geiseln und menschliche Schutzschilde": an able figure takes an unarmed civilian in base contact ' +
    'hostage, for 1 AP. It does not end the activation. From then on the captor moves at half, the hostage moves along, ' +
    'and attacks on the captor may say `shield`. It ends when the table says so, by an action of the scenario or a won ' +
    'melee.',
  request: HostageTaking,
  outcome: HostageTakingOutcome,
  examples: [
    {
      summary: 'A bank robber takes the clerk hostage',
      request: {
        captor: { id: 'Bankräuber', movement: 15 },
        hostage: { id: 'Kassierer', civilian: true, armed: false },
        baseContact: true,
        options: { hostages: true },
      },
    },
  ],
  faults: ({ captor, hostage }) => duplicateIds([captor, hostage], (i) => (i === 0 ? '/captor' : '/hostage')),
  refusals,
  longest: (request) => jsonBytes({ rolls: [], outcome: adjudicate(request) }),
  adjudicate,
  owners: () => [],
  explain,
  explainRefusal,
});
