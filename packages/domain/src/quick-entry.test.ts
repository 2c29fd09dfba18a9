import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOfMonth, isDay, weekdayIndex } from './days.ts';
import { parseQuickEntry } from './quick-entry.ts';
import { anyDay } from './test-support/arbitrary-days.ts';

const SATURDAY = '2026-06-20';
const read = (line: string, today = SATURDAY) => parseQuickEntry(line, today);

test('the examples of the specification pre-fill name, amount and date [QE-6]', () => {
  expect(read('Gym $50 on 15th', '2026-06-05')).toEqual({
    name: 'Gym',
    amountCents: 5000,
    day: '2026-06-15',
    category: 'Personal Care',
  });
  expect(read('Coffee $4.25 today')).toEqual({
    name: 'Coffee',
    amountCents: 425,
    day: SATURDAY,
    category: 'Dining',
  });
});

test.each([
  ['Coffee 4.25', 'Coffee'],
  ['Coffee$4', 'Coffee'],
  ['  Trader   Joe’s $30 ', 'Trader Joe’s'],
  ['Milk', 'Milk'],
  ['Lunch with Tom: 12.50', 'Lunch with Tom'],
  ['Lunch for $12', 'Lunch'],
  ['Pizza 2 for $20', 'Pizza'],
])('the name is the leading text before any digit or dollar sign: %s [QE-1]', (line, name) => {
  expect(read(line).name).toBe(name);
});

test.each([
  ['$5 coffee', 'coffee'],
  ['4.25 coffee yesterday', 'coffee'],
  ['2 coffees $9', '2 coffees'],
  ['7-Eleven 5', '7-Eleven'],
  ['$5', undefined],
  ['', undefined],
  ['on 15th', undefined],
])('without leading text the name is what is left of the line: %s', (line, name) => {
  expect(read(line).name).toBe(name);
});

test.each([
  ['Lunch yesterday $12', 'Lunch'],
  ['Lunch last Friday $12', 'Lunch'],
  ['Gym on 15th $50', 'Gym'],
  ['Taco Tuesday $12', 'Taco Tuesday'],
  ['Sun cream $8', 'Sun cream'],
])('words for a day are not part of the name, unless they could be a name: %s', (line, name) => {
  expect(read(line).name).toBe(name);
});

test.each([
  ['Coffee 4', 400],
  ['Coffee 4.2', 420],
  ['Coffee $4.25', 425],
  ['Coffee $ 4.25', 425],
  ['Coffee .50', 50],
  ['Rent $1,234.50', 123_450],
  ['Pizza 2 for $20', 2000],
  ['Gym on 15th 50', 5000],
  ['Gift 20 1/5', 2000],
  ['Coffee 4.256', undefined],
  ['Coffee €4', undefined],
  ['Coffee $0', undefined],
  ['Yacht $10,000,000.01', undefined],
  ['Gym on 15th', undefined],
])('the amount is a number with up to two decimals: %s [QE-2]', (line, amountCents) => {
  expect(read(line).amountCents).toBe(amountCents);
});

test.each([
  ['Yacht $10,000,000.01', 'too-large'],
  ['Yacht 99999999999', 'too-large'],
  ['Yacht $10,000,000', undefined],
  ['Order 99999999999 $5', undefined],
  ['Coffee $0', undefined],
  ['Coffee', undefined],
])('distinguishes a too large number from none: %s', (line, problem) => {
  expect(read(line).amountProblem).toBe(problem);
});

test.each([
  ['Coffee 4 today', '2026-06-20'],
  ['Coffee 4 Tomorrow', '2026-06-21'],
  ['Coffee 4 YESTERDAY', '2026-06-19'],
  ['Coffee 4', undefined],
  ['Coffee 4 todays', undefined],
])('today, tomorrow and yesterday: %s [QE-3]', (line, day) => {
  expect(read(line).day).toBe(day);
});

test.each([
  ['Gym $50 on 25th', '2026-06-25'],
  ['Gym $50 on 25', '2026-06-25'],
  ['Gym $50 the 25th', '2026-06-25'],
  ['Gym $50 25', '2026-06-25'],
  ['Gym $50 on 20th', '2026-06-20'],
  ['Gym $50 on 1st', '2026-07-01'],
  ['Gym $50 on 31st', '2026-07-31'],
  ['Gym $50 on 32nd', undefined],
  ['Gym $50 on 0', undefined],
  ['Gym on 15', '2026-07-15'],
])('a day of the month: %s [QE-4]', (line, day) => {
  expect(read(line).day).toBe(day);
});

test('a day that has passed rolls to next month, and the one just past is offered [QE-5] [PD-32]', () => {
  expect(read('Gym $50 on 15th')).toMatchObject({ day: '2026-07-15', otherDay: '2026-06-15' });
  expect(read('Gym $50 on 31st', '2026-12-31').day).toBe('2026-12-31');
  expect(read('Gym $50 on 30th', '2027-01-31')).toMatchObject({
    day: '2027-03-30',
    otherDay: '2027-01-30',
  });
  expect(read('Gym $50 on 5th', '2026-12-20')).toMatchObject({
    day: '2027-01-05',
    otherDay: '2026-12-05',
  });
  expect(read('Gym $50 on 25th')).not.toHaveProperty('otherDay');
});

