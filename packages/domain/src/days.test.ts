import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  addDays,
  daysAround,
  dayInZone,
  dayOfExpenseDate,
  dayOfMonth,
  daysBetween,
  formatDay,
  hourInZone,
  isDay,
  startOfDayInZone,
  weekdayIndex,
} from './days.ts';
import { anyDay } from './test-support/arbitrary-days.ts';
import { weekStartOf } from './weeks.ts';

afterEach(() => vi.unstubAllEnvs());

describe('isDay', () => {
  test.each(['2026-02-28', '2028-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '1600-02-29'])(
    '%s is a day',
    (text) => {
      expect(isDay(text)).toBe(true);
    },
  );

  test.each([
    '2026-02-30',
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-45',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-2-3',
    '26-02-03',
    '2026/02/03',
    '2026-02-03 ',
    '2026-02-03\n',
    '2026-02-03T00:00',
    '+2026-02-03',
    '-2026-02-03',
    '12026-02-03',
    '٢٠٢٦-٠٢-٠٣',
    'today',
    '',
  ])('%j is not a day', (text) => {
    expect(isDay(text)).toBe(false);
  });

  test('exactly the dates of the calendar are days', () => {
    const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const field = (length: number, max: number) =>
      fc.integer({ min: 0, max }).map((value) => String(value).padStart(length, '0'));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9998 }),
        field(2, 14),
        field(2, 33),
        (year, monthText, dateText) => {
          const [month, date] = [Number(monthText), Number(dateText)];
          const length = month === 2 && !isLeap(year) ? 28 : (longest[month - 1] ?? 0);
          const text = `${String(year).padStart(4, '0')}-${monthText}-${dateText}`;
          expect(isDay(text)).toBe(date >= 1 && date <= length);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['0001-01-01', true],
    ['9999-12-26', true],
    ['9999-12-27', false],
    ['9999-12-31', false],
  ])('%s is a day only if its whole week has years of four digits: %s', (text, expected) => {
    const monday = weekStartOf(text);
    const week = [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count));
    expect(isDay(text)).toBe(expected);
    expect(week.every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day))).toBe(expected);
  });

  test('around a day are valid days, also at the ends of the calendar', () => {
    expect(daysAround('2026-03-01', 1)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
    expect(daysAround('0001-01-01', 2)).toEqual(['0001-01-01', '0001-01-02', '0001-01-03']);
    expect(daysAround('9999-12-26', 2)).toEqual(['9999-12-24', '9999-12-25', '9999-12-26']);
  });

  test('throws for no text', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isDay(text) === 'boolean'));
  });
});

describe('dayOfExpenseDate', () => {
  test.each([
    ['2026-06-07', '2026-06-07'],
    ['2026-06-07T23:59:59.999Z', '2026-06-07'],
    ['2026-06-07T00:00:00+14:00', '2026-06-07'],
    ['2026-06-07T', '2026-06-07'],
    ['2026-06-07T1\nT2', '2026-06-07'],
  ])('of %j is the calendar day at its start, whatever time follows: %s [PD-2]', (date, day) => {
    expect(dayOfExpenseDate(date)).toBe(day);
  });

  test.each(['', 'T', 'T12:00', 'soon', '2026-02-30', '2026-02-30T12:00', '2026-06-07 12:00', '07/06/2026'])(
    'of the unreadable %j is null',
    (date) => {
      expect(dayOfExpenseDate(date)).toBeNull();
    },
  );
});

