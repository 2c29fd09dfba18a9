import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, type Day } from './days.ts';
import { anyDay } from './test-support/arbitrary-days.ts';
import {
  daysLeftInWeek,
  firstWeekOfMap,
  formatWeek,
  formatRestOfWeek,
  mapYear,
  monthBeginningIn,
  weekEndOf,
  weeksOfMap,
  weekStartOf,
} from './weeks.ts';

const years = Array.from({ length: 111 }, (_, index) => 1990 + index);

/** Every day from 1990 to 2100, from JavaScript's calendar instead of the tested functions. */
const days = (() => {
  const all: Day[] = [];
  for (let ms = Date.UTC(1990, 0, 1); ms < Date.UTC(2101, 0, 1); ms += 86_400_000) {
    all.push(new Date(ms).toISOString().slice(0, 10));
  }
  return all;
})();

describe('a week', () => {
  test.each([
    ['2026-06-01', '2026-06-01', '2026-06-07'],
    ['2026-06-07', '2026-06-01', '2026-06-07'],
    ['2026-06-08', '2026-06-08', '2026-06-14'],
    ['2026-01-01', '2025-12-29', '2026-01-04'],
    ['2024-02-29', '2024-02-26', '2024-03-03'],
  ])('that holds %s runs from Monday %s to Sunday %s [DB-20]', (day, monday, sunday) => {
    expect(weekStartOf(day)).toBe(monday);
    expect(weekEndOf(monday)).toBe(sunday);
  });

  test('holds seven days and every day of 1990 to 2100 is in exactly one [DB-20]', () => {
    const daysByWeek = Map.groupBy(days, weekStartOf);
    const uneven = [...daysByWeek].filter(
      ([monday, members]) =>
        new Date(monday).getUTCDay() !== 1 ||
        members.some((day) => day < monday || day > weekEndOf(monday)) ||
        (members.length !== 7 && weekEndOf(monday) <= '2100-12-31'),
    );
    expect(uneven).toEqual([]);
    expect(daysByWeek.size).toBe(5792); // 40,542 days from a Monday on are 5,791 weeks and 5 days
  });

  test.each([
    ['2026-06-01', 6],
    ['2026-06-02', 5],
    ['2026-06-06', 1],
    ['2026-06-07', 0],
  ])('has on %s %i days left [PD-13]', (today, left) => {
    expect(daysLeftInWeek(today)).toBe(left);
  });

  test('loses one day a day until it ends', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(addDays(day, daysLeftInWeek(day))).toBe(weekEndOf(weekStartOf(day)));
      }),
    );
  });

  test.each([
    ['2025-06-02', 'Jun 2 - Jun 8', 'Sunday, June 8'],
    ['2025-12-29', 'Dec 29 - Jan 4', 'Sunday, January 4'],
    ['2026-02-23', 'Feb 23 - Mar 1', 'Sunday, March 1'],
  ])('that starts on %s reads %j and ends on %j [DB-4] [PD-13]', (monday, span, end) => {
    expect(formatWeek(monday)).toBe(span);
    expect(formatRestOfWeek(monday)).toBe(`6 days left, until ${end}`);
    expect(formatRestOfWeek(addDays(monday, 5))).toBe(`1 day left, until ${end}`);
    expect(formatRestOfWeek(addDays(monday, 6))).toBe(`Last day of the week, ${end}`);
  });
});

describe('the year map', () => {
  test.each([
    [2025, '2024-12-30', '2025-12-22'],
    [2026, '2025-12-29', '2026-12-21'],
    [2027, '2026-12-28', '2027-12-20'],
    [2029, '2029-01-01', '2029-12-24'],
  ])(
    'of %i starts with the week that holds 1 January, %s, and has 52 weeks [DB-20] [PD-14]',
    (year, first, last) => {
      const weeks = weeksOfMap(year);
      expect(weeks).toHaveLength(52);
      expect(weeks[0]).toBe(first);
      expect(weeks.at(-1)).toBe(last);
      expect(firstWeekOfMap(year)).toBe(first);
    },
  );

  test.each([
    [2028, '2027-12-27', '2028-12-25'],
    [2034, '2033-12-26', '2034-12-25'],
  ])('of %i has 53 weeks and loses none [D-2]', (year, first, last) => {
    const weeks = weeksOfMap(year);
    expect(weeks).toHaveLength(53);
    expect(weeks[0]).toBe(first);
    expect(weeks.at(-1)).toBe(last);
  });

  test('has 53 weeks only in years that start on a Sunday, or leap years on a Saturday [D-2]', () => {
    const expected = years.filter((year) => {
      const weekday = new Date(Date.UTC(year, 0, 1)).getUTCDay();
      const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
      return weekday === 0 || (weekday === 6 && isLeap);
    });
    expect(years.filter((year) => weeksOfMap(year).length === 53)).toEqual(expected);
    expect(years.filter((year) => ![52, 53].includes(weeksOfMap(year).length))).toEqual([]);
  });

  test('follows the one of the year before without a gap or an overlap, week by week [PD-14] [D-2]', () => {
    const weeks = years.flatMap(weeksOfMap);
    const jumps = weeks.filter((week, index) => {
      const before = weeks[index - 1];
      return before !== undefined && daysBetween(before, week) !== 7;
    });
    expect(jumps).toEqual([]);
    expect(new Set(weeks).size).toBe(weeks.length);
  });

  test('shows today on every day of 1990 to 2100, and no other map does [PD-14]', () => {
    const mapsOfWeek = new Map<Day, number[]>();
    for (const year of [...years, 2101]) {
      for (const week of weeksOfMap(year)) mapsOfWeek.set(week, [...(mapsOfWeek.get(week) ?? []), year]);
    }
    const misplaced = days.filter((today) => {
      const maps = mapsOfWeek.get(weekStartOf(today)) ?? [];
      return maps.length !== 1 || maps[0] !== mapYear(today);
    });
    expect(misplaced).toEqual([]);
  });

  test.each([
    ['2025-12-28', 2025],
    ['2025-12-29', 2026],
    ['2026-01-01', 2026],
    ['2026-12-27', 2026],
    ['2026-12-28', 2027],
    ['2028-12-31', 2028],
    ['2029-01-01', 2029],
  ])('shown on %s is that of %i, the year of that week’s Sunday [PD-14]', (today, year) => {
    expect(mapYear(today)).toBe(year);
  });
});

test('a week of another year says which, where today is known', () => {
  expect(formatWeek('2025-06-02', '2026-06-05')).toBe('Jun 2 - Jun 8, 2025');
  expect(formatWeek('2025-12-29', '2026-06-05')).toBe('Dec 29 - Jan 4');
  expect(formatWeek('2026-06-01', '2026-06-05')).toBe('Jun 1 - Jun 7');
});

test.each([
  ['2026-06-01', 1, 'Jun'],
  ['2026-06-08', 1, ''],
  ['2026-06-29', 1, 'Jul'],
  ['2026-06-29', 3, 'Jul'],
  ['2026-07-27', 3, ''],
  ['2025-12-29', 3, 'Jan'],
])('the week of %s begins the month, of every %i: "%s"', (weekStart, step, month) => {
  expect(monthBeginningIn(weekStart, step)).toBe(month);
});
