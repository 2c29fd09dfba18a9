import type { Expense } from '@oinkly/contract/expenses';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { currentUserQuery } from '../../../shared/http/current-user.ts';
import { anExpense, aRefund, aUser } from '../../../test-support/wire.ts';
import { ExpensesPage } from './expenses-page.tsx';
import { addressOfView, viewOfSearch, WHOLE_VIEW, type ExpensesView } from '../expenses-view.ts';
import { outbox } from '../outbox/outbox.ts';
import { refundCandidates } from '../checks/refunds.ts';
import { groupByWeek } from './week-groups.ts';

prepareEachTest();
beforeEach(() => {
  // Drops changes left by the previous test.
  outbox.readAgain();
  vi.useFakeTimers({ now: new Date('2025-06-05T12:00:00Z'), toFake: ['Date'] });
});

const coffee = anExpense({ id: 1, name: 'Coffee', amount: 4.25, date: '2025-06-05' });
const bill = anExpense({
  ...coffee,
  name: 'Gas bill',
  source: 'manual',
  kind: 'fixed-bill',
  countedByHand: true,
});
const market = anExpense({ id: 2, name: 'Market', amount: 30, refunded: 10, date: '2025-06-03' });
const rent = anExpense({
  id: 3,
  name: 'Rent',
  amount: 1450,
  date: '2025-06-01',
  counted: false,
  kind: 'fixed-bill',
  notCountedReason: 'kind',
});
const hotel = anExpense({
  id: 4,
  name: 'Hotel',
  amount: 210,
  date: '2025-05-30',
  currency: 'EUR',
  counted: false,
  notCountedReason: 'currency',
});

function Page({ first }: { first: ExpensesView }) {
  const [view, setView] = useState(first);
  return <ExpensesPage view={view} onChange={setView} />;
}

