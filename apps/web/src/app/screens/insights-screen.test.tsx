import type { RouteResponse } from '@oinkly/contract/endpoints';
import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { aSeries, somePayments, weeksOf } from '@oinkly/contract/samples';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { outbox } from '../../features/expenses/outbox/outbox.ts';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { anExpense, someSettings } from '../../test-support/wire.ts';
import InsightsScreen from './insights-screen.tsx';

prepareEachTest();
beforeEach(() => {
  // A Thursday.
  vi.useFakeTimers({ now: new Date(2026, 5, 4, 9) });
});

const QUIET = Array<number>(12).fill(0);
const INSIGHTS: RouteResponse<'getInsights'> = {
  from: '2025-06-09',
  to: '2026-06-01',
  categories: [
    { category: 'Travel', spent: [...QUIET, 150] },
    { category: 'Dining', spent: [...QUIET, 60] },
  ],
  merchants: [
    { name: 'Train', spent: 150, purchases: 2 },
    { name: 'Lunch', spent: 60, purchases: 1 },
  ],
  weekdays: [
    ...Array.from({ length: 5 }, () => ({ spent: 0, purchases: 0 })),
    { spent: 150, purchases: 2 },
    { spent: 60, purchases: 1 },
  ],
};
const SPENT = [anExpense({ date: '2026-05-19', amount: 150 }), anExpense({ date: '2026-05-27', amount: 60 })];

async function show(answers: Record<string, unknown> = {}) {
  const server = fakeServer({
    'GET /api/settings': someSettings({ monthlyIncome: 480 }),
    'GET /api/weeks': weeksOf(SPENT),
    'GET /api/insights': INSIGHTS,
    'GET /api/recurring': { series: [], merchants: [] },
    ...answers,
  });
  renderApp(<InsightsScreen />);
  await pass(0);
  await pass(0);
  return server;
}

const rowsBelow = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const tableOf = (name: string) =>
  within(screen.getByRole('table', { name, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) => row.textContent);

test('52 weeks against their budgets, in words and as a table [PD-70]', async () => {
  const { requests } = await show();
  expect(requests.map(({ url }) => url)).toContain('/api/weeks?from=2025-06-09&to=2026-06-01');
  expect(
    screen.getByRole('heading', { name: '1 of the last 2 weeks under budget. $105.00 a week on average.' }),
  ).toBeTruthy();
  expect(tableOf('Spending in the last 52 weeks').slice(0, 5)).toEqual([
    'WeekSpentBudget',
    'Jun 1 - Jun 7, so far$0.00$120.00',
    'May 25 - May 31$60.00$120.00',
    'May 18 - May 24$150.00$120.00',
    'May 11 - May 17not tracked$120.00',
  ]);
  expect(tableOf('Spending in the last 52 weeks')).toHaveLength(53);
});

test('an addition whose answer was lost is counted once in its week', async () => {
  await outbox.open('ana');
  onTestFinished(() => outbox.discardAll());
  const expense = { name: 'Lunch', amount: 60, date: '2026-05-27', category: 'Dining' } as const;
  outbox.append({ kind: 'add', expense }, 'r1');
  const spentInItsWeek = () => tableOf('Spending in the last 52 weeks')[2];
  await show({ 'GET /api/weeks': weeksOf(SPENT, { requestIds: ['r1'] }) });
  expect(spentInItsWeek()).toBe('May 25 - May 31$60.00$120.00');
  cleanup();
  await show({ 'GET /api/weeks': weeksOf(SPENT, { requestIds: ['another'] }) });
  expect(spentInItsWeek()).toBe('May 25 - May 31$120.00$120.00');
});

test('categories, merchants and the usual day are there in words [PD-70]', async () => {
  await show();
  expect(rowsBelow('Where it goes')).toEqual(['Travel$150.00', 'Dining$60.00']);
  expect(tableOf('Spending by category in periods of four weeks').slice(0, 3)).toEqual([
    'FromTravelDining',
    'May 11, 2026$150.00$60.00',
    'Apr 13, 2026$0.00$0.00',
  ]);
  expect(rowsBelow('Most spent at')).toEqual(['Train2 purchases$150.00', 'Lunch1 purchase$60.00']);
  expect(screen.getByRole('heading', { name: 'You spend most on Saturdays' })).toBeTruthy();
});

test('the five largest categories come first, and all on request [PD-70]', async () => {
  const categories = EXPENSE_CATEGORIES.slice(0, 7).map((category, index) => ({
    category,
    spent: [...QUIET, 100 - index],
  }));
  await show({ 'GET /api/insights': { ...INSIGHTS, categories } });
  expect(rowsBelow('Where it goes')).toHaveLength(5);
  fireEvent.click(screen.getByRole('button', { name: 'All 7 categories' }));
  expect(rowsBelow('Where it goes')).toHaveLength(7);
  expect(screen.queryByRole('button', { name: 'All 7 categories' })).toBeNull();
});

test('the range is named once, and one line holds all tables [PD-70]', async () => {
  await show();
  expect(screen.getByText('In the last 52 weeks. Each bar is four weeks.')).toBeTruthy();
  expect(screen.queryByText('The last 52 weeks')).toBeNull();
  expect(screen.getAllByText(/^As tables?$/)).toHaveLength(1);
  expect(screen.getAllByRole('table', { hidden: true })).toHaveLength(3);
});

test('payments due until Sunday are listed apart from monthly ones [PD-31] [PD-70]', async () => {
  await show({
    'GET /api/recurring': {
      series: [
        aSeries({ name: 'Gym', next: { date: '2026-06-06', amount: 30, counted: true, expenseId: null } }),
        aSeries({
          id: 's2',
          name: 'Rent',
          next: { date: '2026-06-05', amount: 900, counted: false, expenseId: null },
        }),
      ],
      merchants: [somePayments()],
    },
  });
  expect(rowsBelow('$30.00 still to come this week')).toEqual(['GymSat, Jun 6$30.00']);
  expect(rowsBelow('Subscriptions and bills: $945.99 a month')).toHaveLength(3);
});

test('before the first expense it says what will come', async () => {
  await show({ 'GET /api/weeks': weeksOf([]) });
  expect(screen.getByText('Insights appear with your first expense.')).toBeTruthy();
});

test('what cannot be loaded says so and can be tried again', async () => {
  await show({ 'GET /api/insights': failing(500, { message: 'oops' }) });
  await pass(10_000);
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
