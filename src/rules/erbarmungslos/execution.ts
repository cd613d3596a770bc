import { type Static, Type } from 'typebox';
import { action, jsonBytes, type Phrase, type Reason } from '../ruleset.js';
import { Count, Name, Strict } from '../schema.js';
import { duplicateIds, lifeZero } from './figure-faults.js';
import { Figure, FigureBefore, OptionalState } from './model.js';
import { say } from './phrases.js';

/** A figure finishes an incapacitated enemy in base contact ("Kampfunfähige Figuren als Ziel"). */

export const Execution = Strict(
  {
    figure: Strict(
      { id: Name('Name of the acting figure.'), state: OptionalState('the acting figure') },
      { description: 'Who acts.' },
    ),
    victim: FigureBefore('the figure to be finished'),
    baseContact: Type.Boolean({ description: 'Whether the two are in base contact.' }),
    enemy: Type.Boolean({ description: 'Whether the victim is an enemy of the acting figure.' }),
    actionPoints: Count(0, 100, 'What a normal melee attack costs this figure, in AP (chapter on melee).'),
  },
  { description: 'Finishing an incapacitated enemy.' },
);
export type Execution = Static<typeof Execution>;

export const ExecutionOutcome = Strict(
  {
    actionPoints: Count(0, 100, 'Action points spent, as given.'),
    endsActivation: Type.Boolean({ description: 'Always true.' }),
    figures: Type.Array(Figure, { maxItems: 1, description: 'The victim: its life as it was, eliminated.' }),
  },
  { description: 'The victim is out of the game for good.' },
);
export type ExecutionOutcome = Static<typeof ExecutionOutcome>;

/** Why an execution can be illegal, in this order. */
export const EXECUTION_REASONS = [
  'actor-incapacitated',
  'actor-eliminated',
  'victim-able',
  'victim-eliminated',
  'no-base-contact',
  'not-an-enemy',
] as const;
type ExecutionReason = Reason & { readonly code: (typeof EXECUTION_REASONS)[number] };

/** Everything that forbids it ("Kampfunfähige Figuren als Ziel"). */
function refusals({ figure, victim, baseContact, enemy }: Execution): ExecutionReason[] {
  const reasons: ExecutionReason[] = [];
  if (figure.state === 'incapacitated') reasons.push({ code: 'actor-incapacitated', who: figure.id });
  if (figure.state === 'eliminated') reasons.push({ code: 'actor-eliminated', who: figure.id });
  if (victim.state === 'able') reasons.push({ code: 'victim-able', who: victim.id });
  if (victim.state === 'eliminated') reasons.push({ code: 'victim-eliminated', who: victim.id });
  if (!baseContact) reasons.push({ code: 'no-base-contact' });
  if (!enemy) reasons.push({ code: 'not-an-enemy' });
  return reasons;
}

/** No roll of any kind: the victim is eliminated at once and keeps the life it had. */
function adjudicate({ victim, actionPoints }: Execution): ExecutionOutcome {
  return { actionPoints, endsActivation: true, figures: [{ id: victim.id, life: victim.life, state: 'eliminated' }] };
}

function explain({ figure, victim, actionPoints }: Execution): Phrase[] {
  return [
    say('execution.done', { actor: figure.id, victim: victim.id }),
    say('state.eliminated', { id: victim.id }),
    say('action.cost', { actionPoints }),
    say('action.ends-activation', { figure: figure.id }),
  ];
}

function explainRefusal(request: Execution, reasons: readonly Reason[]): Phrase[] {
  return (reasons as readonly ExecutionReason[]).map((reason) => tellReason(request, reason));
}

function tellReason({ figure, victim }: Execution, { code }: ExecutionReason): Phrase {
  switch (code) {
    case 'actor-incapacitated':
    case 'actor-eliminated':
      return say(`reason.${code}`, { actor: figure.id });
    case 'victim-able':
    case 'victim-eliminated':
      return say(`reason.${code}`, { victim: victim.id });
    case 'no-base-contact':
      return say('reason.no-base-contact', { one: figure.id, other: victim.id });
    case 'not-an-enemy':
      return say('reason.not-an-enemy', { actor: figure.id, victim: victim.id });
  }
}

export const execution = action<Execution, ExecutionOutcome>({
  name: 'execution',
  path: 'executions',
  summary: 'Finish an incapacitated enemy in base contact',
  description:
    'An able figure puts an incapacitated enemy in base contact out of the game for good ("Kampfunfähige Figuren als ' +
    'Ziel"). Nothing is rolled and the victim does no harm. It costs what a normal melee attack costs and ends the ' +
    'activation.',
  request: Execution,
  outcome: ExecutionOutcome,
  examples: [
    {
      summary: 'Rupert reaches the incapacitated Dimitri',
      request: {
        figure: { id: 'Rupert' },
        victim: { id: 'Dimitri', life: 2, state: 'incapacitated' },
        baseContact: true,
        enemy: true,
        actionPoints: 1,
      },
    },
  ],
  faults: ({ figure, victim }) => [
    ...duplicateIds([figure, victim], (i) => (i === 0 ? '/figure' : '/victim')),
    ...lifeZero('/victim', victim.life, victim.state),
  ],
  refusals,
  longest: (request) => jsonBytes({ rolls: [], outcome: adjudicate(request) }),
  adjudicate,
  owners: () => [],
  explain,
  explainRefusal,
});
