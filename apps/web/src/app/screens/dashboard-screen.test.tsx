import type { UserBank } from '@oinkly/contract/account';
import { anEntry, aRule, aWeekThatEnded, somePayments, weeksOf } from '@oinkly/contract/samples';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { BillCard } from '../../features/expenses/checks/lazy-bill-card.ts';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aBank, aUser, anExpense, someSettings } from '../../test-support/wire.ts';
import DashboardScreen from './dashboard-screen.tsx';

prepareEachTest();
beforeEach(() => {
  // A Thursday at nine, local time.
  vi.useFakeTimers({ now: new Date(2025, 5, 5, 9) });
});

const bought = [anExpense({ amount: 76.82, date: '2025-06-03' })];

async function show(answers: Record<string, unknown> = {}) {
  const server = fakeServer({
    'GET /api/auth/user': aUser(),
    'GET /api/settings': someSettings(),
    'GET /api/weeks': weeksOf(bought),
    'GET /api/expenses': bought,
    'GET /api/leaderboard': { leaderboard: [anEntry({ isCurrentUser: true })] },
    'POST /api/auto-import-transactions': { success: true, imported: 0 },
    ...answers,
  });
  renderApp(<DashboardScreen />);
  await pass(0);
  await pass(0);
  return server;
}

const card = () => screen.getByRole('region', { name: 'This week' }).textContent;

test('the header has the name, the tagline and the way to the account [DB-2]', async () => {
  await show();
  const header = screen.getByRole('banner');
  expect(header.textContent).toBe('OinklyIt makes dollars and sense.My account');
  expect(screen.getByRole('link', { name: 'My account' }).getAttribute('href')).toBe('/my-account');
});

test('the bell says how many notifications are new, and leads to them [PD-86]', async () => {
  const bell = () => screen.getByRole('link', { name: /^Notifications/ });
  await show({ 'GET /api/auth/user': aUser({ unreadNotifications: 3 }) });
  expect(bell().getAttribute('href')).toBe('/notifications');
  expect(bell().getAttribute('aria-label')).toBe('Notifications, 3 new');
  expect(within(bell()).queryByTestId('bell-dot')).toBeTruthy();
  cleanup();
  await show({ 'GET /api/auth/user': aUser({ unreadNotifications: 0 }) });
  expect(bell().getAttribute('aria-label')).toBe('Notifications');
  expect(within(bell()).queryByTestId('bell-dot')).toBeNull();
});

test('requests nothing until the user is known [AU-4]', async () => {
  const user = deferred<unknown>();
  const server = await show({ 'GET /api/auth/user': () => user.promise });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/auth/user']);
  await act(async () => user.resolve(aUser()));
  await pass(0);
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining([
      'GET /api/settings',
      'GET /api/weeks?from=2024-12-30&to=2025-12-22',
      'GET /api/expenses?from=2025-06-02&to=2025-06-08',
      'GET /api/leaderboard',
      'POST /api/auto-import-transactions',
    ]),
  );
});

test('without a user it asks to log in, and asks the server for nothing else [DB-1] [AU-4]', async () => {
  const server = await show({ 'GET /api/auth/user': failing(401, { message: 'Unauthorized' }) });
  expect(screen.getByText('Please log in to access your dashboard.')).toBeTruthy();
  expect(server.requests).toHaveLength(1);
});

test.each([
  [{ monthlyIncome: 482, budgets: [] }, '$121.00'],
  [{ monthlyIncome: null, budgets: [] }, '$1,000.00'],
  [{}, '$120.00'],
])(
  'the budget is a quarter of the income, rounded; 1000 without one [DB-19] [PD-10]',
  async (fields, budget) => {
    await show({ 'GET /api/settings': someSettings(fields) });
    expect(card()).toContain(`${budget}Budget`);
  },
);

test("the user's day decides the week, also when midnight passes on an open page [PD-2] [PD-13]", async () => {
  vi.setSystemTime(new Date(2025, 5, 8, 23, 59, 50));
  await show();
  expect(card()).toContain('Last day of the week, Sunday, June 8');
  await pass(30_000);
  expect(card()).toContain('6 days left, until Sunday, June 15');
  expect(card()).toContain('$120.00left this week');
});

