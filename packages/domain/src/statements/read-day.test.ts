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
  ['26-06-04', 'ymd'],
  ['2026-Jun-04', 'dmy'],
  [" '2026-06-04", 'mdy'],
  ['Thu,  Jun 4 2026', 'mdy'],
  ['Thu  Jun 4 2026', 'mdy'],
  ['Thu Jun 04 2026', 'mdy'],
  ['Thu Jun  4 2026', 'mdy'],
  ['Thu Jun 4  2026', 'mdy'],
  ['Jun 4, 2026,  11:05 PM', 'mdy'],
  ['Jun 4, 2026 at  11:05 PM', 'mdy'],
  ['20260604120000 [0:GMT]', 'mdy'],
  // As long as a date with its time may be.
  [`2026-06-04 23:30 ${'x'.repeat(43)}`, 'mdy'],
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
  `2026-06-04 23:30 ${'x'.repeat(44)}`,
  '120260604',
  '202606041',
  '1;6/4/2026',
  '6/4/2026;1',
  '6/4/126',
  '6/4/2026 12:5',
  "6\n6/4'6",
  '2026[x]0604',
  'Thu Jun 4 26',
  'Jun Foo 2026',
  '4 Jun Foo',
  '006/4/2026',
  '1949-12-31',
  '2101-01-01',
])('text that is not a day is refused: %j [PD-30] [DB-15]', (text) => {
  expect(readDay(text, 'mdy')).toBeNull();
});

test.each([
  ['1950-01-01', '1950-01-01'],
  ['2100-12-31', '2100-12-31'],
  ['12/31/69', '2069-12-31'],
  ['1/1/70', '1970-01-01'],
])('years from 1950 to 2100 are read, and those of two digits from 1970 to 2069: %s', (text, day) => {
  expect(readDay(text, 'mdy')).toBe(day);
});

test.each([
  ['4 juin 2026', '2026-06-04'],
  ['4 juillet 2026', '2026-07-04'],
  ['4 août 2026', '2026-08-04'],
  ['4 Dezember 2026', '2026-12-04'],
])('a month is read by its name in other languages: %s [PD-30]', (text, day) => {
  expect(readDay(text, 'dmy')).toBe(day);
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
  expect(readDay("8/31'0", 'mdy')).toBe('2000-08-31');
  expect(readDay("6/ 4' 9", 'mdy')).toBe('2009-06-04');
  expect(readDay('10-Nov-9', 'mdy')).toBe('2009-11-10');
  expect(readDay('11/10/9', 'mdy')).toBeNull();
});

/** Days of April after the 12th, month first. */
const byMonth = (count: number) => Array.from({ length: count }, (_, index) => `04/${index + 13}/2026`);
const swapped = (text: string) => text.replace(/(..)\/(..)/, '$2/$1');
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
  ['the same day either way, from abroad', ['05/05/2026'], 'abroad', 'mdy', true],
  ['a row without a date', ['2026-06-04', 'pending'], 'us', 'mdy', false],
  ['an ambiguous row and one without a date', ['05/06/2026', 'pending'], 'us', 'mdy', true],
  [
    'dates of both orders and an ambiguous one',
    ['04/30/2026', '30/04/2026', '05/06/2026'],
    'us',
    'mdy',
    false,
  ],
  ['points in some rows', ['05.06.2026', 'pending'], 'unknown', 'dmy', true],
  ['a point in the time', ['05/06/2026 12:30:15.250'], 'unknown', 'mdy', true],
  ['a point in the time after a T', ['05/06/2026T12:30:15.250'], 'unknown', 'mdy', true],
  ['years of two digits first', ['99-05-30', '98-12-31'], 'unknown', 'ymd', true],
  ['days after today either way', ['12/11/2026'], 'unknown', 'mdy', true],
  ['a day at the end of the next week by month', ['06/27/2026', '06/11/2026'], 'abroad', 'mdy', true],
  ['one slip of ten', ['04/05/2026', ...byMonth(10), '30/04/2026'], 'us', 'mdy', true],
  ['one slip of nine', ['04/05/2026', ...byMonth(9), '30/04/2026'], 'us', 'mdy', false],
  ['a row without a date is no slip', ['04/05/2026', ...byMonth(3), 'pending'], 'us', 'mdy', true],
  ['one slip of ten by day', ['04/05/2026', ...byMonth(10).map(swapped), '04/30/2026'], 'us', 'dmy', true],
  ['one slip of nine by day', ['04/05/2026', ...byMonth(9).map(swapped), '04/30/2026'], 'us', 'dmy', false],
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

