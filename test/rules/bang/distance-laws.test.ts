import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Seat } from '../../../src/rules/bang/seats.js';
import { WEAPON_REACH, WEAPONS } from '../../../src/rules/bang/weapons.js';
import { belongings, cards, checkOf, type Table, tables } from './tables.js';

/** The table with the belongings of one seat replaced; who sits there stays. */
const withSeat = ({ seats, ...rest }: Table, at: number, change: (seat: Seat) => Seat): Table => ({
  ...rest,
  seats: seats.map((seat, i) => (i === at ? change(seat) : seat)),
});

/** Somebody other than attacker and target, if there is anybody. */
const bystanders = ({ seats, from, to }: Table): number[] => [...seats.keys()].filter((i) => i !== from && i !== to);

describe('distance', () => {
  it('is never less than 1', () => {
    fc.assert(fc.property(tables, (table) => checkOf(table).distance! >= 1));
  });

  it('is seat distance plus the changes told, or 1', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const { changes, seatDistance, distance } = checkOf(table);
        expect(distance).toBe(
          Math.max(
            1,
            changes.reduce((sum, { by }) => sum + by, seatDistance!),
          ),
        );
      }),
    );
  });

  it('between seats is the same from both sides, clockwise and counterclockwise changing places', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const there = checkOf(table);
        const back = checkOf({ ...table, from: table.to, to: table.from });
        expect(back.seatDistance).toBe(there.seatDistance);
        expect([back.counterclockwise, back.clockwise]).toEqual([there.clockwise, there.counterclockwise]);
      }),
    );
  });

  it('does not change when the list of seats begins with another player', () => {
    fc.assert(
      fc.property(tables, cards, fc.nat({ max: 9 }), ({ seats, from, to }, card, by) => {
        const start = by % seats.length;
        const at = (seat: number) => (seat - start + seats.length) % seats.length;
        const rotated = { seats: [...seats.slice(start), ...seats.slice(0, start)], from: at(from), to: at(to) };
        expect(checkOf(rotated, { card })).toEqual(checkOf({ seats, from, to }, { card }));
      }),
    );
  });

  it('does not depend on what lies in front of anybody else', () => {
    fc.assert(
      fc.property(tables, cards, belongings, (table, card, { active: _, ...other }) => {
        const before = checkOf(table, { card });
        for (const at of bystanders(table)) {
          const changed = withSeat(table, at, ({ player, active = true }) => ({ ...other, player, active }));
          expect(checkOf(changed, { card })).toEqual(before);
        }
      }),
    );
  });

  it('does not depend on the order of anybody’s equipment', () => {
    fc.assert(
      fc.property(tables, cards, (table, card) => {
        const seats = table.seats.map((seat) =>
          seat.equipment === undefined ? seat : { ...seat, equipment: [...seat.equipment].reverse() },
        );
        expect(checkOf({ ...table, seats }, { card })).toEqual(checkOf(table, { card }));
      }),
    );
  });

  it('between seats never grows when somebody else is eliminated', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const before = checkOf(table).seatDistance!;
        for (const at of bystanders(table)) {
          const fewer = withSeat(table, at, (seat) => ({ ...seat, active: false }));
          expect(checkOf(fewer).seatDistance).toBeLessThanOrEqual(before);
        }
      }),
    );
  });

  it('skips an eliminated player as if the seat were taken away', () => {
    fc.assert(
      fc.property(tables, cards, ({ seats, from, to }, card) => {
        const left = seats.filter((seat) => seat.active !== false);
        const at = (seat: number) => left.findIndex(({ player }) => player === seats[seat]!.player);
        const without = { seats: left, from: at(from), to: at(to) };
        expect(checkOf(without, { card })).toEqual(checkOf({ seats, from, to }, { card }));
      }),
    );
  });
});

describe('reach', () => {
  it('is enough exactly when it is at least the distance, or when the card asks for none', () => {
    fc.assert(
      fc.property(tables, cards, (table, card) => {
        const { distance, reach, reasons } = checkOf(table, { card });
        expect(reasons.includes('out-of-reach')).toBe(reach !== null && distance! > reach);
      }),
    );
  });

  it('that is longer never puts anybody out of reach', () => {
    fc.assert(
      fc.property(tables, cards, (table, card) => {
        const byReach = [...WEAPONS].sort((one, other) => WEAPON_REACH[one] - WEAPON_REACH[other]);
        const tooFar = byReach.map((weapon) =>
          checkOf(
            withSeat(table, table.from, (seat) => ({ ...seat, weapon })),
            { card },
          ).reasons.includes('out-of-reach'),
        );
        expect(tooFar).toEqual([...tooFar].sort((one, other) => Number(other) - Number(one)));
      }),
    );
  });

  it('does not change the distance', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom(...WEAPONS), (table, weapon) => {
        const armed = withSeat(table, table.from, (seat) => ({ ...seat, weapon }));
        expect(checkOf(armed).distance).toBe(checkOf(table).distance);
      }),
    );
  });
});