test.each([
  ['expenses', { bankLinked: false }, bought, 'Last week'],
  ['a bank but no expenses', { bankLinked: true }, [], 'Last week'],
  ['neither', { bankLinked: false }, [], 'Connect a bank'],
])('the first view of a user with %s leads to the next step', async (_, fields, expenses, step) => {
  await show({
    'GET /api/auth/user': aUser(fields),
    'GET /api/weeks': weeksOf(expenses),
    'GET /api/expenses': expenses,
  });
  const links = within(screen.getByRole('region', { name: 'This week' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([step, 'Edit budget']);
});

describe('a bank that was not read', () => {
  const withBanks = (...banks: UserBank[]) => ({ 'GET /api/auth/user': aUser({ banks }) });
  const daysAgo = (days: number) => new Date(2025, 5, 5 - days, 9).toISOString();

  test('and wants a login is named in the card, with the way to repair it [PD-84]', async () => {
    const problem = {
      name: 'First Platypus Bank',
      message: 'Your bank wants you to log in again.',
      needsOwner: true,
      repair: 'login' as const,
    };
    await show(withBanks(aBank({ lastReadAt: daysAgo(1), problem })));
    expect(card()).toContain('First Platypus Bank needs you to log in again.');
    vi.useRealTimers();
    expect(await screen.findByRole('button', { name: 'Reconnect First Platypus Bank' })).toBeTruthy();
  });

  test('for three days makes the number say how old it is [PD-84] [PD-85]', async () => {
    await show(withBanks(aBank({ name: 'Gingham' }), aBank({ lastReadAt: daysAgo(24) })));
    expect(card()).toContain('left this week · as of May 12');
    expect(card()).toContain('First Platypus Bank hasn’t been read since May 12.');
    const region = screen.getByRole('region', { name: 'This week' });
    expect(within(region).getByRole('link', { name: 'Open bank accounts' }).getAttribute('href')).toBe(
      '/accounts',
    );
    expect(screen.getByText('First Platypus Bank last read May 12')).toBeTruthy();
  });

  test('is not mentioned while all are read every day [PD-84]', async () => {
    await show(withBanks(aBank()));
    expect(card()).toContain('left this week3 days left');
    expect(screen.getByText('Bank last read just now')).toBeTruthy();
  });
});

describe('the week that has ended', () => {
  const board = (lastWeek: object) => ({
    'GET /api/leaderboard': { leaderboard: [anEntry({ isCurrentUser: true })], lastWeek },
  });
  const read = {
    leaderboard: [anEntry({ isCurrentUser: true })],
    lastWeek: aWeekThatEnded({ seenBefore: true, dismissed: true }),
  };

  test('shows what went well, result, record, prices and what is due, until dismissed [PD-24] [PD-74] [PD-112]', async () => {
    const server = await show({
      ...board(aWeekThatEnded()),
      'GET /api/weeks': weeksOf(bought, {
        toCome: 930,
        toComeNames: ['Rent', 'Gym', 'Streamly', 'Paper', 'Milk'],
        priceChanges: [
          { name: 'Netflix', date: '2026-05-26', amount: 17.99, before: 15.49 },
          { name: 'Gym', date: '2026-06-02', amount: 50, before: 45 },
        ],
      }),
      'POST /api/leaderboard/weeks/2026-05-25/seen': { success: true },
    });
    vi.useRealTimers();
    const region = await screen.findByRole('region', { name: 'Last week: under budget' });
    expect(region.textContent).toContain('May 25 - May 31');
    expect(region.textContent).toContain('$80.00 of $125.00, $45.00 left.');
    expect(region.textContent).toContain('You spent less than the week before.');
    expect(region.textContent).toContain('Netflix is $17.99 now, it was $15.49.');
    expect(region.textContent).not.toContain('Gym is');
    expect(region.textContent).toContain('Due this week: $930.00 for Rent, Gym, Streamly, and 2 more.');
    const gotIt = within(region).getByRole('button', { name: 'Got it' });
    server.answer('GET /api/leaderboard', read);
    gotIt.focus();
    fireEvent.click(gotIt);
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: /Last week/ })).toBeNull());
    expect(server.bodiesOf('POST /api/leaderboard/weeks/2026-05-25/seen')).toHaveLength(1);
    expect(document.activeElement?.textContent).toContain('Friends Leaderboard');
    expect(document.activeElement).not.toBe(document.body);
  });

  test('is not brought back by a board that was asked for before it was read [PD-24]', async () => {
    const imported = deferred<unknown>();
    const late = deferred<unknown>();
    const withWeek = board(aWeekThatEnded());
    const server = await show({
      ...withWeek,
      'POST /api/auto-import-transactions': () => imported.promise,
      'POST /api/leaderboard/weeks/2026-05-25/seen': { success: true },
    });
    await pass(300);
    vi.useRealTimers();
    const gotIt = await screen.findByRole('button', { name: 'Got it' });
    server.answer('GET /api/leaderboard', () => late.promise);
    imported.resolve({ success: true, imported: 0 });
    const asked = () => server.requests.filter(({ url }) => url === '/api/leaderboard').length;
    await vi.waitFor(() => expect(asked()).toBe(2));
    server.answer('GET /api/leaderboard', read);
    fireEvent.click(gotIt);
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: /Last week/ })).toBeNull());
    const answered = new Response(JSON.stringify(withWeek['GET /api/leaderboard']));
    const parsed = vi.spyOn(answered, 'json');
    late.resolve(answered);
    await vi.waitFor(() => expect(parsed).toHaveBeenCalled());
    await act(() => Promise.resolve());
    expect(screen.queryByRole('region', { name: /Last week/ })).toBeNull();
  });

  test("appears when the new week starts on an open page, with that week's board [PD-24] [DB-7]", async () => {
    vi.setSystemTime(new Date(2025, 5, 8, 23, 59, 50));
    const server = await show();
    const onMonday = board(aWeekThatEnded());
    server.answer('GET /api/leaderboard', onMonday['GET /api/leaderboard']);
    expect(screen.queryByRole('region', { name: /Last week/ })).toBeNull();
    await pass(30_000);
    await pass(0);
    vi.useRealTimers();
    expect(await screen.findByRole('region', { name: 'Last week: under budget' })).toBeTruthy();
  });

  test('a week over budget says by how much, and never a rank [PD-24] [PD-77]', async () => {
    await show(board(aWeekThatEnded({ spent: 150.5 })));
    vi.useRealTimers();
    const region = await screen.findByRole('region', { name: 'Last week: over budget' });
    expect(region.textContent).toContain('$25.50 over');
    expect(region.textContent).not.toMatch(/board|1st/);
  });

  test.each([
    [1, 'Your first week under budget. Well fed.'],
    [52, 'Fifty-two weeks under budget. A whole year. Bravo.'],
  ])('that makes %i under budget in all is celebrated: %s', async (weeksUnderInAll, words) => {
    await show(board(aWeekThatEnded({ weeksUnderInAll })));
    vi.useRealTimers();
    const region = await screen.findByRole('region', { name: 'Last week: under budget' });
    expect(region.textContent).toContain(words);
  });

  test.each([
    { weeksUnderInAll: 2 },
    { weeksUnderInAll: 1, spent: 999 },
    { weeksUnderInAll: 1, seenBefore: true },
  ])('that is nothing to celebrate is not celebrated: %j', async (fields) => {
    await show(board(aWeekThatEnded(fields)));
    vi.useRealTimers();
    const region = await screen.findByRole('region', { name: /Last week/ });
    expect(region.textContent).not.toMatch(/Well fed/);
  });

  test('that the bank has corrected since it was read says so, once more [PD-24]', async () => {
    await show(board(aWeekThatEnded({ corrected: true, seenBefore: true })));
    vi.useRealTimers();
    const region = await screen.findByRole('region', { name: 'Last week was corrected' });
    expect(region.textContent).toContain('Your bank corrected something after the week ended.');
  });
});

