import type { User } from '@oinkly/contract/account';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import { guestSecret } from './guest-secret.ts';
import { InvitePage } from './invite-page.tsx';
import { pendingInvite, STORAGE_KEY } from './pending-invite.ts';
import { rememberInvite } from './remember-invite.ts';

prepareEachTest();

const OPEN = { inviterName: 'Ana', standing: 'open', takesGuests: true, takesAccounts: true };
const VOID = failing(404, { message: 'This invitation is no longer valid.', error_code: 'INVITE_NOT_FOUND' });

function show(answers: Record<string, unknown>, user: User | null = aUser()) {
  const server = fakeServer(answers);
  renderApp(<InvitePage code="code" user={user} />);
  return server;
}

const ACCEPT = 'POST /api/invites/code/accept';
const ACCEPTABLE = {
  'GET /api/invites/code': OPEN,
  [ACCEPT]: { success: true },
  'GET /api/auth/user': aUser(),
};

test.each([
  ['Accept and create an account', '/api/login?create=1&returnTo=%2Finvite%2Fcode'],
  ['Accept and log in', '/api/login?returnTo=%2Finvite%2Fcode'],
])('signed out, ‘%s’ accepts before the log-in [PD-91]', async (name, address) => {
  show(ACCEPTABLE, null);
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(address);
  expect(pendingInvite()).toBeNull();
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  expect(pendingInvite()).toBe('code');
});

test.each([true, false])(
  'signed out, one can join without an account if guests are taken: %s [PD-103]',
  async (takesGuests) => {
    show({ 'GET /api/invites/code': { ...OPEN, takesGuests } }, null);
    await screen.findByRole('link', { name: 'Accept and log in' });
    expect(screen.queryByRole('button', { name: 'Join without an account' }) !== null).toBe(takesGuests);
  },
);

test.each([
  ['full', { ...OPEN, takesGuests: false }],
  ['replaced', VOID],
])(
  'who joined and got no answer can ask again, also if the invitation is %s [PD-103]',
  async (_how, invitation) => {
    const JOIN = 'POST /api/invites/code/guest';
    const secret = guestSecret('code');
    const server = show({ 'GET /api/invites/code': invitation, [JOIN]: { token: 'link' } }, null);
    fireEvent.change(await screen.findByLabelText('Your name'), { target: { value: 'Mia' } });
    fireEvent.click(screen.getByRole('button', { name: 'Join' }));
    await vi.waitFor(() => expect(window.location.pathname).toBe('/guest/link'));
    expect(server.bodiesOf(JOIN)).toEqual([{ name: 'Mia', secret }]);
  },
);

test('signed out, no account is offered where no one can create one [SEC-26] [PD-91]', async () => {
  show({ 'GET /api/invites/code': { ...OPEN, takesAccounts: false } }, null);
  expect(await screen.findByRole('link', { name: 'Accept and log in' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Join without an account' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /create an account/ })).toBeNull();
});

test('what was accepted before logging in becomes a friendship without another question [PD-91]', async () => {
  rememberInvite('code');
  window.history.replaceState(null, '', '/invite/code');
  const server = show(ACCEPTABLE);
  expect(await screen.findByText('Ana is on your board.')).toBeTruthy();
  expect(server.bodiesOf(ACCEPT)).toHaveLength(1);
  expect([window.location.pathname, pendingInvite()]).toEqual(['/', null]);
});

test('an invitation that was not accepted is asked about, also after another one was [PD-91]', async () => {
  rememberInvite('other');
  const server = show(ACCEPTABLE);
  await screen.findByRole('button', { name: 'Accept' });
  expect(server.bodiesOf(ACCEPT)).toEqual([]);
});

test.each(['{"code":"co', '{"code":7,"at":1}', '"code"'])(
  'a damaged stored acceptance is ignored: %s',
  (text) => {
    window.localStorage.setItem(STORAGE_KEY, text);
    expect(pendingInvite()).toBeNull();
  },
);

test('a newcomer who has accepted continues to the wizard; another one accepts first [PD-91]', async () => {
  const newcomer = aUser({ signupCompleted: false });
  show(ACCEPTABLE, newcomer);
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect([window.location.pathname, pendingInvite()]).toEqual(['/signup-flow', 'code']);
  cleanup();
  window.history.replaceState(null, '', '/invite/code');
  const server = show(ACCEPTABLE, newcomer);
  await vi.waitFor(() => expect(window.location.pathname).toBe('/signup-flow'));
  // The server takes it after onboarding.
  expect(server.bodiesOf(ACCEPT)).toEqual([]);
});

test('an invitation that proves invalid when accepted says so [PD-27]', async () => {
  const server = show({ 'GET /api/invites/code': OPEN, 'POST /api/invites/code/accept': VOID });
  const accept = await screen.findByRole('button', { name: 'Accept' });
  server.answer('GET /api/invites/code', VOID);
  fireEvent.click(accept);
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer valid' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

test('a loading invitation has its shape, and one that did not load can be requested again', async () => {
  const invitation = deferred<unknown>();
  const server = show({ 'GET /api/invites/code': () => invitation.promise });
  expect(screen.getByRole('status', { name: 'Invitation' })).toBeTruthy();
  invitation.resolve(new Response('{}', { status: 500 }));
  const tryAgain = await screen.findByRole('button', { name: 'Try again' });
  server.answer('GET /api/invites/code', OPEN);
  fireEvent.click(tryAgain);
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
});
