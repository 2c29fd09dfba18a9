import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { leaveFor } from '../../../shared/http/browser-navigation.ts';
import { fakeLink } from '../../../test-support/fake-link.ts';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { aUser } from '../../../test-support/wire.ts';
import { prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { ConnectButton } from './connect-button.tsx';

vi.mock('../../../shared/http/browser-navigation.ts', { spy: true });
prepareEachTest();

const button = () => screen.getByRole('button', { name: /Connect Bank|Retry/ });

test('a widget whose script does not load says so, offers a page of its own, and the next press tries again [BC-10]', async () => {
  vi.mocked(leaveFor).mockImplementation(() => undefined);
  const network = { isDown: true };
  const { opened } = fakeLink(network);
  fakeServer({
    'GET /api/auth/user': aUser(),
    'POST /api/plaid/create-link-token': { link_token: 'link-1' },
  });
  renderApp(<ConnectButton />);
  fireEvent.click(button());
  expect((await screen.findAllByText('Failed to initialize bank connection')).length).toBeGreaterThan(0);
  expect(button().textContent).toBe('Retry Connection');
  fireEvent.click(screen.getByRole('button', { name: 'Connect on a page of its own' }));
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith('/api/plaid/create-link-token');
  network.isDown = false;
  fireEvent.click(button());
  await waitFor(() => expect(opened).toHaveLength(1));
});
