import { aWeekThatEnded, weeksOf } from '@oinkly/contract/samples';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { anExpense, someSettings } from '../../test-support/wire.ts';
import WeekScreen from './week-screen.tsx';

prepareEachTest();
beforeEach(() => {
  // A Thursday.
  vi.useFakeTimers({ now: new Date(2025, 5, 5, 9) });
});

const EARLIER = anExpense({ id: 9, name: 'Book', amount: 200, date: '2025-05-20', category: 'Shopping' });
const BOUGHT = [
  anExpense({ id: 1, name: 'Lunch', amount: 30, date: '2025-05-26', category: 'Dining' }),
  anExpense({ id: 2, name: 'Train', amount: 60, date: '2025-05-28', category: 'Travel' }),
  anExpense({ id: 3, name: 'Dinner', amount: 10, date: '2025-05-28', category: 'Dining' }),
];

async function show(week = '2025-05-26', answers: Record<string, unknown> = {}) {
  window.history.replaceState(null, '', `/weeks/${week}`);
  const server = fakeServer({
    'GET /api/settings': someSettings({ monthlyIncome: 480 }),
    'GET /api/weeks': weeksOf([EARLIER, ...BOUGHT]),
    'GET /api/expenses': BOUGHT,
    'GET /api/leaderboard': { leaderboard: [], lastWeek: null },
    ...answers,
  });
  renderApp(<WeekScreen />);
  await pass(0);
  await pass(0);
  return server;
}

