import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { currentLinkSession } from '../bank-link.ts';
import { CHOSEN, fakeLink, type OpenedLink } from '../../../test-support/fake-link.ts';
import { deferred, failing, fakeServer } from '../../../test-support/fake-server.ts';
import { pass, prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { aUser } from '../../../test-support/wire.ts';
import { TOAST_DURATION_MS } from '../../../shared/ui/toast-store.ts';
import { ConnectButton } from './connect-button.tsx';

prepareEachTest();

const CREATE = 'POST /api/plaid/create-link-token';
const EXCHANGE = 'POST /api/plaid/exchange-token';
const LINKED = { success: true, institutionName: 'First Platypus Bank' };
const LEFT = { provider: 'plaid', from: '/', widget: { token: 'link-1', userId: aUser().id } };
const INSTITUTION = { institution: CHOSEN.institution };

const button = () => screen.getByRole('button', { name: /Connect|Preparing|Retry/ });
const box = () => within(screen.getByRole('alert'));
const toasts = () => within(screen.getByRole('region', { name: /Notifications/ })).queryAllByRole('listitem');

function show(answers: Record<string, unknown> = {}, onConnected?: () => void) {
  const server = fakeServer({
    'GET /api/auth/user': aUser(),
    [CREATE]: { link_token: 'link-1' },
    [EXCHANGE]: LINKED,
    ...answers,
  });
  renderApp(<ConnectButton {...(onConnected && { onConnected })} />);
  return server;
}

async function open(answers: Record<string, unknown> = {}, onConnected?: () => void) {
  const { opened } = fakeLink();
  const server = show(answers, onConnected);
  fireEvent.click(button());
  const link = await waitFor(() => {
    const newest = opened.at(-1);
    if (!newest) throw new Error('No widget was opened');
    return newest;
  });
  await waitFor(() => expect(link.handler.open).toHaveBeenCalledOnce());
  return { server, link, opened };
}

test("idle, it reads 'Connect Bank Account' with the secure OAuth note [BC-1] [BC-3]", () => {
  show();
  expect(button().textContent).toBe('Connect Bank Account');
  expect(screen.getByText(/secure OAuth flow/)).toBeTruthy();
});

test('a press gets a token and opens the widget; further presses do nothing [BC-1] [BC-4]', async () => {
  const { opened } = fakeLink();
  const token = deferred<unknown>();
  const server = show({ [CREATE]: () => token.promise });
  fireEvent.click(button());
  await screen.findByText('Preparing...');
  fireEvent.click(button());
  token.resolve({ link_token: 'link-1' });
  await waitFor(() => expect(opened[0]?.handler.open).toHaveBeenCalledOnce());
  expect(opened[0]?.options.token).toBe('link-1');
  fireEvent.click(button());
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(currentLinkSession()).toEqual(LEFT);
});

test('success exchanges the token, shows as long as the toast, and calls back after 1 s [BC-5]', async () => {
  const onConnected = vi.fn();
  const exchange = deferred<unknown>();
  const { server, link } = await open({ [EXCHANGE]: () => exchange.promise }, onConnected);
  vi.useFakeTimers();
  link.succeed('public-1');
  await pass(0);
  expect(button().textContent).toBe('Connecting...');
  exchange.resolve(LINKED);
  await pass(0);
  expect(button().textContent).toBe('Connected!');
  expect(screen.getByText('Bank Connected!')).toBeTruthy();
  expect(server.bodiesOf(EXCHANGE)).toEqual([
    {
      public_token: 'public-1',
      institution_id: 'ins_109508',
      accounts: [{ name: 'Checking', type: 'depository', subtype: 'checking', mask: '0000' }],
    },
  ]);
  await pass(999);
  expect(onConnected).not.toHaveBeenCalled();
  await pass(1);
  expect(onConnected).toHaveBeenCalledOnce();
  expect(currentLinkSession()).toBeNull();
  await pass(TOAST_DURATION_MS - 1001);
  expect(button().textContent).toBe('Connected!');
  await pass(1);
  expect(button().textContent).toBe('Connect Bank Account');
  expect(onConnected).toHaveBeenCalledOnce();
});

/** Over HTTP, the status adds a text that is not the server's. */
const coded = (fields: object, message = '') =>
  failing(400, { message, error_code: 'X', ...fields }, 'Bad Request');

test.each([
  [
    coded({ action_required: 'reconnect_account' }),
    'Reconnection Required',
    'Please reconnect your bank account',
  ],
  [coded({ retryable: true }), 'Temporary Issue', 'Please try again in a few minutes'],
  [coded({}), 'Connection Error', 'Failed to connect bank account'],
  [
    coded({ action_required: 'reconnect_account' }, 'Log in again.'),
    'Reconnection Required',
    'Log in again.',
  ],
  [coded({ retryable: true }, 'Soon.'), 'Temporary Issue', 'Soon.'],
  [coded({}, 'No.'), 'Connection Error', 'No.'],
  [failing(500, {}), 'Connection Error', 'There was a problem connecting your account. Please try again.'],
  [{ success: false }, 'Connection Error', 'There was a problem connecting your account. Please try again.'],
])(
  'a failed exchange (case %#) says what the catalogue has for it [BC-6] [BC-2]',
  async (answer, title, words) => {
    const { link } = await open({ [EXCHANGE]: answer });
    link.succeed('public-1');
    expect(await screen.findByText(title)).toBeTruthy();
    expect(box().getByText('Connection Issue')).toBeTruthy();
    expect(box().getByText(words)).toBeTruthy();
  },
);

test('an exit without an error shows no error and allows another try [BC-7]', async () => {
  const { link } = await open();
  link.exit(null, INSTITUTION);
  expect(button().textContent).toBe('Connect Bank Account');
  expect(toasts()).toHaveLength(0);
  expect(currentLinkSession()).toBeNull();
});

test.each([
  ['HANDOFF', {}],
  ['OPEN_OAUTH', {}],
  ['TRANSITION_VIEW', { view_name: 'OAUTH' }],
])("the event %s %j says 'Connecting...' [BC-7]", async (name, metadata) => {
  const { link } = await open();
  link.event('TRANSITION_VIEW', { view_name: 'CONSENT' });
  expect(button().textContent).toBe('Connect Bank Account');
  link.event(name, metadata);
  expect(button().textContent).toBe('Connecting...');
});

test("leaving for the bank's pages keeps the token, shows connecting, and allows a retry [BC-7]", async () => {
  const { link, opened } = await open();
  link.exit({ error_code: 'ANY' }, { status: 'requires_oauth', ...INSTITUTION });
  expect(button().textContent).toBe('Connecting...');
  expect(toasts()).toHaveLength(0);
  expect(currentLinkSession()).toEqual(LEFT);
  fireEvent.click(button());
  await waitFor(() => expect(opened).toHaveLength(2));
});

test("a user back from the bank's pages without a bank finds the button idle after 3 s [BC-7]", async () => {
  const { link } = await open();
  vi.useFakeTimers();
  link.event('OPEN_OAUTH');
  await pass(60_000);
  expect(button().textContent).toBe('Connecting...');
  link.exit(null, { status: 'requires_oauth', ...INSTITUTION });
  await pass(2999);
  expect(button().textContent).toBe('Connecting...');
  await pass(1);
  expect(button().textContent).toBe('Connect Bank Account');
});

const DOWN = 'Your bank is experiencing issues. Please try again in a few minutes.';
const TEMPORARY = 'Bank Temporarily Unavailable';
type Exit = Parameters<OpenedLink['exit']>;

test.each<[string, Exit, title: string, words: string, retryable: boolean]>([
  [
    'institution_not_found',
    [{ error_code: 'INSTITUTION_DOWN' }, { status: 'institution_not_found', ...INSTITUTION }],
    'OAuth Configuration Error',
    'Bank connection requires additional setup. Please contact support.',
    false,
  ],
  [
    'an institution',
    [{ error_code: 'INVALID_CREDENTIALS', display_message: 'Not the right password.' }, INSTITUTION],
    TEMPORARY,
    'Not the right password.',
    true,
  ],
  [
    'USER_PERMISSION_REVOKED',
    [{ error_code: 'USER_PERMISSION_REVOKED' }, INSTITUTION],
    'Connection Cancelled',
    'You cancelled the bank connection process.',
    false,
  ],
  [
    'INSTITUTION_NOT_SUPPORTED',
    [{ error_code: 'INSTITUTION_NOT_SUPPORTED' }],
    'Bank Not Supported',
    'This bank is not currently supported. Please try a different bank.',
    false,
  ],
  ['INSTITUTION_DOWN', [{ error_code: 'INSTITUTION_DOWN' }, INSTITUTION], TEMPORARY, DOWN, true],
  [
    'another error with words',
    [{ error_code: 'X', display_message: 'Hm.' }],
    'Connection Failed',
    'Hm.',
    false,
  ],
  [
    'another error without',
    [{ error_code: 'X' }],
    'Connection Failed',
    'Unable to connect to your bank account.',
    false,
  ],
])('an exit with %s says so [BC-8] [BC-2]', async (_, exit, title, words, retryable) => {
  const { link } = await open();
  link.exit(...exit);
  expect(within(toasts()[0] ?? document.body).getByText(title)).toBeTruthy();
  expect(box().getByText(words)).toBeTruthy();
  expect(button().textContent).toBe(retryable ? 'Retry Connection' : 'Connect Bank Account');
  expect(box().queryByText('This is a temporary issue. You can try again.') !== null).toBe(retryable);
});

test.each([
  ['INSTITUTION_DOWN', {}],
  ['INSTITUTION_NOT_RESPONDING', {}],
  ['ERROR', { error_code: 'INSTITUTION_DOWN' }],
  ['ERROR', { error_code: 'INSTITUTION_NOT_RESPONDING' }],
])(
  'the event %s %j shows the retryable words, without a toast behind the widget [BC-9] [BC-7]',
  async (name, metadata) => {
    const { link } = await open();
    link.event(name, metadata);
    expect(box().getByText(DOWN)).toBeTruthy();
    expect(button().textContent).toBe('Retry Connection');
    expect(toasts()).toHaveLength(0);
  },
);

test('any other ERROR sets the error state, and a success after it is a success [BC-7]', async () => {
  const { link } = await open();
  link.event('ERROR', { error_code: 'INVALID_CREDENTIALS' });
  expect(box().getByText('Unable to connect to your bank account.')).toBeTruthy();
  link.succeed('public-1');
  expect(await screen.findByText('Connected!')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

const LATER = 'Could not connect to bank services. Please try again later.';

test.each([
  [
    failing(503, { message: 'Closed for today.', error_code: 'X' }),
    'Bank Connection Error',
    'Closed for today.',
  ],
  [coded({}), 'Bank Connection Error', 'Unable to connect to banking service'],
  [failing(502, 'gateway'), 'Connection Error', LATER],
  [() => Promise.reject(new TypeError('offline')), 'Connection Error', LATER],
  [{}, 'Bank Connection Error', 'No link token received from server'],
])('a token that does not come (case %#) says so [BC-10]', async (answer, title, words) => {
  const { opened } = fakeLink();
  show({ [CREATE]: answer });
  fireEvent.click(button());
  expect(await screen.findByText(title)).toBeTruthy();
  expect(box().getByText(words)).toBeTruthy();
  expect(opened).toHaveLength(0);
});
