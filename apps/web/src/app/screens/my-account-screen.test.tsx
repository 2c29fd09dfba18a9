import { aSession, anExpense } from '@oinkly/contract/samples';
import { act, cleanup, fireEvent, getByRole, screen } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fakeCaches } from '../../test-support/fake-caches.ts';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { aBrowser, ENDPOINT_ID } from '../../test-support/fake-push.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser, someSettings } from '../../test-support/wire.ts';
import { storeLinkSession } from '../../features/banking/bank-link.ts';
import { answersCacheOf } from '../../shared/http/answers-cache.ts';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { outbox } from '../../features/expenses/outbox/outbox.ts';
import { expensesOfWeekQuery } from '../../features/expenses/expenses-query.ts';
import { leaderboardQuery } from '../../features/leaderboard/leaderboard-query.ts';
import MyAccountScreen from './my-account-screen.tsx';

prepareEachTest();
beforeEach(() => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
  // It would outlast the test.
  vi.spyOn(browserNavigation, 'startLeaving').mockImplementation(() => undefined);
});

async function show(answers: Record<string, unknown> = {}, address = '/my-account') {
  window.history.replaceState(null, '', address);
  const server = fakeServer({
    'GET /api/plaid/connections': [],
    'GET /api/plaid/accounts': { accounts: [], items: [], connected_items: 0 },
    'GET /api/plaid/transaction-stats': { stats: [], total_transactions: 0 },
    'GET /api/sessions': [aSession({ current: true })],
    'GET /api/auth/recent-login': { recent: true },
    'PUT /api/users': aUser({ fullName: 'Ana Maria' }),
    'PUT /api/settings': someSettings({ monthlyIncome: 600 }),
    ...answers,
  });
  const { queryClient } = renderApp(<MyAccountScreen user={aUser()} />);
  return { ...server, queryClient };
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a link home, an editable name, and a read-only email with its note [ACC-1]', async () => {
  await show();
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ana');
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  expect([email.value, email.readOnly]).toEqual(['ana@example.com', true]);
  expect(screen.getByText('Your email is managed by the account you log in with.')).toBeTruthy();
});

test("'Edit budget' of the dashboard leads to the field itself [DB-6]", async () => {
  await show({}, '/my-account#budget');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Weekly Budget')));
});

test('saving sends name and budget to both calls and says so [ACC-2]', async () => {
  const server = await show();
  const budget = screen.getByLabelText<HTMLInputElement>('Weekly Budget');
  expect([budget.type, budget.min, budget.step, budget.value]).toEqual(['number', '0', '1', '120']);
  expect(screen.getByText('Your target spending limit per week')).toBeTruthy();
  type('Name', ' Ana Maria ');
  type('Weekly Budget', '150');
  click('Save Changes');
  expect(await screen.findByText('Settings Saved')).toBeTruthy();
  expect(server.bodiesOf('PUT /api/users')).toEqual([{ fullName: 'Ana Maria', weeklyBudget: 150 }]);
  expect(server.bodiesOf('PUT /api/settings')).toEqual([{ monthlyIncome: 600, monthlySavingsGoal: 0 }]);
});

test('counting fixed bills is saved with the rest and reloads expenses and board [PD-5]', async () => {
  const server = await show({ 'GET /api/expenses': [], 'GET /api/leaderboard': { leaderboard: [] } });
  await server.queryClient.query(expensesOfWeekQuery('2025-06-02'));
  await server.queryClient.query(leaderboardQuery);
  const seen = (path: string) => server.requests.filter(({ url }) => url.startsWith(path)).length;
  const setting = screen.getByRole<HTMLInputElement>('switch', { name: 'Count fixed bills' });
  expect(setting.checked).toBe(false);
  expect(
    screen.getByText('When on, rent, mortgage, loans, insurance and tax count as spending.'),
  ).toBeTruthy();
  fireEvent.click(setting);
  click('Save Changes');
  await vi.waitFor(() =>
    expect(server.bodiesOf('PUT /api/users')).toEqual([
      { fullName: 'Ana', weeklyBudget: 120, countFixedBills: true },
    ]),
  );
  await vi.waitFor(() => expect([seen('/api/expenses'), seen('/api/leaderboard')]).toEqual([2, 2]));
});

