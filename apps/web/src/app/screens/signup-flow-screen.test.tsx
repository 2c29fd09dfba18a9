import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pendingInvite } from '../../features/friends/pending-invite.ts';
import { rememberInvite } from '../../features/friends/remember-invite.ts';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import SignupFlowScreen from './signup-flow-screen.tsx';

prepareEachTest();
beforeEach(() => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
});

const NO_BANK = { accounts: [], items: [], connected_items: 0 };
const newcomer = aUser({ fullName: null, weeklyBudget: null, bankLinked: false, signupCompleted: false });

function show(user: ReturnType<typeof aUser>, answers: Record<string, unknown> = {}) {
  window.history.replaceState(null, '', '/signup-flow');
  const server = fakeServer({
    'GET /api/auth/user': user,
    'GET /api/plaid/accounts': NO_BANK,
    'PUT /api/users': user,
    ...answers,
  });
  renderApp(<SignupFlowScreen user={user} />);
  return server;
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test.each([
  [newcomer, 'What should we call you?'],
  [aUser({ ...newcomer, fullName: 'Ana' }), 'What’s your weekly spending goal?'],
  [aUser({ ...newcomer, fullName: 'Ana', weeklyBudget: 80 }), 'Let your bank do the typing'],
])('it starts where the saved progress ends [ONB-9]', (user, title) => {
  show(user);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
});

test('the bank step offers to link a bank before the accounts are loaded [ONB-4] [PD-42]', () => {
  show(aUser({ ...newcomer, fullName: 'Ana', weeklyBudget: 80 }), {
    'GET /api/plaid/accounts': deferred().promise,
  });
  expect(screen.getByRole('button', { name: /^Continue Securely with/ })).toBeTruthy();
});

test('each step is saved by its own partial update [ONB-10]', async () => {
  const server = show(newcomer);
  fireEvent.change(screen.getByPlaceholderText('Your name'), { target: { value: 'Ana' } });
  await click('Next');
  await click('Set my goal');
  await click('Skip for now');
  await click('Continue to final step');
  expect(server.bodiesOf('PUT /api/users')).toEqual([
    { fullName: 'Ana' },
    { weeklyBudget: 100 },
    { bankLinked: false },
    { friendsAdded: false },
  ]);
});

test('the last step names the linked bank and what it reported so far [ONB-8]', async () => {
  const account = { provider: 'plaid', account_id: 'a1', item_id: 'i1', institution_name: 'First Bank' };
  show(aUser({ ...newcomer, fullName: 'Ana', weeklyBudget: 150, bankLinked: true }), {
    'GET /api/plaid/accounts': { accounts: [account], items: [], connected_items: 1 },
    'GET /api/plaid/transaction-stats': {
      stats: [{ itemId: 'i1', accountId: 'a1', count: 9 }],
      total_transactions: 9,
    },
  });
  await click('Continue');
  await click('Continue to final step');
  expect(await screen.findByText('9 transactions found so far')).toBeTruthy();
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['$150 a week', 'First Bank9 transactions found so far']);
});

test('a step that cannot be saved is logged, and the wizard continues [ONB-10]', async () => {
  show(newcomer, { 'PUT /api/users': failing(500) });
  fireEvent.change(screen.getByPlaceholderText('Your name'), { target: { value: 'Ana' } });
  await click('Next');
  expect(await screen.findByText('Step 2 of 5')).toBeTruthy();
  await vi.waitFor(() =>
    expect(console.warn).toHaveBeenCalledWith('The progress of this step was not saved', expect.any(Error)),
  );
  expect(screen.queryByText('Signup Error')).toBeNull();
});

test('linking a bank leaves for the provider and marks the way back [ONB-5]', async () => {
  show(aUser({ ...newcomer, fullName: 'Ana', weeklyBudget: 80 }));
  await click('Continue Securely with Plaid');
  expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/plaid/create-link-token');
  expect(window.sessionStorage.getItem('signupBankSuccess')).toBe('true');
});

test('finishing saves everything with signupCompleted, refreshes the user and goes home [ONB-11]', async () => {
  const answer = deferred<unknown>();
  const server = show(aUser({ ...newcomer, fullName: 'Ana', weeklyBudget: 80 }));
  await click('Continue Securely with Plaid');
  await click('Skip for now');
  await click('Continue to final step');
  server.answer('PUT /api/users', () => answer.promise);
  await click('Go to my dashboard');
  expect(await screen.findByRole('button', { name: 'Setting up...' })).toBeTruthy();
  expect(window.location.pathname).toBe('/signup-flow');
  answer.resolve(aUser());
  await vi.waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(server.bodiesOf('PUT /api/users').at(-1)).toEqual({
    fullName: 'Ana',
    weeklyBudget: 80,
    bankLinked: false,
    friendsAdded: false,
    signupCompleted: true,
  });
  expect(window.sessionStorage).toHaveLength(0);
});

