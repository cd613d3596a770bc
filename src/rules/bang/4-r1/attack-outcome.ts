import { type Static, Type } from 'typebox';
import { OneOf, Strict } from '../../schema.js';
import { ATTACK_CARDS } from './cards.js';
import { RANKS, SUITS } from './deck.js';
import { DistanceCheck } from './distance-check.js';

export const Draw = Strict(
  {
    suit: OneOf(SUITS, 'Suit of the card drawn.'),
    rank: OneOf(RANKS, 'Rank of the card drawn.'),
    saves: Type.Boolean({ description: 'Whether it counts as one Missed!: hearts do.' }),
  },
  { description: 'A card drawn for a Barrel or by Jourdonnais.' },
);
export type Draw = Static<typeof Draw>;

/** How a player comes out of an attack. */
const fate = {
  hit: Type.Boolean({ description: 'Whether the player loses a life point.' }),
  life: Strict(
    {
      before: Type.Integer({ description: 'Life points before, 1 to 1,000.' }),
      after: Type.Integer({ description: 'Life points after, 0 to 1,000.' }),
    },
    { description: 'The player’s life points.' },
  ),
  eliminated: Type.Boolean({
    description: 'Whether that was the last life point. A Beer for it is the table’s affair.',
  }),
};

const player = Type.String({ description: 'The player attacked.' });

export const MissedHit = Strict(
  {
    player,
    needs: Strict(
      { missed: Type.Integer({ description: 'Missed! cards, 1 or 2.' }) },
      { description: 'What it takes to get away.' },
    ),
    draws: Type.Array(Draw, { description: 'Cards drawn, in order: first the Barrel’s, then Jourdonnais’; 0 to 2.' }),
    played: Strict(
      { missed: Type.Integer({ description: 'Missed! cards, 0 to 2; never some that were not enough.' }) },
      { description: 'What the player played.' },
    ),
    ...fate,
  },
  { description: 'A player shot at, whom Missed! saves.' },
);
export type MissedHit = Static<typeof MissedHit>;

export const BangHit = Strict(
  {
    player,
    needs: Strict(
      { bangs: Type.Integer({ description: 'BANG! cards, always 1.' }) },
      { description: 'What it takes to get away.' },
    ),
    draws: Type.Array(Draw, { maxItems: 0, description: 'Always empty: Barrels do not help here.' }),
    played: Strict(
      { bangs: Type.Integer({ description: 'BANG! cards, 0 or 1.' }) },
      { description: 'What the player played.' },
    ),
    ...fate,
  },
  { description: 'A player whom Indians! attack, whom a BANG! saves.' },
);
export type BangHit = Static<typeof BangHit>;

export const DuelHit = Strict(
  { player: Type.String({ description: 'The player who lost the Duel.' }), ...fate },
  { description: 'The loser of a Duel.' },
);
export type DuelHit = Static<typeof DuelHit>;

export const Duel = Strict(
  {
    played: Type.Array(
      Strict(
        {
          player: Type.String({ description: 'The player.' }),
          bangs: Type.Integer({ description: 'BANG! cards, 0 to 100.' }),
        },
        { description: 'What one side played.' },
      ),
      { description: 'BANG! cards played: first the challenged player’s, then the challenger’s.' },
    ),
    loser: Type.String({ description: 'Who had no BANG! left to play, or wanted to play none.' }),
  },
  { description: 'How the Duel went.' },
);
export type Duel = Static<typeof Duel>;

export const AttackOutcome = Strict({
  card: OneOf(ATTACK_CARDS, 'The card played.'),
  attacker: Type.String({ description: 'The player who played it.' }),
  check: Type.Union([DistanceCheck, Type.Null()], {
    description: 'The distance check for the target; null for a card for all others.',
  }),
  hits: Type.Array(Type.Union([MissedHit, BangHit, DuelHit]), {
    description:
      'Everybody attacked, in order: the target, the loser of a Duel, or all others clockwise from the attacker’s left; 0 to 9.',
  }),
  duel: Type.Union([Duel, Type.Null()], { description: 'How the Duel went; null for every other card.' }),
});
export type AttackOutcome = Static<typeof AttackOutcome>;
