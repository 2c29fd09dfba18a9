import { endpoints } from '@oinkly/contract/endpoints';
import { MAX_EXPENSE_NAME_LENGTH } from '@oinkly/domain/expense-fields';
import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { dayInZone } from '@oinkly/domain/days';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { anExpense } from '../../../test-support/wire.ts';
import { browserTimeZone } from '../../../shared/hooks/time-zone.ts';
import AddExpenseDialog, { type ExpenseDraft } from './add-expense-dialog.tsx';

prepareEachTest();

function show(answers: Record<string, unknown> = {}) {
  const calls = { onClose: vi.fn(), onAdded: vi.fn() };
  const server = fakeServer({ 'POST /api/expenses': anExpense({ name: 'Gym' }), ...answers });
  let draft: ExpenseDraft | null = null;
  const dialog = () => <AddExpenseDialog draft={draft} onDraft={(next) => (draft = next)} {...calls} />;
  const { unmount } = renderApp(dialog());
  const reopen = () => {
    unmount();
    renderApp(dialog());
  };
  return { ...calls, server, reopen };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Add Expense' }));

function fill(values: Partial<Record<'Expense Name' | 'Amount' | 'Date' | 'Category', string>> = {}) {
  const all = {
    'Expense Name': 'Gym',
    Amount: '$1,234.50',
    Date: '2025-06-15',
    Category: 'Healthcare',
    ...values,
  };
  for (const [label, value] of Object.entries(all)) type(label, value);
}

test('the modal has its title, fields and defaults [AE-1]', () => {
  show();
  expect(screen.getByRole('dialog', { name: 'Add an Expense' })).toBeTruthy();
  expect(field('Expense Name').value).toBe('');
  expect([field('Amount').step, field('Amount').min, field('Amount').inputMode]).toEqual([
    '0.01',
    '0',
    'decimal',
  ]);
  expect(within(field('Amount').parentElement ?? document.body).getByText('$')).toBeTruthy();
  expect(field('Date').value).toBe(dayInZone(new Date(), browserTimeZone()));
  expect(field('Type').value).toBe('one-time');
  expect(screen.queryByLabelText('Day of Month')).toBeNull();
});

test('the twelve categories are offered [AE-3]', () => {
  show();
  const options = within(field('Category'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(options).toEqual(['Choose one', ...EXPENSE_CATEGORIES]);
});

test("recurring ones need a day of the month, 1 to 31, with the date's day as default [AE-2]", async () => {
  vi.useFakeTimers({ now: new Date('2025-06-20T12:00:00Z'), toFake: ['Date'] });
  const { server, onAdded } = show();
  fill();
  type('Type', 'recurring');
  const day = screen.getByLabelText<HTMLInputElement>('Day of Month');
  expect([day.min, day.max, day.placeholder]).toEqual(['1', '31', '15']);
  save();
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
  expect(server.bodiesOf('POST /api/expenses')).toEqual([
    expect.objectContaining({ type: 'recurring', dayOfMonth: 15 }),
  ]);
});

test.each([
  [
    { 'Expense Name': ' ', Amount: '', Date: '', Category: '' },
    'Missing information',
    'Please enter an expense name.',
    'Expense Name',
  ],
  [
    { Amount: '0', Date: '', Category: '' },
    'Invalid amount',
    'Please enter a valid positive amount.',
    'Amount',
  ],
  [{ Amount: '$19,999,999.99' }, 'Invalid amount', 'The amount is more than $10,000,000.00.', 'Amount'],
  [{ Amount: '1.299' }, 'Which amount?', 'Write $1,299.00 or $1.30.', 'Amount'],
  [{ Amount: '-5', Date: '' }, 'Invalid amount', 'Please enter a valid positive amount.', 'Amount'],
  [{ Date: '', Category: '' }, 'Missing information', 'Please select a date.', 'Date'],
  [{ Category: '' }, 'Missing information', 'Please select a category.', 'Category'],
])(
  'the first missing field is reported at the field and in a toast [AE-4]',
  async (values, title, words, label) => {
    const { server } = show();
    fill(values);
    save();
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getAllByText(words)).toHaveLength(2);
    expect(document.activeElement).toBe(field(label));
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(server.requests).toEqual([]);
  },
);

test('the toast of a recurring expense with a first day ahead names that day [PD-31] [AE-6]', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] });
  show();
  fill({ 'Expense Name': 'Rent', Date: '2026-11-22' });
  type('Type', 'recurring');
  type('Day of Month', '30');
  save();
  expect(await screen.findByText('Expense added')).toBeTruthy();
  expect(screen.getByText('Rent, $1,234.50 monthly. First one: Mon, Nov 30.')).toBeTruthy();
});

