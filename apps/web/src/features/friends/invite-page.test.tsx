import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import { InvitePage } from './invite-page.tsx';

prepareEachTest();

const OPEN = { inviterName: 'Ana', standing: 'open' };
const VOID = failing(404, { message: 'This invitation is no longer valid.', error_code: 'INVITE_NOT_FOUND' });

function show(answers: Record<string, unknown>) {
  const server = fakeServer(answers);
  renderApp(<InvitePage code="code" user={aUser()} />);
  return server;
}

test('an invitation that proves invalid when accepted says so [PD-27]', async () => {
  const server = show({ 'GET /api/invites/code': OPEN, 'POST /api/invites/code/accept': VOID });
  const accept = await screen.findByRole('button', { name: 'Accept' });
  server.answer('GET /api/invites/code', VOID);
  fireEvent.click(accept);
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer valid' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

test('an invitation on its way has its shape, and one that did not load is asked for again', async () => {
  const invitation = deferred<unknown>();
  const server = show({ 'GET /api/invites/code': () => invitation.promise });
  expect(screen.getByRole('status', { name: 'Invitation' })).toBeTruthy();
  invitation.resolve(new Response('{}', { status: 500 }));
  const tryAgain = await screen.findByRole('button', { name: 'Try again' });
  server.answer('GET /api/invites/code', OPEN);
  fireEvent.click(tryAgain);
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
});