test.each([
  ['PUT /api/settings', 'Could not save your settings. Please try again.', 120],
  ['PUT /api/users', 'Your weekly budget is saved. Your other changes are not. Please try again.', 150],
])(
  "when %s fails it shows 'Save Failed' with the part, and keeps the input [ACC-2]",
  async (failingCall, words, savedBudget) => {
    const { queryClient } = await show({ [failingCall]: failing(500) });
    queryClient.setQueryData(currentUserQuery.queryKey, aUser());
    type('Weekly Budget', '150');
    click('Save Changes');
    expect(await screen.findByText('Save Failed')).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Weekly Budget').value).toBe('150');
    expect(queryClient.getQueryData(currentUserQuery.queryKey)?.weeklyBudget).toBe(savedBudget);
  },
);

describe('unsaved edits of the profile [ACC-1]', () => {
  test('are still there after leaving the page, until they are discarded', async () => {
    await show();
    type('Name', 'Ana Maria');
    type('Weekly Budget', '150');
    expect(await screen.findByText('You have unsaved changes.')).toBeTruthy();
    cleanup();
    await show();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ana Maria');
    expect(screen.getByLabelText<HTMLInputElement>('Weekly Budget').value).toBe('150');
    click('Discard changes');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ana');
    expect(screen.queryByText('You have unsaved changes.')).toBeNull();
    cleanup();
    await show();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ana');
  });

  test('are not shown to another user', async () => {
    await show();
    type('Name', 'Ana Maria');
    cleanup();
    renderApp(<MyAccountScreen user={aUser({ id: 'leo', fullName: 'Leo' })} />);
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Leo');
  });
});

test.each(['', '-1', '1.5'])(
  'a budget of %j is refused at the field and nothing is sent',
  async (entered) => {
    const server = await show();
    type('Weekly Budget', entered);
    click('Save Changes');
    expect(await screen.findByText('Please enter a whole number, 0 or more.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Weekly Budget'));
    expect(server.bodiesOf('PUT /api/users')).toEqual([]);
  },
);