describe('counting days', () => {
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-07', 2, '2026-03-09'], // across the 23-hour day in New York
    ['2026-10-31', 2, '2026-11-02'], // across the 25-hour day
    ['2026-06-07', 0, '2026-06-07'],
    ['2026-01-01', 365, '2027-01-01'],
  ])('%s and %i days is %s', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
    expect(daysBetween(day, expected)).toBe(count);
  });

  test('adding days and counting them agree, and a later day is the larger text', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -40_000, max: 40_000 }), (day, count) => {
        const other = addDays(day, count);
        expect(isDay(other)).toBe(true);
        expect(daysBetween(day, other)).toBe(count);
        expect(addDays(other, -count)).toBe(day);
        expect(other > day).toBe(count > 0);
      }),
    );
  });

  test.each([
    ['2026-06-01', 0, 1],
    ['2026-06-06', 5, 6],
    ['2026-06-07', 6, 7],
    ['2024-02-29', 3, 29],
    ['1990-01-01', 0, 1],
  ])('%s is weekday %i, counted from Monday, and day %i of its month', (day, weekday, ofMonth) => {
    expect(weekdayIndex(day)).toBe(weekday);
    expect(dayOfMonth(day)).toBe(ofMonth);
  });

  test.each(['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago'])(
    'a day is the same day on a machine in %s [PD-2]',
    (zone) => {
      vi.stubEnv('TZ', zone);
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      expect(dayOfExpenseDate('2026-03-08T02:30:00')).toBe('2026-03-08');
      expect(addDays('2026-03-07', 1)).toBe('2026-03-08');
      expect(weekStartOf('2026-03-08')).toBe('2026-03-02');
      expect(
        formatDay('2026-03-08', { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' }),
      ).toBe('Sunday, Mar 8, 2026');
    },
  );
});

describe('dayInZone', () => {
  test.each([
    ['2026-06-07T03:59:59Z', 'America/New_York', '2026-06-06'],
    ['2026-06-07T04:00:00Z', 'America/New_York', '2026-06-07'],
    ['2026-03-09T03:59:59Z', 'America/New_York', '2026-03-08'], // the 23-hour day ends an hour earlier
    ['2026-03-09T04:00:00Z', 'America/New_York', '2026-03-09'],
    ['2026-06-06T09:59:59Z', 'Pacific/Kiritimati', '2026-06-06'],
    ['2026-06-06T10:00:00Z', 'Pacific/Kiritimati', '2026-06-07'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01'],
    ['2026-01-01T00:00:00Z', 'Pacific/Pago_Pago', '2025-12-31'],
    ['2026-06-06T18:29:59Z', 'Asia/Kolkata', '2026-06-06'],
    ['2026-06-06T18:30:00Z', 'Asia/Kolkata', '2026-06-07'],
  ])('at %s it is in %s the day %s [PD-2]', (instant, zone, day) => {
    expect(dayInZone(new Date(instant), zone)).toBe(day);
  });

  test('of an unknown zone throws a RangeError', () => {
    expect(() => dayInZone(new Date(0), 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('startOfDayInZone', () => {
  test.each([
    ['2026-06-08', 'America/Los_Angeles', '2026-06-08T07:00:00Z'],
    ['2026-06-08', 'Asia/Tokyo', '2026-06-07T15:00:00Z'],
    ['2026-06-08', 'Asia/Kathmandu', '2026-06-07T18:15:00Z'],
    ['2026-06-08', 'Pacific/Kiritimati', '2026-06-07T10:00:00Z'],
    // The clocks go forward at midnight, so the day starts at one.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    // Samoa crossed the date line and skipped this day.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('of %s in %s is %s [PD-2]', (day, zone, instant) => {
    expect(startOfDayInZone(day, zone)).toEqual(new Date(instant));
  });

  test('is the first minute of the day in any zone [PD-2] [PD-24]', () => {
    const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Cairo');
    const days = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays('1990-01-01', count));
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        const start = startOfDayInZone(day, zone);
        expect(dayInZone(start, zone)).toBe(day);
        expect(dayInZone(new Date(start.getTime() - 60_000), zone)).toBe(addDays(day, -1));
      }),
      { numRuns: 200 },
    );
  });
});

test('a formatter is made once per zone and per fields, however often it is used', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let round = 0; round < 3; round += 1) {
    startOfDayInZone('2026-06-07', 'Pacific/Chatham');
    formatDay('2026-06-07', { weekday: 'narrow', year: '2-digit' });
  }
  expect(made).toHaveBeenCalledTimes(2);
  made.mockRestore();
});

test.each([
  ['2026-06-05T07:59:00Z', 'America/Los_Angeles', 0],
  ['2026-06-05T06:00:00Z', 'America/Los_Angeles', 23],
  ['2026-06-05T06:00:00Z', 'Asia/Kolkata', 11],
])('the hour of %s in %s is %i', (instant, timeZone, hour) => {
  expect(hourInZone(new Date(instant), timeZone)).toBe(hour);
});
