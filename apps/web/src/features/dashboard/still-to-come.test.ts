import type { Recurring } from '@oinkly/contract/endpoints';
import { aSeries, somePayments } from '@oinkly/contract/samples';
import { expect, test } from 'vitest';
import { stillToComeCents } from './still-to-come.ts';

/** A Friday; its week ends on Sunday, 2026-06-07. */
const TODAY = '2026-06-05';

const next = (date: string, fields: object = {}) =>
  aSeries({ next: { date, amount: 12.5, counted: true, expenseId: null, ...fields } });
const sum = (recurring: Partial<Recurring>) =>
  stillToComeCents({ series: [], merchants: [], ...recurring }, TODAY);

test.each([
  ['2026-05-31', 0],
  ['2026-06-01', 12_50],
  ['2026-06-05', 12_50],
  ['2026-06-07', 12_50],
  ['2026-06-08', 0],
])('what comes on %s adds %i cents to what is still to come this week [PD-31]', (date, cents) => {
  expect(sum({ series: [next(date)] })).toBe(cents);
  expect(sum({ merchants: [somePayments({ date, amount: 12.5, confirmed: true })] })).toBe(cents);
});

test('sums are added up to the cent, of either sign', () => {
  const series = [next('2026-06-06', { amount: 0.1 }), next('2026-06-06', { amount: -0.2 })];
  expect(sum({ series, merchants: [somePayments({ date: '2026-06-07', confirmed: true })] })).toBe(16_29);
});

test('what is not counted, what is an expense already and what nobody confirmed is left out [PD-31] [PD-4]', () => {
  const series = [next('2026-06-06', { counted: false }), next('2026-06-06', { expenseId: 7 })];
  const merchants = [
    somePayments({ date: '2026-06-06' }),
    somePayments({ date: '2026-06-06', confirmed: true, counted: false }),
  ];
  expect(sum({ series, merchants })).toBe(0);
});