test('the help line leads to the support address [DB-18]', async () => {
  await show();
  expect(screen.getByRole('link', { name: 'support@oinkly.example' }).getAttribute('href')).toBe(
    'mailto:support@oinkly.example',
  );
});

test.each([
  ['GET /api/settings', 'Failed to load settings'],
  ['GET /api/expenses', 'Failed to fetch expenses'],
  ['GET /api/weeks', 'Failed to fetch expenses'],
])('when %s fails the card says so and can be tried again [ER-4]', async (failingCall, words) => {
  const server = await show({ [failingCall]: failing(500) });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByText('No transactions found')).toBeNull();
  server.answer('GET /api/settings', someSettings());
  server.answer('GET /api/expenses', []);
  server.answer('GET /api/weeks', weeksOf([]));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await pass(0);
  expect(card()).toContain('left this week');
});

test('the greeting stays the same heading while numbers load, keeping the focus [RT-14]', async () => {
  const expenses = deferred<unknown>();
  await show({ 'GET /api/expenses': () => expenses.promise });
  const greeting = screen.getByRole('heading', { level: 1 });
  greeting.focus();
  await act(async () => expenses.resolve([]));
  await pass(0);
  expect(card()).toContain('left this week');
  expect(screen.getByRole('heading', { level: 1 })).toBe(greeting);
  expect(document.activeElement).toBe(greeting);
});