test.each([
  ['Lunch 12 Friday', '2026-06-19'],
  ['Lunch 12 on fri', '2026-06-19'],
  ['Lunch 12 sat', '2026-06-20'],
  ['Lunch 12 last Saturday', '2026-06-13'],
  ['Lunch 12 last thurs', '2026-06-18'],
  ['Lunch 12 this Monday', '2026-06-15'],
  ['Lunch 12 next Friday', '2026-06-26'],
  ['Lunch 12 next Saturday', '2026-06-27'],
])('weekdays: %s [PD-32]', (line, day) => {
  expect(read(line).day).toBe(day);
});

test.each([
  ['Gift $20 Jan 5', '2026-01-05'],
  ['Gift $20 January 5th', '2026-01-05'],
  ['Gift $20 5 Jan', '2026-01-05'],
  ['Gift $20 Dec. 24', '2025-12-24'],
  ['Gift $20 1/5', '2026-01-05'],
  ['Gift $20 12/24/27', '2027-12-24'],
  ['Gift $20 Feb 5, 2027', '2027-02-05'],
  ['Gift $20 2026-06-03', '2026-06-03'],
  ['Gift $20 Feb 29', undefined],
  ['Gift $20 2/30', undefined],
  ['Gift $20 13/5', undefined],
  ['Gift $20 2026-02-30', undefined],
  ['Gift $4 May', undefined],
])('dates: %s [PD-32]', (line, day) => {
  expect(read(line).day).toBe(day);
});

test('a date without a year is the nearest one', () => {
  expect(read('Gift $20 Jan 5', '2026-11-20').day).toBe('2027-01-05');
  expect(read('Gift $20 Dec 24', '2027-01-02').day).toBe('2026-12-24');
  expect(read('Gift $20 Feb 29', '2027-11-20').day).toBe('2028-02-29');
});

test.each([
  ['Starbucks 5', 'Dining'],
  ['uber eats 22', 'Dining'],
  ['Uber 22', 'Transportation'],
  ['Trader Joe’s 45', 'Groceries'],
  ['Rent 900', 'Housing'],
  ['Gas bill 40', 'Utilities'],
  ['spent 40 on gas', 'Transportation'],
  ['venmo jake 25 for pizza', 'Dining'],
  ['target 54 household stuff', 'Shopping'],
  ['ubereats 22', 'Dining'],
  ['chick fil a 11', 'Dining'],
  ['H&M 40', 'Shopping'],
  ['bagel 4', 'Dining'],
  ['dog food 30', 'Groceries'],
  ['laptop 900', 'Shopping'],
  ['2 beers 14', 'Dining'],
  ['phone case 20', 'Shopping'],
  ['Shell 40', 'Transportation'],
  ['Xyzzy 4', 'Other'],
  ['Xyzzy', undefined],
])('guesses a category from the name, or Other for a complete line: %s [PD-32]', (line, category) => {
  expect(read(line).category).toBe(category);
});

test('any line on any day gives values that can be saved', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), someWords), anyDay, (line, today) => {
      const entry = parseQuickEntry(line, today);
      if (entry.day !== undefined) expect(isDay(entry.day)).toBe(true);
      if (entry.name !== undefined) expect(entry.name.trim()).not.toBe('');
      if (entry.amountCents !== undefined) expect(entry.amountCents).toBeGreaterThan(0);
      if (entry.otherDay !== undefined) {
        expect(entry.otherDay < today && today < (entry.day ?? '')).toBe(true);
      }
    }),
  );
});

test('a day of the month is the next such day from today, however short the months [QE-4] [QE-5]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 31 }), anyDay, (number, today) => {
      let expected = today;
      while (dayOfMonth(expected) !== number) expected = addDays(expected, 1);
      expect(parseQuickEntry(`Gym $50 on ${number}`, today).day).toBe(expected);
    }),
  );
});

test('a weekday is the latest such day up to today [PD-32]', () => {
  const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), anyDay, (index, today) => {
      let expected = today;
      while (weekdayIndex(expected) !== index) expected = addDays(expected, -1);
      expect(parseQuickEntry(`Gym $50 ${names[index] ?? ''}`, today).day).toBe(expected);
    }),
  );
});

const someWords = fc
  .array(
    fc.constantFrom(
      'Gym',
      '$50',
      '4.25',
      'on',
      '15th',
      '31',
      'last',
      'Friday',
      'Jan',
      '1/5',
      'today',
      '7',
      ',',
      '-',
    ),
    { maxLength: 6 },
  )
  .map((words) => words.join(' '));

test('a monthly line for a day that a short month lacks begins on its last day, and offers no day before [PD-31]', () => {
  const short = parseQuickEntry('gym 40 monthly on the 31st', '2026-06-20');
  expect(short).toMatchObject({ day: '2026-06-30', recursOn: 31 });
  expect(short).not.toHaveProperty('otherDay');
  expect(parseQuickEntry('gym 40 monthly on the 15th', '2026-06-20')).toMatchObject({
    day: '2026-07-15',
    otherDay: '2026-06-15',
  });
});
