import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areOneAccount as areOneInParts,
  beginsAfter,
  daysOf,
  lastDayIfSilent,
  pairRows as pairInParts,
  type AccountRow,
} from './account-likeness.ts';
import { addDays, daysBetween } from './days.ts';
import { resultOf } from './steps.ts';

let lastId = 0;
const row = (amountCents: number, postedOn: string, currency = 'USD'): AccountRow => ({
  id: (lastId += 1),
  amountCents,
  currency,
  postedOn,
});
/** One purchase a day from June 1 on, each of another amount. */
const rowsOf = (count: number, { days = 0, from = 0 } = {}) =>
  Array.from({ length: count }, (_, index) =>
    row(10_00 + from + index, addDays('2026-06-01', from + index + days)),
  );

const areOneAccount = (...input: Parameters<typeof areOneInParts>) => resultOf(areOneInParts(...input));
const pairRows = (ones: readonly AccountRow[], others: readonly AccountRow[]) =>
  resultOf(pairInParts(ones, others));

test('other work runs between rows while accounts are compared [SEC-29]', () => {
  const [ones, others] = [rowsOf(50), rowsOf(50)];
  expect([...areOneInParts(ones, others)].length).toBeGreaterThanOrEqual(ones.length + others.length);
});

describe('two accounts', () => {
  test.each([0, 1, 3, -3])('are one if all rows are the same, posted %d days apart', (days) => {
    expect(areOneAccount(rowsOf(10), rowsOf(10, { days }))).toBe(true);
  });

  test('differ if the rows are more than three days apart', () => {
    expect(areOneAccount(rowsOf(10), rowsOf(10, { days: 4 }))).toBe(false);
  });

  test('differ if they share only the same monthly transfer', () => {
    const transfers = () =>
      Array.from({ length: 12 }, (_, index) => row(-50_00, addDays('2025-06-01', 30 * index)));
    expect(areOneAccount(transfers(), transfers())).toBe(false);
  });

  test('differ with fewer than five common rows', () => {
    expect(areOneAccount(rowsOf(4), rowsOf(4))).toBe(false);
    expect(areOneAccount(rowsOf(5), rowsOf(5))).toBe(true);
  });

  test('differ if a fifth of the rows on a side has no counterpart', () => {
    const more = (count: number) =>
      [...rowsOf(8), ...Array.from({ length: count }, () => row(99_00, '2026-06-04'))].toSorted((a, b) =>
        a.postedOn.localeCompare(b.postedOn),
      );
    expect(areOneAccount(rowsOf(8), more(2))).toBe(true);
    expect(areOneAccount(rowsOf(8), more(3))).toBe(false);
    expect(areOneAccount(more(3), rowsOf(8))).toBe(false);
  });

  test('are compared only in the days that both cover', () => {
    expect(areOneAccount(rowsOf(60), rowsOf(6, { from: 50 }))).toBe(true);
    expect(areOneAccount(rowsOf(6, { from: 50 }), rowsOf(60))).toBe(true);
  });

  test('differ in another currency', () => {
    const euros = rowsOf(10).map((one) => ({ ...one, currency: 'EUR' }));
    expect(areOneAccount(rowsOf(10), euros)).toBe(false);
  });

  test('differ without rows', () => {
    expect(areOneAccount([], rowsOf(10))).toBe(false);
    expect(daysOf([])).toBeNull();
  });
});

