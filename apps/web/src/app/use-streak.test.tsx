import { weeksOf } from '@oinkly/contract/samples';
import type { Day } from '@oinkly/domain/days';
import type { BudgetChange } from '@oinkly/domain/budgets';
import { summarizeTotals } from '@oinkly/domain/week-summaries';
import { weeksOfMap } from '@oinkly/domain/weeks';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { StreakLine } from '../features/dashboard/streak-line.tsx';
import { failing, fakeServer } from '../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { anExpense, someSettings } from '../test-support/wire.ts';
import { useStreak } from './use-streak.ts';

prepareEachTest();

/** The third week of the year. */
const TODAY = '2026-01-14';
const BUDGET: BudgetChange[] = [{ day: '2025-12-01', budgetCents: 120_00 }];
const WEEKS = summarizeTotals(
  weeksOfMap(2026),
  new Map([['2025-12-29', { spentCents: 50_00, purchases: 1 }]]),
  BUDGET,
  TODAY,
);

function Line() {
  return <StreakLine streak={useStreak(WEEKS, 2026, TODAY)} />;
}

function show(budgets: { day: Day; weeklyBudget: number }[], earlier?: object) {
  const server = fakeServer({
    'GET /api/settings': someSettings({ budgets }),
    ...(earlier !== undefined && { 'GET /api/weeks': earlier }),
  });
  renderApp(<Line />);
  return server;
}

test('a streak continues over New Year: earlier weeks are loaded [PD-89]', async () => {
  const over = anExpense({ amount: 300, date: '2025-12-02' });
  const server = show([{ day: '2025-12-01', weeklyBudget: 120 }], weeksOf([over]));
  // The weeks of December 8 to January 5.
  expect(await screen.findByText('5 weeks in a row under budget. That’s your best.')).toBeTruthy();
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/api/settings',
    '/api/weeks?from=2024-12-30&to=2025-12-22',
  ]);
});

test('a streak that began this year loads nothing more [PD-88]', async () => {
  const server = show([{ day: '2026-01-02', weeklyBudget: 120 }]);
  expect(await screen.findByText('2 weeks in a row under budget. That’s your best.')).toBeTruthy();
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/settings']);
});

test.each([
  ['without a budget', [], undefined],
  ['whose earlier weeks fail', [{ day: '2025-12-01', weeklyBudget: 120 }], failing(500)],
])('%s there is no line, rather than a wrong one', async (_title, budgets, earlier) => {
  const server = show(budgets, earlier);
  await vi.waitFor(() => expect(server.requests).toHaveLength(earlier ? 2 : 1));
  await vi.waitFor(() => expect(document.querySelector('p[aria-hidden]')).toBeNull());
  expect(screen.queryByText(/budget/)).toBeNull();
});