/** All readable either way, month first. By day, every second one is earlier than the one before it. */
const RISING = ['01/10/2020', '02/05/2020', '03/11/2020', '04/02/2020', '05/08/2020', '06/03/2020'];
const FALLING = RISING.toReversed();
/** Eleven days: nine steps of ten go up by month. */
const MOSTLY_RISING = [
  '01/10/2020',
  '02/05/2020',
  '03/11/2020',
  '04/02/2020',
  '05/08/2020',
  '06/03/2020',
  '07/09/2020',
  '08/01/2020',
  '09/12/2020',
  '10/04/2020',
  '09/06/2020',
];

test.each<[string, string[], Parameters<typeof guessDateOrder>[2], DateOrder, boolean]>([
  ['oldest first by month', RISING, 'unknown', 'mdy', true],
  ['oldest first by month, from abroad', RISING, 'abroad', 'mdy', false],
  ['newest first by month, from abroad', FALLING, 'abroad', 'mdy', false],
  ['oldest first by day', RISING.map(swapped), 'unknown', 'dmy', true],
  ['oldest first by day, of an American bank', RISING.map(swapped), 'us', 'dmy', false],
  ['each day thrice, oldest first', RISING.flatMap((day) => [day, day, day]), 'abroad', 'mdy', false],
  ['each day thrice, newest first', FALLING.flatMap((day) => [day, day, day]), 'abroad', 'mdy', false],
  ['three steps', RISING.slice(0, 4), 'abroad', 'mdy', false],
  ['two steps are too few', ['01/10/2020', '01/12/2020', '02/05/2020'], 'abroad', 'dmy', false],
  ['nine steps of ten', MOSTLY_RISING, 'abroad', 'mdy', false],
  ['eight steps of nine are too few', MOSTLY_RISING.slice(1), 'abroad', 'dmy', true],
  [
    'three steps of four by day are fewer',
    ['01/02/2020', '02/03/2020', '03/04/2020', '04/01/2020', '05/06/2020'],
    'abroad',
    'mdy',
    false,
  ],
])('the sorting of the rows decides the order of dates: %s [PD-30]', (_, texts, origin, order, isSure) => {
  expect(guessDateOrder(texts, '2026-06-20', origin)).toEqual({ order, isSure });
});

test.each<[Parameters<typeof guessDateOrder>[2], DateOrder]>([
  ['unknown', 'mdy'],
  ['us', 'mdy'],
  ['abroad', 'dmy'],
])('sorting by month against days ahead by month is a contradiction: %s [PD-30]', (origin, order) => {
  const texts = ['01/04/2026', '02/01/2026', '03/04/2026', '04/02/2026', '05/03/2026'];
  expect(guessDateOrder(texts, '2026-04-20', origin)).toEqual({ order, isSure: false });
});

test.each<[string, string[], boolean]>([
  ['31 days by month', ['02/05/2020', '01/09/2020', '01/05/2020'], false],
  ['32 days by month', ['02/06/2020', '01/09/2020', '01/05/2020'], true],
  ['31 days by month, and not much longer by day', ['01/05/2020', '02/04/2020'], true],
])('rows of one statement by month make the order from abroad unsure: %s [PD-30]', (_, texts, isSure) => {
  expect(guessDateOrder(texts, '2026-06-20', 'abroad')).toEqual({ order: 'dmy', isSure });
});

test.each<[string, boolean]>([
  ['06/11/2026', false],
  ['06/12/2026', true],
])('only a day more than a week after today decides the order: %s by month [PD-30]', (text, isAhead) => {
  // By day, both are months ahead.
  const { order } = guessDateOrder([text], '2026-06-04', 'abroad');
  expect(order).toBe(isAhead ? 'dmy' : 'mdy');
});

test('any text is a day or none [PD-30]', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom<DateOrder>('ymd', 'mdy', 'dmy'), (text, order) => {
      const day = readDay(text, order);
      return day === null || /^\d{4}-\d{2}-\d{2}$/.test(day);
    }),
  );
});
