import { expect, test } from 'vitest';
import { spentByCategory, spentByDay } from './week-breakdown.ts';
import { paceSentence } from './week-pace.ts';

const MONDAY = '2026-06-01';
const spent = (date: string, amount: number, fields: object = {}) => ({
  date,
  amount,
  refunded: 0,
  counted: true,
  category: 'Dining' as const,
  ...fields,
});

test('the days of a week add up counted rows after refunds, Monday first [PD-70]', () => {
  const days = spentByDay(
    [
      spent('2026-06-01', 10),
      spent('2026-06-03T08:00:00', -5, { refunded: 2 }),
      spent('2026-06-03', 1),
      spent('2026-06-04', 9, { counted: false }),
      spent('no date', 9),
    ],
    MONDAY,
  );
  expect(days.map(({ spentCents }) => spentCents)).toEqual([1000, 0, 400, 0, 0, 0, 0]);
  expect(days.map(({ soFarCents }) => soFarCents)).toEqual([1000, 1000, 1400, 1400, 1400, 1400, 1400]);
  expect(days.at(-1)?.day).toBe('2026-06-07');
});

test('categories come largest first, with shares that add up; refunded ones are left out [PD-70]', () => {
  const categories = spentByCategory([
    spent('2026-06-01', 30),
    spent('2026-06-01', 60, { category: 'Travel' }),
    spent('2026-06-01', 10, { category: 'Other' }),
    spent('2026-06-01', 20, { category: 'Shopping', refunded: 20 }),
    spent('2026-06-01', 500, { category: 'Housing', counted: false }),
  ]);
  expect(categories).toEqual([
    { category: 'Travel', spentCents: 6000, share: 0.6 },
    { category: 'Dining', spentCents: 3000, share: 0.3 },
    { category: 'Other', spentCents: 1000, share: 0.1 },
  ]);
});

const WEDNESDAY = '2026-06-03';
const NEXT_MONDAY = '2026-06-08';
test.each([
  ['nothing to say of a week without spending', [], 70, NEXT_MONDAY, null],
  ['nothing to say of a budget of zero', [spent(MONDAY, 5)], 0, NEXT_MONDAY, null],
  [
    'the day on which the budget was used up',
    [spent(MONDAY, 70), spent('2026-06-05', 0.01)],
    70,
    WEDNESDAY,
    'The budget was used up on Friday.',
  ],
  [
    'when half of a closed week’s budget was spent',
    [spent(MONDAY, 35), spent(WEDNESDAY, 1)],
    70,
    NEXT_MONDAY,
    'Half of the budget was spent by Wednesday.',
  ],
  [
    'a closed week that needed less than half',
    [spent(MONDAY, 35)],
    70,
    NEXT_MONDAY,
    'Less than half of the budget was spent.',
  ],
  ['less than an even pace so far', [spent(MONDAY, 20)], 70, WEDNESDAY, 'You’re $10.00 under pace.'],
  ['more than an even pace so far', [spent(MONDAY, 42.5)], 70, WEDNESDAY, 'You’re $12.50 over pace.'],
  ['an even pace', [spent(MONDAY, 29.5)], 70, WEDNESDAY, 'You’re on pace.'],
] as const)('the pace: %s [PD-70]', (_case, expenses, budget, today, sentence) => {
  expect(paceSentence(spentByDay(expenses, MONDAY), budget * 100, today)).toBe(sentence);
});
