import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chiSquared } from '../../src/fairness/chi-squared.js';
import { upperGamma } from '../../src/fairness/gamma.js';

/** How often each face comes up, in every way so many dice can fall. */
function* everyFall(dice: number, sides: number): Generator<number[]> {
  for (let fall = 0; fall < sides ** dice; fall += 1) {
    const faces = Array<number>(sides).fill(0);
    for (let die = 0, rest = fall; die < dice; die += 1, rest = Math.floor(rest / sides)) faces[rest % sides]! += 1;
    yield faces;
  }
}

/** Compared as a whole number: a statistic's rounding must not decide. */
const squares = (faces: readonly number[]) => faces.reduce((sum, count) => sum + count * count, 0);

describe('chi-squared of dice', () => {
  it('does not exist without dice', () => {
    expect(chiSquared([0, 0, 0, 0, 0, 0])).toBeNull();
  });

  it('of one die is 5 whatever it shows, and its p is exactly 1', () => {
    for (let face = 0; face < 6; face += 1) {
      const faces = [0, 0, 0, 0, 0, 0];
      faces[face] = 1;
      expect(chiSquared(faces)).toEqual({ statistic: 5, degreesOfFreedom: 5, p: 1, method: 'exact' });
    }
  });

  it.each([2, 3, 6, 20, 80, 256])('of one die with %i sides is one less, and its p is exactly 1', (sides) => {
    const faces = [1, ...Array<number>(sides - 1).fill(0)];
    expect(chiSquared(faces)).toEqual({ statistic: sides - 1, degreesOfFreedom: sides - 1, p: 1, method: 'exact' });
  });

  it('of two equal dice has p 1/6', () => {
    expect(chiSquared([0, 2, 0, 0, 0, 0])).toMatchObject({ statistic: 10, p: 1 / 6 });
  });

  it.each([
    [1, 2],
    [12, 2],
    [8, 3],
    [7, 4],
    [2, 6],
    [3, 6],
    [5, 6],
    [7, 6],
    [2, 80],
  ])('of %i dice with %i sides has the p that counting every fall gives', (dice, sides) => {
    const falls = [...everyFall(dice, sides)];
    const occurring = new Map(falls.map((faces) => [squares(faces), faces]));
    for (const [sum, faces] of occurring) {
      const asUneven = falls.filter((other) => squares(other) >= sum).length;
      const result = chiSquared(faces)!;
      expect(result.method).toBe('exact');
      expect(Math.abs(result.p - asUneven / sides ** dice)).toBeLessThan(1e-12);
    }
  });

  it('is exact for 40 dice with 6 or 80 sides, and approximate for very many', () => {
    const even = (dice: number, sides: number) =>
      Array.from({ length: sides }, (_, face) => Math.floor(dice / sides) + (face < dice % sides ? 1 : 0));
    expect(chiSquared(even(40, 6))).toMatchObject({ method: 'exact', p: 1 });
    expect(chiSquared(even(40, 80))).toMatchObject({ method: 'exact', p: 1 });
    expect(chiSquared(even(60, 6))).toMatchObject({ method: 'exact', statistic: 0, p: 1 });
    expect(chiSquared(even(6000, 6))).toMatchObject({ method: 'approximate', statistic: 0, p: 1 });
    expect(chiSquared(even(1001, 2))!.method).toBe('approximate');
  });

  it('of all dice on one face is exact down to the smallest p', () => {
    const p = chiSquared([0, 0, 0, 0, 0, 40])!.p;
    expect(Math.abs(p / 6 ** -39 - 1)).toBeLessThan(1e-10);
  });

  it('where it is still exact is near to the approximation', () => {
    for (const faces of [
      [10, 10, 10, 10, 10, 16],
      [4, 9, 12, 8, 14, 19],
      [11, 12, 9, 10, 13, 11],
    ]) {
      const { p, method, statistic } = chiSquared(faces)!;
      expect(method).toBe('exact');
      expect(Math.abs(p - upperGamma(2.5, statistic / 2))).toBeLessThan(0.02);
    }
  });

  it('is the sum of (seen − expected)² / expected', () => {
    expect(chiSquared([20, 10, 10, 10, 5, 5])).toMatchObject({ statistic: 15, degreesOfFreedom: 5 });
  });

  const counts = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 20 });
  it('does not depend on which face is which, and p is a probability', () => {
    fc.assert(
      fc.property(counts, (faces) => {
        const result = chiSquared(faces);
        if (faces.every((count) => count === 0)) return result === null;
        const { statistic, p, degreesOfFreedom } = result!;
        const mirrored = chiSquared([...faces].reverse())!;
        return statistic >= 0 && p >= 0 && p <= 1 && degreesOfFreedom === faces.length - 1 && mirrored.p === p;
      }),
    );
  });

  it('p falls when a die moves from a rarer face to a more frequent one', () => {
    const few = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 6 });
    fc.assert(
      fc.property(few, (faces) => {
        const sorted = [...faces].sort((a, b) => a - b);
        const from = sorted.findIndex((count) => count > 0);
        if (from < 0 || from === sorted.length - 1) return true;
        const moved = [...sorted];
        moved[from]! -= 1;
        moved[moved.length - 1]! += 1;
        return chiSquared(moved)!.p < chiSquared(sorted)!.p;
      }),
    );
  });
});
