import type { User } from '@oinkly/contract/account';
import type { GuestPage as Page } from '@oinkly/contract/guests';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import { currentToasts } from '../../shared/ui/toast-store.ts';
import { GuestPage } from './guest-page.tsx';
import { hasGuestSecret } from './guest-secret.ts';
import { JoinAsGuest } from './join-as-guest.tsx';
import { pendingGuest, rememberGuest } from './pending-guest.ts';

prepareEachTest();
beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

const GET = 'GET /api/guest-pages/link';
const TAP = 'PUT /api/guest-pages/link/weeks/2026-06-01';
const NEW_LINK = 'POST /api/guest-pages/link/link';
const BECOME = 'POST /api/guest-pages/link/account';
const GONE = failing(404, { message: 'This link no longer works.', error_code: 'GUEST_NOT_FOUND' });
const PAGE: Page = {
  name: 'Mia',
  inviterName: 'Ana',
  marks: { weekStarts: ['2026-06-01'], users: [] },
  weekToTap: '2026-06-01',
  kept: null,
  takesAccounts: true,
};

function show(page: Partial<Page> = {}, answers: Record<string, unknown> = {}, user: User | null = null) {
  window.history.replaceState(null, '', '/guest/link');
  const server = fakeServer({ [GET]: { ...PAGE, ...page }, ...answers });
  renderApp(<GuestPage token="link" user={user} showMarks={() => <p>the marks</p>} />);
  return server;
}

