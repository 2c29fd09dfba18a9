import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addDays, dayInZone, dayOfMonth, daysBetween, isDay } from './days.ts';
import {
  earliestSeriesStart,
  monthOf,
  occurrenceIn,
  occurrenceInMonthAfter,
  occurrenceOnOrAfter,
  occurrencesThrough,
} from './recurrence.ts';
import { anyDay } from './test-support/arbitrary-days.ts';

afterEach(() => vi.unstubAllEnvs());

const anyDayOfMonth = fc.integer({ min: 1, max: 31 });
const isLastOfMonth = (day: string) => dayOfMonth(addDays(day, 1)) === 1;

describe('the first occurrence', () => {
  test.each([
    ['2026-06-05', 5, '2026-06-05'],
    ['2026-06-05', 6, '2026-06-06'],
    ['2026-06-05', 4, '2026-07-04'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-02-10', 31, '2026-02-28'],
    ['2028-02-10', 31, '2028-02-29'],
    ['2026-02-28', 30, '2026-02-28'],
    ['2026-06-30', 31, '2026-06-30'],
    ['2100-02-01', 29, '2100-02-28'],
    ['0001-01-31', 30, '0001-02-28'],
    ['0099-12-30', 29, '0100-01-29'],
  ])('on or after %s on day %i of the month is %s [PD-31]', (day, recursOn, expected) => {
    expect(occurrenceOnOrAfter(day, recursOn)).toBe(expected);
  });

  test('is a valid day: its own, or the last of a shorter month, with none skipped [PD-31]', () => {
    fc.assert(
      fc.property(anyDay, anyDayOfMonth, (day, recursOn) => {
        const first = occurrenceOnOrAfter(day, recursOn);
        expect(isDay(first)).toBe(true);
        expect(first >= day).toBe(true);
        const isIts = (one: string) =>
          dayOfMonth(one) === recursOn || (dayOfMonth(one) < recursOn && isLastOfMonth(one));
        expect(isIts(first)).toBe(true);
        for (let one = day; one < first; one = addDays(one, 1)) expect(isIts(one)).toBe(false);
      }),
    );
  });
});

test.each([
  ['2026-06-05', '2024-06-05'],
  ['2026-01-01', '2024-01-01'],
  ['2028-02-29', '2026-02-28'],
])('entered on %s, a series begins on %s at the earliest [PD-31]', (today, earliest) => {
  expect(earliestSeriesStart(today)).toBe(earliest);
  expect(occurrencesThrough(earliest, today, dayOfMonth(earliest))).toHaveLength(25);
});

describe('month after month', () => {
  test('the 31st is the last day of a shorter month and the 31st again after it [PD-31]', () => {
    expect(occurrencesThrough('2027-12-31', '2028-07-30', 31)).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
    ]);
  });

  test('a leap day returns every February, as the 28th in common years [PD-31]', () => {
    const februaries = occurrencesThrough('2028-02-29', '2032-12-31', 29).filter((day) =>
      day.includes('-02-'),
    );
    expect(februaries).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  });

  test('every month has exactly one occurrence, in order, for any day [PD-31]', () => {
    fc.assert(
      fc.property(anyDay, anyDayOfMonth, fc.integer({ min: 0, max: 60 }), (day, recursOn, months) => {
        const first = occurrenceOnOrAfter(day, recursOn);
        let last = first;
        for (let count = 0; count < months; count += 1) last = occurrenceInMonthAfter(last, recursOn);
        const all = occurrencesThrough(first, last, recursOn);
        expect(all).toHaveLength(months + 1);
        expect(new Set(all.map(monthOf)).size).toBe(all.length);
        expect(all).toEqual(all.toSorted());
        expect(all.at(-1)).toBe(last);
        for (const one of all) {
          expect(occurrenceIn(monthOf(one), recursOn)).toBe(one);
          // Clamping has no memory: each month's occurrence is independent of earlier ones.
          expect(occurrenceOnOrAfter(monthOf(one), recursOn)).toBe(one);
        }
      }),
    );
  });

  test('two occurrences are 28 to 31 days apart', () => {
    fc.assert(
      fc.property(anyDay, anyDayOfMonth, (day, recursOn) => {
        const first = occurrenceOnOrAfter(day, recursOn);
        const gap = daysBetween(first, occurrenceInMonthAfter(first, recursOn));
        expect(gap).toBeGreaterThanOrEqual(28);
        expect(gap).toBeLessThanOrEqual(31);
      }),
    );
  });

  test('is empty up to a day before the first', () => {
    expect(occurrencesThrough('2026-06-05', '2026-06-04', 5)).toEqual([]);
    expect(occurrencesThrough('2026-06-05', '2026-06-05', 5)).toEqual(['2026-06-05']);
  });

  test('after the last month of the calendar comes no day', () => {
    expect(isDay(occurrenceInMonthAfter('9999-12-01', 1))).toBe(false);
  });
});

describe('time zones and clock changes', () => {
  const ZONES = [
    'America/New_York',
    'Europe/Berlin',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Asia/Kolkata',
  ];

  test.each(ZONES)('an occurrence is the same day on a machine in %s [PD-2] [PD-31]', (zone) => {
    vi.stubEnv('TZ', zone);
    // Nights with a skipped or repeated hour, in both hemispheres.
    expect(occurrencesThrough('2026-02-08', '2026-11-08', 8)).toHaveLength(10);
    expect(occurrenceOnOrAfter('2026-03-08', 8)).toBe('2026-03-08');
    expect(occurrenceInMonthAfter('2026-10-01', 1)).toBe('2026-11-01');
    expect(occurrenceOnOrAfter('2026-03-29', 29)).toBe('2026-03-29');
  });

  test('an occurrence becomes due once per day in its zone, at any hour of checking [PD-31]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        anyDayOfMonth,
        // The app is opened every 1 to 30 hours over three months with a clock change.
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 60, maxLength: 90 }),
        (zone, recursOn, hours) => {
          let now = Date.UTC(2026, 1, 1, 12);
          let next = occurrenceOnOrAfter(dayInZone(new Date(now), zone), recursOn);
          const [first, created] = [next, [] as string[]];
          let today = '';
          for (const pause of hours) {
            now += pause * 3_600_000;
            today = dayInZone(new Date(now), zone);
            const due = occurrencesThrough(next, today, recursOn);
            created.push(...due);
            const last = due.at(-1);
            if (last !== undefined) next = occurrenceInMonthAfter(last, recursOn);
          }
          expect(created).toEqual(occurrencesThrough(first, today, recursOn));
        },
      ),
    );
  });
});
