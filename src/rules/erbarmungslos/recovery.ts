import { type Static, Type } from 'typebox';
import { action, jsonBytes, type Phrase, type Reason } from '../ruleset.js';
import { Strict } from '../schema.js';
import { lifeZero } from './figure-faults.js';
import { Figure, FigureBefore } from './model.js';
import { say } from './phrases.js';

/**
 * The recovery test of an incapacitated figure ("Kampfunfähigkeit und Genesung"). Another chapter says how it is rolled:
 * the table does that, and we judge and record what this chapter says about it.
 */

export const Recovery = Strict(
  {
    figure: FigureBefore('the figure that tests'),
    laterRound: Type.Boolean({ description: 'Whether this is a later round than the one it was incapacitated in.' }),
    heartForInitiative: Type.Boolean({
      description: 'Whether its player played a card of hearts for initiative this round.',
    }),
    passed: Type.Boolean({ description: 'Whether the test, rolled at the table, was passed.' }),
  },
  { description: 'A recovery test, rolled at the table.' },
);
export type Recovery = Static<typeof Recovery>;

export const RecoveryOutcome = Strict(
  {
    passed: Type.Boolean({ description: 'Whether the test was passed.' }),
    figures: Type.Array(Figure, {
      maxItems: 1,
      description: 'The figure, its life as it was: able when passed, otherwise eliminated.',
    }),
  },
  { description: 'How the figure comes out of the test.' },
);
export type RecoveryOutcome = Static<typeof RecoveryOutcome>;

/** Why there can be no recovery test, in this order. */
export const RECOVERY_REASONS = [
  'figure-able',
  'figure-eliminated',
  'not-a-later-round',
  'no-heart-for-initiative',
] as const;
type RecoveryReason = Reason & { readonly code: (typeof RECOVERY_REASONS)[number] };

/** Everything that forbids the test ("Kampfunfähigkeit und Genesung"). */
function refusals({ figure, laterRound, heartForInitiative }: Recovery): RecoveryReason[] {
  const reasons: RecoveryReason[] = [];
  if (figure.state === 'able') reasons.push({ code: 'figure-able', who: figure.id });
  if (figure.state === 'eliminated') reasons.push({ code: 'figure-eliminated', who: figure.id });
  if (!laterRound) reasons.push({ code: 'not-a-later-round' });
  if (!heartForInitiative) reasons.push({ code: 'no-heart-for-initiative' });
  return reasons;
}

/** No dice of ours: passed is able again with the life it has, failed is out of the game for good. */
function adjudicate({ figure, passed }: Recovery): RecoveryOutcome {
  return { passed, figures: [{ id: figure.id, life: figure.life, state: passed ? 'able' : 'eliminated' }] };
}

function explain({ figure: { id, life } }: Recovery, { passed }: RecoveryOutcome): Phrase[] {
  if (passed) return [say('recovery.passed', { id, life })];
  return [say('recovery.failed', { id }), say('state.eliminated', { id })];
}

function explainRefusal(request: Recovery, reasons: readonly Reason[]): Phrase[] {
  return (reasons as readonly RecoveryReason[]).map((reason) => tellReason(request, reason));
}

function tellReason({ figure: { id } }: Recovery, { code }: RecoveryReason): Phrase {
  switch (code) {
    case 'figure-able':
    case 'figure-eliminated':
      return say(`reason.${code}`, { id });
    case 'not-a-later-round':
    case 'no-heart-for-initiative':
      return say(`reason.${code}`);
  }
}

export const recovery = action<Recovery, RecoveryOutcome>({
  name: 'recovery',
  path: 'recoveries',
  summary: "Record an incapacitated figure's recovery test",
  description:
    'An incapacitated figure tests in a later round, when its player plays a card of hearts for initiative ' +
    '("Kampfunfähigkeit und Genesung"). The test itself belongs to another chapter and is rolled at the table. Passed: ' +
    'able again, with the life it has. Failed: eliminated.',
  request: Recovery,
  outcome: RecoveryOutcome,
  examples: [
    {
      summary: 'Dimitri gets up again',
      request: {
        figure: { id: 'Dimitri', life: 2, state: 'incapacitated' },
        laterRound: true,
        heartForInitiative: true,
        passed: true,
      },
    },
  ],
  faults: ({ figure }) => lifeZero('/figure', figure.life, figure.state),
  refusals,
  longest: (request) => jsonBytes({ rolls: [], outcome: adjudicate(request) }),
  adjudicate,
  owners: () => [],
  explain,
  explainRefusal,
});
