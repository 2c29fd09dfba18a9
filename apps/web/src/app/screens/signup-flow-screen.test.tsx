import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
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
