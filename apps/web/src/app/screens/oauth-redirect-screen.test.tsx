import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import OAuthRedirectScreen from './oauth-redirect-screen.tsx';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { aUser } from '../../test-support/wire.ts';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { currentLinkSession, storeLinkSession } from '../../features/banking/bank-link.ts';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import { callbackParameters, callbackStep } from '../../features/banking/oauth-callback.ts';
import { fakeLink } from '../../test-support/fake-link.ts';

prepareEachTest();
beforeEach(() => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
});

const EXCHANGE = 'POST /api/plaid/oauth-exchange';
const LINKED = { success: true, institutionName: 'First Platypus Bank' };

async function show(query: string, answers: Record<string, unknown> = {}) {
  vi.useFakeTimers();
  window.history.replaceState(null, '', `/oauth-redirect${query}`);
  const server = fakeServer(answers);
  renderApp(<OAuthRedirectScreen />);
  await pass(0);
  return server;
}

const at = () => window.location.pathname;
const SIGNUP_FLAG = 'signupBankSuccess';

test('the seven parameters are read, and an empty one is missing [OA-1]', () => {
  const query =
    '?oauth_state_id=1&account_id=2&public_token=3&code=4&state=5&error=6&error_description=7%20seven';
  expect(callbackParameters(query)).toEqual({
    oauth_state_id: '1',
    account_id: '2',
    public_token: '3',
    code: '4',
    state: '5',
    error: '6',
    error_description: '7 seven',
  });
  expect(callbackParameters('?code=').code).toBeNull();
});

test("while it works it says 'Processing bank connection...' [OA-1]", async () => {
  const answer = deferred<unknown>();
  await show('?state=abc', { [EXCHANGE]: () => answer.promise });
  expect(screen.getByText('Processing bank connection...')).toBeTruthy();
});

test('code, state and state id go to the exchange; success leads to the account after 2 s [OA-2]', async () => {
  const server = await show('?code=c&state=s&oauth_state_id=o', { [EXCHANGE]: LINKED });
  expect(server.bodiesOf(EXCHANGE)).toEqual([{ authorization_code: 'c', oauth_state_id: 'o', state: 's' }]);
  expect(screen.getByText('Redirecting you back to your account...')).toBeTruthy();
  await pass(1999);
  expect(at()).toBe('/oauth-redirect');
  await pass(1);
  expect(at()).toBe('/my-account');
});

test('during signup success leads back into it, and the flag is cleared [OA-2]', async () => {
  window.sessionStorage.setItem(SIGNUP_FLAG, 'true');
  await show('?state=s', { [EXCHANGE]: LINKED });
  await pass(2000);
  expect(at()).toBe('/signup-flow');
  expect(window.sessionStorage.getItem(SIGNUP_FLAG)).toBeNull();
});

test.each(['?code=c&state=s%26t&oauth_state_id=o', '?public_token=p'])(
  'after success of %s the address is bare, and a reload does not ask again [OA-1] [PD-42]',
  async (query) => {
    storeLinkSession({ provider: 'plaid' });
    await show(query, { [EXCHANGE]: LINKED, 'POST /api/plaid/exchange-token': LINKED });
    expect(window.location.search).toBe('');
    cleanup();
    const server = fakeServer({});
    renderApp(<OAuthRedirectScreen />);
    expect(screen.getByText('Redirecting you back to your account...')).toBeTruthy();
    expect(server.requests).toEqual([]);
    await pass(2000);
    expect(at()).toBe('/my-account');
  },
);

test('after an error the address is bare, and a reload shows the same error [OA-3]', async () => {
  await show('?error=access_denied&error_description=You+closed+the+door.');
  expect(window.location.search).toBe('');
  cleanup();
  renderApp(<OAuthRedirectScreen />);
  expect(screen.getByRole('alert').textContent).toBe('You closed the door.');
});

test("'Continue now' does not wait", async () => {
  await show('?state=s', { [EXCHANGE]: LINKED });
  fireEvent.click(screen.getByRole('button', { name: 'Continue now' }));
  expect(at()).toBe('/my-account');
});

test('a public token goes to the token exchange, a state id to the other [API-16]', async () => {
  storeLinkSession({ provider: 'plaid' });
  const server = await show('?public_token=p', { 'POST /api/plaid/exchange-token': LINKED });
  expect(server.bodiesOf('POST /api/plaid/exchange-token')).toEqual([{ public_token: 'p' }]);
  const step = callbackStep(callbackParameters('?oauth_state_id=o'), {
    provider: 'plaid',
    from: '/accounts',
  });
  expect(step.kind).toBe('exchange');
});

test.each(['?public_token=p', '?code=public-p', '?code=c'])(
  'a foreign link, %s, connects nothing [SEC-11] [OA-3]',
  async (query) => {
    const server = await show(query);
    expect(screen.getByRole('alert').textContent).toBe(
      'Invalid OAuth callback. Please try connecting your bank again.',
    );
    expect(server.requests).toEqual([]);
  },
);

test('a refusal that comes with a 200 is a failure [OA-3]', async () => {
  await show('?state=s', { [EXCHANGE]: { success: false } });
  expect(screen.getByRole('alert').textContent).toBe('Failed to complete bank connection. Please try again.');
});

