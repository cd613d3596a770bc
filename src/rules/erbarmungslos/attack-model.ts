import { type Static, Type } from 'typebox';
import { Count, Length, Name, OneOf, Strict } from '../schema.js';
import { Life, MOST_LIFE, OptionalState } from './model.js';
import { EITHER_WAY, PLACE_MEMBERS } from './range.js';

/** What an attack is asked with, how it is recorded, and what comes of it. */

const optionalBoolean = (description: string) => Type.Optional(Type.Boolean({ description }));
const label = Name('What it is called at the table, e.g. a skill or a circumstance.');
const modifierDice = Count(-20, 20, 'Dice it adds to the pool, or takes away when negative.');
const maxLife = Count(1, MOST_LIFE, 'Life points when unhurt.');

/** Dice that the table adds or takes away: a skill, equipment, a circumstance of the scenario. */
export const Modifier = Strict({ label, dice: modifierDice }, { description: 'A change to an attack pool.' });
export type Modifier = Static<typeof Modifier>;

const modifiers = (description: string) => Type.Optional(Type.Array(Modifier, { maxItems: 16, description }));

/** The pools of a target that can be modified. */
export const TARGET_POOLS = ['dodge', 'resistance'] as const;

/** The same for a target; armour is one that adds to the dodge pool ("Rüstung"). */
export const TargetModifier = Strict(
  {
    label,
    dice: modifierDice,
    pool: Type.Optional(OneOf(TARGET_POOLS, 'The pool it changes; `dodge` when left out.')),
  },
  { description: "A change to one of the target's pools." },
);
export type TargetModifier = Static<typeof TargetModifier>;

/** How well terrain protects a target ("Deckung"), with the dice it adds. */
export const COVER_DICE = { none: 0, light: 1, heavy: 2, 'very-heavy': 3 } as const;
export const COVERS = ['none', 'light', 'heavy', 'very-heavy'] as const;
export type Cover = (typeof COVERS)[number];

export const Shooter = Strict(
  {
    id: Name('Name of the shooter.'),
    ranged: Count(0, 100, 'Fernkampfwert: dice of the attack pool.'),
    life: Life('the shooter'),
    maxLife,
    state: OptionalState('the shooter'),
    actionPoints: Type.Optional(
      Count(0, 100, 'Action points (AP) left before the action. The cost is checked only when they are given.'),
    ),
    aimLimit: Type.Optional(Count(0, 20, 'How often this figure may aim before an attack; 1 when left out.')),
  },
  { description: 'Who shoots.' },
);
export type Shooter = Static<typeof Shooter>;

export const Weapon = Strict(
  {
    name: Type.Optional(Name('What the weapon is called. Decides nothing.')),
    range: Length("Its range, in the table's unit. The limit itself is in range."),
    shots: Type.Optional(Count(1, 10, 'Shots it allows within one action; 1 when left out.')),
    actionPoints: Type.Optional(Count(0, 100, 'Action points an action with it costs; 1 when left out.')),
    endsActivation: optionalBoolean('Whether the action ends the activation; `true` when left out.'),
  },
  { description: 'What it is done with.' },
);
export type Weapon = Static<typeof Weapon>;

const targetMembers = {
  id: Name('Name of the target.'),
  dodge: Count(0, 100, 'Ausweichenwert: dice of the dodge pool.'),
  resistance: Count(0, 100, 'Widerstandswert: dice of the resistance pool.'),
  life: Life('the target'),
  maxLife,
  state: OptionalState('the target'),
  ...PLACE_MEMBERS,
  visible: Type.Boolean({ description: 'Whether the shooter sees the target. The table decides.' }),
  cover: Type.Optional(
    OneOf(
      COVERS,
      'Terrain between shooter and target, agreed on before the roll; `none` when left out. `light` (+1): the miniature is ' +
        'hidden in part, or hard to see. `heavy` (+2): something massive leaves only a small part of it open. `very-heavy` ' +
        '(+3): a position built for shooting from, such as a loophole. Being inside a building alone is neither.',
    ),
  ),
  shield: optionalBoolean(
    'Whether the target holds a hostage as a shield (+2 dodge dice, on top of cover). Only with the option `hostages`; `false` when left out.',
  ),
  modifiers: Type.Optional(
    Type.Array(TargetModifier, { maxItems: 16, description: 'What else changes its pools, e.g. armour.' }),
  ),
};

export const Target = Strict(targetMembers, { ...EITHER_WAY, description: 'A figure that may be shot at.' });
export type Target = Static<typeof Target>;

export const Shot = Strict(
  {
    at: Type.Array(Name('A target.'), {
      minItems: 1,
      maxItems: 20,
      description: 'Whom it goes at: the first of these who is still able to act when the shot is fired.',
    }),
    modifiers: modifiers("Changes to this shot's attack pool, after those of the whole attack."),
  },
  { description: 'One shot.' },
);
export type Shot = Static<typeof Shot>;

export const AttackOptions = Strict(
  {
    seriousWounds: optionalBoolean('Optional rule "Schwere Verwundung"; `false` when left out.'),
    hostages: optionalBoolean('Optional rule "Geiseln und menschliche Schutzschilde"; `false` when left out.'),
  },
  { description: 'Which optional rules are in play.' },
);
export type AttackOptions = Static<typeof AttackOptions>;

const targets = Type.Array(Target, {
  minItems: 1,
  maxItems: 20,
  description: 'The figures that shots name. One that no shot names is allowed.',
});
const shots = Type.Array(Shot, {
  minItems: 1,
  maxItems: 10,
  description: 'The shots, in order. Fewer than the weapon has leave the action open.',
});

const attackMembers = {
  shooter: Shooter,
  weapon: Weapon,
  aim: Type.Optional(
    Count(
      0,
      20,
      'How often this figure aimed directly before: 2 AP and +1 die on the first shot each; 0 when left out.',
    ),
  ),
  mounted: optionalBoolean(
    'On a horse, standing or not, or in a moving vehicle: −1 die on every shot; `false` when left out.',
  ),
  modifiers: modifiers("Changes to every shot's attack pool."),
  options: Type.Optional(AttackOptions),
  targets,
  shots,
};

/** One ranged combat action of one shooter, as it is sent. */
export const AttackRequest = Strict(attackMembers, { description: 'One ranged combat action of one shooter.' });
export type AttackRequest = Static<typeof AttackRequest>;

/** The same as it is recorded: a continuation also says what it continues. */
export const Attack = Strict(
  {
    ...attackMembers,
    continues: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Number of the ruling that this one continues.' }),
    ),
    shotsFired: Type.Optional(Count(1, 9, 'Shots of the same action fired before this ruling.')),
  },
  { description: 'One ranged combat action of one shooter, or the continuation of one.' },
);
export type Attack = Static<typeof Attack>;

/** What is sent to continue an action. */
export const AttackContinuation = Strict(
  {
    continues: Type.Integer({ minimum: 0, description: 'Number (`seq`) of the ruling to continue.' }),
    targets: Type.Array(
      Strict(
        {
          ...targetMembers,
          life: Type.Optional(Life('the target', ' May be left out when the record knows it from this action.')),
        },
        { ...EITHER_WAY, description: 'A figure that may be shot at. What the record knows may be left out.' },
      ),
      { minItems: 1, maxItems: 20, description: 'The figures that the further shots name.' },
    ),
    shots,
  },
  { description: 'Further shots of an action that has some left.' },
);
export type AttackContinuation = Static<typeof AttackContinuation>;
