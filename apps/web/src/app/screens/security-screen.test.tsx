import { aSession, aToken } from '@oinkly/contract/samples';
import { ADD_CALENDAR_ADDRESS } from '@oinkly/contract/screens';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import { outbox } from '../../features/expenses/outbox/outbox.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { aUser } from '../../test-support/wire.ts';
import SecurityScreen from './security-screen.tsx';

prepareEachTest();
beforeEach(() => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
  // It would outlast the test.
  vi.spyOn(browserNavigation, 'startLeaving').mockImplementation(() => undefined);
});

const AGAIN = (then: string) =>
  `/api/login?again=1&returnTo=${encodeURIComponent(`/my-account/security?then=${then}`)}`;

async function show(answers: Record<string, unknown> = {}, address = '/my-account/security', user = aUser()) {
  window.history.replaceState(null, '', address);
  const server = fakeServer({
    'GET /api/sessions': [aSession({ current: true })],
    'GET /api/tokens': [],
    'GET /api/auth/recent-login': { recent: true },
    ...answers,
  });
  renderApp(<SecurityScreen user={user} />);
  return server;
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['/idp/account', ['/idp/account']],
  [null, []],
])(
  'password and passkeys are changed at the embedded provider (%s), and nowhere else',
  async (url, hrefs) => {
    runtimeConfig.loginSettingsUrl = url;
    await show();
    const links = screen.queryAllByRole('link', { name: 'Password and passkeys' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(hrefs);
  },
);

const PHONE = aSession({ id: 'phone', device: 'Safari on iOS' });
const HERE = aSession({ id: 'here', device: 'Firefox on Linux', current: true });

test('lists each browser, including this one [SEC-3]', async () => {
  await show({ 'GET /api/sessions': [HERE, PHONE, aSession({ id: 'x', device: null })] });
  const section = await screen.findByRole('region', { name: 'Where you’re logged in' });
  await screen.findByText('Safari on iOS');
  expect(
    within(section)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    'Firefox on LinuxThis browser, since June 1',
    'Safari on iOSSince June 1, last used June 4Sign out',
    'Unknown browserSince June 1, last used June 4Sign out',
  ]);
});

test('the sections below the list wait for it, and a repeated day is named once [SEC-3]', async () => {
  const sessions = deferred<unknown>();
  await show({ 'GET /api/sessions': () => sessions.promise });
  expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Personal tokens' })).toBeNull();
  sessions.resolve([HERE, { ...PHONE, lastUsedAt: PHONE.loggedInAt }]);
  expect(await screen.findByRole('button', { name: 'Sign out everywhere' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Personal tokens' })).toBeTruthy();
  expect(screen.getByText('Since June 1')).toBeTruthy();
});

test('a session ends in place, and the list reloads [SEC-3]', async () => {
  const server = await show({
    'GET /api/sessions': [HERE, PHONE],
    'DELETE /api/sessions/phone': { success: true },
  });
  const button = await screen.findByRole('button', { name: 'Sign out on Safari on iOS' });
  server.answer('GET /api/sessions', [HERE]);
  button.focus();
  fireEvent.click(button);
  expect(await screen.findByText('Signed out')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  expect(document.activeElement?.tagName).toBe('UL');
});

test('everywhere: the others first, then here [SEC-3]', async () => {
  const ended = deferred<unknown>();
  await show({ 'DELETE /api/sessions': () => ended.promise });
  await click('Sign out everywhere');
  await screen.findByRole('dialog', { name: 'Sign out on all devices?' });
  await click('Sign out on all devices');
  await Promise.resolve();
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
  ended.resolve({ success: true });
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/logout'));
});

test('everywhere asks first, and Cancel signs out nowhere [SEC-3]', async () => {
  const ended = vi.fn(() => ({ success: true }));
  await show({ 'DELETE /api/sessions': ended });
  await click('Sign out everywhere');
  await screen.findByRole('dialog', { name: 'Sign out on all devices?' });
  await click('Cancel');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(ended).not.toHaveBeenCalled();
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
});

test('everywhere asks about changes that were not sent before it ends a session', async () => {
  const ended = vi.fn(() => ({ success: true }));
  await show({ 'DELETE /api/sessions': ended });
  await outbox.open(aUser().id);
  onTestFinished(() => outbox.discardAll());
  const expense = {
    name: 'Cake',
    amount: 9,
    date: '2026-06-02',
    category: 'Dining',
    type: 'one-time',
  } as const;
  act(() => outbox.append({ kind: 'add', expense }, '1'));
  await click('Sign out everywhere');
  await screen.findByRole('dialog', { name: '1 change on this device hasn’t been sent' });
  expect(ended).not.toHaveBeenCalled();
  await click('Delete it and sign out');
  await screen.findByRole('dialog', { name: 'Sign out on all devices?' });
  expect(outbox.waiting).toHaveLength(1);
  await click('Sign out on all devices');
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/logout'));
  expect(outbox.waiting).toEqual([]);
});

test('if that fails, the user stays logged in and is told why', async () => {
  await show({ 'DELETE /api/sessions': failing(500) });
  await click('Sign out everywhere');
  await click('Sign out on all devices');
  expect(await screen.findByText('Error')).toBeTruthy();
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
});

test('a list that does not load says so, and can be requested again', async () => {
  const server = await show({ 'GET /api/sessions': failing(500) });
  expect(await screen.findByText('We couldn’t load your devices.')).toBeTruthy();
  server.answer('GET /api/sessions', [HERE]);
  await click('Try again');
  expect(await screen.findByText('Firefox on Linux')).toBeTruthy();
});

describe('personal tokens', () => {
  const TOKEN = `oink_${'a'.repeat(43)}`;
  const region = () => screen.getByRole('region', { name: 'Personal tokens' });
  const openDialog = async () => {
    await click('Create a token');
    return screen.findByRole('dialog', { name: 'Create a token' });
  };
  const nameField = () => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Name');
  const fillIn = () => {
    fireEvent.change(nameField(), { target: { value: ' Kitchen ' } });
    fireEvent.click(screen.getByLabelText('Read my week'));
  };

  test('are listed with what they may do, when they were used and when they expire [PD-78] [SEC-34]', async () => {
    const used = { scopes: ['expenses:add', 'week:read'], lastUsedAt: '2026-06-04T19:00:00.000Z' } as const;
    const watch = aToken({ id: '2', name: 'Watch', expiresAt: '2026-07-01T19:00:00.000Z' });
    await show({ 'GET /api/tokens': [aToken({ ...used, scopes: [...used.scopes] }), watch] });
    await screen.findByText('Watch');
    expect(
      within(region())
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      'Phone widgetAdd expenses, Read my weekCreated June 1, last used June 4Works until June 1, 2027Revoke',
      'WatchRead my weekCreated June 1, never usedWorks until July 1, 2026Revoke',
    ]);
  });

  test('without any, the section says what they are for', async () => {
    await show();
    await vi.waitFor(() => expect(region().getAttribute('aria-busy')).toBe('false'));
    expect(region().textContent).toContain(
      'A token lets a shortcut, a widget, a script or an assistant add expenses',
    );
    expect(within(region()).queryByRole('list')).toBeNull();
  });

  test('one is created with name and scopes, and shown once, to be copied and tried [PD-78]', async () => {
    const created = { ...aToken({ name: 'Kitchen' }), token: TOKEN };
    const server = await show({ 'POST /api/tokens': created });
    const writeText = vi.fn();
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
    await openDialog();
    server.answer('GET /api/tokens', [aToken({ name: 'Kitchen' })]);
    fillIn();
    await click('Create token');
    const dialog = await screen.findByRole('dialog', { name: 'Copy your token' });
    expect(dialog.textContent).toContain('It works until June 1, 2027.');
    expect(server.bodiesOf('POST /api/tokens')).toEqual([
      { name: 'Kitchen', scopes: ['week:read'], lifetimeDays: 365 },
    ]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your token' }).value).toBe(TOKEN);
    expect(dialog.textContent).toContain(`${window.location.origin}/api/v1/week`);
    await click('Copy token');
    expect(await screen.findByText('Copied!')).toBeTruthy();
    expect(writeText).toHaveBeenCalledExactlyOnceWith(TOKEN);
    await click('Done');
    expect(await within(region()).findByText('Kitchen')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain(TOKEN);
  });

  test('one for assistants says who sees what it reads, and shows their address [PD-111] [SEC-36]', async () => {
    const created = { ...aToken({ scopes: ['expenses:read'] }), token: TOKEN };
    const server = await show({ 'POST /api/tokens': created });
    const dialog = await openDialog();
    expect(dialog.textContent).toContain('their provider sees what they read');
    fireEvent.change(nameField(), { target: { value: 'Assistant' } });
    fireEvent.click(screen.getByLabelText('Read all my expenses'));
    await click('Create token');
    const copying = await screen.findByRole('dialog', { name: 'Copy your token' });
    expect(server.bodiesOf('POST /api/tokens')).toMatchObject([{ scopes: ['expenses:read'] }]);
    expect(copying.textContent).toContain(`${window.location.origin}/api/v1/mcp`);
  });

  test('a token works for a year unless its owner chooses less [SEC-34]', async () => {
    const server = await show({ 'POST /api/tokens': { ...aToken(), token: TOKEN } });
    await openDialog();
    fillIn();
    expect(screen.getByLabelText<HTMLInputElement>('1 year').checked).toBe(true);
    fireEvent.click(screen.getByLabelText('30 days'));
    await click('Create token');
    await screen.findByRole('dialog', { name: 'Copy your token' });
    expect(server.bodiesOf('POST /api/tokens')).toMatchObject([{ lifetimeDays: 30 }]);
  });

  test('a token needs a name and a scope, said at the field; nothing is sent', async () => {
    const server = await show();
    await openDialog();
    await click('Create token');
    expect(await screen.findByText('Please enter a name.')).toBeTruthy();
    expect(screen.getByText('Please choose at least one.')).toBeTruthy();
    expect(document.activeElement).toBe(nameField());
    expect(server.bodiesOf('POST /api/tokens')).toEqual([]);
  });

  test('before one is created, an old login must be repeated; then the dialog is open [SEC-20]', async () => {
    await show({ 'GET /api/auth/recent-login': { recent: false } });
    await click('Create a token');
    await vi.waitFor(() =>
      expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith(AGAIN('token')),
    );
    cleanup();
    await show({}, '/my-account/security?then=token');
    expect(await screen.findByRole('dialog', { name: 'Create a token' })).toBeTruthy();
  });

  test.each([
    ['the login is too old', { error_code: 'REAUTH_REQUIRED' }, 403, AGAIN('token'), null],
    ['the account is full', { message: 'You have 20 tokens.' }, 409, undefined, 'You have 20 tokens.'],
  ])('if %s, the user is told and keeps what was typed', async (_title, body, status, leftFor, words) => {
    await show({ 'POST /api/tokens': failing(status, body) });
    await openDialog();
    fillIn();
    await click('Create token');
    if (leftFor !== undefined)
      await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith(leftFor));
    if (words !== null) expect(await screen.findByText(words)).toBeTruthy();
    expect(nameField().value).toBe(' Kitchen ');
  });

  test('a calendar gets an address with a token of its own, without amounts unless they are chosen [PD-115]', async () => {
    const created = { ...aToken({ name: 'Calendar', scopes: ['calendar:read'] }), token: TOKEN };
    const server = await show({ 'POST /api/tokens': created });
    await click('Add a calendar');
    await click('Get the address');
    const dialog = await screen.findByRole('dialog', { name: 'Copy your calendar’s address' });
    expect(dialog.textContent).toContain('It works until June 1, 2027.');
    const { host, origin } = window.location;
    const path = `/api/v1/calendar/${TOKEN}/coming.ics`;
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe(origin + path);
    expect(within(dialog).getByRole('link').getAttribute('href')).toBe(`webcal://${host}${path}`);
    await click('Done');
    await click('Add a calendar');
    fireEvent.click(await screen.findByRole('switch', { name: 'Amounts' }));
    await click('Get the address');
    await vi.waitFor(() =>
      expect(server.bodiesOf('POST /api/tokens')).toEqual([
        { name: 'Calendar', scopes: ['calendar:read'], lifetimeDays: 365 },
        { name: 'Calendar', scopes: ['calendar:read', 'calendar:amounts'], lifetimeDays: 365 },
      ]),
    );
  });

  test('“Add to your calendar” leads to the address, after a new login if the last one is old [PD-115] [SEC-20]', async () => {
    await show({ 'GET /api/auth/recent-login': { recent: false } }, ADD_CALENDAR_ADDRESS);
    await vi.waitFor(() =>
      expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith(AGAIN('calendar')),
    );
    cleanup();
    await show({}, ADD_CALENDAR_ADDRESS);
    expect(await screen.findByRole('dialog', { name: 'Add to your calendar' })).toBeTruthy();
  });

  test('revoking asks first, says what it means, and takes the token off the list [SEC-24]', async () => {
    const server = await show({
      'GET /api/tokens': [aToken()],
      'DELETE /api/tokens/token-1': { success: true },
    });
    const opener = await screen.findByRole('button', { name: 'Revoke Phone widget' });
    opener.focus();
    fireEvent.click(opener);
    expect((await screen.findByRole('dialog', { name: 'Revoke this token?' })).textContent).toContain(
      'Programs that use Phone widget stop working at once. This can’t be undone.',
    );
    await click('Cancel');
    await vi.waitFor(() => expect(document.activeElement).toBe(opener));
    fireEvent.click(opener);
    server.answer('GET /api/tokens', []);
    await click('Revoke token');
    expect(await screen.findByText('Token revoked')).toBeTruthy();
    await vi.waitFor(() => expect(screen.queryByText('Phone widget')).toBeNull());
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create a token' })),
    );
  });

  test('a failed revocation says so and keeps the token', async () => {
    await show({ 'GET /api/tokens': [aToken()], 'DELETE /api/tokens/token-1': failing(500) });
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke Phone widget' }));
    await click('Revoke token');
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Revoke this token?' })).toBeTruthy();
  });

  test('a list that does not load says so, and can be requested again', async () => {
    const server = await show({ 'GET /api/tokens': failing(500) });
    expect(await screen.findByText('We couldn’t load your tokens.')).toBeTruthy();
    server.answer('GET /api/tokens', [aToken()]);
    fireEvent.click(within(region()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Phone widget')).toBeTruthy();
  });
});

test('a quiet line offers to send the confirmation link again', async () => {
  runtimeConfig.loginSettingsUrl = '/idp/account';
  runtimeConfig.sendsMail = true;
  onTestFinished(() => {
    runtimeConfig.sendsMail = false;
  });
  const unconfirmed = aUser({ emailConfirmed: false });
  await show({ 'POST /api/auth/email-confirmation': { success: true } }, undefined, unconfirmed);
  expect(await screen.findByText(/You haven’t confirmed/)).toBeTruthy();
  await click('Send it again');
  expect(await screen.findByText(/A new link is on its way/)).toBeTruthy();
  cleanup();
  await show();
  expect(screen.queryByText(/You haven’t confirmed/)).toBeNull();
});
