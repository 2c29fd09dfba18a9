import { aSeries as sampleSeries, somePayments as samplePayments } from '@oinkly/contract/samples';
import type { MonthlyPayments, RecurringSeries } from '@oinkly/contract/recurring';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { anExpense } from '../../../test-support/wire.ts';
import { ExpensesPage } from '../list/expenses-page.tsx';
import { WHOLE_VIEW, type ExpensesView } from '../expenses-view.ts';

prepareEachTest();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2025, 5, 5, 9), toFake: ['Date'] });
});

const aSeries = (date: string, fields: Partial<RecurringSeries> = {}) =>
  sampleSeries({ next: { ...sampleSeries().next, date }, ...fields });
const somePayments = (date: string, fields: Partial<MonthlyPayments> = {}) =>
  samplePayments({ date, ...fields });

async function show(
  { series = [], merchants = [] }: { series?: RecurringSeries[]; merchants?: MonthlyPayments[] },
  answers: Record<string, unknown> = {},
  view: Partial<ExpensesView> = {},
) {
  const server = fakeServer({
    'GET /api/expenses': [anExpense()],
    'GET /api/refunds': { refunds: [] },
    'GET /api/duplicates': { offers: [] },
    'GET /api/recurring': { series, merchants },
    'GET /api/leaderboard': { leaderboard: [] },
    ...answers,
  });
  renderApp(<ExpensesPage view={{ ...WHOLE_VIEW, ...view }} onChange={() => undefined} />);
  await screen.findByText('Coffee');
  return server;
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const change = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const coming = () => screen.getByRole('dialog', { name: 'Coming up' });
const openComing = async () => {
  fireEvent.click(screen.getByRole('button', { name: /^Next: / }));
  await screen.findByRole('dialog', { name: 'Coming up' });
};
const openEntry = (name: string) =>
  fireEvent.click(within(coming()).getByRole('button', { name: new RegExp(String.raw`\b${name} `) }));
const openRow = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name} \\$`) }));
  await screen.findByRole('dialog', { name });
};
const rowsOf = (section: HTMLElement) =>
  within(section)
    .getAllByRole('listitem')
    .map((row) => row.textContent.trim());

describe('coming up', () => {
  test('entered and confirmed payments appear with day and amount, next first [PD-31]', async () => {
    await show({
      series: [
        aSeries('2025-06-20', {
          id: 'gym',
          name: 'Gym',
          next: { date: '2025-06-20', amount: 45, counted: true, expenseId: 3 },
        }),
        aSeries('2025-06-06'),
      ],
      merchants: [
        somePayments('2025-06-05', { confirmed: true, counted: false }),
        somePayments('2025-06-07', { merchantKey: 'news', name: 'News' }),
      ],
    });
    expect(screen.getByRole('button', { name: 'Next: Streamly, today · 2 more' })).toBeTruthy();
    await openComing();
    expect(rowsOf(coming())).toEqual([
      'Streamly Expected today Not counted $15.99',
      'Rent Tomorrow  $900.00',
      'Gym Fri, Jun 20  $45.00',
    ]);
    expect(within(coming()).getByText('$960.99 in all, $945.00 of it counted')).toBeTruthy();
  });

  test('a payment says that its price changed, entered or not [PD-112]', async () => {
    const priceChange = { date: '2025-06-02', amount: 17.99, before: 15.49 };
    await show({
      series: [aSeries('2025-06-06', { priceChange: { ...priceChange, amount: 950, before: 900 } })],
      merchants: [somePayments('2025-06-07', { confirmed: true, amount: 17.99, priceChange })],
    });
    await openComing();
    expect(rowsOf(coming())).toEqual([
      'Rent Tomorrow $950.00 now, it was $900.00  $900.00',
      'Streamly Expected Sat, Jun 7 $17.99 now, it was $15.49  $17.99',
    ]);
  });

  test.each([
    [true, '$31.98 in all'],
    [false, '$31.98 in all, not counted'],
  ])('payments are totaled, counted: %s [PD-31]', async (counted, words) => {
    const merchants = ['a', 'b'].map((merchantKey) =>
      somePayments('2025-06-12', { merchantKey, confirmed: true, counted }),
    );
    await show({ merchants });
    await openComing();
    expect(within(coming()).getByText(words)).toBeTruthy();
  });

  test('is empty without recurring expenses and during a search [PD-31]', async () => {
    await show({});
    expect(screen.queryByRole('button', { name: /^Next: |to check/ })).toBeNull();
  });

  test.each([{ search: 'rent' }, { week: '2025-06-02' }, { type: 'recurring' as const }])(
    'coming up is hidden for %j',
    async (view) => {
      await show({ series: [aSeries('2025-06-06')], merchants: [somePayments('2025-06-12')] }, {}, view);
      expect(screen.queryByRole('button', { name: /^Next: |to check/ })).toBeNull();
    },
  );

  test('a series is changed with what was changed and nothing else, at once on the page [PD-31]', async () => {
    const server = await show(
      { series: [aSeries('2025-06-10')] },
      { 'PUT /api/recurring/s1': { success: true } },
    );
    await openComing();
    openEntry('Rent');
    click('Edit');
    expect(screen.getByRole('form', { name: 'Edit upcoming Rent' })).toBeTruthy();
    change('Amount', '$950.00');
    change('Day of Month', '31');
    expect(await screen.findByText('In shorter months, the last day')).toBeTruthy();
    server.answer('GET /api/recurring', { series: [aSeries('2025-06-30', { amount: 950 })], merchants: [] });
    click('Save');
    await vi.waitFor(() =>
      expect(server.bodiesOf('PUT /api/recurring/s1')).toEqual([{ amount: 950, dayOfMonth: 31 }]),
    );
    expect(await within(coming()).findByText('Mon, Jun 30')).toBeTruthy();
  });

  test('renaming a series keeps the edited amount of its next occurrence [PD-31]', async () => {
    const next = { date: '2025-06-10', amount: 850, counted: true, expenseId: 3 };
    const saved = deferred<object>();
    await show(
      { series: [aSeries('2025-06-10', { next })] },
      { 'PUT /api/recurring/s1': () => saved.promise },
    );
    await openComing();
    openEntry('Rent');
    click('Edit');
    change('Expense Name', 'Flat');
    click('Save');
    await vi.waitFor(() => expect(rowsOf(coming())).toEqual(['Flat Tue, Jun 10  $850.00']));
    saved.resolve({ success: true });
  });

  test.each([
    ['Day of Month', '32', 'Please enter a day from 1 to 31.'],
    ['Day of Month', '', 'Please enter a day from 1 to 31.'],
    ['Amount', '0', 'Please enter a valid positive amount.'],
    ['Expense Name', ' ', 'Please enter an expense name.'],
  ])('%s %j is refused at the field', async (label, value, words) => {
    const server = await show({ series: [aSeries('2025-06-10')] });
    await openComing();
    openEntry('Rent');
    click('Edit');
    change(label, value);
    click('Save');
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(server.bodiesOf('PUT /api/recurring/s1')).toEqual([]);
  });

  test('a series ends immediately and undo restores it [PD-31]', async () => {
    const series = [aSeries('2025-06-10')];
    const server = await show(
      { series },
      {
        'DELETE /api/recurring/s1': { success: true },
        'POST /api/recurring/s1/restore': { success: true },
      },
    );
    server.answer('GET /api/recurring', { series: [], merchants: [] });
    await openComing();
    openEntry('Rent');
    click('Stop repeating');
    await vi.waitFor(() => expect(screen.queryByText('Rent', { selector: 'li span' })).toBeNull());
    expect(within(coming()).getByText('Nothing is coming up.')).toBeTruthy();
    server.answer('GET /api/recurring', { series, merchants: [] });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await within(coming()).findByText('Rent')).toBeTruthy();
    expect(server.bodiesOf('POST /api/recurring/s1/restore')).toHaveLength(1);
  });

  test('rolls back a change that the server failed to make, and says so [ER-3]', async () => {
    const server = await show(
      { series: [aSeries('2025-06-10')] },
      { 'DELETE /api/recurring/s1': failing(500) },
    );
    await openComing();
    openEntry('Rent');
    click('Stop repeating');
    expect(await screen.findByText('We couldn’t stop it.')).toBeTruthy();
    expect(rowsOf(coming())).toHaveLength(1);
    expect(server.bodiesOf('DELETE /api/recurring/s1')).toHaveLength(1);
  });
});

test("the server's reason appears under a refused change [ER-3]", async () => {
  const gone = failing(404, { message: 'This expense no longer exists.', error_code: 'EXPENSE_NOT_FOUND' });
  await show({ series: [aSeries('2025-06-10')] }, { 'PUT /api/recurring/s1': gone });
  await openComing();
  openEntry('Rent');
  click('Edit');
  change('Amount', '$950.00');
  click('Save');
  expect(await screen.findByText('Failed to update expense')).toBeTruthy();
  expect(screen.getByText('This expense no longer exists.')).toBeTruthy();
});

describe('looks monthly', () => {
  const check = async () => {
    click('1 thing to check');
    return screen.findByRole('dialog', { name: 'Is Streamly monthly?' });
  };
  const answers = { 'POST /api/recurring/merchants': { success: true } };

  test('suggestions show amount, count and next day [PD-31]', async () => {
    await show({ merchants: [somePayments('2025-06-12')] });
    expect((await check()).textContent).toContain('About $15.99, 4 months in a row. Next: Thu, Jun 12');
  });

  test("'Yes, monthly' moves them up to what is coming [PD-31]", async () => {
    const server = await show({ merchants: [somePayments('2025-06-12')] }, answers);
    await check();
    server.answer('GET /api/recurring', {
      series: [],
      merchants: [somePayments('2025-06-12', { confirmed: true })],
    });
    click('Yes, monthly');
    await vi.waitFor(() =>
      expect(server.bodiesOf('POST /api/recurring/merchants')).toEqual([
        { merchantKey: 'streamly', monthly: true },
      ]),
    );
    await screen.findByRole('dialog', { name: 'All sorted.' });
    click('Done');
    expect(await screen.findByRole('button', { name: 'Next: Streamly, Thu, Jun 12' })).toBeTruthy();
    expect(screen.queryByText(/to check/)).toBeNull();
  });

  test.each([
    [false, null],
    [true, true],
  ])(
    "'Not monthly' removes them, and undo restores their state, confirmed: %s [PD-31]",
    async (confirmed, monthly) => {
      const merchants = [somePayments('2025-06-12', { confirmed })];
      const server = await show({ merchants }, answers);
      server.answer('GET /api/recurring', { series: [], merchants: [] });
      if (confirmed) {
        await openComing();
        openEntry('Streamly');
      } else {
        await check();
      }
      const button = screen.getByRole('button', { name: 'Not monthly' });
      button.focus();
      fireEvent.click(button);
      await vi.waitFor(() => expect(document.activeElement).not.toBe(button));
      const undo = await screen.findByRole('button', { name: 'Undo' });
      await vi.waitFor(() => expect(screen.queryByText('Streamly', { selector: 'li p, span' })).toBeNull());
      server.answer('GET /api/recurring', { series: [], merchants });
      fireEvent.click(undo);
      const back = confirmed ? /Streamly/ : /1 thing to check/;
      expect((await screen.findAllByText(back)).length).toBeGreaterThan(0);
      await vi.waitFor(() =>
        expect(server.bodiesOf('POST /api/recurring/merchants')).toEqual([
          { merchantKey: 'streamly', monthly: false },
          { merchantKey: 'streamly', monthly },
        ]),
      );
    },
  );
});

describe('an occurrence', () => {
  const rents = [
    anExpense({ id: 2, name: 'Rent', date: '2025-06-05', type: 'recurring', dayOfMonth: 5, seriesId: 's1' }),
    anExpense({
      id: 1,
      name: 'Rent in May',
      date: '2025-05-05',
      type: 'recurring',
      dayOfMonth: 5,
      seriesId: 's1',
    }),
    anExpense({ id: 3, name: 'Coffee', date: '2025-06-04' }),
  ];
  const list = { 'GET /api/expenses': rents };
  const sent = (server: ReturnType<typeof fakeServer>, method: string) =>
    server.requests.filter((request) => request.method === method).map(({ url, body }) => [url, body]);

  async function edit(name: string): Promise<void> {
    await openRow(name);
    await screen.findByRole('form', { name: `Edit ${name}` });
  }

  test.each([
    ['This one', '/api/expenses/2'],
    ['This and all future ones', '/api/expenses/2?scope=future'],
  ])("is saved with the choice '%s' [PD-31]", async (choice, url) => {
    const server = await show({}, { ...list, 'PUT /api/expenses/2': rents[0] });
    await edit('Rent');
    expect(screen.getByLabelText<HTMLInputElement>('This one').checked).toBe(true);
    fireEvent.click(screen.getByLabelText(choice));
    change('Amount', '950');
    click('Save');
    await vi.waitFor(() => expect(sent(server, 'PUT')).toEqual([[url, { amount: 950 }]]));
  });

  test('can move to another month by itself, not with all later ones [PD-31]', async () => {
    const server = await show({}, { ...list, 'PUT /api/expenses/2': rents[0] });
    await edit('Rent');
    change('Date', '2025-07-01');
    fireEvent.click(screen.getByLabelText('This and all future ones'));
    click('Save');
    const words = /Future expenses stay in their months. Keep this one in June/;
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Date').getAttribute('aria-invalid')).toBe('true');
    expect(sent(server, 'PUT')).toEqual([]);
    fireEvent.click(screen.getByLabelText('This one'));
    click('Save');
    await vi.waitFor(() =>
      expect(sent(server, 'PUT')).toEqual([['/api/expenses/2', { date: '2025-07-01' }]]),
    );
  });

  test('asks for no choice at a one-time expense', async () => {
    await show({}, list);
    await edit('Coffee');
    expect(screen.queryByLabelText('This one')).toBeNull();
    click('Cancel');
    await openRow('Coffee');
    expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
  });

  test.each([
    ['Delete this one', '/api/expenses/1', ['Rent', 'Coffee']],
    ['Delete this and all future ones', '/api/expenses/1?scope=future', ['Coffee']],
  ])("'%s' goes at once, and offers an undo [PD-31]", async (button, url, left) => {
    const server = await show({}, { ...list, 'DELETE /api/expenses/1': { success: true } });
    server.answer(
      'GET /api/expenses',
      rents.filter(({ name }) => left.includes(name)),
    );
    await openRow('Rent in May');
    click(button);
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
    expect(sent(server, 'DELETE')).toEqual([[url, undefined]]);
    expect(
      rents
        .map(({ name }) => name)
        .filter((name) => screen.queryByRole('button', { name: new RegExp(`^${name} \\$`) })),
    ).toEqual(left);
  });
});
