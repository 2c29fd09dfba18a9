import { errorCatalogue } from '@oinkly/contract/errors';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { aUser, homeAnswers } from '../test-support/wire.ts';
import { currentUserQuery } from '../shared/http/current-user.ts';
import { noteDeletion } from '../features/account/deleted-here.ts';
import { Router } from './router.tsx';

prepareEachTest();

const home = homeAnswers();

test("shows 'Loading your piggy bank...' until the user is known [RT-11]", async () => {
  const user = deferred<unknown>();
  fakeServer({ ...home, 'GET /api/auth/user': () => user.promise });
  renderApp(<Router />);
  expect(screen.getByText('Loading your piggy bank...')).toBeTruthy();
  await act(async () => user.resolve(aUser()));
  expect(await screen.findByText('Budget')).toBeTruthy();
});

test('signed out, / is the welcome screen, with two login links [RT-1] [RT-12] [WEL-1] [WEL-2]', async () => {
  fakeServer({ 'GET /api/auth/user': failing(401, { message: 'Unauthorized' }) });
  renderApp(<Router />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Oinkly' })).toBeTruthy();
  expect(screen.getByText('It makes dollars and sense.')).toBeTruthy();
  expect(
    screen.getByText('Track your spending. Outsmart your past self. Compete with friends.'),
  ).toBeTruthy();
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Create an account')).toBe('/api/login?create=1&returnTo=%2F');
  expect(hrefOf('Log in')).toBe('/api/login?returnTo=%2F');
  expect(document.title).toBe('Oinkly · Your smart spending companion');
});

test('signed out, other pages lead to the login and back', async () => {
  window.history.replaceState(null, '', '/expenses?week=2026-06-01');
  fakeServer({ 'GET /api/auth/user': failing(401, { message: 'Unauthorized' }) });
  renderApp(<Router />);
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toBe('/api/login?returnTo=%2Fexpenses%3Fweek%3D2026-06-01');
});

test('signed out, a failed login is explained as in the catalogue and leaves the address', async () => {
  window.history.replaceState(null, '', '/?problem=ISSUER_UNAVAILABLE&from=mail');
  fakeServer({ 'GET /api/auth/user': failing(401, { message: 'Unauthorized' }) });
  renderApp(<Router />);
  expect(await screen.findByRole('heading', { name: 'Welcome to Oinkly' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe(errorCatalogue.ISSUER_UNAVAILABLE.message);
  expect(window.location.pathname + window.location.search).toBe('/?from=mail');
});

test('logged in, a failed navigation is explained by a toast over the dashboard', async () => {
  window.history.replaceState(null, '', '/?problem=CROSS_SITE_REQUEST');
  fakeServer(home);
  renderApp(<Router />);
  expect(await screen.findByText(errorCatalogue.CROSS_SITE_REQUEST.message)).toBeTruthy();
  expect(await screen.findByText('Budget')).toBeTruthy();
  expect(window.location.search).toBe('');
});

test('a problem that the catalogue does not know says nothing', async () => {
  window.history.replaceState(null, '', '/?problem=Call+this+number');
  fakeServer({ 'GET /api/auth/user': failing(401, { message: 'Unauthorized' }) });
  renderApp(<Router />);
  expect(await screen.findByText('Log in')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(window.location.search).toBe('');
});

test('a failed user call is an error with a way to try again, never the welcome screen', async () => {
  const server = fakeServer({ ...home, 'GET /api/auth/user': failing(503) });
  renderApp(<Router />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('Log in')).toBeNull();
  server.answer('GET /api/auth/user', aUser());
  fireEvent.click(retry);
  expect(await screen.findByText('Budget')).toBeTruthy();
});

test('the goodbye page says to a logged-in user that nothing was deleted', async () => {
  fakeServer(home);
  renderApp(<Router />);
  await screen.findByText('Budget');
  act(() => window.history.pushState(null, '', '/goodbye'));
  expect(await screen.findByText('Your account is still here')).toBeTruthy();
  expect(screen.queryByText('Your account was deleted')).toBeNull();
});

test('welcome says once that the user is signed out on all devices', async () => {
  window.localStorage.setItem('signed-out-everywhere', '1');
  fakeServer({ 'GET /api/auth/user': failing(401, { message: 'Unauthorized' }) });
  renderApp(<Router />);
  expect(await screen.findByText('You’re signed out on all devices.')).toBeTruthy();
  expect(window.localStorage.getItem('signed-out-everywhere')).toBeNull();
});

test('a public screen does not request the user [RT-6] [BYE-2]', async () => {
  window.history.replaceState(null, '', '/goodbye');
  const server = fakeServer({});
  renderApp(<Router />);
  expect(await screen.findByRole('heading', { name: 'Goodbye' })).toBeTruthy();
  expect(screen.queryByText(/Your account was deleted|We deleted/)).toBeNull();
  expect(await screen.findByRole('button', { name: 'Send Feedback' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Homepage' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: 'Sign Up Again' }).getAttribute('href')).toBe('/signup-flow');
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
    'mailto:support@oinkly.example',
  );
  expect(server.requests).toEqual([]);
});

test('the goodbye page says after a deletion that the account was deleted [BYE-1]', async () => {
  window.history.replaceState(null, '', '/goodbye');
  noteDeletion();
  fakeServer({});
  const { unmount } = renderApp(<Router />);
  expect(await screen.findByRole('heading', { name: 'Your account was deleted' })).toBeTruthy();
  expect(window.sessionStorage.length).toBe(0);
  // A reload keeps the entry of the history.
  unmount();
  renderApp(<Router />);
  expect(await screen.findByRole('heading', { name: 'Your account was deleted' })).toBeTruthy();
});

test('an unknown path shows 404 Page Not Found, header and navigation [RT-8] [RT-14] [RT-15]', async () => {
  window.history.replaceState(null, '', '/nope');
  fakeServer(home);
  renderApp(<Router />);
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  await vi.waitFor(() => expect(document.title).toBe('404 Page Not Found · Oinkly'));
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: 'Oinkly' }).getAttribute('href')).toBe('/');
  expect(header.getByRole('link', { name: 'My Account' }).getAttribute('href')).toBe('/my-account');
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
  const targets = navigation
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(targets).toEqual([
    ['Home', '/'],
    ['Expenses', '/expenses'],
    ['Friends', '/friends'],
    ['Account', '/my-account'],
  ]);
});

test('the add button of the navigation opens the modal from any screen [RT-15] [AE-1]', async () => {
  window.history.replaceState(null, '', '/nope');
  fakeServer(home);
  renderApp(<Router />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add expense' }));
  expect(await screen.findByRole('dialog', { name: 'Add an Expense' })).toBeTruthy();
});

test('a change of route moves the focus to the heading and sets the title', async () => {
  window.history.replaceState(null, '', '/nope');
  fakeServer({ ...home, 'GET /api/refunds': { refunds: [] } });
  renderApp(<Router />);
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(await screen.findByRole('link', { name: 'Expenses' }));
  const heading = await screen.findByRole('heading', { name: 'Expenses' });
  expect(document.activeElement).toBe(heading);
  expect(document.title).toBe('Expenses · Oinkly');
});

test('a user who is signed out is told so on the dashboard [DB-1]', async () => {
  fakeServer(home);
  const { queryClient } = renderApp(<Router />);
  expect(await screen.findByText('Budget')).toBeTruthy();
  act(() => void queryClient.setQueryData(currentUserQuery.queryKey, null));
  expect(await screen.findByText('Please log in to access your dashboard.')).toBeTruthy();
});

test("the browser's time zone is sent if the server has another one [PD-2]", async () => {
  const server = fakeServer({
    ...home,
    'GET /api/auth/user': aUser({ timeZone: null }),
    'PUT /api/users': aUser(),
  });
  renderApp(<Router />);
  await vi.waitFor(() =>
    expect(server.bodiesOf('PUT /api/users')).toEqual([
      { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
    ]),
  );
});