test('a leaderboard that does not load leaves the rest in place', async () => {
  await show({ 'GET /api/leaderboard': failing(500) });
  expect(screen.getByText('We couldn’t load the leaderboard.')).toBeTruthy();
  expect(card()).toContain('$43.18left this week');
  expect(screen.getByRole('heading', { name: '1 purchase. A clean start.' })).toBeTruthy();
});

test.each([
  ['has expenses of an earlier year', true, '0 purchases. Your card is enjoying the rest.'],
  ['never had an expense', false, 'No transactions found'],
])('in a year without purchases, a user who %s is told so [DB-16]', async (_title, hasExpenses, words) => {
  await show({ 'GET /api/expenses': [], 'GET /api/weeks': weeksOf([], { hasExpenses }) });
  expect(screen.getByRole('heading', { name: words })).toBeTruthy();
});

test('what is due this week appears next to what is left, if any [PD-31]', async () => {
  const server = await show({ 'GET /api/weeks': weeksOf(bought, { toCome: 15.99 }) });
  expect(card()).toContain('$15.99 still to come this week');
  server.answer('GET /api/weeks', weeksOf(bought));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh list' }));
  await pass(0);
  expect(card()).not.toContain('to come');
});

test('what was saved this year appears next to what is left, once a week saved something [PD-75]', async () => {
  const server = await show();
  expect(card()).not.toContain('saved');
  // One week $20 below the budget of $120, then one $20 above it.
  const earlier = [
    anExpense({ amount: 100, date: '2025-05-20' }),
    anExpense({ amount: 500, date: '2025-05-27' }),
  ];
  server.answer('GET /api/weeks', weeksOf([...earlier, ...bought]));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh list' }));
  await pass(0);
  expect(card()).toContain('$20.00 saved this year');
});

test('the budget is changed on the spot, with the slider of onboarding [PD-10]', async () => {
  const server = await show({ 'PUT /api/users': aUser({ weeklyBudget: 150 }) });
  vi.useRealTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Change the budget of $120.00' }));
  const sheet = await screen.findByRole('dialog', { name: 'Weekly budget' });
  expect(
    within(sheet).getByRole('slider', { name: 'Weekly spending goal' }).getAttribute('aria-valuenow'),
  ).toBe('120');
  fireEvent.change(within(sheet).getByLabelText('Or type it'), { target: { value: '150' } });
  expect(within(sheet).getByText('Living it up!')).toBeTruthy();
  server.answer(
    'GET /api/settings',
    someSettings({ budgets: [{ day: '2025-06-02', weeklyBudget: 150 }], monthlyIncome: 600 }),
  );
  fireEvent.click(within(sheet).getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodiesOf('PUT /api/users')).toEqual([{ weeklyBudget: 150 }]);
  expect(await screen.findByText('$150.00 a week.')).toBeTruthy();
  await vi.waitFor(() => expect(card()).toContain('$150.00Budget'));
});