describe('for any rows', () => {
  const rows = fc.array(
    fc
      .record({ amount: fc.integer({ min: 1, max: 3 }), day: fc.nat(9) })
      .map(({ amount, day }) => row(amount, addDays('2026-06-01', day))),
  );

  test('each row is in one pair at most, with an equal amount on a close day', () => {
    fc.assert(
      fc.property(rows, rows, (ones, others) => {
        const pairs = pairRows(ones, others);
        expect(new Set(pairs.flat()).size).toBe(2 * pairs.length);
        for (const [one, other] of pairs) {
          expect(one.amountCents).toBe(other.amountCents);
          expect(ones).toContain(one);
          expect(others).toContain(other);
        }
      }),
    );
  });

  test('the pairs equal those found by comparing every two rows', () => {
    fc.assert(
      fc.property(rows, rows, (ones, others) => {
        expect(pairRows(ones, others)).toEqual(pairPlainly(ones, others));
      }),
      { numRuns: 1_000 },
    );
  });

  test('accounts are one by the share of paired rows in the days that both cover', () => {
    fc.assert(
      fc.property(rows, rows, fc.integer({ min: 1, max: 3 }), (some, more, fewest) => {
        const [ones = [], others = []] = [some, more].map((all) =>
          all.toSorted((a, b) => a.postedOn.localeCompare(b.postedOn)),
        );
        expect(areOneAccount(ones, others, fewest)).toBe(areOnePlainly(ones, others, fewest));
      }),
      { numRuns: 1_000 },
    );
  });
});

function pairPlainly(ones: AccountRow[], others: AccountRow[]): [AccountRow, AccountRow][] {
  const distanceOf = ([one, other]: [AccountRow, AccountRow]) =>
    Math.abs(daysBetween(one.postedOn, other.postedOn));
  const paired = new Set<AccountRow>();
  return ones
    .flatMap((one) => others.map((other): [AccountRow, AccountRow] => [one, other]))
    .filter(([one, other]) => one.amountCents === other.amountCents)
    .filter((pair) => distanceOf(pair) <= 3)
    .toSorted((a, b) => distanceOf(a) - distanceOf(b))
    .filter((pair) => {
      if (pair.some((one) => paired.has(one))) return false;
      for (const one of pair) paired.add(one);
      return true;
    });
}

function areOnePlainly(ones: AccountRow[], others: AccountRow[], fewest: number): boolean {
  const [days, otherDays] = [daysOf(ones), daysOf(others)];
  if (!days || !otherDays) return false;
  const isOfBoth = ({ postedOn }: AccountRow) =>
    [days, otherDays].every(({ first, last }) => postedOn >= first && postedOn <= last);
  const pairs = pairPlainly(ones, others);
  return [ones, others].every((rows, side) => {
    const matched = pairs.flatMap((pair) => pair[side] ?? []).filter(isOfBoth);
    const amounts = new Set(matched.map(({ amountCents }) => amountCents));
    return amounts.size >= fewest && matched.length >= 0.8 * rows.filter(isOfBoth).length;
  });
}

test('the closest rows are paired first', () => {
  const [first, second, third] = [row(5, '2026-06-01'), row(5, '2026-06-03'), row(5, '2026-06-03')];
  expect(pairRows([first, second], [third])).toEqual([[second, third]]);
});

describe('a card with purchases from June 1 to 10', () => {
  test.each<[replaced: boolean, firstDay: string, today: string, purchases: number]>([
    [true, '2026-06-11', '2026-06-20', 10],
    [true, '2026-07-10', '2026-07-12', 10],
    // The new card was used before the old one's last purchase, weeks later, or when the old one was not yet silent.
    [false, '2026-06-10', '2026-06-20', 10],
    [false, '2026-07-11', '2026-07-12', 10],
    [false, '2026-06-11', '2026-06-19', 10],
    // The old card was hardly used.
    [false, '2026-06-11', '2026-06-20', 4],
  ])('is replaced: %s, by one from %s, seen on %s (report 15)', (isReplaced, firstDay, today, purchases) => {
    const lastDay = lastDayIfSilent(rowsOf(10).slice(-purchases), today);
    expect(lastDay !== null && beginsAfter(firstDay, lastDay)).toBe(isReplaced);
  });

  test('is not silent without purchases', () => {
    expect(lastDayIfSilent([], '2026-06-20')).toBeNull();
  });
});
