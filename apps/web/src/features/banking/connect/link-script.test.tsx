import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { browserNavigation } from '../../../shared/http/browser-navigation.ts';
import { runtimeConfig } from '../../../shared/http/runtime-config.ts';
import { fakeLink, type LinkScript } from '../../../test-support/fake-link.ts';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { aUser } from '../../../test-support/wire.ts';
import { pass, prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { ConnectButton } from './connect-button.tsx';

prepareEachTest();
const configured = runtimeConfig.providers;
afterEach(() => {
  runtimeConfig.providers = configured;
});
const PLAID_SCRIPT = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

const button = () => screen.getByRole('button', { name: /Connect Bank|Preparing|Retry/ });

function show(from: 'Plaid' | 'the embedded banks', script: LinkScript) {
  if (from === 'Plaid') {
    runtimeConfig.providers = [
      { id: 'plaid', name: 'Plaid', connect: 'widget', scriptUrl: PLAID_SCRIPT, linkLimit: null },
    ];
  }
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
  fakeServer({
    'GET /api/auth/user': aUser(),
    'POST /api/plaid/create-link-token': { link_token: 'link-1' },
  });
  const network = { script };
  const { opened } = fakeLink(network);
  renderApp(<ConnectButton />);
  fireEvent.click(button());
  return { network, opened };
}

function expectWayOut() {
  expect(screen.getAllByText('Failed to initialize bank connection').length).toBeGreaterThan(0);
  expect(button().textContent).toBe('Retry Connection');
  fireEvent.click(screen.getByRole('button', { name: 'Connect on a separate page' }));
  expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/plaid/create-link-token');
}

test.each([
  ['Plaid', 'blocked'],
  ['Plaid', 'empty'],
  ['the embedded banks', 'blocked'],
  ['the embedded banks', 'empty'],
] as const)(
  'a script from %s that is %s shows an error and provider page; a press retries [BC-10]',
  async (from, script) => {
    const { network, opened } = show(from, script);
    await screen.findByRole('button', { name: 'Retry Connection' });
    expectWayOut();
    network.script = 'loads';
    fireEvent.click(button());
    await waitFor(() => expect(opened[0]?.handler.open).toHaveBeenCalledOnce());
  },
);

test.each(['Plaid', 'the embedded banks'] as const)(
  "a script from %s that stays silent for 15 seconds shows an error and the provider's page [BC-10]",
  async (from) => {
    vi.useFakeTimers();
    show(from, 'does not answer');
    await pass(14_999);
    expect(button().textContent).toBe('Preparing...');
    await pass(10);
    expectWayOut();
  },
);

test("a widget silent for 15 seconds is closed, and the provider's page is offered [BC-10]", async () => {
  vi.useFakeTimers();
  const { opened } = show('the embedded banks', 'mute');
  await vi.waitFor(() => expect(opened[0]?.handler.open).toHaveBeenCalledOnce());
  const [link] = opened;
  // Closing the widget reports an exit, as if the user had left.
  link?.handler.exit.mockImplementation(() => link.exit(null));
  await pass(15_000);
  expect(link?.handler.exit).toHaveBeenCalledOnce();
  expectWayOut();
});

test("a widget that throws shows an error and the provider's page [BC-10]", async () => {
  show('the embedded banks', 'throws');
  await screen.findByText('Failed to initialize bank connection');
  expectWayOut();
});

test('a widget that has spoken stays open for as long as it takes [BC-4]', async () => {
  vi.useFakeTimers();
  const { opened } = show('the embedded banks', 'mute');
  await vi.waitFor(() => expect(opened[0]?.handler.open).toHaveBeenCalledOnce());
  opened[0]?.event('OPEN');
  await pass(60_000);
  expect(opened[0]?.handler.exit).not.toHaveBeenCalled();
  expect(screen.queryByText('Failed to initialize bank connection')).toBeNull();
});
