import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import PendingInviteDialog from './pending-invite-dialog.tsx';
import { pendingInvite } from './pending-invite.ts';
import { rememberInvite } from './remember-invite.ts';

prepareEachTest();

const VOID = failing(404, { message: 'This invitation is no longer valid.', error_code: 'INVITE_NOT_FOUND' });

function show(invitation: unknown) {
  rememberInvite('code');
  const server = fakeServer({ 'GET /api/invites/code': invitation });
  renderApp(<PendingInviteDialog code="code" />);
  return server;
}

test('an open invitation is asked about until it is answered [PD-27]', async () => {
  show({ inviterName: 'Ana', standing: 'open' });
  const decline = await screen.findByRole('button', { name: 'Decline' });
  expect(pendingInvite()).toBe('code');
  fireEvent.click(decline);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(pendingInvite()).toBeNull();
});

test.each([
  ['void', VOID],
  ['one’s own', { inviterName: 'Ana', standing: 'own' }],
  ['a friend’s', { inviterName: 'Ana', standing: 'friends' }],
  ['of a blocked user', { inviterName: 'Ana', standing: 'blocked' }],
])('an invitation that is %s is not mentioned and not asked for again [PD-27]', async (_what, invitation) => {
  show(invitation);
  await vi.waitFor(() => expect(pendingInvite()).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an invitation that did not load waits for the next time [PD-27]', async () => {
  const server = show(failing(500));
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
  expect(pendingInvite()).toBe('code');
});
