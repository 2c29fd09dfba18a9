import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { anExpense } from '../../test-support/wire.ts';
import { PurchasesSection } from './purchases-section.tsx';

prepareEachTest();

function show(
  expenses: ReturnType<typeof anExpense>[],
  {
    isRefreshing = false,
    hasAny = expenses.length > 0,
    hasOnlyUncounted = false,
    lastRead = 'Bank last read Nov 12',
  }: {
    isRefreshing?: boolean;
    hasAny?: boolean;
    hasOnlyUncounted?: boolean;
    lastRead?: string | null;
  } = {},
) {
  const onRefresh = vi.fn();
  renderApp(
    <PurchasesSection
      expenses={expenses}
      hasAny={hasAny}
      hasOnlyUncounted={hasOnlyUncounted}
      weekStart="2025-06-02"
      today="2025-06-05"
      lastRead={lastRead}
      isRefreshing={isRefreshing}
      onRefresh={onRefresh}
      onOpen={() => undefined}
    />,
  );
  const days = () =>
    screen.getAllByRole('heading', { level: 3 }).map((day) => [
      day.textContent,
      ...within(day.closest('section') as HTMLElement)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ]);
  return { onRefresh, days };
}

test('purchases are sorted newest first, then by higher id, with absolute amounts [DB-14]', () => {
  const { days } = show([
    anExpense({ id: 1, name: 'Old', date: '2025-06-02T08:00:00', amount: 8.75 }),
    anExpense({ id: 2, name: 'Low id', date: '2025-06-05', amount: -6.25 }),
    anExpense({ id: 3, name: 'High id', date: '2025-06-05', amount: 1234.5 }),
    anExpense({ id: 4, name: 'Last week', date: '2025-06-01' }),
    anExpense({ id: 5, name: 'Next week', date: '2025-06-09' }),
    anExpense({ id: 6, name: 'Excluded', date: '2025-06-05', counted: false }),
  ]);
  expect(days()).toEqual([
    ['Today, Thu, Jun 5', 'High id $1,234.50', 'Low id $6.25'],
    ['Mon, Jun 2', 'Old $8.75'],
  ]);
});

test('the first seven are shown, and the week has the rest', () => {
  const { days } = show(Array.from({ length: 9 }, (_, id) => anExpense({ id, name: `Tea ${id}` })));
  expect(days().flat().slice(1)).toHaveLength(7);
  const link = screen.getByRole('link', { name: 'See all 9' });
  expect(link.getAttribute('href')).toBe('/weeks/2025-06-02');
});

test('an unreadable date is shown as such and is no part of the count [DB-15]', () => {
  const { days } = show([
    anExpense({ id: 1, date: '2025-06-03' }),
    anExpense({ id: 2, name: 'Odd', date: 'soon' }),
  ]);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('1 purchase. A clean start.');
  expect(days()[1]).toEqual(['Invalid date', 'Odd $4.25']);
});

test('a year without purchases is not shown as an empty account [DB-13] [DB-16]', () => {
  show([], { hasAny: true });
  expect(screen.getByRole('heading').textContent).toBe('0 purchases. Your card is enjoying the rest.');
  expect(screen.queryByText('No transactions found')).toBeNull();
});

test('without any expense it says so [DB-16]', () => {
  show([]);
  expect(screen.getByText('No transactions found')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Connect your bank account to start tracking' });
  expect(link.getAttribute('href')).toBe('/accounts');
  expect(screen.getByText('$0.00')).toBeTruthy();
});

test('with only uncounted expenses it says so, with a link to them [DB-16]', () => {
  show([], { hasOnlyUncounted: true });
  expect(screen.queryByText('No transactions found')).toBeNull();
  expect(screen.getByText('You have expenses, but none of them counts toward your budget.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'See why' });
  expect(link.getAttribute('href')).toBe('/expenses?show=everything');
});

test("'Refresh list' and the note on delays are below, with the bank's last reading [DB-17] [PD-85]", () => {
  const { onRefresh } = show([anExpense()]);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh list' }));
  expect(onRefresh).toHaveBeenCalledOnce();
  expect(screen.getByText('New purchases usually appear within 1-4 hours of card swipe')).toBeTruthy();
  expect(screen.getByText('Bank last read Nov 12')).toBeTruthy();
});

test('people without a bank see no line about it [PD-85]', () => {
  show([anExpense()], { lastRead: null });
  expect(screen.queryByText(/last read|Updated/)).toBeNull();
});

test("while refreshing the link is grey and reads 'Refreshing...' [IM-2]", () => {
  show([anExpense()], { isRefreshing: true });
  const link = screen.getByRole('button', { name: 'Refreshing...' });
  expect(link.getAttribute('aria-disabled')).toBe('true');
  expect(link.className).toContain('aria-disabled:text-ink-soft');
});