test('after finishing, Back leads to the page before the wizard, not through its steps [ONB-11]', async () => {
  window.history.replaceState(null, '', '/before');
  window.history.pushState(null, '', '/signup-flow');
  show(aUser({ ...newcomer, fullName: 'Ana', weeklyBudget: 80 }));
  await click('Skip for now');
  await click('Continue to final step');
  await click('Go to my dashboard');
  await vi.waitFor(() => expect(window.location.pathname).toBe('/'));
  window.history.back();
  await vi.waitFor(() => expect(window.location.pathname).toBe('/before'));
});

test("a finish that fails says 'Signup Error' and can be tried again [ONB-11]", async () => {
  const server = show(aUser({ ...newcomer, fullName: 'Ana', weeklyBudget: 80 }));
  await click('Skip for now');
  await click('Continue to final step');
  server.answer('PUT /api/users', failing(500));
  await click('Go to my dashboard');
  expect(await screen.findByText('Signup Error')).toBeTruthy();
  expect(screen.getByText('Something went wrong. Please try again.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Go to my dashboard' }).disabled).toBe(false);
  expect(window.location.pathname).toBe('/signup-flow');
});

describe('after an invitation was accepted', () => {
  const GET = 'GET /api/invites/code';
  const ACCEPT = 'POST /api/invites/code/accept';
  const OPEN = { inviterName: 'Maya', standing: 'open', takesGuests: false, takesAccounts: true };
  const named = aUser({ ...newcomer, fullName: 'Leo', weeklyBudget: 80 });
  const toTheEnd = async () => {
    await click('Skip for now');
    await click('Continue to final step');
  };
  beforeEach(() => rememberInvite('code'));

  test('step 1 says who waits, and step 4 shows both on the board [PD-91]', async () => {
    show(newcomer, { [GET]: OPEN, 'GET /api/invite': deferred().promise });
    expect(await screen.findByText(/is waiting for you/)).toBeTruthy();
    fireEvent.change(screen.getByPlaceholderText('Your name'), { target: { value: 'Leo' } });
    await click('Next');
    await click('Set my goal');
    await click('Skip for now');
    const board = await screen.findByRole('region', { name: 'You and Maya share a board' });
    const rows = within(board).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(['Maya', 'Leo(You)']);
    await click('Continue to final step');
    expect(screen.queryByRole('button', { name: 'Invite Friends' })).toBeNull();
  });

  test('finishing makes the friendship, without another question [PD-91]', async () => {
    const server = show(named, { [GET]: OPEN, [ACCEPT]: { success: true } });
    await toTheEnd();
    await click('Go to my dashboard');
    await vi.waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(await screen.findByText('Maya is on your board.')).toBeTruthy();
    const calls = server.requests.map(({ method, url }) => `${method} ${url}`);
    expect(calls.indexOf(ACCEPT)).toBeGreaterThan(calls.lastIndexOf('PUT /api/users'));
    expect(pendingInvite()).toBeNull();
  });

  test('an acceptance that fails leads to the invitation, which says why [PD-91]', async () => {
    show(named, { [GET]: OPEN, [ACCEPT]: failing(409) });
    await toTheEnd();
    await click('Go to my dashboard');
    await vi.waitFor(() => expect(window.location.pathname).toBe('/invite/code'));
    expect(pendingInvite()).toBeNull();
  });

  test('a void invitation names no one, and the answer can be taken back [PD-91]', async () => {
    show(newcomer, { [GET]: failing(404, { message: 'No', error_code: 'INVITE_NOT_FOUND' }) });
    await screen.findByText('Step 1 of 5');
    expect(screen.queryByText(/is waiting for you/)).toBeNull();
    cleanup();
    const server = show(named, { [GET]: OPEN, 'GET /api/invite': deferred().promise });
    await click('Skip for now');
    await click('Don’t share a board');
    expect(screen.queryByRole('region', { name: /share a board/ })).toBeNull();
    await click('Continue to final step');
    await click('Go to my dashboard');
    await vi.waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(server.bodiesOf(ACCEPT)).toEqual([]);
  });
});
