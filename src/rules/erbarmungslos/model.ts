import { type Static, Type } from 'typebox';
import { Count, Name, OneOf, Strict } from '../schema.js';

/** The words that every procedure of the ranged combat chapter uses. */

/** Life never exceeds this, whatever the campaign. */
export const MOST_LIFE = 1000;

/** A die's sides: the book knows W6 only. */
export const SIDES = 6;

/** What a figure can still do: handlungsfähig, kampfunfähig, ausgeschieden ("5. Widerstandsprobe und Kampfunfähigkeit"). */
export const STATES = ['able', 'incapacitated', 'eliminated'] as const;
export type State = (typeof STATES)[number];
export const State = (whose: string, more = '') =>
  OneOf(
    STATES,
    `State of ${whose}: \`able\` (handlungsfähig), \`incapacitated\` (kampfunfähig) or \`eliminated\` (ausgeschieden).${more}`,
  );

/** A state that need not be said. */
export const OptionalState = (whose: string) => Type.Optional(State(whose, ' `able` when left out.'));

/** Life points left: 0 only for an eliminated figure. */
export const Life = (whose: string, more = '') =>
  Count(0, MOST_LIFE, `Life points left of ${whose}. At least 1 unless the state is \`eliminated\`.${more}`);

/** How a ruling leaves a figure; every ruling that can change one lists them, so that the next finds them. */
export const Figure = Strict(
  {
    id: Name('The figure.'),
    life: Count(0, MOST_LIFE, 'Life points left.'),
    state: State('the figure'),
  },
  { description: 'How the ruling leaves a figure.' },
);
export type Figure = Static<typeof Figure>;

/** A figure at the start of a procedure, with its life and state. */
export const FigureBefore = (whose: string) =>
  Strict({ id: Name(`Name of ${whose}.`), life: Life(whose), state: State(whose) }, { description: `About ${whose}.` });
