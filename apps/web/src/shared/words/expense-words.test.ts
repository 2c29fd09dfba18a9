import { expect, test } from 'vitest';
import { costText, expenseDay, isLongPending, pendingText, refundedText } from './expense-words.ts';

const purchase = { amount: 31.46, refunded: 12, currency: 'USD' };

test('a purchase that a refund reduced costs the rest, and says how much was refunded [PD-6]', () => {
  expect(costText(purchase)).toBe('$19.46');
  expect(refundedText(purchase)).toBe('Refunded $12.00 of $31.46');
});

test('without a refund there is no note, and the cost is the absolute amount [DB-14]', () => {
  const untouched = { ...purchase, amount: -31.46, refunded: 0 };
  expect([costText(untouched), refundedText(untouched)]).toEqual(['$31.46', null]);
});

test('a purchase in another currency is shown in its own [PD-5]', () => {
  const abroad = { ...purchase, currency: 'EUR' };
  expect([costText(abroad), refundedText(abroad)]).toEqual(['€19.46', 'Refunded €12.00 of €31.46']);
});

test('the day of another year says which, where today is known', () => {
  expect(expenseDay('2025-06-05', '2026-06-05')).toBe('Thu, Jun 5, 2025');
  expect(expenseDay('2026-06-05T10:00:00Z', '2026-06-05')).toBe('Fri, Jun 5');
});

test.each([
  [true, '2026-06-05', 'Pending', false],
  [true, '2026-05-26', 'Pending', false],
  [true, '2026-05-25', 'Pending for 11 days', true],
  [true, 'someday', 'Pending', false],
  [false, '2026-05-01', null, false],
])('pending %s since %s is shown as %j (report 20)', (pending, date, text, isLong) => {
  expect(pendingText({ pending, date }, '2026-06-05')).toBe(text);
  expect(isLongPending({ pending, date }, '2026-06-05')).toBe(isLong);
});