test('the toast of a fixed bill says why it does not count and offers to count it [PD-4] [PD-5]', async () => {
  const bill = { kind: 'fixed-bill', counted: false, notCountedReason: 'kind' } as const;
  const { server } = show({
    'POST /api/expenses': anExpense({ id: 7, name: 'Rent', ...bill }),
    'PUT /api/expenses/7': anExpense({ id: 7, name: 'Rent', kind: 'fixed-bill', counted: true }),
  });
  fill({ 'Expense Name': 'Rent', Category: 'Housing' });
  save();
  expect(
    await screen.findByText('Rent, $1,234.50. Fixed bills don’t count toward your budget.'),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Count this' }));
  await vi.waitFor(() => expect(server.bodiesOf('PUT /api/expenses/7')).toEqual([{ counted: true }]));
});

test('a series starting over two years ago is refused at the field and in a toast [PD-31] [AE-4]', async () => {
  vi.useFakeTimers({ now: new Date('2026-06-20T12:00:00Z'), toFake: ['Date'] });
  const { server, onAdded } = show();
  fill({ Date: '0026-06-02' });
  type('Type', 'recurring');
  save();
  expect(await screen.findByText('Invalid date')).toBeTruthy();
  expect(screen.getAllByText('A recurring expense can’t start before Jun 20, 2024.')).toHaveLength(2);
  expect(document.activeElement).toBe(field('Date'));
  expect(server.requests).toEqual([]);
  type('Date', '2024-06-20');
  save();
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
});

test('a one-time expense may have any date', async () => {
  const { server, onAdded } = show();
  fill({ Date: '1999-12-31' });
  save();
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
  expect(server.bodiesOf('POST /api/expenses')).toEqual([expect.objectContaining({ date: '1999-12-31' })]);
});

test("shows 'Saving...', adds an unpaid expense, says 'Expense added' and closes [AE-5] [AE-6]", async () => {
  const answer = deferred<unknown>();
  const { server, onClose, onAdded } = show({ 'POST /api/expenses': () => answer.promise });
  fill();
  save();
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeTruthy();
  answer.resolve(anExpense({ name: 'Gym' }));
  expect(await screen.findByText('Expense added')).toBeTruthy();
  expect([onAdded.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  expect(server.bodiesOf('POST /api/expenses')).toEqual([
    {
      name: 'Gym',
      amount: 1234.5,
      date: '2025-06-15',
      category: 'Healthcare',
      type: 'one-time',
      dayOfMonth: null,
      paid: false,
      requestId: expect.stringMatching(/./) as string,
      userId: 1,
    },
  ]);
});

test('the toast names the amount and the week, and Undo deletes what was added [AE-5]', async () => {
  const { server } = show({
    'POST /api/expenses': anExpense({ id: 7, name: 'Gym' }),
    'DELETE /api/expenses/7': { success: true },
  });
  fill();
  save();
  expect(await screen.findByText('Gym, $1,234.50, Jun 9 - Jun 15, 2025')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Expense deleted')).toBeTruthy();
  expect(server.bodiesOf('DELETE /api/expenses/7')).toHaveLength(1);
});

test('a failure is shown and keeps the input [AE-5]', async () => {
  const { onClose } = show({ 'POST /api/expenses': failing(500) });
  fill();
  save();
  expect(await screen.findByText('Failed to add expense. Please try again.')).toBeTruthy();
  expect(field('Expense Name').value).toBe('Gym');
  expect(onClose).not.toHaveBeenCalled();
});

const quick = (line: string) => type('Quick entry', line);
const values = () => ['Expense Name', 'Amount', 'Date', 'Category'].map((label) => field(label).value);
const chips = () =>
  within(screen.getByRole('list', { name: 'Understood' }))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

describe('quick entry', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-06-20T12:00:00Z'), toFake: ['Date'] });
  });

  test('a line fills name, amount, date and category, and says what it understood [QE-6] [PD-32]', async () => {
    const { server, onAdded } = show();
    quick('Gym $50 on 25th');
    expect(values()).toEqual(['Gym', '50.00', '2026-06-25', 'Personal Care']);
    expect(chips()).toEqual(['Name Gym', 'Amount $50.00', 'Date Thu, Jun 25', 'Category Personal Care']);
    save();
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
    expect(server.bodiesOf('POST /api/expenses')).toEqual([
      expect.objectContaining({ name: 'Gym', amount: 50, date: '2026-06-25', category: 'Personal Care' }),
    ]);
  });

  test('a value that the line no longer names is removed from its field', () => {
    show();
    quick('Gym $50 on 25th');
    quick('Gym');
    expect(values()).toEqual(['Gym', '', '2026-06-20', 'Personal Care']);
    quick('');
    expect(values()).toEqual(['', '', '2026-06-20', '']);
    expect(chips()).toEqual([]);
  });

  test('the day is named also when it is today, unless the user chose another [PD-32]', () => {
    show();
    quick('Gym $50');
    expect(chips()).toContain('Date Today');
    type('Date', '2026-06-18');
    expect(chips()).not.toContain('Date Today');
    quick('Gym $50 today');
    expect(chips()).toContain('Date Today');
  });

  test('offers both days of "next friday" [PD-32]', () => {
    vi.setSystemTime(new Date('2026-11-26T12:00:00Z'));
    show();
    quick('concert 120 next friday');
    expect(field('Date').value).toBe('2026-11-27');
    fireEvent.click(screen.getByRole('button', { name: 'Fri, Dec 4 instead' }));
    expect(field('Date').value).toBe('2026-12-04');
  });

  test('offers one expense for an amount and its tip [PD-32]', () => {
    show();
    quick('haircut 30 + tip 6');
    expect(chips()).toEqual(['Add 2 expenses', 'One expense: haircut $36.00']);
    fireEvent.click(screen.getByRole('button', { name: 'One expense: haircut $36.00' }));
    expect(values()).toEqual(['haircut', '36.00', '2026-06-20', 'Personal Care']);
  });

  test('a monthly line on the 31st begins this month, on its last day [PD-31]', async () => {
    const { server } = show();
    quick('gym 40 monthly on the 31st');
    save();
    expect(await screen.findByText('Expense added')).toBeTruthy();
    expect(server.bodiesOf('POST /api/expenses')).toEqual([
      expect.objectContaining({ date: '2026-06-30', type: 'recurring', dayOfMonth: 31 }),
    ]);
  });

  test('a year too far away is asked about, and another one is shown [PD-32]', async () => {
    const { server } = show();
    quick('gift 20 12/24/72');
    expect(screen.getByText('Is Dec 24, 2072 the right year? Choose the date.')).toBeTruthy();
    save();
    expect((await screen.findAllByText('Please select a date.')).length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(field('Date'));
    expect(server.requests).toEqual([]);
    quick('gift 20 12/24/27');
    expect(screen.getByText('Fri, Dec 24, 2027')).toBeTruthy();
  });

  test('the toast of a monthly expense says so [AE-6]', async () => {
    show();
    quick('gym 40 every month');
    save();
    expect(await screen.findByText('gym, $40.00 monthly')).toBeTruthy();
  });

  test('an amount that is too large is understood, and the refusal says its limit [PD-94] [AE-4]', async () => {
    const { server } = show();
    quick('yacht $19,999,999.99');
    expect(screen.queryByText(/Not understood/)).toBeNull();
    type('Category', 'Travel');
    save();
    expect(await screen.findByText('Invalid amount')).toBeTruthy();
    expect(screen.getAllByText('The amount is more than $10,000,000.00.')).toHaveLength(3);
    expect(server.requests).toEqual([]);
  });

  test('fields edited by the user keep their values', () => {
    show();
    type('Category', 'Healthcare');
    quick('Gym $50 today');
    expect(values()).toEqual(['Gym', '50.00', '2026-06-20', 'Healthcare']);
  });

  test('a chip leads to its field', async () => {
    show();
    quick('Gym $50');
    fireEvent.click(screen.getByRole('button', { name: 'Amount $50.00' }));
    await vi.waitFor(() => expect(document.activeElement).toBe(field('Amount')));
  });

  test('when a day has rolled to next month, one tap takes the one just past [QE-5] [PD-32]', () => {
    show();
    quick('Gym $50 on 15th');
    expect(field('Date').value).toBe('2026-07-15');
    fireEvent.click(screen.getByRole('button', { name: 'Mon, Jun 15 instead' }));
    expect(field('Date').value).toBe('2026-06-15');
    expect(screen.queryByRole('button', { name: /instead/ })).toBeNull();
    quick('Gym $55 on 15th');
    expect(field('Date').value).toBe('2026-06-15');
  });
});

describe('quick entry that is not sure', () => {
  const notRead = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .filter((text) => text !== '');

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-06-20T12:00:00Z'), toFake: ['Date'] });
  });

  test('never saves another currency as dollars, and says what was not understood [PD-32]', async () => {
    const { server } = show();
    quick('taxi 20 EUR');
    expect(values()).toEqual(['taxi', '', '2026-06-20', 'Transportation']);
    expect(notRead()).toEqual([
      'Not understood: 20 EUR. Only US dollars count. Enter the amount in dollars.',
    ]);
    save();
    await vi.waitFor(() => expect(field('Amount').getAttribute('aria-invalid')).toBe('true'));
    expect(server.bodiesOf('POST /api/expenses')).toEqual([]);
  });

  test('shows words it left out before anything is saved [PD-32]', () => {
    show();
    quick('target 54 household stuff weekly');
    expect(values().slice(0, 2)).toEqual(['Target household stuff', '54.00']);
    expect(notRead()).toEqual(['Not understood: weekly.']);
  });

  test('makes "every month" a recurring expense [PD-32] [AE-1]', async () => {
    const { server, onAdded } = show();
    quick('rent 1500 every month on the 1st');
    expect(chips()).toEqual([
      'Name rent',
      'Amount $1,500.00',
      'Date Wed, Jul 1',
      'Repeats monthly',
      'Category Housing',
      'Mon, Jun 1 instead',
    ]);
    save();
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
    expect(server.bodiesOf('POST /api/expenses')).toEqual([
      expect.objectContaining({ name: 'rent', type: 'recurring', dayOfMonth: 1, date: '2026-07-01' }),
    ]);
  });

  test('offers a preview for a line of several expenses, however it is submitted [PD-32]', () => {
    show();
    quick('lunch 12 and bus 2.75 yesterday');
    expect(values().slice(0, 2)).toEqual(['', '']);
    expect(chips()).toEqual(['Add 2 expenses']);
    save();
    expect(screen.getByRole('dialog', { name: 'Add 2 Expenses' })).toBeTruthy();
    expect(screen.getByText('lunch, $12.00, Fri, Jun 19')).toBeTruthy();
    expect(screen.getByText('bus, $2.75, Fri, Jun 19')).toBeTruthy();
  });

  test('a line of several expenses leaves edited fields alone [PD-32]', async () => {
    const { server, onAdded } = show();
    quick('lunch 12 and bus 2.75 yesterday');
    fill({ 'Expense Name': 'Lunch and bus' });
    save();
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
    expect(server.bodiesOf('POST /api/expenses')).toEqual([
      expect.objectContaining({ name: 'Lunch and bus' }),
    ]);
  });

  test('a complete line without a known word is saved under Other [PD-32]', async () => {
    const { server, onAdded } = show();
    quick('doohickey 4 today');
    save();
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
    expect(server.bodiesOf('POST /api/expenses')).toEqual([
      expect.objectContaining({ name: 'doohickey', amount: 4, category: 'Other' }),
    ]);
  });
});