test('banks are connected and listed here [ACC-3]', async () => {
  await show();
  expect(screen.getByRole('heading', { name: 'Connected Accounts' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Connect Bank Account' })).toBeTruthy();
});

const signOut = () => fireEvent.click(screen.getByRole('link', { name: 'Sign Out' }));

test("'Sign Out' navigates to /api/logout and drops any link session [ACC-4]", async () => {
  await show();
  storeLinkSession({ provider: 'plaid', widget: { token: 'link-1', userId: aUser().id } });
  expect(screen.getByRole('link', { name: 'Sign Out' }).getAttribute('href')).toBe('/api/logout');
  signOut();
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/logout'));
  expect(window.sessionStorage).toHaveLength(0);
});

describe('signing out with changes that were not sent [SEC-3]', () => {
  const cake = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining', type: 'one-time' } as const;
  const stored = () => JSON.stringify(window.localStorage);
  async function withChanges(answers: Record<string, unknown> = {}) {
    const server = await show(answers);
    await act(async () => {
      await outbox.open(aUser().id);
      for (const id of ['1', '2']) outbox.append({ kind: 'add', expense: cake }, id);
    });
    onTestFinished(() => outbox.discardAll());
    expect(stored()).toContain('Cake');
    signOut();
    await screen.findByRole('dialog', { name: '2 changes on this device haven’t been sent' });
    expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
    return server;
  }
  const hasLeft = () =>
    vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/logout'));

  test('sends them first if the user wants it', async () => {
    const server = await withChanges({ 'POST /api/expenses': anExpense() });
    click('Send first');
    await hasLeft();
    expect(server.bodiesOf('POST /api/expenses')).toMatchObject([{ name: 'Cake' }, { name: 'Cake' }]);
    expect(window.localStorage).toHaveLength(0);
  });

  test('deletes them if the user says so, and sends nothing', async () => {
    const server = await withChanges();
    click('Delete them and sign out');
    await hasLeft();
    expect(server.bodiesOf('POST /api/expenses')).toEqual([]);
    expect(window.localStorage).toHaveLength(0);
  });

  test('Cancel keeps them, and the user stays logged in', async () => {
    await withChanges();
    click('Cancel');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stored()).toContain('Cake');
    expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
  });

  test('says so if they can’t be sent, and stays', async () => {
    await withChanges({ 'POST /api/expenses': () => Promise.reject(new TypeError('no network')) });
    click('Send first');
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t send 2 changes.');
    expect(stored()).toContain('Cake');
    expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
  });

  test('what this version can’t read goes too, and other users’ changes stay', async () => {
    await show();
    await outbox.open('bo');
    outbox.append({ kind: 'add', expense: cake }, 'bo-1');
    await outbox.open(aUser().id);
    window.localStorage.setItem('oinkly.outbox-ids.' + aUser().id, '[[-1,7]]');
    signOut();
    await hasLeft();
    expect(Object.keys(window.localStorage)).toEqual([expect.stringMatching(/^oinkly\.outbox\.bo\./)]);
  });
});

const END = `DELETE /api/push/subscriptions/${ENDPOINT_ID}`;

test('with the session end the notifications on this device, in the browser and on the server', async () => {
  const { state } = aBrowser({ permission: 'granted', isSubscribed: true });
  const ended = deferred<unknown>();
  const server = await show({ [END]: () => ended.promise });
  signOut();
  await vi.waitFor(() => expect(server.bodiesOf(END)).toHaveLength(1));
  await vi.waitFor(() => expect([state.isSubscribed, state.shown]).toEqual([false, 0]));
  // The session still says whose device it is.
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
  ended.resolve({ success: true });
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/logout'));
});

test.each([
  ['there is no network', () => Promise.reject(new TypeError('no network'))],
  ['another user is logged in', failing(409)],
])("signing out when %s deletes the user's data here and ends notifications", async (_title, answer) => {
  const { state } = aBrowser({ permission: 'granted', isSubscribed: true });
  await show({ [END]: answer });
  signOut();
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/logout'));
  expect(state.isSubscribed).toBe(false);
});

test('signing out waits only so long for a server and a browser that do not answer', async () => {
  const { subscription } = aBrowser({ permission: 'granted', isSubscribed: true });
  subscription.unsubscribe.mockReturnValue(new Promise(() => undefined));
  const server = await show({ [END]: () => new Promise(() => undefined) });
  vi.useFakeTimers();
  signOut();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/logout');
  // A pending call must not reach the next test.
  vi.useRealTimers();
  await vi.waitFor(() => expect(server.bodiesOf(END)).toHaveLength(1));
});

test('the form is there at once, and needs nothing that may fail or arrive late', async () => {
  const server = await show({ 'GET /api/plaid/accounts': failing(500) });
  expect(screen.getByRole('button', { name: 'Save Changes' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(server.unexpected).toEqual([]);
});

const askToDelete = async () => {
  click('Delete Account');
  await screen.findByRole('dialog');
};

test('the focus returns to the button that opened the dialog, whatever loads meanwhile [DEL-1]', async () => {
  const [settings, accounts] = [deferred<unknown>(), deferred<unknown>()];
  await show({
    'GET /api/settings': () => settings.promise,
    'GET /api/plaid/accounts': () => accounts.promise,
  });
  const opener = screen.getByRole('button', { name: 'Delete Account' });
  opener.focus();
  await askToDelete();
  settings.resolve(someSettings());
  accounts.resolve({ accounts: [], items: [], connected_items: 0 });
  expect(await screen.findByText(/^No bank connected yet/)).toBeTruthy();
  click('Cancel');
  await vi.waitFor(() => expect(document.activeElement).toBe(opener));
  expect(opener.isConnected).toBe(true);
});

test('deleting asks for the word, in any case and trimmed [DEL-1]', async () => {
  await show();
  await askToDelete();
  expect(
    screen.getByRole('dialog', { name: 'Are you sure you want to delete your account?' }).textContent,
  ).toContain(
    'permanently removes all your data, including linked bank accounts, saved budgets and historical transactions. It cannot be undone.',
  );
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete My Account' });
  expect(confirm.disabled).toBe(true);
  expect(screen.getByText('Please type the word "delete" to confirm.')).toBeTruthy();
  type('Type "delete" to confirm', 'delet');
  expect(confirm.disabled).toBe(true);
  type('Type "delete" to confirm', '  DeLete ');
  expect(confirm.disabled).toBe(false);
  expect(screen.queryByText('Please type the word "delete" to confirm.')).toBeNull();
});

test("reads 'Deleting...', then empties the storage and goes to /goodbye [DEL-1] [DEL-2]", async () => {
  const answer = deferred<unknown>();
  await show({ 'DELETE /api/user/account': () => answer.promise });
  window.localStorage.setItem('theme', 'dark');
  storeLinkSession({ provider: 'plaid' });
  await askToDelete();
  type('Type "delete" to confirm', 'delete');
  click('Delete My Account');
  expect(await screen.findByRole('button', { name: 'Deleting...' })).toBeTruthy();
  answer.resolve({ success: true });
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/goodbye'));
  expect(window.localStorage.length).toBe(0);
  // Only for the goodbye page.
  expect(Object.keys(window.sessionStorage)).toEqual(['oinkly.deleted']);
});

test('with the account ends the offline cache of this device, before the page is left [DEL-2]', async () => {
  const kept = fakeCaches();
  kept.set(answersCacheOf('ana'), new Map([['/api/expenses', Response.json([])]]));
  await show({ 'DELETE /api/user/account': { success: true } });
  await askToDelete();
  type('Type "delete" to confirm', 'delete');
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => expect(kept.size).toBe(0));
  click('Delete My Account');
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/goodbye'));
  expect(kept.size).toBe(0);
});

test('with the account end the notifications on this device', async () => {
  const { state } = aBrowser({ permission: 'granted', isSubscribed: true });
  await show({ 'DELETE /api/user/account': { success: true } });
  await askToDelete();
  type('Type "delete" to confirm', 'delete');
  click('Delete My Account');
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/goodbye'));
  expect([state.isSubscribed, state.shown]).toEqual([false, 0]);
});

test("a failed deletion says 'Deletion Failed' and stays in the dialog [DEL-2]", async () => {
  await show({ 'DELETE /api/user/account': failing(500) });
  await askToDelete();
  type('Type "delete" to confirm', 'delete');
  click('Delete My Account');
  expect(await screen.findByText('Deletion Failed')).toBeTruthy();
  expect(screen.getByText('Something went wrong. Please try again.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete My Account' }).disabled).toBe(false);
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
});

const AGAIN = (then: string) =>
  `/api/login?again=1&returnTo=${encodeURIComponent(`/my-account?then=${then}`)}`;

test('before the dialog opens, an old login must be repeated [SEC-20]', async () => {
  await show({ 'GET /api/auth/recent-login': { recent: false } });
  click('Delete Account');
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith(AGAIN('delete')));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('after that login the dialog is open and the address unchanged [SEC-20]', async () => {
  await show({}, '/my-account?then=delete');
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(window.location.search).toBe('');
});

test('a dialog that was open for too long requires a new login too [SEC-20]', async () => {
  await show({ 'DELETE /api/user/account': failing(403, { error_code: 'REAUTH_REQUIRED' }) });
  await askToDelete();
  type('Type "delete" to confirm', 'delete');
  click('Delete My Account');
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith(AGAIN('delete')));
  expect(screen.queryByText('Deletion Failed')).toBeNull();
});

test('a question that gets no answer says so, and opens nothing', async () => {
  await show({ 'GET /api/auth/recent-login': failing(500) });
  click('Delete Account');
  expect(await screen.findByText('Error')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('everything in one file', () => {
  const EVERYTHING = '/api/export/everything.json';
  const link = (within: HTMLElement = document.body) =>
    getByRole(within, 'link', { name: 'Everything (JSON)' });

  function downloads(): string[] {
    const begun: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      if (this.hasAttribute('download')) begun.push(this.pathname);
    });
    onTestFinished(() => click.mockRestore());
    return begun;
  }

  test('is offered before deleting everything [DEL-1]', async () => {
    const begun = downloads();
    await show();
    await askToDelete();
    fireEvent.click(link(screen.getByRole('dialog')));
    await vi.waitFor(() => expect(begun).toEqual([EVERYTHING]));
  });
});

test('the theme chosen is shown and kept', async () => {
  await show();
  fireEvent.click(screen.getByLabelText('Dark'));
  expect([document.documentElement.dataset['theme'], window.localStorage.getItem('theme')]).toEqual([
    'dark',
    'dark',
  ]);
  fireEvent.click(screen.getByLabelText('System'));
  expect([document.documentElement.dataset['theme'], window.localStorage.getItem('theme')]).toEqual([
    undefined,
    null,
  ]);
});
