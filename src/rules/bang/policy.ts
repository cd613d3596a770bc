import { type Static, Type } from 'typebox';
import { OneOf, Strict } from '../schema.js';

/** What a table may answer to each question. */
const ANSWERS = {
  ambushCharacters: ['count', 'ignore'],
  sameWeapon: ['replace', 'forbid'],
  panicOnSelf: ['allow', 'forbid'],
} as const;

/** How a table rules where no official answer is known (README §12). */
export const Policy = Strict(
  {
    ambushCharacters: Type.Optional(
      OneOf(
        ANSWERS.ambushCharacters,
        'Under Ambush, whether what Paul Regret and Rose Doolan change still counts, as cards in play do. `count` when left out.',
      ),
    ),
    sameWeapon: Type.Optional(
      OneOf(
        ANSWERS.sameWeapon,
        'Whether a weapon may replace one of the same name, or is a second card of one name. `replace` when left out.',
      ),
    ),
    panicOnSelf: Type.Optional(
      OneOf(
        ANSWERS.panicOnSelf,
        'Whether Panic! may be played on oneself, to take back a card in play. `forbid` when left out.',
      ),
    ),
  },
  { description: 'How this table rules where no official answer is known. What is left out has its default.' },
);
export type Policy = Static<typeof Policy>;

export type Question = keyof Policy;

/** What holds when a table does not say. */
export const DEFAULTS: Required<Policy> = { ambushCharacters: 'count', sameWeapon: 'replace', panicOnSelf: 'forbid' };

/** A table's answer to one question. */
export const ruledBy = <Q extends Question>(policy: Policy | undefined, question: Q): Required<Policy>[Q] =>
  (policy?.[question] ?? DEFAULTS[question]) as Required<Policy>[Q];

export const PolicyApplied = Type.Optional(
  Strict(
    {
      ambushCharacters: Type.Optional(OneOf(ANSWERS.ambushCharacters, 'See the request.')),
      sameWeapon: Type.Optional(OneOf(ANSWERS.sameWeapon, 'See the request.')),
      panicOnSelf: Type.Optional(OneOf(ANSWERS.panicOnSelf, 'See the request.')),
    },
    {
      description:
        'How it was ruled where no official answer is known: everything sent, and each default that came to bear. Left out when none was sent and no default came to bear.',
    },
  ),
);

/**
 * What is echoed: what was sent, and the defaults that came to bear.
 *
 * @param arisen the questions without an official answer that the ruling met
 * @returns a member to spread into an outcome; `{}` when there is nothing to echo
 */
export function echoed(sent: Policy | undefined, arisen: readonly Question[]): { policy?: Policy } {
  if (sent === undefined && arisen.length === 0) return {};
  const policy: Record<string, string> = {};
  for (const question of Object.keys(DEFAULTS) as Question[]) {
    const answer = sent?.[question] ?? (arisen.includes(question) ? DEFAULTS[question] : undefined);
    if (answer !== undefined) policy[question] = answer;
  }
  return { policy: policy as Policy };
}
