import { Type } from 'typebox';
import { OneOf, Strict } from '../rules/schema.js';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Sentences = (description: string) => Type.Array(Type.String(), { description });
const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const ChiSquared = Strict({
  statistic: Type.Number({ minimum: 0, description: 'Σ (seen − expected)² / expected over the faces.' }),
  degreesOfFreedom: Type.Integer({ minimum: 1, description: 'Faces less one.' }),
  p: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How likely fair dice are to be at least as uneven. 0 stands for less than 1e-300.',
  }),
  method: OneOf(
    ['exact', 'approximate'],
    '`exact`: over every way in which the dice can fall; `approximate`: by the chi-squared distribution.',
  ),
});

const Faces = Strict({
  sides: Type.Integer({ minimum: 2, maximum: 256, description: 'Sides of each die.' }),
  dice: Count('How many dice.'),
  faces: Type.Array(Type.Integer({ minimum: 0 }), { description: 'How often each face was seen, from 1 on.' }),
  chiSquared: OrNull(ChiSquared, 'The test of whether every face comes up equally often; null without dice.'),
});

const Successes = Strict({
  dice: Count('Dice for which the rules count successes.'),
  seen: Count('How many successes there were.'),
  expected: Type.Number({ minimum: 0, description: 'How many fair dice give on average.' }),
  standardDeviation: Type.Number({ minimum: 0, description: 'How far fair dice typically stray from that.' }),
});

const Shift = Strict({
  of: OneOf(['successes', 'face'], 'The rate of successes, or of one face named beforehand.'),
  dice: Count('How many dice.'),
  fair: Type.Number({ minimum: 0, maximum: 1, description: 'The rate of fair dice.' }),
  shifted: OrNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'The smallest rate above it that would show in four cases out of five at the 5 % level; null when so few dice show nothing, however they fall.',
  ),
});

const counted = {
  dice: Count('The sample: how many dice were thrown.'),
  successes: OrNull(Successes, 'null where the rules count none.'),
  detectable: OrNull(Shift, 'What so many dice would show; null without dice.'),
  bySides: Type.Array(Faces, { description: 'The dice by their number of sides.' }),
  sentences: Sentences('What so many dice can and cannot show.'),
};
const ruleset = Type.String({ description: 'The rulebook.' });
const purpose = Type.String({ description: 'What the dice were thrown for.' });
const seq = Type.Integer({ minimum: 0, description: 'The ruling.' });

/** What `GET …/fairness` answers. */
export const Fairness = Strict(
  {
    size: Count('Entries counted: the record as far as it went.'),
    rulings: Count('How many of them are rulings.'),
    notUnderstood: Count('Rulings not counted, because their rulebook is not known or they do not fit it.'),
    malformed: Count('Entries that can’t be read.'),
    overall: Strict(counted, { description: 'All dice together.' }),
    purposes: Type.Array(Strict({ ruleset, purpose, ...counted }), { description: 'Everybody’s dice, by purpose.' }),
    groups: Type.Array(
      Strict({
        ruleset,
        who: OrNull(
          Type.String(),
          'The figure or player whose dice they are; null for all together beyond the first 1,000 groups.',
        ),
        purpose,
        ...counted,
      }),
      { description: 'Dice by player and purpose, in the order in which they first rolled.' },
    ),
    repeats: Strict(
      {
        count: Count('How many there are.'),
        listed: Type.Array(
          Strict({
            seq,
            of: Type.Integer({ minimum: 0, description: 'The newest earlier ruling with an equal request.' }),
            seconds: Type.Number({ minimum: 0, maximum: 600, description: 'From that one to this, in seconds.' }),
            by: Type.String({ description: "The key's label." }),
            actor: Type.Optional(Type.String({ description: 'Who at the table asked, as the caller claimed.' })),
          }),
          { description: 'The newest 1,000.' },
        ),
      },
      { description: 'Rulings whose request equals one of the ten minutes before, members in any order.' },
    ),
    sentences: Sentences('What the whole report can and cannot show, in the language asked for.'),
  },
  { $id: 'Fairness', description: 'The dice of a record, counted.' },
);