const rowsBelow = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('a week shows its total against its budget, its pace, its categories and its days [PD-70]', async () => {
  const { requests } = await show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('May 26 - Jun 1');
  expect(screen.getByText('Last week')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Total' }).textContent).toBe(
    '$100.00spent of $120.00$20.00 left',
  );
  expect(screen.getByRole('img', { name: 'Piggy bank, content' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Half of the budget was spent by Wednesday.' })).toBeTruthy();
  expect(rowsBelow('Where it went')).toEqual(['Travel$60.0060%', 'Dining$40.0040%']);
  expect(rowsBelow('3 purchases')).toEqual(['Dinner $10.00', 'Train $60.00', 'Lunch $30.00']);
  expect(screen.getByRole('region', { name: 'Wed, May 28' }).textContent).toContain('Total $70.00');
  expect(requests.map(({ url }) => url)).toContain('/api/expenses?from=2025-05-26&to=2025-06-01');
});

test('the running week has an address without a date, for a shortcut [PD-113]', async () => {
  await show('this', { 'GET /api/expenses': [] });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jun 2 - Jun 8');
  expect(screen.getByText('This week')).toBeTruthy();
});

test('a week shows the total that the map knows while its purchases load, and if they fail [PD-70]', async () => {
  const purchases = deferred<Response>();
  await show('2025-05-26', { 'GET /api/expenses': () => purchases.promise });
  const total = () => screen.getByRole('region', { name: 'Total' });
  expect(total().textContent).toBe('$100.00spent of $120.00$20.00 left');
  expect(total().ariaBusy).toBe('false');
  expect(screen.getByRole('region', { name: 'Purchases' }).ariaBusy).toBe('true');
  purchases.resolve(new Response('{}', { status: 500 }));
  await pass(0);
  await pass(0);
  expect(screen.getByText('Failed to fetch expenses')).toBeTruthy();
  expect(total().textContent).toBe('$100.00spent of $120.00$20.00 left');
});

test('the pace is a table too [PD-70]', async () => {
  await show();
  const table = screen.getByRole('table', { name: 'Spending by day', hidden: true });
  const rows = within(table).getAllByRole('row', { hidden: true });
  expect(rows.map((row) => row.textContent).slice(0, 4)).toEqual([
    'DaySpentWeek so far',
    'Mon, May 26$30.00$30.00',
    'Tue, May 27$0.00$30.00',
    'Wed, May 28$70.00$100.00',
  ]);
});

test('buttons and arrow keys turn the weeks, up to this one [PD-70]', async () => {
  await show();
  fireEvent.keyDown(window, { key: 'ArrowRight' });
  await pass(0);
  expect(window.location.pathname).toBe('/weeks/2025-06-02');
  expect(screen.getByText('This week')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Next week' })).toBeNull();
  fireEvent.keyDown(window, { key: 'ArrowRight' });
  expect(window.location.pathname).toBe('/weeks/2025-06-02');
  fireEvent.click(screen.getByRole('link', { name: 'Previous week' }));
  await pass(0);
  fireEvent.keyDown(window, { key: 'ArrowLeft' });
  expect(window.location.pathname).toBe('/weeks/2025-05-19');
});

test.each([
  [{ x: 200, y: 300 }, { x: 100, y: 310 }, '/weeks/2025-06-02'],
  [{ x: 100, y: 300 }, { x: 200, y: 310 }, '/weeks/2025-05-19'],
  [{ x: 200, y: 300 }, { x: 100, y: 400 }, '/weeks/2025-05-26'],
  [{ x: 200, y: 300 }, { x: 170, y: 300 }, '/weeks/2025-05-26'],
])('a finger that goes from %j to %j shows %s [PD-70]', async (from, to, path) => {
  await show();
  const heading = screen.getByRole('heading', { level: 1 });
  const touch = { pointerType: 'touch', isPrimary: true };
  fireEvent.pointerDown(heading, { ...touch, clientX: from.x, clientY: from.y });
  fireEvent.pointerUp(heading, { ...touch, clientX: to.x, clientY: to.y });
  expect(window.location.pathname).toBe(path);
});

test('any day names its week; a week to come or a wrong name is not found [PD-70]', async () => {
  await show('2025-05-29');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('May 26 - Jun 1');
});

test.each(['2025-06-09', 'x', '2025-13-01'])('%s is not found [RT-8]', async (name) => {
  const { requests } = await show(name);
  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  expect(requests).toEqual([]);
});

test('a week without spending says whether it was before the first expense [D-11]', async () => {
  await show('2025-05-12', { 'GET /api/expenses': [] });
  expect(screen.getByRole('region', { name: 'Total' }).textContent).toBe(
    '$0.00spent of $120.00before your first expense',
  );
  expect(screen.getByText('No expenses in this week.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /doesn’t count/ })).toBeNull();
});

test('a tracked week without counted expenses leads to the others [PD-5] [PD-70]', async () => {
  await show('2025-06-02', { 'GET /api/expenses': [] });
  expect(screen.getByRole('link', { name: 'See what doesn’t count' }).getAttribute('href')).toBe(
    '/expenses?week=2025-06-02&show=everything',
  );
});

test('a week that cannot be loaded says so and can be tried again', async () => {
  await show('2025-05-26', { 'GET /api/weeks': failing(500, { message: 'oops' }) });
  await pass(10_000);
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText('No expenses in this week.')).toBeNull();
});

describe('the page of the last week', () => {
  const RECAP = aWeekThatEnded({ weekStart: '2025-05-26', dismissed: true });
  const board = (lastWeek: object | null) => ({ 'GET /api/leaderboard': { leaderboard: [], lastWeek } });
  const weeks = weeksOf(BOUGHT, { toCome: 915.99, toComeNames: ['Rent', 'Streamly'] });

  test('has its recap, also after that was dismissed: what went well, not what is due now [PD-74]', async () => {
    await show('2025-05-26', { ...board(RECAP), 'GET /api/weeks': weeks });
    expect(screen.getByRole('region', { name: 'Recap' }).textContent).toBe(
      'You spent less than the week before.',
    );
  });

  test('has no recap without a result, and no other week asks for one [PD-74]', async () => {
    await show('2025-05-26', board(aWeekThatEnded({ weekStart: '2025-05-19' })));
    expect(screen.queryByRole('region', { name: 'Recap' })).toBeNull();
    cleanup();
    const { requests } = await show('2025-05-19', board(RECAP));
    expect(screen.queryByRole('region', { name: 'Recap' })).toBeNull();
    expect(requests.map(({ url }) => url)).not.toContain('/api/leaderboard');
  });

  test('shows the week without a recap that cannot be loaded, and offers to try again [PD-74]', async () => {
    await show('2025-05-26', { 'GET /api/leaderboard': failing(500, { message: 'oops' }) });
    await pass(10_000);
    expect(screen.getByRole('region', { name: 'Total' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('We couldn’t load the recap.');
  });
});
