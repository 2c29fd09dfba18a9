import type { Expense } from '@oinkly/contract/expenses';
import { aWeekThatEnded, anEntry, weeksOf } from '@oinkly/contract/samples';
import { addDays } from '@oinkly/domain/days';
import { sharedMapOf } from '@oinkly/domain/shared-map';
import { summarizeTotals, totalsOfWeeks } from '@oinkly/domain/week-summaries';
import { mapYear, weekStartOf, weeksOfMap } from '@oinkly/domain/weeks';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { SharedMapPage } from '../features/sharing/shared-map-page.tsx';
import { fakeServer } from '../test-support/fake-server.ts';
import { pass, prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { aUser, anExpense, someSettings } from '../test-support/wire.ts';
import DashboardScreen from './screens/dashboard-screen.tsx';
import InsightsScreen from './screens/insights-screen.tsx';

prepareEachTest();

/* PD-87, PD-88: the squares are the truth that people can count. Every number of weeks must agree with them. */

const BUDGET = 120;
const QUIET = Array.from({ length: 7 }, () => ({ spent: 0, purchases: 0 }));

/** A year up to a random day, with random weeks. The budget is the same all the time. */
const years = fc
  .record({
    dayOfYear: fc.integer({ min: 20, max: 360 }),
    year: fc.constantFrom(2025, 2026, 2028),
    spent: fc.array(fc.option(fc.integer({ min: 0, max: 2 * BUDGET })), { minLength: 53, maxLength: 53 }),
  })
  .map(({ dayOfYear, year, spent }) => {
    const today = addDays(`${year}-01-01`, dayOfYear);
    const expenses = weeksOfMap(year).flatMap((start, index): Expense[] => {
      const amount = spent[index] ?? null;
      return amount === null || start > today ? [] : [anExpense({ id: index + 1, date: start, amount })];
    });
    return { today, expenses };
  });

const numbersIn = (text: string | null | undefined) =>
  /(\d+) of (?:the last )?(\d+)? ?weeks?/
    .exec(text ?? '')
    ?.slice(1, 3)
    .map((digits: string | undefined) => Number(digits ?? 1));

/** Counts the closed squares of the map on screen. */
function countSquares(grid: HTMLElement): number[] {
  const words = [...grid.querySelectorAll('[role="gridcell"]:not([data-now]) [data-index]')].map(
    (square) => square.getAttribute('aria-label') ?? '',
  );
  const [under, over] = ['under', 'over'].map(
    (side) => words.filter((word) => word.includes(`${side} budget`)).length,
  );
  return [under ?? 0, (under ?? 0) + (over ?? 0)];
}

async function showAt(today: string, expenses: Expense[], screenAt: React.ReactNode) {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  vi.useFakeTimers({ now: new Date(year, month - 1, day, 9) });
  const lastWeek = addDays(weekStartOf(today), -7);
  const thisWeek = expenses.filter(({ date }) => date >= weekStartOf(today));
  const weeks = summarizeTotals(
    weeksOfMap(mapYear(today)),
    totalsOfWeeks(expenses),
    [{ day: '2020-01-01', budgetCents: 100 * BUDGET }],
    today,
  );
  fakeServer({
    'GET /api/auth/user': aUser(),
    'GET /api/settings': someSettings({ budgets: [{ day: '2020-01-01', weeklyBudget: BUDGET }] }),
    'GET /api/weeks': weeksOf(expenses),
    'GET /api/expenses': thisWeek,
    'GET /api/leaderboard': {
      leaderboard: [anEntry({ isCurrentUser: true })],
      // Stored when the week was closed, before its last edit.
      lastWeek: aWeekThatEnded({ weekStart: lastWeek, spent: 1, budget: BUDGET }),
    },
    'GET /api/insights': { from: lastWeek, to: lastWeek, categories: [], merchants: [], weekdays: QUIET },
    'GET /api/recurring': { series: [], merchants: [] },
    'GET /api/maps/abc': { name: 'Ana', ...sharedMapOf(weeks, mapYear(today)) },
    'POST /api/auto-import-transactions': { success: true, imported: 0 },
  });
  renderApp(screenAt);
  await pass(0);
  await pass(0);
  await pass(0);
  return weeks;
}

test('the dashboard counts the weeks of its squares in headline, list and recap [PD-88]', async () => {
  await fc.assert(
    fc.asyncProperty(years, async ({ today, expenses }) => {
      const weeks = await showAt(today, expenses, <DashboardScreen />);
      const grid = screen.getByRole('grid', { name: /Spending map of/ });
      const counted = countSquares(grid);
      const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
      const headline = headings.find((text) => /weeks? under/.test(text));
      expect(numbersIn(headline) ?? [0, 0]).toEqual(counted);
      const recap = screen.queryByRole('region', { name: /^Last week: / });
      expect(numbersIn(recap?.textContent) ?? [0, 0]).toEqual(counted);
      const last = weeks.find(({ start }) => start === addDays(weekStartOf(today), -7));
      if (last && recap) {
        expect(recap.textContent).toContain(last.isOver ? 'Last week: over' : 'Last week: under');
        expect(recap.textContent).toContain(`$${(last.spentCents / 100).toFixed(2)} of`);
      }
      cleanup();
      vi.useRealTimers();
    }),
    { numRuns: 12 },
  );
});

test('a shared map counts the weeks of its squares in headline and words [PD-88]', async () => {
  await fc.assert(
    fc.asyncProperty(years, async ({ today, expenses }) => {
      await showAt(today, expenses, <SharedMapPage token="abc" />);
      const grid = screen.getByRole('grid');
      const counted = countSquares(grid);
      const card = grid.closest('section') as HTMLElement;
      expect(numbersIn(within(card).getByRole('heading').textContent) ?? [0, 0]).toEqual(counted);
      expect(numbersIn(within(card).getByText(/as squares/).textContent)).toEqual(counted);
      cleanup();
      vi.useRealTimers();
    }),
    { numRuns: 12 },
  );
});

test('insights count the closed weeks of their chart and table [PD-88]', async () => {
  await fc.assert(
    fc.asyncProperty(years, fc.constantFrom('8 weeks', '52 weeks'), async ({ today, expenses }, span) => {
      await showAt(today, expenses, <InsightsScreen />);
      if (expenses.length === 0) return;
      fireEvent.click(screen.getByRole('button', { name: span }));
      const region = screen.getByRole('region', { name: /under budget|still open/ });
      // The table has all 52, newest first, and the running week on top.
      const shown = 1 + Number.parseInt(span);
      const rows = within(screen.getByRole('table', { name: /weeks$/, hidden: true }))
        .getAllByRole('row', { hidden: true })
        .slice(1, 1 + shown)
        .map((row) => [...row.children].map(({ textContent }) => textContent));
      const closed = rows.filter(([week, spent]) => !week?.includes('so far') && spent !== 'not tracked');
      const under = closed.filter(([, spent]) => Number(spent?.replace(/[$,]/g, '')) <= BUDGET);
      const columns = region.querySelectorAll('[style*="height"].bg-over');
      const overNow = rows.filter(
        ([week, spent]) => week?.includes('so far') && Number(spent?.replace(/[$,]/g, '')) > BUDGET,
      );
      expect(columns).toHaveLength(closed.length - under.length + overNow.length);
      const heading = within(region).getByRole('heading').textContent;
      if (closed.length === 0) expect(heading).toBe('Your first week is still open.');
      else expect(numbersIn(heading)).toEqual([under.length, closed.length]);
      cleanup();
      vi.useRealTimers();
    }),
    { numRuns: 12 },
  );
});
