import { type Static, Type } from 'typebox';
import { check, type Fault } from '../ruleset.js';
import { Name, OneOf, Strict } from '../schema.js';
import { CANONICAL_CARDS_IN_PLAY, CARDS_IN_PLAY, canonical } from './equipment.js';
import { tableFaults, unknownPlayer } from './faults.js';
import { echoed, PolicyApplied, ruledBy } from './policy.js';
import { reasonsAgainstTarget } from './reasons.js';
import { Seats, seatOf } from './seats.js';
import { circumstances, inForce, isIn, liesBefore, tableOf } from './table.js';
import { isWeaponCard, WEAPON_CARDS } from './weapons.js';

/** Why a card may not be laid down, in the order in which it is told (README §6). */
export const EQUIP_REASONS = [
  'player-eliminated',
  'target-eliminated',
  'self',
  'sheriff',
  'duplicate-card',
  'judge',
] as const;
export type EquipReason = (typeof EQUIP_REASONS)[number];

export const EquipCheckRequest = Strict({
  seats: Seats,
  player: Name('The player who lays the card down.'),
  card: OneOf(CARDS_IN_PLAY, 'The card to be laid down: a weapon, a blue card or a green one.'),
  target: Type.Optional(
    Name('The player in front of whom it is laid. Required for `jail`, an error for every other card.'),
  ),
  ...circumstances,
});
export type EquipCheckRequest = Static<typeof EquipCheckRequest>;

export const EquipCheck = Strict(
  {
    card: OneOf(
      CANONICAL_CARDS_IN_PLAY,
      'The card checked, by its usual name: `scope` for `appaloosa`, `binoculars` for `silver`.',
    ),
    player: Type.String({ description: 'The player who lays it down.' }),
    target: Type.Optional(Type.String({ description: 'The player sent to Jail; only with `jail`.' })),
    replaces: Type.Union([OneOf(WEAPON_CARDS, 'A weapon.'), Type.Null()], {
      description:
        'The weapon that a new one replaces and that is discarded. Null: none, or the card may not be laid down.',
    }),
    legal: Type.Boolean({ description: 'Whether the card may be laid down.' }),
    reasons: Type.Array(OneOf(EQUIP_REASONS, 'A reason against it.'), {
      description: 'Everything that forbids it, in this order; empty when it is legal.',
    }),
    policy: PolicyApplied,
  },
  { description: 'Whether a card may be laid down, and what it replaces.' },
);
export type EquipCheck = Static<typeof EquipCheck>;

function checkEquip(request: EquipCheckRequest): EquipCheck {
  const { seats, policy } = request;
  const card = canonical(request.card);
  const by = seatOf(seats, request.player);
  const table = tableOf(request, by);
  const before = request.target === undefined ? by : seatOf(seats, request.target);
  const old = seats[before]!.weapon;
  const isSame = old === card;
  const reasons: EquipReason[] = [];
  if (!isIn(table, by)) reasons.push('player-eliminated');
  if (card === 'jail') reasons.push(...reasonsAgainstTarget(table, by, before, card));
  else if (isWeaponCard(card)) {
    if (isSame && ruledBy(policy, 'sameWeapon') === 'forbid') reasons.push('duplicate-card');
  } else if (liesBefore(seats[by]!, card)) reasons.push('duplicate-card');
  if (inForce(table, 'judge')) reasons.push('judge');
  const legal = reasons.length === 0;
  return {
    card,
    player: request.player,
    ...(request.target !== undefined && { target: request.target }),
    replaces: legal && isWeaponCard(card) && isWeaponCard(old) ? old : null,
    legal,
    reasons,
    ...echoed(policy, isSame ? ['sameWeapon'] : []),
  };
}

function faults(request: EquipCheckRequest): Fault[] {
  const { seats, player, card, target } = request;
  return [...tableFaults(request), ...unknownPlayer(seats, '/player', player), ...targetFaults(seats, card, target)];
}

function targetFaults(seats: Seats, card: EquipCheckRequest['card'], target: string | undefined): Fault[] {
  const pointer = '/target';
  if (card === 'jail') {
    if (target !== undefined) return unknownPlayer(seats, pointer, target);
    return [{ pointer, code: 'missing', detail: 'Jail is laid down in front of somebody: it needs a target.' }];
  }
  if (target === undefined) return [];
  const detail = 'Only Jail is laid down in front of somebody else.';
  return [{ pointer, code: 'target-not-expected', detail }];
}

/** May this card be laid down? (README §6) */
export const equipCheck = check({
  name: 'equip-check',
  path: 'equip-checks',
  summary: 'Whether a card may be laid down, and which weapon it replaces',
  description:
    'One weapon a player, of which a new one replaces the old; no two cards of one name in front of a player; nothing under Judge; nobody is sent to Jail who is the Sheriff or in Jail already. Nothing is rolled or recorded.',
  request: EquipCheckRequest,
  outcome: EquipCheck,
  examples: [
    {
      summary: 'A Remington replaces the Volcanic',
      request: {
        seats: [{ player: 'Anna', weapon: 'volcanic', equipment: ['barrel'] }, { player: 'Ben' }],
        player: 'Anna',
        card: 'remington',
      },
    },
    {
      summary: 'No second Barrel',
      request: {
        seats: [{ player: 'Anna', weapon: 'volcanic', equipment: ['barrel'] }, { player: 'Ben' }],
        player: 'Anna',
        card: 'barrel',
      },
    },
  ],
  faults,
  check: checkEquip,
});
