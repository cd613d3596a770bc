import { upperGamma } from './gamma.js';
import { exactTail } from './partitions.js';

/** Pearson's chi-squared test of dice that ought to show every face equally often. */
export interface ChiSquared {
  /** Σ (seen − expected)² / expected over the faces. */
  readonly statistic: number;
  /** Faces less one. */
  readonly degreesOfFreedom: number;
  /** How likely fair dice are to be at least as uneven; 0 stands for less than 1e-300. */
  readonly p: number;
  /** `exact`: over every way the dice can fall. `approximate`: by the chi-squared distribution. */
  readonly method: 'exact' | 'approximate';
}

/**
 * Tests how evenly dice fell.
 *
 * @param faces how often each face was seen, from 1 on; at least two faces
 * @returns null without any dice: there is no statistic then
 */
export function chiSquared(faces: readonly number[]): ChiSquared | null {
  let dice = 0;
  let squares = 0;
  for (const count of faces) {
    dice += count;
    squares += count * count;
  }
  if (dice === 0) return null;
  // The numerator is a whole number, so that nothing is lost before the one division.
  const statistic = (faces.length * squares - dice * dice) / dice;
  const degreesOfFreedom = faces.length - 1;
  const exact = exactTail(dice, faces.length, squares);
  if (exact !== undefined) return { statistic, degreesOfFreedom, p: exact, method: 'exact' };
  return { statistic, degreesOfFreedom, p: upperGamma(degreesOfFreedom / 2, statistic / 2), method: 'approximate' };
}
