import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOfMonth, formatDay, yearOf, type Day } from '../days.ts';
import { dayFrom } from '../test-support/arbitrary-days.ts';
import { guessDateOrder, readDay, type DateOrder } from './read-day.ts';

test.each<[string, DateOrder]>([
  ['2026-06-04', 'mdy'],
  ['2026/6/4', 'dmy'],
  ['20260604', 'mdy'],
  ['20260604120000', 'mdy'],
  ['20260604120000.000[-8:PST]', 'mdy'],
  ['2026-06-04T23:30:00Z', 'mdy'],
  ['2026-06-04 23:30:00', 'mdy'],
  ['6/4/2026', 'mdy'],
  ['06/04/26', 'mdy'],
  ['6-4-2026', 'mdy'],
  ["6/ 4'26", 'mdy'],
  ['2026.06.04.', 'mdy'],
  ['04.06.2026.', 'dmy'],
  ['06/04/2026 11:05 PM', 'mdy'],
  ['4.6.2026', 'dmy'],
  ['04.06.26', 'dmy'],
  ['04/06/2026', 'dmy'],
  ['Jun 4, 2026', 'mdy'],
  ['June 4th, 2026', 'mdy'],
  ['Thu, Jun 4 2026', 'mdy'],
  ['4 June 2026', 'mdy'],
  ['04-Jun-26', 'mdy'],
  ['4. Juni 2026', 'dmy'],
])('a date is read as a bank writes it: %s [PD-30]', (text, order) => {
  expect(readDay(text, order)).toBe('2026-06-04');
});

test.each([
  '',
  'today',
  '6/4',
  '2026-13-04',
  '2026-02-30',
  '13/13/2026',
  '6/4/202',
  '0026-06-04',
  '1/1/9999',
  'Foo 4, 2026',
  '12.50',
  '1-2-3-4',
  '2026-06-04 and more',
  '5'.repeat(50),
])('text that is not a day is refused: %j [PD-30] [DB-15]', (text) => {
  expect(readDay(text, 'mdy')).toBeNull();
});

const two = (number: number) => String(number).padStart(2, '0');
const WAYS: Record<string, [order: DateOrder, write: (day: Day) => string]> = {
  ISO: ['ymd', (day) => day],
  American: ['mdy', (day) => `${Number(day.slice(5, 7))}/${dayOfMonth(day)}/${yearOf(day)}`],
  British: ['dmy', (day) => `${two(dayOfMonth(day))}/${day.slice(5, 7)}/${yearOf(day)}`],
  German: ['dmy', (day) => `${two(dayOfMonth(day))}.${day.slice(5, 7)}.${day.slice(2, 4)}`],
  words: ['mdy', (day) => formatDay(day, { month: 'short', day: 'numeric', year: 'numeric' })],
};

test.each(Object.entries(WAYS))(
  'every day written the %s way is read as itself [PD-30]',
  (_, [order, write]) => {
    fc.assert(
      fc.property(dayFrom('1990-01-01', 28_000), (day) => {
        fc.pre(yearOf(day) < 2070);
        const isCentury = order === 'dmy' && write(day).length === 8;
        fc.pre(!isCentury || yearOf(day) >= 2000);
        expect(readDay(write(day), order)).toBe(day);
      }),
    );
  },
);

test.each(Object.entries(WAYS))(
  'a statement of two months written %s reveals its own order [PD-30]',
  (_, [order, write]) => {
    fc.assert(
      fc.property(dayFrom('2010-01-01', 6000), (first) => {
        const days = Array.from({ length: 60 }, (__, index) => addDays(first, index));
        const { order: guessed } = guessDateOrder(days.map(write), '2030-01-01', 'unknown');
        expect(days.map((day) => readDay(write(day), guessed))).toEqual(days);
        if (order === 'dmy') expect(guessed).toBe('dmy');
      }),
    );
  },
);

test("reads Quicken's years from 2000, with an apostrophe and a blank [PD-30]", () => {
  expect(readDay("8/31' 0", 'mdy')).toBe('2000-08-31');
  expect(readDay("6/ 4' 9", 'mdy')).toBe('2009-06-04');
  expect(readDay('10-Nov-9', 'mdy')).toBe('2009-11-10');
  expect(readDay('11/10/9', 'mdy')).toBeNull();
});

const MONTHLY = ['01/05/2026', '02/05/2026', '03/05/2026', '04/05/2026', '05/05/2026'];

test.each<[string, string[], Parameters<typeof guessDateOrder>[2], DateOrder, boolean]>([
  ['one day, nothing else known', ['05/07/2026'], 'unknown', 'mdy', true],
  ['one day after today by month', ['12/05/2026'], 'unknown', 'dmy', true],
  ['one day after today by month, of an American bank', ['12/05/2026'], 'us', 'dmy', false],
  ['points', ['05.06.2026'], 'unknown', 'dmy', true],
  ['charges of each month', MONTHLY, 'us', 'mdy', true],
  ['the same, of no bank that is known', MONTHLY, 'unknown', 'mdy', false],
  ['the same, from abroad', MONTHLY, 'abroad', 'dmy', true],
  ['days of June by month', ['06/01/2026', '06/02/2026', '06/03/2026'], 'unknown', 'mdy', true],
  ['the same, from abroad', ['04/01/2026', '04/02/2026', '04/03/2026'], 'abroad', 'dmy', false],
  ['two months in order by month', ['04/30/2026', '05/01/2026'], 'abroad', 'mdy', true],
  ['dates of both orders', ['04/30/2026', '30/04/2026'], 'us', 'mdy', false],
  ['the same day either way', ['05/05/2026'], 'unknown', 'mdy', true],
])('decides the order of dates by evidence: %s [PD-30]', (_, texts, origin, order, isSure) => {
  expect(guessDateOrder(texts, '2026-06-20', origin)).toEqual({ order, isSure });
});

test.each<[string, string, string[], DateOrder]>([
  ['a row that posts tomorrow', '2026-07-02', ['07/03/2026', '07/02/2026', '07/01/2026'], 'mdy'],
  ['a row of the next month', '2026-07-31', ['08/01/2026', '08/02/2026'], 'mdy'],
  ['a row of the next week', '2026-06-04', ['06/09/2026', '06/03/2026'], 'mdy'],
  ['a row in another time zone', '2025-12-31', ['01/01/2026'], 'mdy'],
  ['rows of half a year ahead by month', '2026-07-02', ['12/05/2026', '11/05/2026'], 'dmy'],
])('a few days in the future decide no order: %s [PD-30]', (_, today, texts, order) => {
  expect(guessDateOrder(texts, today, 'unknown')).toEqual({ order, isSure: true });
});

test('any text is a day or none [PD-30]', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom<DateOrder>('ymd', 'mdy', 'dmy'), (text, order) => {
      const day = readDay(text, order);
      return day === null || /^\d{4}-\d{2}-\d{2}$/.test(day);
    }),
  );
});
