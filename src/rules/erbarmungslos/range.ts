import { type Static, Type } from 'typebox';
import { Length, LONGEST, Strict } from '../schema.js';
import type { State } from './model.js';

/**
 * Measuring and the range check ("1. Ziel und Reichweite prüfen", "Klare Reichweiten"): exact, in integer thousandths of
 * the table's unit.
 */

const coordinate = (axis: string) =>
  Type.Number({
    minimum: -LONGEST,
    maximum: LONGEST,
    'x-decimals': 3,
    description: `Coordinate along ${axis}, in the table's unit, with at most 3 decimals.`,
  });

/** Where a figure stands. */
export const Position = (whose: string) =>
  Strict(
    {
      x: coordinate('x'),
      y: coordinate('y'),
      z: Type.Optional(coordinate('z (height); 0 when left out')),
      base: Type.Optional(Length('Diameter of its base, in the same unit; 0 when left out.')),
    },
    { description: `Centre of the base of ${whose}.` },
  );
export type Position = Static<ReturnType<typeof Position>>;

/** Shooter and target on the table. */
export const Positions = Strict(
  { from: Position('the shooter'), to: Position('the target') },
  { description: 'Instead of `distance`: measured is the straight line less both base radii, never below 0.' },
);
export type Positions = Static<typeof Positions>;

/** Members that tell how far away a target is, for an object that also takes the option {@link EITHER_WAY}. */
export const PLACE_MEMBERS = {
  distance: Type.Optional(
    Length("Measured distance from shooter to target, in the table's unit. Either this or `positions`."),
  ),
  positions: Type.Optional(Positions),
};

/** Exactly one of `distance` and `positions`. */
export const EITHER_WAY = { oneOf: [{ required: ['distance'] }, { required: ['positions'] }] };

/** How far away a target is: measured at the table, or to be measured here. */
export interface Place {
  readonly distance?: number;
  readonly positions?: Positions;
}

/** The range check's reasons, in the order in which they are given. */
export const RANGE_REASONS = ['target-incapacitated', 'target-eliminated', 'out-of-range', 'not-visible'] as const;
export type RangeReason = (typeof RANGE_REASONS)[number];

/**
 * Everything that keeps a figure from being a target ("1. Ziel und Reichweite prüfen", "Kampfunfähige Figuren als
 * Ziel"). `[]`: it is a target.
 */
export function rangeReasons(state: State, place: Place, range: number, visible: boolean): RangeReason[] {
  const reasons: RangeReason[] = [];
  if (state === 'incapacitated') reasons.push('target-incapacitated');
  if (state === 'eliminated') reasons.push('target-eliminated');
  if (!isWithin(place, range)) reasons.push('out-of-range');
  if (!visible) reasons.push('not-visible');
  return reasons;
}

/**
 * Whether a place is no farther than `range`; the limit itself is in range.
 *
 * From positions: 4(dx² + dy² + dz²) ≤ (2·range + base₁ + base₂)², in thousandths. With coordinates up to ±10,000 the
 * left side is at most 4 · 3 · 20,000,000² = 4.8e15 and the right side 40,000,000² = 1.6e15, both below 2^53 ≈ 9.0e15,
 * so plain numbers hold them exactly.
 */
export function isWithin(place: Place, range: number): boolean {
  const { positions } = place;
  if (positions === undefined) return thousandths(place.distance!) <= thousandths(range);
  const reach = 2 * thousandths(range) + bases(positions);
  return fourfoldSquare(positions) <= reach * reach;
}

/**
 * The distance as it is shown: as given, or measured and rounded half up to 3 decimals, never below 0. It decides
 * nothing.
 *
 * Rounded without a float in between: with d = √S − B/2, where S is the squared line and B both base diameters,
 * ⌊d + ½⌋ = ⌊(⌊√4S⌋ − B + 1) / 2⌋.
 */
export function measure(place: Place): number {
  const { positions } = place;
  if (positions === undefined) return place.distance!;
  const doubled = integerRoot(fourfoldSquare(positions)) - bases(positions);
  return Math.max(0, Math.floor((doubled + 1) / 2)) / 1000;
}

/** A length with at most 3 decimals as an integer. */
export function thousandths(length: number): number {
  return Math.round(length * 1000);
}

function bases({ from, to }: Positions): number {
  return thousandths(from.base ?? 0) + thousandths(to.base ?? 0);
}

/** 4(dx² + dy² + dz²), in square thousandths. */
function fourfoldSquare({ from, to }: Positions): number {
  const dx = thousandths(to.x) - thousandths(from.x);
  const dy = thousandths(to.y) - thousandths(from.y);
  const dz = thousandths(to.z ?? 0) - thousandths(from.z ?? 0);
  return 4 * (dx * dx + dy * dy + dz * dz);
}

/** ⌊√n⌋ for an integer below 2^53; the float root alone rounds k² − 1 up to k for large k. */
function integerRoot(n: number): number {
  const root = Math.floor(Math.sqrt(n));
  return root * root > n ? root - 1 : root;
}