async function show(answers: Record<string, unknown> = {}, view: Partial<ExpensesView> = {}) {
  const server = fakeServer({
    'GET /api/expenses': [coffee, market],
    'GET /api/expenses/total': { expenses: 2, counted: 2, spent: 24.25 },
    'GET /api/refunds': { refunds: [] },
    'GET /api/duplicates': { offers: [] },
    'GET /api/recurring': { series: [], merchants: [] },
    'GET /api/leaderboard': { leaderboard: [] },
    ...answers,
  });
  const { queryClient } = renderApp(<Page first={{ ...WHOLE_VIEW, ...view }} />);
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(0));
  return { ...server, queryClient };
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const openRow = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name} `) }));
  await screen.findByRole('dialog', { name });
};

test('expenses are grouped by week, newest first, with the counted total [RT-5]', () => {
  const odd = anExpense({ id: 9, name: 'Odd', date: 'soon', amount: 99 });
  expect(
    groupByWeek([hotel, odd, market, rent, coffee]).map(({ weekStart, expenses, totalCents }) => [
      weekStart,
      expenses.map(({ name }) => name),
      totalCents,
    ]),
  ).toEqual([
    ['2025-06-02', ['Coffee', 'Market'], 2425],
    ['2025-05-26', ['Rent', 'Hotel'], 0],
    [null, ['Odd'], 0],
  ]);
});

test('a recurring expense that waits to be sent is not listed before its first day [PD-31]', async () => {
  await outbox.open('ana');
  const added = { name: 'Gym', amount: 50, date: '2025-06-20', category: 'Healthcare' } as const;
  outbox.append({ kind: 'add', expense: { ...added, type: 'recurring', dayOfMonth: 20 } }, 'r1');
  outbox.append({ kind: 'add', expense: { ...added, name: 'Tickets' } }, 'r2');
  await show();
  expect(await screen.findByText('Tickets')).toBeTruthy();
  expect(screen.queryByText('Gym')).toBeNull();
});

test('a week of the address shows that week only [PD-15]', async () => {
  expect(viewOfSearch('?week=2025-06-05').week).toBe('2025-06-02');
  expect(viewOfSearch('?week=2025-13-40').week).toBeNull();
  const server = await show({}, { week: '2025-06-02' });
  expect(server.requests[0]?.url).toBe(
    '/api/expenses?counted=counted&from=2025-06-02&to=2025-06-08&limit=100',
  );
  expect(screen.getByRole('link', { name: 'Show all weeks' }).getAttribute('href')).toBe('/expenses');
});

test('everything can be shown, with the reason why a row is not counted [PD-4] [PD-5]', async () => {
  const server = await show();
  server.answer('GET /api/expenses', [coffee, rent, hotel]);
  await click('Everything');
  expect(await screen.findByText('Not counted: a fixed bill')).toBeTruthy();
  expect(screen.getByText('Not counted: paid in EUR')).toBeTruthy();
  expect(screen.getByText('€210.00')).toBeTruthy();
  expect(server.requests.some(({ url }) => url.includes('counted=all'))).toBe(true);
  await openRow('Hotel');
  expect(screen.queryByRole('button', { name: 'Count this' })).toBeNull();
  await click('Close');
  await openRow('Rent');
  expect(screen.getByRole('button', { name: 'Count this' })).toBeTruthy();
});

test('only bills that the user pays can be ticked off [AE-6]', async () => {
  const gym = anExpense({ id: 7, name: 'Gym', type: 'recurring', source: 'manual' });
  const loan = anExpense({ id: 8, name: 'Loan', source: 'bank', kind: 'fixed-bill' });
  await show({ 'GET /api/expenses': [bill, gym, loan, market] });
  await screen.findByText('Market');
  const ticks = screen.getAllByRole('checkbox').map((tick) => tick.getAttribute('aria-label'));
  expect(ticks).toEqual(['Gym is paid', 'Gas bill is paid']);
});

test('a tick is shown at once and sent [AE-6]', async () => {
  const answer = deferred<unknown>();
  const server = await show({ 'GET /api/expenses': [bill], 'PUT /api/expenses/1': () => answer.promise });
  const tick = await screen.findByRole('checkbox', { name: 'Gas bill is paid' });
  fireEvent.click(tick);
  await vi.waitFor(() => expect(tick.getAttribute('aria-checked')).toBe('true'));
  expect(server.bodiesOf('PUT /api/expenses/1')).toEqual([{ paid: true }]);
  server.answer('GET /api/expenses', [{ ...bill, paid: true }, market]);
  answer.resolve({ ...bill, paid: true });
  await vi.waitFor(() => expect(tick.getAttribute('aria-checked')).toBe('true'));
});

test('a tick that cannot be saved is reverted with an error [ER-3] [ER-4]', async () => {
  await show({ 'GET /api/expenses': [bill], 'PUT /api/expenses/1': failing(500) });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Gas bill is paid' }));
  expect(await screen.findByText('Failed to update expense')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Gas bill is paid' }).getAttribute('aria-checked')).toBe(
    'false',
  );
});

test("'Don’t count this' takes the row out of what counts, with Undo [PD-5]", async () => {
  const server = await show({ 'PUT /api/expenses/1': { ...coffee, counted: false } });
  await openRow('Coffee');
  server.answer('GET /api/expenses', [market]);
  await click('Don’t count this');
  await vi.waitFor(() => expect(screen.queryByText('Coffee')).toBeNull());
  expect(server.bodiesOf('PUT /api/expenses/1')).toEqual([{ counted: false }]);
  expect(await screen.findByText('Coffee is still listed under Everything.')).toBeTruthy();
  server.answer('GET /api/expenses', [coffee, market]);
  await click('Undo');
  expect(await screen.findByText('$4.25')).toBeTruthy();
  // Undo lets the rule decide again.
  expect(server.bodiesOf('PUT /api/expenses/1')).toEqual([{ counted: false }, { counted: null }]);
});

test("'Count this' says so, and Undo leaves the row to its kind again [PD-5]", async () => {
  const server = await show(
    { 'GET /api/expenses': [rent], 'PUT /api/expenses/3': { ...rent, counted: true } },
    { counted: 'all' },
  );
  await openRow('Rent');
  await click('Count this');
  expect(await screen.findByText('Rent counts toward its week.')).toBeTruthy();
  await click('Undo');
  await vi.waitFor(() =>
    expect(server.bodiesOf('PUT /api/expenses/3')).toEqual([{ counted: true }, { counted: null }]),
  );
});

describe('for a user who counts fixed bills', () => {
  const showTo = async (answers: Record<string, unknown> = {}) => {
    const { queryClient, ...server } = await show(answers);
    queryClient.setQueryData(currentUserQuery.queryKey, aUser({ countFixedBills: true }));
    return server;
  };
  const countedRent = anExpense({ ...rent, counted: true, notCountedReason: null });

  test('Undo of "Don’t count this" leaves a fixed bill to its kind again [PD-5]', async () => {
    const server = await showTo({ 'GET /api/expenses': [countedRent], 'PUT /api/expenses/3': rent });
    await openRow('Rent');
    await click('Don’t count this');
    await screen.findByText('Rent is still listed under Everything.');
    await click('Undo');
    await vi.waitFor(() =>
      expect(server.bodiesOf('PUT /api/expenses/3')).toEqual([{ counted: false }, { counted: null }]),
    );
  });

  test('a fixed bill that waits to be sent is listed among what counts [PD-5]', async () => {
    await outbox.open('ana');
    const added = { name: 'Rent', amount: 1450, date: '2025-06-05', category: 'Housing' } as const;
    outbox.append({ kind: 'add', expense: added }, 'r1');
    await showTo();
    expect(await screen.findByText('Rent')).toBeTruthy();
    expect(screen.queryByText('Not counted: a fixed bill')).toBeNull();
  });
});

test('a deleted expense disappears immediately and can be restored [PD-30]', async () => {
  const server = await show({
    'DELETE /api/expenses/1': { success: true },
    'POST /api/expenses/1/restore': coffee,
  });
  await openRow('Coffee');
  server.answer('GET /api/expenses', [market]);
  await click('Delete');
  await vi.waitFor(() => expect(screen.queryByText('$4.25')).toBeNull());
  server.answer('GET /api/expenses', [coffee, market]);
  await click('Undo');
  expect(await screen.findByText('$4.25')).toBeTruthy();
  expect(await screen.findByText('Expense restored')).toBeTruthy();
});

test('an expense that cannot be deleted returns with an error [ER-4]', async () => {
  await show({ 'DELETE /api/expenses/1': failing(500) });
  await openRow('Coffee');
  await click('Delete');
  expect(await screen.findByText('Failed to delete expense')).toBeTruthy();
  expect(screen.getByText('Coffee')).toBeTruthy();
});

test('a refused edit or deletion shows the reason below its error [ER-3] [ER-4]', async () => {
  const gone = failing(404, { message: 'This expense no longer exists.', error_code: 'EXPENSE_NOT_FOUND' });
  await show({ 'GET /api/expenses': [bill], 'PUT /api/expenses/1': gone, 'DELETE /api/expenses/1': gone });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Gas bill is paid' }));
  expect(await screen.findByText('Failed to update expense')).toBeTruthy();
  expect(screen.getByText('This expense no longer exists.')).toBeTruthy();
  await openRow('Gas bill');
  await click('Delete');
  expect(await screen.findByText('Failed to delete expense')).toBeTruthy();
  expect(screen.getByText('This expense no longer exists.')).toBeTruthy();
});

describe('the sheet of an expense', () => {
  const change = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  test('sends what was changed and nothing else, and shows it at once [PD-30]', async () => {
    const answer = deferred<unknown>();
    const server = await show({ 'PUT /api/expenses/1': () => answer.promise });
    await openRow('Coffee');
    expect(screen.getByRole('form', { name: 'Edit Coffee' })).toBeTruthy();
    change('Expense Name', 'Espresso');
    change('Amount', '$5.00');
    await click('Save');
    expect(await screen.findByText('Espresso')).toBeTruthy();
    expect(screen.getByText('$5.00')).toBeTruthy();
    await vi.waitFor(() =>
      expect(server.bodiesOf('PUT /api/expenses/1')).toEqual([{ name: 'Espresso', amount: 5 }]),
    );
    answer.resolve({ ...coffee, name: 'Espresso', amount: 5 });
  });

  test('refuses invalid values at their field, and can be closed', async () => {
    const server = await show();
    await openRow('Coffee');
    change('Amount', 'much');
    await click('Save');
    expect((await screen.findAllByText('Please enter a valid positive amount.')).length).toBeGreaterThan(0);
    await click('Cancel');
    expect(screen.getByText('Coffee')).toBeTruthy();
    expect(server.bodiesOf('PUT /api/expenses/1')).toEqual([]);
    await openRow('Coffee');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('4.25');
  });

  test('of a purchase that is pending unusually long says so and what to do (report 20)', async () => {
    const hold = anExpense({ id: 9, name: 'Hotel hold', date: '2025-05-20', source: 'bank', pending: true });
    await show({ 'GET /api/expenses': [hold] });
    expect(await screen.findByText(/ · Pending for 16 days/)).toBeTruthy();
    await openRow('Hotel hold');
    expect(screen.getByText(/If the payment failed, choose “Don’t count this”\.$/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Don’t count this' })).toBeTruthy();
  });

  test('closed without Cancel, it keeps what was typed', async () => {
    await show();
    await openRow('Coffee');
    change('Expense Name', 'Espresso');
    await click('Close');
    await openRow('Market');
    expect(screen.getByLabelText<HTMLInputElement>('Expense Name').value).toBe('Market');
    await click('Close');
    await openRow('Coffee');
    expect(screen.getByLabelText<HTMLInputElement>('Expense Name').value).toBe('Espresso');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('4.25');
    await click('Cancel');
  });
});

describe('narrowing', () => {
  test('the address names what is chosen, and no defaults', () => {
    const view: ExpensesView = {
      counted: 'all',
      week: '2025-06-02',
      search: 'corner shop',
      category: 'Dining',
      source: 'bank',
      type: 'recurring',
    };
    const address = addressOfView(view);
    expect(viewOfSearch(address.slice(address.indexOf('?')))).toEqual(view);
    expect(addressOfView(WHOLE_VIEW)).toBe('/expenses');
    expect(viewOfSearch('?category=Cakes&source=mars&type=&show=x')).toEqual(WHOLE_VIEW);
  });

  test('a search waits for the typing to pause', async () => {
    const server = await show();
    await screen.findByText('Coffee');
    const before = server.requests.length;
    for (const text of ['c', 'co', 'cof ']) {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
    }
    await screen.findByText('2 expenses, $24.25');
    expect(server.requests.slice(before).map(({ url }) => url)).toEqual([
      '/api/expenses?counted=counted&q=cof&limit=100',
      '/api/expenses/total?counted=counted&q=cof',
    ]);
  });

  test('one button clears the search and leaves the focus in its field', async () => {
    await show();
    await screen.findByText('Coffee');
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    fireEvent.change(search, { target: { value: 'cof' } });
    await click('Clear search');
    expect([search.value, document.activeElement]).toEqual(['', search]);
  });

  test('the filters are asked for together, and can be cleared when nothing matches [PD-30]', async () => {
    const server = await show({}, { counted: 'all' });
    await click('Filters');
    const choose = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    choose('Category', 'Travel');
    choose('Source', 'bank');
    server.answer('GET /api/expenses', []);
    choose('Type', 'recurring');
    await vi.waitFor(() =>
      expect(server.requests.at(-1)?.url).toBe(
        '/api/expenses?counted=all&category=Travel&source=bank&type=recurring&limit=100',
      ),
    );
    expect(
      await screen.findByText(
        'No expenses match Category: Travel, Source: A bank, and Type: Recurring. To see more, remove one of these filters.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Clear search and filters' }).getAttribute('href')).toBe(
      '/expenses?show=everything',
    );
  });
});

test('a search that finds nothing names the words to change and the filter to remove [PD-30]', async () => {
  await show({ 'GET /api/expenses': [] }, { search: 'yacht', category: 'Travel' });
  expect(
    await screen.findByText(
      'No expenses match “yacht” and Category: Travel. To see more, try another word or amount or remove this filter.',
    ),
  ).toBeTruthy();
});

test('an expense that waits to be sent is found by its amount too [PD-30]', async () => {
  await outbox.open('ana');
  const added = { date: '2025-06-05', category: 'Other' } as const;
  outbox.append({ kind: 'add', expense: { ...added, name: 'Phone', amount: 25 } }, 'r1');
  outbox.append({ kind: 'add', expense: { ...added, name: 'Tea', amount: 3 } }, 'r2');
  await show({ 'GET /api/expenses': [] }, { search: '25' });
  expect(await screen.findByText('Phone')).toBeTruthy();
  expect(screen.queryByText('Tea')).toBeNull();
});

test.each([
  [{ expenses: 1, counted: 1, spent: 4.25 }, '1 expense, $4.25'],
  [{ expenses: 1234, counted: 1234, spent: 5678.9 }, '1,234 expenses, $5,678.90'],
  [{ expenses: 23, counted: 20, spent: 412.5 }, '23 expenses. 20 of them count: $412.50'],
  [{ expenses: 3, counted: 0, spent: 0 }, '3 expenses. None of them count'],
  [{ expenses: 1, counted: 0, spent: 0 }, '1 expense, which doesn’t count'],
])('a search says how many it found and how much, as %o [PD-98]', async (sum, words) => {
  await show({ 'GET /api/expenses/total': sum }, { search: 'e', counted: 'all' });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('without a search or filter, nothing is summed [PD-98]', async () => {
  const { requests } = await show({}, { week: '2025-06-02' });
  await screen.findByText('Coffee');
  expect(requests.filter(({ url }) => url.includes('total'))).toEqual([]);
});

test('a sum that fails says so and can be asked for again [PD-98] [ER-4]', async () => {
  const server = await show({ 'GET /api/expenses/total': failing(500) }, { search: 'e' });
  await screen.findByText(/We couldn’t add this up/);
  server.answer('GET /api/expenses/total', { expenses: 2, counted: 2, spent: 24.25 });
  await click('Try again');
  expect(await screen.findByText('2 expenses, $24.25')).toBeTruthy();
});

test.each([
  ['coffee in june', 'We’ll add this up when your changes have synced.'],
  ['coffee in may', '2 expenses, $24.25'],
])('a search for %s knows whether a waiting change is part of it [PD-98]', async (search, words) => {
  await outbox.open('ana');
  const added = { name: 'Coffee to go', amount: 3, date: '2025-06-05', category: 'Dining' } as const;
  outbox.append({ kind: 'add', expense: added }, 'r1');
  await show({}, { search });
  expect(await screen.findByText(words)).toBeTruthy();
});

test.each([
  [null, '3 expenses. 2 of them count: $27.00'],
  ['next', 'Adding this up needs a connection.'],
])(
  'without a connection, a search adds up what the device holds of it, if that is all: %s [PD-98]',
  async (cursor, words) => {
    await outbox.open('ana');
    const added = { name: 'Coffee to go', amount: 3, date: '2025-06-05', category: 'Dining' } as const;
    outbox.append({ kind: 'add', expense: added }, 'r1');
    const rows = [
      anExpense({ id: 1, name: 'Coffee', amount: 30, refunded: 6, date: '2025-06-04' }),
      anExpense({ id: 2, name: 'Coffee loan', amount: 99, counted: false, date: '2025-06-03' }),
    ];
    const headers = cursor === null ? undefined : { 'X-Next-Cursor': cursor };
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    await show(
      {
        'GET /api/expenses': ({ url }: { url: string }) =>
          url.includes('cursor=')
            ? lost()
            : new Response(JSON.stringify(rows), { ...(headers && { headers }) }),
        'GET /api/expenses/total': lost,
      },
      { search: 'coffee', counted: 'all' },
    );
    expect(await screen.findByText(words)).toBeTruthy();
  },
);

test('an older page that does not load says so, and can be requested again [ER-4]', async () => {
  let isDown = true;
  await show({
    'GET /api/expenses': ({ url }: { url: string }) => {
      if (!url.includes('cursor=next')) {
        return new Response(JSON.stringify([coffee]), { headers: { 'X-Next-Cursor': 'next' } });
      }
      return isDown ? new Response('{}', { status: 500 }) : [market];
    },
  });
  expect(await screen.findByText('Failed to fetch expenses')).toBeTruthy();
  isDown = false;
  await click('Try again');
  expect(await screen.findByText('Market')).toBeTruthy();
  expect(screen.queryByText('Failed to fetch expenses')).toBeNull();
});

test('older pages load by cursor, and an incomplete week shows no total', async () => {
  const older = deferred<unknown>();
  const server = await show({
    'GET /api/expenses': ({ url }: { url: string }) =>
      url.includes('cursor=next')
        ? older.promise
        : new Response(JSON.stringify([coffee]), { headers: { 'X-Next-Cursor': 'next' } }),
  });
  const week = within(await screen.findByRole('region', { name: 'Jun 2 - Jun 8' }));
  expect(week.queryByText('Total')).toBeNull();
  older.resolve([market]);
  expect(await week.findByText('$24.25')).toBeTruthy();
  expect(server.requests.filter(({ url }) => url.includes('cursor=next'))).toHaveLength(1);
});

test('a refund without a purchase is matched by hand [PD-6]', async () => {
  const server = await show({
    'GET /api/refunds': { refunds: [aRefund({ date: '2025-06-06', amount: 20 })] },
    'PUT /api/refunds/r1/match': aRefund({ matches: [{ expenseId: 2, amount: 20 }] }),
  });
  await click('1 thing to check');
  const dialog = within(await screen.findByRole('dialog', { name: 'What was Zara for?' }));
  const all = await dialog.findByRole('button', { name: 'Show 1 more' });
  expect(
    dialog.getByText('No matching purchase at this merchant. It may belong to one elsewhere.'),
  ).toBeTruthy();
  expect(dialog.queryByText(/^Pick/)).toBeNull();
  expect(dialog.queryByRole('button', { name: /Market/ })).toBeNull();
  fireEvent.click(all);
  fireEvent.click(dialog.getByRole('button', { name: /Market/ }));
  expect(server.requests.map(({ url }) => url)).toContain(
    '/api/expenses?from=2025-03-08&to=2025-06-06&counted=all',
  );
  expect(await screen.findByText('Refund matched')).toBeTruthy();
  expect(server.bodiesOf('PUT /api/refunds/r1/match')).toEqual([{ expenseId: 2 }]);
});

test('a refund without a purchase can be dismissed, and Undo restores it [PD-6] [PD-71]', async () => {
  const refund = aRefund({ date: '2025-06-06', amount: 20 });
  const server = await show({
    'GET /api/refunds': { refunds: [refund] },
    'PUT /api/refunds/r1/dismissal': aRefund({ ...refund, dismissed: true }),
  });
  await click('1 thing to check');
  server.answer('GET /api/refunds', { refunds: [{ ...refund, dismissed: true }] });
  await click('None of these');
  expect(await screen.findByText('Refund dismissed')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await vi.waitFor(() => expect(screen.queryByText(/to check/)).toBeNull());

  server.answer('GET /api/refunds', { refunds: [refund] });
  server.answer('PUT /api/refunds/r1/dismissal', refund);
  await click('Undo');
  expect(await screen.findByRole('button', { name: '1 thing to check' })).toBeTruthy();
  expect(server.bodiesOf('PUT /api/refunds/r1/dismissal')).toEqual([
    { dismissed: true },
    { dismissed: false },
  ]);
});

test('a refund without any possible purchase offers only to dismiss it [PD-6] [PD-71]', async () => {
  await show({ 'GET /api/refunds': { refunds: [aRefund({ date: '2025-06-06', amount: 2000 })] } });
  await click('1 thing to check');
  const dialog = within(await screen.findByRole('dialog', { name: 'What was Zara for?' }));
  expect(await dialog.findByText('No matching purchase in the 90 days before it.')).toBeTruthy();
  expect(dialog.queryByText(/Pick the purchase/)).toBeNull();
  expect(dialog.getByText('A refund without a purchase doesn’t change any week.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Dismiss refund' })).toBeTruthy();
});

test('a single week lists only its own refunds to match [PD-15] [PD-71]', async () => {
  const refunds = [
    aRefund({ id: 'r1', name: 'Zara', date: '2025-06-06' }),
    aRefund({ id: 'r2', name: 'Ikea', date: '2025-06-09' }),
  ];
  await show({ 'GET /api/refunds': { refunds } }, { week: '2025-06-02' });
  expect(await screen.findByRole('button', { name: '1 thing to check' })).toBeTruthy();
  expect(screen.queryByText('Ikea')).toBeNull();
});

const namesOf = (expenses: readonly Expense[]) => expenses.map(({ name }) => name);

test('a refund is offered only purchases at least as large, those elsewhere apart [PD-6]', () => {
  const refund = aRefund({ date: '2025-06-04', amount: 13.12, name: 'ZARA' });
  const parking = anExpense({ id: 5, name: 'Parking', date: '2025-06-03', amount: 1.48 });
  const zara = anExpense({ id: 6, name: 'Zara #552', date: '2025-05-20', amount: 40 });
  const { atMerchant, elsewhere } = refundCandidates(refund, [parking, market, zara]);
  expect([namesOf(atMerchant), namesOf(elsewhere)]).toEqual([['Zara #552'], ['Market']]);
});

test('refunds match earlier purchases of 90 days, same currency and enough left [PD-6]', () => {
  const refund = aRefund({ date: '2025-06-04', amount: 20 });
  const old = anExpense({ id: 5, date: '2025-03-01' });
  const spent = anExpense({ id: 6, date: '2025-06-01', amount: 5, refunded: 5 });
  const { atMerchant, elsewhere } = refundCandidates(refund, [coffee, market, hotel, old, spent, rent]);
  expect([namesOf(atMerchant), namesOf(elsewhere)]).toEqual([[], ['Market', 'Rent']]);
});

test('a matched refund can be unmatched at its purchase [PD-6]', async () => {
  const server = await show({
    'GET /api/refunds': { refunds: [aRefund({ matches: [{ expenseId: 2, amount: 10 }] })] },
    'PUT /api/refunds/r1/match': aRefund(),
  });
  await openRow('Market');
  await click('Unmatch refund');
  expect(await screen.findByText('Refund unmatched')).toBeTruthy();
  expect(server.bodiesOf('PUT /api/refunds/r1/match')).toEqual([{ expenseId: null }]);
});

test.each([{}, { week: '2025-05-26' }, { search: 'e' }])(
  'a list of uncounted expenses alone says so and leads to them: %o [PD-30]',
  async (view) => {
    await show(
      {
        'GET /api/expenses': ({ url }: { url: string }) => (url.includes('counted=all') ? [rent, hotel] : []),
      },
      view,
    );
    expect(await screen.findByText('The only expenses here don’t count toward your budget.')).toBeTruthy();
    expect(screen.queryByText(/^No expenses/)).toBeNull();
    const link = screen.getByRole('link', { name: 'See what doesn’t count' });
    expect(link.getAttribute('href')).toBe(addressOfView({ ...WHOLE_VIEW, ...view, counted: 'all' }));
  },
);

test('a failed load is a failure, never an empty list [ER-4]', async () => {
  const server = await show({ 'GET /api/expenses': failing(500) });
  expect(await screen.findByText('Failed to fetch expenses')).toBeTruthy();
  expect(screen.queryByText(/No expenses yet/)).toBeNull();
  server.answer('GET /api/expenses', [coffee]);
  await click('Try again');
  expect(await screen.findByText('Coffee')).toBeTruthy();
});

test.each([
  ['GET /api/refunds', { refunds: [] }],
  ['GET /api/recurring', { series: [], merchants: [] }],
  ['GET /api/duplicates', { offers: [] }],
])('%s fails without hiding the list, and can be requested again [ER-4]', async (key, answer) => {
  const words = 'We couldn’t load what’s coming up or needs a check.';
  const server = await show({ [key]: failing(500) });
  expect(await screen.findByText('Coffee')).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
  server.answer(key, answer);
  await click('Try again');
  await vi.waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(screen.getByText('Coffee')).toBeTruthy();
  expect(server.bodiesOf(key).length).toBeLessThanOrEqual(3);
});