test.each(['0', '45', '3.5', '-3'])(
  'refuses %s as the day of the month, at its field [AE-2]',
  async (day) => {
    const { server } = show();
    fill();
    type('Type', 'recurring');
    type('Day of Month', day);
    save();
    await vi.waitFor(() => expect(document.activeElement).toBe(field('Day of Month')));
    expect(field('Day of Month').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('Please enter a day from 1 to 31.').length).toBeGreaterThan(0);
    expect(server.bodiesOf('POST /api/expenses')).toEqual([]);
  },
);

describe('closing without saving', () => {
  const fields = () => ['Quick entry', 'Expense Name', 'Amount'].map((label) => field(label).value);

  test.each([
    ['Escape', () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })],
    ['the close button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('%s keeps the input for the next time [PD-32]', async (_, close) => {
    const { onClose, reopen } = show();
    quick('Gym $50');
    type('Amount', '60');
    close();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    reopen();
    expect(fields()).toEqual(['Gym $50', 'Gym', '60']);
    quick('Yoga $70');
    expect(fields()).toEqual(['Yoga $70', 'Yoga', '60']);
  });

  test('Cancel discards it', () => {
    const { reopen } = show();
    quick('Gym $50');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    reopen();
    expect(fields()).toEqual(['', '', '']);
  });
});

