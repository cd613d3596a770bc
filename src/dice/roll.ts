/** A named roll of `values.length` dice with `sides` sides each, in the order rolled. */
export interface Roll {
  /** What the rulebook rolls for, e.g. `"shot 1 attack"`. */
  readonly for: string;
  readonly sides: number;
  readonly values: readonly number[];
}

/** Where a ruleset gets its dice from. */
export interface Dice {
  /**
   * Rolls `count` dice (0 or more) with `sides` sides (2 to 256) under a name from the rulebook.
   * A pool of 0 dice is rolled too, and remembered with an empty list.
   *
   * @returns the values, each from 1 to `sides`, in the order rolled
   */
  roll(name: string, sides: number, count: number): readonly number[];
}

/** Dice that remember every roll made with them, in order: what the record keeps. */
export interface RememberedDice extends Dice {
  readonly rolls: readonly Roll[];
}
