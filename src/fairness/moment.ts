/**
 * An entry's `at` in milliseconds since the beginning of 1970. The core has no calendar to ask.
 *
 * @param at UTC with milliseconds, as recorded (docs/verify.md §1)
 */
export function milliseconds(at: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = at.split(/\D/).map(Number);
  return (((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms;
}

/** Days of the Gregorian calendar; a year is counted from March, so that a leap day is its last. */
function daysSince1970(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const monthsFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthsFromMarch + 2) / 5) + day - 1;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}
