import { type Static, Type } from 'typebox';
import { check } from '../ruleset.js';
import { Length, OneOf, Strict } from '../schema.js';
import { OptionalState } from './model.js';
import { EITHER_WAY, measure, PLACE_MEMBERS, RANGE_REASONS, rangeReasons } from './range.js';

const unit = Type.Optional(
  OneOf(['cm', 'inch'], 'The unit of every length in the request. Only echoed; nothing is converted.'),
);

/** A question before the attack: may this figure be shot at? */
export const RangeCheck = Strict(
  {
    ...PLACE_MEMBERS,
    range: Length("The weapon's range, in the same unit. The limit itself is in range."),
    visible: Type.Boolean({ description: 'Whether the shooter sees the target. The table decides.' }),
    targetState: OptionalState('the target'),
    unit,
  },
  { ...EITHER_WAY, description: 'One target, measured before the attack.' },
);
export type RangeCheck = Static<typeof RangeCheck>;

/** Its answer. */
export const RangeCheckOutcome = Strict(
  {
    distance: Type.Number({
      minimum: 0,
      description: 'The distance as given, or measured from the positions and rounded to 3 decimals. Decides nothing.',
    }),
    range: Length("The weapon's range, as given."),
    legal: Type.Boolean({ description: 'Whether the figure may be shot at: there are no reasons against it.' }),
    reasons: Type.Array(OneOf(RANGE_REASONS, 'Why the figure is no target.'), {
      maxItems: RANGE_REASONS.length,
      description: 'Everything that speaks against it, in the order of the book.',
    }),
    unit,
  },
  { description: 'Whether the target may be shot at, and everything that speaks against it.' },
);
export type RangeCheckOutcome = Static<typeof RangeCheckOutcome>;

/** Answers a range check ("1. Ziel und Reichweite prüfen"): free, no dice, no commitment. */
export function checkRange(request: RangeCheck): RangeCheckOutcome {
  const reasons = rangeReasons(request.targetState ?? 'able', request, request.range, request.visible);
  return {
    distance: measure(request),
    range: request.range,
    legal: reasons.length === 0,
    reasons,
    ...(request.unit === undefined ? {} : { unit: request.unit }),
  };
}

export const rangeCheck = check({
  name: 'range-check',
  path: 'range-checks',
  summary: 'May this figure be shot at?',
  description:
    'Measuring before an attack is free and commits to nothing ("1. Ziel und Reichweite prüfen"). A target is legal when ' +
    'it is able to act, no farther than the range of the weapon, and visible; there are no range bands. The distance is ' +
    'given or measured from positions, and compared exactly, in thousandths of the unit.',
  request: RangeCheck,
  outcome: RangeCheckOutcome,
  examples: [
    { summary: 'Measured with a tape', request: { distance: 12, range: 20, visible: true, unit: 'cm' } },
    {
      summary: 'Measured from positions: exactly at the limit of the range',
      request: { positions: { from: { x: 0, y: 0 }, to: { x: 9.3, y: 12.4 } }, range: 15.5, visible: true },
    },
    {
      summary: 'Everything against it at once',
      request: { distance: 20.001, range: 20, visible: false, targetState: 'incapacitated' },
    },
  ],
  faults: () => [],
  check: checkRange,
});