describe('several lines pasted at once', () => {
  const paste = (text: string) =>
    fireEvent.paste(field('Quick entry'), { clipboardData: { getData: () => text } });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const bodies = (server: ReturnType<typeof fakeServer>) => server.bodiesOf('POST /api/expenses');

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-06-20T12:00:00Z'), toFake: ['Date'] });
  });

  test('become several expenses after a preview [PD-32]', async () => {
    const { server, onAdded } = show();
    paste('Coffee $4.25 yesterday\r\n\n Gym $50 on 18th\nThing 3');
    expect(screen.getByRole('dialog', { name: 'Add 3 Expenses' })).toBeTruthy();
    expect(screen.getByText('Coffee, $4.25, Fri, Jun 19')).toBeTruthy();
    expect(bodies(server)).toEqual([]);
    type('Category of line 3', 'Shopping');
    press('Add 3 Expenses');
    expect(await screen.findByText('3 expenses added')).toBeTruthy();
    expect(onAdded).toHaveBeenCalledOnce();
    expect(bodies(server)).toEqual([
      expect.objectContaining({ name: 'Coffee', amount: 4.25, date: '2026-06-19', category: 'Dining' }),
      expect.objectContaining({ name: 'Gym', amount: 50, date: '2026-07-18', category: 'Personal Care' }),
      expect.objectContaining({ name: 'Thing', amount: 3, date: '2026-06-20', category: 'Shopping' }),
    ]);
  });

  test('are removed with one Undo, recurring ones with their series [PD-32]', async () => {
    const gym = anExpense({ id: 2, name: 'Gym', type: 'recurring' });
    const { server } = show({ 'DELETE /api/expenses/2': null });
    server.answer('POST /api/expenses', gym);
    paste('Gym $50 every month\nGym $50 monthly');
    press('Add 2 Expenses');
    await screen.findByText('2 expenses added');
    press('Undo');
    expect(await screen.findByText('2 expenses deleted')).toBeTruthy();
    expect(server.requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
      '/api/expenses/2?scope=future',
      '/api/expenses/2?scope=future',
    ]);
  });

  test('one tap switches a day between next month and the one just past [QE-5] [PD-32]', async () => {
    const { server, onAdded } = show();
    paste('Coffee $4.25\nGym $50 on 18th\nRent $900 on 19th\nBook $12 on 1st');
    const offers = () =>
      screen.queryAllByRole('button', { name: /instead/ }).map((offer) => offer.getAttribute('aria-label'));
    expect(offers()).toEqual([
      'Thu, Jun 18 instead in line 2',
      'Fri, Jun 19 instead in line 3',
      'Mon, Jun 1 instead in line 4',
    ]);
    press('Thu, Jun 18 instead in line 2');
    expect(screen.getByText('Gym, $50.00, Thu, Jun 18')).toBeTruthy();
    press('Fri, Jun 19 instead in line 3');
    press('Sun, Jul 19 instead in line 3');
    press('Mon, Jun 1 instead in line 4');
    type('Line 2', 'Gym $55 on 18th');
    type('Line 4', 'Book $12 on 25th');
    expect(offers()).toEqual(['Sat, Jul 18 instead in line 2', 'Fri, Jun 19 instead in line 3']);
    press('Add 4 Expenses');
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
    expect(bodies(server)).toEqual([
      expect.objectContaining({ date: '2026-06-20' }),
      expect.objectContaining({ amount: 55, date: '2026-06-18' }),
      expect.objectContaining({ date: '2026-07-19' }),
      expect.objectContaining({ date: '2026-06-25' }),
    ]);
  });

  test('a line that the server would refuse says so before anything is sent', async () => {
    const { server, onAdded } = show();
    const longest = 'x'.repeat(MAX_EXPENSE_NAME_LENGTH);
    paste(`${longest}x $4\nYacht $10,000,000.01`);
    expect(field('Line 1').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('The name is longer than 200 characters.')).toBeTruthy();
    expect(screen.getByText('The amount is more than $10,000,000.00.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add 2 Expenses' })).toHaveProperty('disabled', true);
    type('Line 1', `${longest} $4`);
    type('Line 2', 'Yacht $10,000,000');
    press('Add 2 Expenses');
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
    for (const body of bodies(server))
      expect(endpoints.createExpense.body.safeParse(body).success).toBe(true);
  });

  test('a line that cannot be read says why, and is corrected or left out before anything is added', async () => {
    const { server, onAdded } = show();
    paste('Coffee\n$5\nGym $50');
    expect(screen.getByText('An amount is missing, such as $4.25.')).toBeTruthy();
    expect(screen.getByText('A name is missing.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add 1 Expense, skip 2' })).toHaveProperty('disabled', false);
    type('Line 1', 'Coffee 4');
    press('Leave out line 2');
    press('Add 2 Expenses');
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
    expect(bodies(server)).toEqual([
      expect.objectContaining({ name: 'Coffee', amount: 4 }),
      expect.objectContaining({ name: 'Gym', amount: 50 }),
    ]);
  });

  test('a line that cannot be read is skipped and stays, and is kept when the dialog closes [PD-99]', async () => {
    const { server, onAdded, onClose, reopen } = show();
    paste('- Coffee 4\n- bagle\n* Gym $50\n2. tues: lunch 12');
    press('Add 3 Expenses, skip 1');
    expect(await screen.findByText('3 expenses added')).toBeTruthy();
    expect(screen.getByText('One line is left.')).toBeTruthy();
    expect(bodies(server)).toEqual([
      expect.objectContaining({ name: 'Coffee', date: '2026-06-20' }),
      expect.objectContaining({ name: 'Gym' }),
      expect.objectContaining({ name: 'lunch', amount: 12, date: '2026-06-16' }),
    ]);
    expect([onAdded.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
    expect(field('Line 1').value).toBe('bagle');
    type('Line 1', 'bagel');
    const preview = screen.getByRole('dialog', { name: 'Add 1 Expense' });
    fireEvent.click(within(preview).getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    reopen();
    expect(field('Line 1').value).toBe('bagel');
    press('Back');
    press('Add several at once');
    expect(field('One expense per line').value).toBe('bagel');
    press('Continue');
    await screen.findByLabelText('Line 1');
    type('Line 1', 'bagel 3.25');
    press('Add Expense');
    expect(await screen.findByText('Expense added')).toBeTruthy();
    expect(bodies(server)).toHaveLength(4);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test('a text that is too long is not cut in the middle of an amount', async () => {
    const { server } = show();
    expect(paste(`Gym ${'5'.repeat(297)}`)).toBe(false);
    expect(await screen.findByText('This text is too long')).toBeTruthy();
    expect(field('Quick entry').value).toBe('');
    paste(Array.from({ length: 900 }, (_, index) => `Tea ${1000 + index}.50`).join('\n'));
    expect(await screen.findByText('This list is too long')).toBeTruthy();
    expect(field('Line 1').value).toBe('Tea 1000.50');
    press('Back');
    press('Add several at once');
    type('One expense per line', 'Tea 4\n'.repeat(2_000));
    press('Continue');
    expect(await screen.findByText('Please enter up to 10,000 characters at a time.')).toBeTruthy();
    expect(field('One expense per line').value).toHaveLength(12_000);
    expect(bodies(server)).toEqual([]);
  });

  test('lines beyond the first hundred follow when those are added [PD-99]', async () => {
    const { server } = show();
    paste(Array.from({ length: 102 }, (_, index) => `Coffee ${index + 1}`).join('\n'));
    press('Add 100 Expenses');
    await vi.waitFor(() => expect(bodies(server)).toHaveLength(100), { timeout: 30_000 });
    expect(await screen.findByText('2 lines are left.')).toBeTruthy();
    press('Add 2 Expenses');
    await vi.waitFor(() => expect(bodies(server)).toHaveLength(102));
  });

  test('if one fails, earlier ones are added and the rest stay with the same ids [PD-30]', async () => {
    const { server, onAdded } = show();
    let count = 0;
    server.answer('POST /api/expenses', () => {
      count += 1;
      return count === 2 ? new Response('{}', { status: 500 }) : anExpense({ name: 'x' });
    });
    paste('Coffee 4\nGym 50\nThing 3');
    press('Add 3 Expenses');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(onAdded).not.toHaveBeenCalled();
    expect(screen.queryByLabelText('Line 1')).toBeNull();
    press('Add 2 Expenses');
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
    const sent = bodies(server) as { name: string; requestId: string }[];
    expect(sent.map(({ name }) => name)).toEqual(['Coffee', 'Gym', 'Gym', 'Thing']);
    expect(sent[1]?.requestId).toBe(sent[2]?.requestId);
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(3);
  });

  test('a single line is pasted as it is; "Back" leads back to the form', () => {
    show();
    paste('Coffee $4');
    expect(screen.getByRole('dialog', { name: 'Add an Expense' })).toBeTruthy();
    paste('Coffee 4\nGym 50');
    press('Back');
    expect(screen.getByRole('dialog', { name: 'Add an Expense' })).toBeTruthy();
  });
});

test('an expense sent again after a failure is the same request, a corrected one is another', async () => {
  const { server } = show({ 'POST /api/expenses': failing(500) });
  fill();
  const send = async (count: number) => {
    save();
    await vi.waitFor(() => expect(server.bodiesOf('POST /api/expenses')).toHaveLength(count));
    await screen.findByRole('button', { name: 'Add Expense' });
  };
  await send(1);
  await send(2);
  type('Amount', '5');
  await send(3);
  const ids = server.bodiesOf('POST /api/expenses').map((body) => (body as { requestId: string }).requestId);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});