describe('back from the bank’s own pages', () => {
  const KEPT = { token: 'link-1', userId: aUser().id };
  const TOKEN = 'POST /api/plaid/exchange-token';

  test('the widget continues with its token, and its end ends the link session [OA-1] [OA-2]', async () => {
    storeLinkSession({ provider: 'plaid', widget: KEPT });
    const { opened } = fakeLink();
    const server = await show('?oauth_state_id=o', { 'GET /api/auth/user': aUser(), [TOKEN]: LINKED });
    await vi.waitFor(() => expect(opened[0]?.handler.open).toHaveBeenCalledOnce());
    expect(opened[0]?.options).toMatchObject({ token: 'link-1' });
    expect(opened[0]?.options.receivedRedirectUri).toMatch(/\/oauth-redirect\?oauth_state_id=o$/);
    opened[0]?.succeed('public-1');
    await pass(0);
    expect(server.bodiesOf(TOKEN)).toMatchObject([{ public_token: 'public-1' }]);
    expect(screen.getByText('Redirecting you back to your account...')).toBeTruthy();
    expect(currentLinkSession()).toBeNull();
  });

  test("a page reloaded during the exchange continues with the widget's result [OA-1]", async () => {
    storeLinkSession({ provider: 'plaid', widget: KEPT });
    const { opened } = fakeLink();
    const answers = { 'GET /api/auth/user': aUser(), [TOKEN]: () => new Promise(() => undefined) };
    await show('?oauth_state_id=o', answers);
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    opened[0]?.succeed('public-1');
    await pass(0);
    cleanup();

    const server = await show('?oauth_state_id=o', { ...answers, [TOKEN]: LINKED });
    await vi.waitFor(() => expect(screen.getByText('Redirecting you back to your account...')).toBeTruthy());
    expect(server.bodiesOf(TOKEN)).toMatchObject([{ public_token: 'public-1' }]);
    expect(opened).toHaveLength(1);
    expect(currentLinkSession()).toBeNull();
  });

  test("another user's link session in this browser is not ended [SEC-11]", async () => {
    storeLinkSession({ provider: 'plaid', widget: { ...KEPT, userId: 'somebody-else' } });
    const { opened } = fakeLink();
    await show('?oauth_state_id=o', { 'GET /api/auth/user': aUser() });
    await vi.waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
    expect(opened).toEqual([]);
    expect(currentLinkSession()).toBeNull();
  });
});

test.each([
  ['?error=access_denied&error_description=You+closed+the+door.&code=c', 'You closed the door.'],
  ['?error=access_denied', 'Bank connection failed. Please try again.'],
])(
  'an error parameter is shown before anything else, and returns after 3 seconds [OA-3]',
  async (query, text) => {
    const server = await show(query);
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(screen.getByText('Redirecting you back to try again...')).toBeTruthy();
    expect(server.requests).toEqual([]);
    await pass(2999);
    expect(at()).toBe('/oauth-redirect');
    await pass(1);
    expect(at()).toBe('/my-account');
  },
);

test.each([
  [null, '/my-account'],
  ['true', '/signup-flow'],
])('missing parameters say so and lead back; with the flag %s to %s [OA-3]', async (flag, path) => {
  if (flag) window.sessionStorage.setItem(SIGNUP_FLAG, flag);
  await show('?account_id=a');
  expect(screen.getByRole('alert').textContent).toBe(
    'Invalid OAuth callback. Please try connecting your bank again.',
  );
  await pass(3000);
  expect(at()).toBe(path);
});

test.each(['?error=access_denied', '?state=s', '?account_id=a'])(
  'a failed link during signup, as with %s, leaves no flag [OA-2] [OA-3]',
  async (query) => {
    window.sessionStorage.setItem(SIGNUP_FLAG, 'true');
    await show(query, { [EXCHANGE]: failing(502) });
    expect(screen.getByText('Redirecting you back to try again...')).toBeTruthy();
    await pass(3000);
    expect(window.sessionStorage.getItem(SIGNUP_FLAG)).toBeNull();
  },
);

test('any failure of the exchange has its words [OA-3]', async () => {
  await show('?state=s', { [EXCHANGE]: failing(400, { message: 'x', error_code: 'LINK_STATE_INVALID' }) });
  expect(screen.getByRole('alert').textContent).toBe('Failed to complete bank connection. Please try again.');
});

test('markup in an error description is text [SEC-8]', async () => {
  await show('?error=x&error_description=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E');
  expect(screen.getByRole('alert').textContent).toBe('<img src=x onerror=alert(1)>');
  expect(document.querySelector('img')).toBeNull();
});

test("a user who left the bank's pages without linking returns silently [PD-42]", async () => {
  window.history.replaceState(null, '', '/accounts');
  storeLinkSession({ provider: 'plaid' });
  await show('?state=s', {
    [EXCHANGE]: { success: false, institutionName: null },
  });
  expect(at()).toBe('/accounts');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a missing login on the way keeps the way back [PD-42]', async () => {
  await show('?state=s', { [EXCHANGE]: failing(401, { message: 'Unauthorized' }) });
  await pass(500);
  expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith(
    '/api/login?returnTo=%2Foauth-redirect%3Fstate%3Ds',
  );
  await pass(5000);
  expect(at()).toBe('/oauth-redirect');
});
