import { type Static, Type } from 'typebox';
import { OneOf, Strict } from '../schema.js';
import { ATTACK_CARDS } from './cards.js';
import { RANKS, SUITS } from './deck.js';
import { DistanceCheck } from './distance-check.js';
import { CANONICAL_CARDS_IN_PLAY } from './equipment.js';
import { PolicyApplied } from './policy.js';

const printed = Type.Optional(OneOf(SUITS, 'The suit printed on it, where Blessing or Curse makes it another.'));

export const DrawnCard = Strict(
  {
    suit: OneOf(SUITS, 'Suit of the card drawn, as it counts.'),
    rank: OneOf(RANKS, 'Rank of the card drawn.'),
    printed,
  },
  { description: 'The other card that Lucky Duke drew, which does not count.' },
);
export type DrawnCard = Static<typeof DrawnCard>;

export const Draw = Strict(
  {
    suit: OneOf(SUITS, 'Suit of the card drawn; under Blessing always hearts, under Curse always spades.'),
    rank: OneOf(RANKS, 'Rank of the card drawn.'),
    saves: Type.Boolean({ description: 'Whether it counts as one Missed!: hearts do.' }),
    printed,
    other: Type.Optional(DrawnCard),
  },
  {
    description:
      'A card drawn for a Barrel or by Jourdonnais. Lucky Duke draws two: this is the better one, or the first, `other` the other one.',
  },
);
export type Draw = Static<typeof Draw>;

/** How a player comes out of an attack. */
const fate = {
  hit: Type.Boolean({ description: 'Whether the player loses a life point.' }),
  life: Strict(
    {
      before: Type.Integer({ description: 'Life points before, 0 to 1,000.' }),
      after: Type.Integer({ description: 'Life points after, 0 to 1,000, a Beer included.' }),
    },
    { description: 'The player’s life points.' },
  ),
  eliminated: Type.Boolean({
    description: 'Whether that was the last life point. Unless `beers` were told, a Beer for it is the table’s affair.',
  }),
  beers: Type.Optional(
    Type.Integer({ description: 'Beer cards played to keep the last life point, always 1. Left out when none was.' }),
  ),
  ghost: Type.Optional(
    Type.Boolean({ description: 'True for a ghost, who loses no life points. Left out for everybody else.' }),
  ),
};

const player = Type.String({ description: 'The player attacked.' });

export const MissedHit = Strict(
  {
    player,
    needs: Strict(
      { missed: Type.Integer({ description: 'Missed! cards, 1 or 2.' }) },
      { description: 'What it takes to get away.' },
    ),
    draws: Type.Array(Draw, {
      description: 'What was drawn, in order: first for the Barrel, then by Jourdonnais; 0 to 2 times.',
    }),
    played: Strict(
      {
        missed: Type.Integer({ description: 'Missed! cards, 0 to 2; never some that were not enough.' }),
        bangs: Type.Optional(
          Type.Integer({ description: 'Calamity Janet’s BANG! cards played as Missed!, 1 or 2. Left out when none.' }),
        ),
        anyCard: Type.Optional(
          Type.Integer({ description: 'Elena Fuente’s cards played as Missed!, 1 or 2. Left out when none.' }),
        ),
      },
      { description: 'What the player played.' },
    ),
    ...fate,
    card: Type.Optional(
      OneOf(
        CANONICAL_CARDS_IN_PLAY,
        'The card in play that Ricochet is aimed at, by its usual name; only with `ricochet`, which costs no life.',
      ),
    ),
    discarded: Type.Optional(Type.Boolean({ description: 'Whether that card is discarded; only with `ricochet`.' })),
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
      {
        bangs: Type.Integer({ description: 'BANG! cards, 0 or 1.' }),
        missed: Type.Optional(
          Type.Integer({ description: 'Calamity Janet’s Missed! played as BANG!, 1. Left out when none.' }),
        ),
      },
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

export const UnaffectedHit = Strict(
  { player, unaffected: OneOf(['apache-kid'], 'Why: diamonds do not affect Apache Kid.'), ...fate },
  { description: 'A player on whom the card has no effect.' },
);
export type UnaffectedHit = Static<typeof UnaffectedHit>;

export type Hit = MissedHit | BangHit | DuelHit | UnaffectedHit;

export const Duel = Strict(
  {
    played: Type.Array(
      Strict(
        {
          player: Type.String({ description: 'The player.' }),
          bangs: Type.Integer({ description: 'BANG! cards, 0 to 100.' }),
          missed: Type.Optional(
            Type.Integer({
              description: 'Calamity Janet’s Missed! played as BANG!, 1 to 100. Left out when none.',
            }),
          ),
        },
        { description: 'What one side played.' },
      ),
      { description: 'Cards played: first the challenged player’s, then the challenger’s.' },
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
  hits: Type.Array(Type.Union([MissedHit, BangHit, DuelHit, UnaffectedHit]), {
    description:
      'Everybody attacked, in order: the target, the loser of a Duel, or all others clockwise from the attacker’s left; 0 to 9.',
  }),
  duel: Type.Union([Duel, Type.Null()], {
    description: 'How the Duel went; null for every other card, and when it does not affect who was challenged.',
  }),
  policy: PolicyApplied,
});
export type AttackOutcome = Static<typeof AttackOutcome>;