test('one tap says how last week was, and another one changes it [PD-103]', async () => {
  const answer = deferred<unknown>();
  const server = show({}, { [TAP]: () => answer.promise });
  expect(await screen.findByText('the marks')).toBeTruthy();
  expect(screen.getByText(/Last week, Jun 1 to Jun 7/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Under' }));
  expect(await screen.findByText(/You said under. You can change it until/)).toBeTruthy();
  server.answer(GET, { ...PAGE, kept: true });
  answer.resolve({ success: true });
  await vi.waitFor(() => expect(server.bodiesOf(TAP)).toEqual([{ kept: true }]));
  server.answer(TAP, { success: true });
  server.answer(GET, { ...PAGE, kept: false });
  fireEvent.click(screen.getByRole('button', { name: 'Over' }));
  expect(await screen.findByText(/You said over. You can change it until/)).toBeTruthy();
  await vi.waitFor(() => expect(server.bodiesOf(TAP)).toEqual([{ kept: true }, { kept: false }]));
});

test('from Thursday on, the page says when to come back [PD-103]', async () => {
  show({ weekToTap: null });
  expect(await screen.findByText(/Come back on Monday/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Under' })).toBeNull();
});

test('the rules take four lines, and leaving takes one tap [PD-103]', async () => {
  const server = show({}, { 'DELETE /api/guest-pages/link': { success: true } });
  const rules = (await screen.findByText('How this works')).closest('details');
  expect(rules?.querySelectorAll('li')).toHaveLength(4);
  expect(rules?.textContent).toContain('Ana sees which day you last opened this page');
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('heading', { name: 'You’ve left' })).toBeTruthy();
  expect(server.bodiesOf('DELETE /api/guest-pages/link')).toHaveLength(1);
});

test('a new link takes the place of this one [PD-103]', async () => {
  const server = show({}, { [NEW_LINK]: { token: 'next' } });
  fireEvent.click(await screen.findByRole('button', { name: 'New link' }));
  await vi.waitFor(() => expect(window.location.pathname).toBe('/guest/next'));
  expect(currentToasts()[0]?.title).toBe('New link');
  expect(server.bodiesOf(NEW_LINK)).toEqual([{ secret: expect.stringMatching(/^[\w-]{43}$/) as string }]);
});

test('a new link whose answer was lost is asked for again with the same secret, also after a reload [PD-103]', async () => {
  const server = show({}, { [NEW_LINK]: failing(503, { message: 'oops' }) });
  fireEvent.click(await screen.findByRole('button', { name: 'New link' }));
  await vi.waitFor(() => expect(server.bodiesOf(NEW_LINK)).toHaveLength(1));
  cleanup();
  const reloaded = show({}, { [GET]: GONE, [NEW_LINK]: { token: 'next' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Get my new link' }));
  await vi.waitFor(() => expect(window.location.pathname).toBe('/guest/next'));
  expect(reloaded.bodiesOf(NEW_LINK)).toEqual(server.bodiesOf(NEW_LINK));
  expect(window.localStorage).toHaveLength(0);
});

test('a link that someone else replaced meanwhile is asked for, and then no longer waited for, and the secret stays [PD-103]', async () => {
  const server = show({}, { [NEW_LINK]: GONE });
  const button = await screen.findByRole('button', { name: 'New link' });
  server.answer(GET, GONE);
  fireEvent.click(button);
  await vi.waitFor(() => expect(server.bodiesOf(NEW_LINK)).toHaveLength(1));
  cleanup();
  // In another tab, or later: the answer may have been another one's.
  const reloaded = show({}, { [GET]: GONE, [NEW_LINK]: GONE });
  fireEvent.click(await screen.findByRole('button', { name: 'Get my new link' }));
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  expect(reloaded.bodiesOf(NEW_LINK)).toEqual(server.bodiesOf(NEW_LINK));
  expect(hasGuestSecret('link')).toBe(true);
  vi.useFakeTimers({ now: Date.now() + 7 * 24 * 60 * 60_000, toFake: ['Date'] });
  expect(hasGuestSecret('link')).toBe(false);
});

test('a link that no longer works says so; a page that did not load can be requested again [PD-103]', async () => {
  rememberGuest('link');
  const server = show({}, { [GET]: failing(500, { message: 'oops' }) });
  const tryAgain = await screen.findByRole('button', { name: 'Try again' });
  server.answer(GET, GONE);
  fireEvent.click(tryAgain);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  expect(pendingGuest()).toBeNull();
});

test('creating an account returns here, and then becomes a friend by itself [PD-104]', async () => {
  show({ kept: true });
  const link = await screen.findByRole('link', { name: 'Create an account and keep my weeks' });
  expect(link.getAttribute('href')).toBe('/api/login?create=1&returnTo=%2Fguest%2Flink');
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  expect(pendingGuest()).toBe('link');
});

test('no account is offered where no one can create one [SEC-26] [PD-104]', async () => {
  show({ kept: true, takesAccounts: false });
  expect(await screen.findByText('the marks')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Create an account/ })).toBeNull();
});

test.each([
  ['a guest', null],
  ['who chose to create an account', aUser()],
])(
  '%s is offered an account once last week is tapped, and it stays a guest until then [PD-104]',
  async (_who, user) => {
    if (user) rememberGuest('link');
    const server = show({}, { [TAP]: { success: true }, [BECOME]: { success: true } }, user);
    expect(await screen.findByText(/^Once you’ve said how last week was/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Create an account/ })).toBeNull();
    expect(server.bodiesOf(BECOME)).toEqual([]);
    server.answer(GET, { ...PAGE, kept: true });
    fireEvent.click(screen.getByRole('button', { name: 'Under' }));
    if (user) await vi.waitFor(() => expect(server.bodiesOf(BECOME)).toHaveLength(1));
    else expect(await screen.findByRole('link', { name: /Create an account/ })).toBeTruthy();
  },
);

test('the page says whose time zone ends the days to answer [PD-103]', async () => {
  show();
  expect((await screen.findByText(/^One tap/)).textContent).toBe(
    'One tap until Wednesday, in Ana’s time zone.',
  );
});

test('who chose to create an account becomes a friend once it is set up; others are asked [PD-104]', async () => {
  rememberGuest('link');
  const server = show({ kept: true }, { [BECOME]: { success: true } }, aUser());
  await vi.waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(server.bodiesOf(BECOME)).toHaveLength(1);
  expect(pendingGuest()).toBeNull();
});

test('a user who opens a guest’s link is asked first [PD-104]', async () => {
  const server = show({ kept: true }, { [BECOME]: { success: true } }, aUser());
  const become = await screen.findByRole('button', { name: 'Use my account instead' });
  expect(server.bodiesOf(BECOME)).toEqual([]);
  fireEvent.click(become);
  await vi.waitFor(() => expect(server.bodiesOf(BECOME)).toHaveLength(1));
});

test('an invitation is joined with a name, and leads to the guest’s page, also if an answer is lost [PD-103]', async () => {
  const JOIN = 'POST /api/invites/code/guest';
  const server = fakeServer({ [JOIN]: failing(503, { message: 'oops' }) });
  renderApp(<JoinAsGuest code="code" />);
  fireEvent.click(screen.getByRole('button', { name: 'Join without an account' }));
  fireEvent.click(screen.getByRole('button', { name: 'Join' }));
  expect(screen.getByText('Enter your name.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Your name'), { target: { value: ' Mia ' } });
  const button = screen.getByRole('button', { name: 'Join' });
  fireEvent.click(button);
  await vi.waitFor(() => expect(server.bodiesOf(JOIN)).toHaveLength(1));
  server.answer(JOIN, { token: 'link' });
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
  fireEvent.click(button);
  await vi.waitFor(() => expect(window.location.pathname).toBe('/guest/link'));
  const [lost, answered] = server.bodiesOf(JOIN);
  expect(lost).toEqual({ name: 'Mia', secret: expect.stringMatching(/^[\w-]{43}$/) as string });
  expect(answered).toEqual(lost);
  expect(window.localStorage).toHaveLength(0);
});