test('a budget that could not be saved stays in the sheet [PD-10]', async () => {
  await show({ 'PUT /api/users': failing(500, { message: 'oops' }) });
  vi.useRealTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Change the budget of $120.00' }));
  const sheet = await screen.findByRole('dialog', { name: 'Weekly budget' });
  fireEvent.click(within(sheet).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Could not save your settings. Please try again.')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Weekly budget' })).toBeTruthy();
});

describe('between the card and the board', () => {
  const monday = '2025-06-02';
  const rent = somePayments({
    merchantKey: 'rent',
    name: 'Hawthorne Residential',
    amount: 1420,
    mayBeBill: true,
  });
  const storage = somePayments({ merchantKey: 'storage', name: 'Storage', amount: 130, mayBeBill: true });
  const boardWith = (more: object) => ({
    leaderboard: [anEntry({ isCurrentUser: true })],
    offersNote: true,
    ...more,
  });
  const broken = aBank({
    problem: { name: 'Platypus', message: 'Log in again.', needsOwner: true, repair: 'login' },
  });
  const slot = () => ({
    week: screen.queryByRole('region', { name: /Last week/ }) !== null,
    promise: screen.queryByRole('region', { name: 'Keeping this week' }) !== null,
    bill: screen.queryByRole('region', { name: /out of your weeks/ }) !== null,
    note: screen.queryByRole('region', { name: 'Notifications' }) !== null,
  });

  test.each([
    ['nothing beside a bank to repair', broken, aWeekThatEnded(), null, rent, {}],
    [
      'the week to promise, also beside a bank to repair',
      broken,
      aWeekThatEnded(),
      monday,
      rent,
      { promise: true },
    ],
    ['the week that has ended', aBank(), aWeekThatEnded(), null, rent, { week: true }],
    ['both weeks', aBank(), aWeekThatEnded(), monday, rent, { week: true, promise: true }],
    ['the week to promise', aBank(), null, monday, rent, { promise: true }],
    ['a payment that looks like a bill', aBank(), null, null, rent, { bill: true }],
    ['the offer of a recap', aBank(), null, null, null, { note: true }],
  ])(
    'stands %s, if it is the most important [PD-95]',
    async (_, bank, lastWeek, weekToPromise, bill, shown) => {
      await show({
        'GET /api/auth/user': aUser({ banks: [bank] }),
        'GET /api/leaderboard': boardWith({ lastWeek, weekToPromise }),
        'GET /api/weeks': weeksOf(bought, { bill }),
      });
      vi.useRealTimers();
      const expected = { week: false, promise: false, bill: false, note: false, ...shown };
      await vi.waitFor(() => expect(slot()).toEqual(expected), { timeout: 30_000 });
    },
  );

  test('one tap promises the week that the server offers, and is gone after it [PD-106]', async () => {
    const promise = deferred<unknown>();
    const server = await show({
      'GET /api/leaderboard': boardWith({ offersNote: false, weekToPromise: monday }),
      'POST /api/promise': () => promise.promise,
    });
    server.answer('GET /api/leaderboard', boardWith({ offersNote: false, weekToPromise: null }));
    fireEvent.click(screen.getByRole('button', { name: 'I’m in' }));
    await pass(0);
    expect(slot()).toMatchObject({ promise: true });
    await act(async () => promise.resolve({ success: true }));
    await pass(0);
    expect(slot()).toMatchObject({ promise: false });
    expect(screen.getByText('You’re in.')).toBeTruthy();
    expect(server.bodiesOf('POST /api/promise')).toEqual([{ weekStart: monday }]);
  });

  test('one tap puts the question away, and another one promises the week after all [PD-106]', async () => {
    const decline = deferred<unknown>();
    const server = await show({
      'GET /api/leaderboard': boardWith({ offersNote: false, weekToPromise: monday }),
      'POST /api/promise/decline': () => decline.promise,
      'POST /api/promise': { success: true },
    });
    server.answer('GET /api/leaderboard', boardWith({ offersNote: false, weekToPromise: null }));
    fireEvent.click(screen.getByRole('button', { name: 'Not this week' }));
    await pass(0);
    const isBusy = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-busy');
    expect([isBusy('Not this week'), isBusy('I’m in')]).toEqual(['true', 'false']);
    fireEvent.click(screen.getByRole('button', { name: 'I’m in' }));
    await act(async () => decline.resolve({ success: true }));
    await pass(0);
    expect(slot()).toMatchObject({ promise: false });
    expect(screen.queryByText('You’re in.')).toBeNull();
    expect(server.bodiesOf('POST /api/promise/decline')).toEqual([{ weekStart: monday }]);
    expect(server.bodiesOf('POST /api/promise')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'I’m in' }));
    await pass(0);
    expect(server.bodiesOf('POST /api/promise')).toEqual([{ weekStart: monday }]);
    expect(screen.getByText('You’re in.')).toBeTruthy();
  });

  test.each([
    ['the recap', { lastWeek: aWeekThatEnded() }, aBank()],
    ['the promise', { lastWeek: null, weekToPromise: monday }, aBank()],
    ['a bank to repair', { lastWeek: null }, broken],
  ])('%s waits for no code of a bill, which does not stand yet [PD-95]', async (_, more, bank) => {
    vi.spyOn(BillCard, 'useIsLoaded').mockReturnValue(false);
    const areSectionsShown = async (answers: object, banks: UserBank[]) => {
      cleanup();
      await show({
        'GET /api/auth/user': aUser({ banks }),
        'GET /api/leaderboard': boardWith(answers),
        'GET /api/weeks': weeksOf(bought, { bill: rent }),
      });
      return screen.queryByRole('heading', { name: '1 purchase. A clean start.' }) !== null;
    };
    expect(await areSectionsShown(more, [bank])).toBe(true);
    expect(await areSectionsShown({ lastWeek: null }, [aBank()])).toBe(false);
  });

  test('the recap leaves the promise its place, and each is answered without the other [PD-95] [PD-106]', async () => {
    const server = await show({
      'GET /api/leaderboard': boardWith({ lastWeek: aWeekThatEnded(), weekToPromise: monday }),
      'POST /api/promise': { success: true },
    });
    server.answer('GET /api/leaderboard', boardWith({ lastWeek: aWeekThatEnded(), weekToPromise: null }));
    fireEvent.click(screen.getByRole('button', { name: 'I’m in' }));
    await pass(0);
    expect(slot()).toMatchObject({ week: true, promise: false });
    expect(server.requests.filter(({ url }) => url.endsWith('/seen'))).toEqual([]);
  });

  test('a refused promise says why, and the board is asked again [PD-106]', async () => {
    const refusal = {
      error_code: 'PROMISE_NOT_OPEN',
      message: 'You can say that you’re in until Wednesday.',
    };
    const server = await show({
      'GET /api/leaderboard': boardWith({ offersNote: false, weekToPromise: monday }),
      'POST /api/promise': failing(409, refusal),
    });
    server.answer('GET /api/leaderboard', boardWith({ offersNote: false, weekToPromise: null }));
    fireEvent.click(screen.getByRole('button', { name: 'I’m in' }));
    await pass(0);
    await pass(0);
    expect(screen.getByText(refusal.message)).toBeTruthy();
    expect(slot()).toMatchObject({ promise: false });
    expect(screen.queryByText('You’re in.')).toBeNull();
  });

  test('the largest bill is asked about first, and its answer is a rule [PD-90] [PD-95]', async () => {
    const server = await show({
      'GET /api/auth/user': aUser({ banks: [aBank()] }),
      'GET /api/leaderboard': boardWith({ lastWeek: null }),
      'GET /api/weeks': weeksOf(bought, { bill: rent }),
      'PUT /api/rules': {
        ...aRule({ merchantKey: 'rent', merchant: rent.name, counted: false }),
        earlier: 3,
      },
    });
    vi.useRealTimers();
    const card = await screen.findByRole('region', {
      name: 'Leave Hawthorne Residential out of your weeks?',
    });
    expect(card.textContent).toContain(
      '$1,420.00 a month looks like a bill. Left out, it stays in your list.',
    );
    server.answer('GET /api/weeks', weeksOf(bought, { bill: storage }));
    fireEvent.click(within(card).getByRole('button', { name: 'Leave out' }));
    expect(await screen.findByRole('button', { name: 'And 3 earlier ones' })).toBeTruthy();
    expect(server.bodiesOf('PUT /api/rules')).toEqual([
      { merchantKey: 'rent', merchant: 'Hawthorne Residential', counted: false },
    ]);
    expect(await screen.findByRole('region', { name: 'Leave Storage out of your weeks?' })).toBeTruthy();
    expect(server.requests.some(({ url }) => url === '/api/recurring')).toBe(false);
  });

  test('a bill that a first sync finds is asked about at once, a later one on the next visit [PD-90] [PD-95]', async () => {
    const synced = async (before: typeof bought) => {
      const sync = deferred<unknown>();
      const server = await show({
        'GET /api/auth/user': aUser({ banks: [aBank()] }),
        'GET /api/leaderboard': boardWith({ lastWeek: null }),
        'GET /api/expenses': before,
        'GET /api/weeks': weeksOf(before),
        'POST /api/auto-import-transactions': () => sync.promise,
      });
      await vi.waitFor(() => expect(slot()).toMatchObject({ bill: false, note: true }));
      server.answer('GET /api/expenses', bought);
      server.answer('GET /api/weeks', weeksOf(bought, { bill: rent }));
      await act(async () => sync.resolve({ success: true, imported: 1 }));
      vi.useRealTimers();
      await vi.waitFor(() =>
        expect(server.requests.filter(({ url }) => url.includes('/weeks'))).toHaveLength(2),
      );
    };
    await synced([]);
    await vi.waitFor(() => expect(slot()).toEqual({ week: false, promise: false, bill: true, note: false }));
    cleanup();
    vi.useFakeTimers({ now: new Date(2025, 5, 5, 9) });
    await synced(bought);
    await act(async () => undefined);
    expect(slot()).toMatchObject({ bill: false });
    cleanup();
    vi.useFakeTimers({ now: new Date(2025, 5, 5, 9) });
    await show({
      'GET /api/leaderboard': boardWith({ lastWeek: null }),
      'GET /api/weeks': weeksOf(bought, { bill: rent }),
    });
    vi.useRealTimers();
    await vi.waitFor(() => expect(slot()).toMatchObject({ bill: true }));
  });
});

