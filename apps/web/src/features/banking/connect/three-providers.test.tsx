import type { ProviderConfig } from '@oinkly/contract/runtime-config';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserNavigation } from '../../../shared/http/browser-navigation.ts';
import { runtimeConfig } from '../../../shared/http/runtime-config.ts';
import { fakeLink } from '../../../test-support/fake-link.ts';
import { failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { aUser } from '../../../test-support/wire.ts';
import { currentLinkSession, pathAfterLinking, storeLinkSession } from '../bank-link.ts';
import { callbackParameters, callbackStep } from '../oauth-callback.ts';
import { ReconnectButton } from '../reconnect-button.tsx';
import { ConnectButton } from './connect-button.tsx';
import { OtherWays } from './other-ways.tsx';

prepareEachTest();

const widget = (id: string, name: string): ProviderConfig => ({
  id,
  name,
  connect: 'widget',
  scriptUrl: `/${id}/link-initialize.js`,
  linkLimit: null,
});
const token = (id: string, name: string): ProviderConfig => ({
  id,
  name,
  connect: 'token',
  about: `${name} reaches banks.`,
  tokenPageUrl: `https://${id}.example/create`,
  testTokenPageUrl: null,
  linkLimit: null,
});
const [PLAID, LARDER] = [widget('plaid', 'Plaid'), widget('larder', 'Larder')];
const [SIMPLEFIN, LUNCH] = [token('simplefin', 'SimpleFIN'), token('lunch', 'Lunch')];
const TEXT = window.btoa('https://simplefin.example/claim/1');
const LINKED = { success: true, institutionName: 'First Bank' };

const configured = runtimeConfig.providers;
let leftFor: string[];
beforeEach(() => {
  leftFor = [];
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation((path) => void leftFor.push(path));
});
afterEach(() => {
  runtimeConfig.providers = configured;
});

/** The addresses that the buttons lead to, in the page's order, besides the usual one's. */
async function otherWays(answers: Record<string, unknown>): Promise<string[]> {
  const server = fakeServer({ 'GET /api/auth/user': aUser(), ...answers });
  renderApp(<ConnectButton />);
  const used = [];
  for (const { name } of runtimeConfig.providers.slice(1)) {
    fireEvent.click(screen.getByRole('button', { name: `Connect with ${name}` }));
    if (leftFor.length > 0) {
      used.push(leftFor.pop() ?? '');
      continue;
    }
    fireEvent.change(await screen.findByLabelText('Setup token'), { target: { value: TEXT } });
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    used.push(server.requests.findLast(({ method }) => method === 'POST')?.url ?? '');
  }
  return used;
}

test.each<[string, [ProviderConfig, ...ProviderConfig[]], string[]]>([
  ['one with a widget and two with tokens', [PLAID, SIMPLEFIN, LUNCH], ['simplefin token', 'lunch token']],
  ['two with widgets and one with tokens', [PLAID, LARDER, SIMPLEFIN], ['larder pages', 'simplefin token']],
  ['tokens as the usual way', [SIMPLEFIN, PLAID, LUNCH], ['plaid pages', 'lunch token']],
])('each of three providers connects banks: %s', async (_, providers, ways) => {
  runtimeConfig.providers = providers;
  const paths = ways.map((way) =>
    way.endsWith('pages')
      ? `/api/${way.split(' ')[0]}/create-link-token`
      : `/api/${way.split(' ')[0]}/exchange-token`,
  );
  const answers = Object.fromEntries(paths.map((path) => [`POST ${path}`, LINKED]));
  expect(await otherWays(answers)).toEqual(paths);
  expect(screen.getByRole('button', { name: 'Connect Bank Account' })).toBeTruthy();
});

test('a provider whose pages connect banks leads back into onboarding from there [OA-2]', () => {
  runtimeConfig.providers = [SIMPLEFIN, LUNCH, LARDER];
  fakeServer({});
  renderApp(<OtherWays duringSignup />);
  fireEvent.click(screen.getByRole('button', { name: 'Connect with Larder' }));
  expect(leftFor).toEqual(['/api/larder/create-link-token']);
  expect([currentLinkSession()?.provider, pathAfterLinking()]).toEqual(['larder', '/signup-flow']);
});

test("a connection is repaired at its own provider, not at the list's first", async () => {
  runtimeConfig.providers = [PLAID, SIMPLEFIN, LARDER];
  const { opened } = fakeLink();
  const server = fakeServer({
    'GET /api/auth/user': aUser(),
    'POST /api/larder/create-link-token': { link_token: 'link-1' },
    'POST /api/larder/item/item-1/sync': { success: true },
  });
  renderApp(
    <ReconnectButton
      provider="larder"
      itemId="item-1"
      institutionName="First Bank"
      need="login"
      focusFallback={{ current: null }}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect First Bank' }));
  await waitFor(() => expect(opened[0]?.handler.open).toHaveBeenCalledOnce());
  opened[0]?.succeed('public-1');
  await waitFor(() => expect(server.bodiesOf('POST /api/larder/item/item-1/sync')).toHaveLength(1));
  expect(server.unexpected.filter((call) => call.includes('plaid/create-link-token'))).toEqual([]);
});

test.each([
  ['in the tab that left', 'larder', ['POST /api/larder/oauth-exchange']],
  ['in another tab', null, ['POST /api/plaid/oauth-exchange', 'POST /api/larder/oauth-exchange']],
])("the return from a provider's pages ends at that provider, %s [OA-1]", async (_, left, calls) => {
  runtimeConfig.providers = [PLAID, SIMPLEFIN, LARDER];
  if (left !== null) storeLinkSession({ provider: left });
  const server = fakeServer({
    'POST /api/plaid/oauth-exchange': failing(400, { message: 'No', error_code: 'LINK_STATE_INVALID' }),
    'POST /api/larder/oauth-exchange': LINKED,
  });
  const step = callbackStep(callbackParameters('?state=s'), currentLinkSession());
  if (step.kind !== 'exchange') throw new Error('Nothing is exchanged');
  expect(await step.run()).toBe('First Bank');
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(calls);
});
