import { aSession } from '@oinkly/contract/samples';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import SecurityScreen from './security-screen.tsx';

prepareEachTest();
beforeEach(() => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
});

async function show(answers: Record<string, unknown> = {}) {
  const server = fakeServer({ 'GET /api/sessions': [aSession({ current: true })], ...answers });
  renderApp(<SecurityScreen />);
  return server;
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

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
  click('Sign out everywhere');
  await screen.findByRole('dialog', { name: 'Sign out on all devices?' });
  click('Sign out on all devices');
  await Promise.resolve();
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
  ended.resolve({ success: true });
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/logout'));
});

test('everywhere asks first, and Cancel signs out nowhere [SEC-3]', async () => {
  const ended = vi.fn(() => ({ success: true }));
  await show({ 'DELETE /api/sessions': ended });
  click('Sign out everywhere');
  await screen.findByRole('dialog', { name: 'Sign out on all devices?' });
  click('Cancel');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(ended).not.toHaveBeenCalled();
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
});

test('if that fails, the user stays logged in and reads why', async () => {
  await show({ 'DELETE /api/sessions': failing(500) });
  click('Sign out everywhere');
  click('Sign out on all devices');
  expect(await screen.findByText('Error')).toBeTruthy();
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
});

test('a list that does not come says so, and is asked for again', async () => {
  const server = await show({ 'GET /api/sessions': failing(500) });
  expect(await screen.findByText('We couldn’t load your devices.')).toBeTruthy();
  server.answer('GET /api/sessions', [HERE]);
  click('Try again');
  expect(await screen.findByText('Firefox on Linux')).toBeTruthy();
});