describe('the offer of a notification on Mondays', () => {
  const board = (offersNote: boolean) => ({ leaderboard: [anEntry({ isCurrentUser: true })], offersNote });
  const wanted = { budget: false, bank: false, result: false, friend: false };
  const offer = () => screen.queryByRole('region', { name: 'Notifications' });

  test.each([
    ['Yes', true, '/notifications'],
    ['No thanks', false, '/'],
  ])('goes away for good with %s, which leads to %s', async (name, result, path) => {
    window.history.replaceState(null, '', '/');
    const server = await show({
      'GET /api/leaderboard': board(true),
      'PUT /api/notifications/kinds': { ...wanted, result },
    });
    expect(offer()?.textContent).toBe('Want a recap on Mondays?YesNo thanks');
    server.answer('GET /api/leaderboard', board(false));
    fireEvent.click(screen.getByRole('button', { name }));
    await pass(0);
    await pass(0);
    expect(server.bodiesOf('PUT /api/notifications/kinds')).toEqual([{ result }]);
    expect(offer()).toBeNull();
    expect(window.location.pathname).toBe(path);
  });

  test('is absent unless the server makes it, and stays when the answer could not be stored', async () => {
    await show({ 'GET /api/leaderboard': board(false) });
    expect(offer()).toBeNull();
    cleanup();
    await show({
      'GET /api/leaderboard': board(true),
      'PUT /api/notifications/kinds': failing(500, { message: 'oops' }),
    });
    fireEvent.click(screen.getByRole('button', { name: 'No thanks' }));
    await pass(0);
    expect(offer()).toBeTruthy();
  });
});
