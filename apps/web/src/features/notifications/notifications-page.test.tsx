import { aNotification, anInbox } from '@oinkly/contract/samples';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { aBrowser, ENDPOINT, ENDPOINT_ID } from '../../test-support/fake-push.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { NotificationsPage } from './notifications-page.tsx';
import type { Inbox } from './notifications-queries.ts';

prepareEachTest();

afterEach(() => {
  runtimeConfig.sendsMail = false;
});

function show(inbox: Inbox, answers: Record<string, unknown> = {}, user = aUser()) {
  let current = inbox;
  const server = fakeServer({
    'GET /api/notifications': () => current,
    'POST /api/notifications/read': { success: true },
    'POST /api/push/subscriptions': () => {
      current = { ...current, devices: [ENDPOINT_ID] };
      return { id: ENDPOINT_ID };
    },
    [`DELETE /api/push/subscriptions/${ENDPOINT_ID}`]: () => {
      current = { ...current, devices: [] };
      return { success: true };
    },
    ...answers,
  });
  const view = renderApp(<NotificationsPage user={user} />);
  return { ...server, ...view };
}

const deviceSwitch = () =>
  screen.findByRole<HTMLInputElement>('switch', { name: 'Notify me on this device' });
const isOn = async (wanted: boolean) =>
  vi.waitFor(async () => {
    const input = await deviceSwitch();
    expect([input.checked, input.ariaBusy]).toEqual([wanted, 'false']);
  });

test('an empty list says what will be in it, and devices get nothing by default [PD-86]', async () => {
  aBrowser();
  show(anInbox());
  expect(await screen.findByText(/No notifications yet\. You’ll read here/)).toBeTruthy();
  await isOn(false);
  for (const input of screen.getAllByRole<HTMLInputElement>('switch')) expect(input.checked).toBe(false);
});

test('a notification links to its page, looks new until the page is left, and is read', async () => {
  const server = show(
    anInbox({
      notifications: [
        aNotification({ id: 3, kind: 'friend', title: 'Bo accepted your invitation', path: '/friends' }),
        aNotification({ id: 2, read: true }),
      ],
      unread: 1,
    }),
  );
  server.queryClient.setQueryData(
    currentUserQuery.queryKey,
    aUser({ unreadNotifications: 3, unreadFriends: 2 }),
  );
  const [fresh, old] = await screen.findAllByRole('listitem');
  expect(fresh?.querySelector('a')?.getAttribute('href')).toBe('/friends');
  expect([fresh?.textContent.includes('New'), old?.textContent.includes('New')]).toEqual([true, false]);
  await vi.waitFor(() => expect(server.bodiesOf('POST /api/notifications/read')).toEqual([{ ids: [3] }]));
  await vi.waitFor(() =>
    expect(server.queryClient.getQueryData(currentUserQuery.queryKey)).toMatchObject({
      unreadNotifications: 2,
      unreadFriends: 1,
    }),
  );
  expect(fresh?.textContent).toContain('New');
});

test('a long list is folded, so that the choices stay near, but never what is new', async () => {
  const many = (unread: number) =>
    anInbox({
      notifications: Array.from({ length: 30 }, (_, index) =>
        aNotification({ id: 30 - index, read: index >= unread }),
      ),
    });
  const server = show(many(0));
  expect(await screen.findAllByRole('listitem')).toHaveLength(8);
  server.answer('GET /api/notifications', many(12));
  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(12));
  fireEvent.click(screen.getByRole('button', { name: 'Show all 30' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(30);
});

test('the list is above the choices, which say that they concern devices only [PD-86]', async () => {
  show(anInbox({ notifications: [aNotification()] }));
  const list = await screen.findByRole('list', { name: 'Latest' });
  const choices = screen.getByRole('heading', { name: 'Also on my devices' });
  expect(list.compareDocumentPosition(choices)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByText(/The list above always has everything/)).toBeTruthy();
});

test('returning to the list shows new notifications', async () => {
  const server = show(anInbox());
  await screen.findByText(/No notifications yet/);
  server.answer('GET /api/notifications', anInbox({ notifications: [aNotification({ title: 'News' })] }));
  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  expect(await screen.findByText('News')).toBeTruthy();
});

test('a choice is sent by itself and shown immediately', async () => {
  const server = show(anInbox(), {
    'PUT /api/notifications/kinds': { ...anInbox().wanted, bank: true },
  });
  const input = await screen.findByRole<HTMLInputElement>('switch', { name: 'My banks' });
  fireEvent.click(input);
  await vi.waitFor(() => expect(input.checked).toBe(true));
  expect(server.bodiesOf('PUT /api/notifications/kinds')).toEqual([{ bank: true }]);
});

test('two choices at once are both kept, in whichever order their answers come', async () => {
  const none = anInbox().wanted;
  const [first, second] = [deferred<unknown>(), deferred<unknown>()];
  const answers = [first, second];
  show(anInbox(), { 'PUT /api/notifications/kinds': () => answers.shift()?.promise });
  const [budget, bank] = [
    await screen.findByRole<HTMLInputElement>('switch', { name: 'My budget' }),
    await screen.findByRole<HTMLInputElement>('switch', { name: 'My banks' }),
  ];
  fireEvent.click(budget);
  fireEvent.click(bank);
  await vi.waitFor(() => expect([budget.ariaBusy, bank.ariaBusy]).toEqual(['true', 'true']));
  second.resolve({ ...none, budget: true, bank: true });
  await vi.waitFor(() => expect(bank.ariaBusy).toBe('false'));
  first.resolve({ ...none, budget: true });
  await vi.waitFor(() => expect(budget.ariaBusy).toBe('false'));
  expect([budget.checked, bank.checked]).toEqual([true, true]);
});

test('a choice that could not be saved is reverted and says so', async () => {
  show(anInbox(), { 'PUT /api/notifications/kinds': failing(500) });
  const input = await screen.findByRole<HTMLInputElement>('switch', { name: 'My banks' });
  fireEvent.click(input);
  expect(await screen.findByText('Save Failed')).toBeTruthy();
  expect(input.checked).toBe(false);
});

test('a part that did not load can be requested again', async () => {
  const server = show(anInbox(), { 'GET /api/notifications': failing(500) });
  expect(await screen.findByText('We couldn’t load your notifications.')).toBeTruthy();
  server.answer('GET /api/notifications', anInbox());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/No notifications yet/)).toBeTruthy();
});

test('the device is turned on with the installation’s key, and off again', async () => {
  const { state } = aBrowser();
  const server = show(anInbox());
  fireEvent.click(await deviceSwitch());
  await isOn(true);
  expect(state.keys).toEqual(['BKey']);
  expect(server.bodiesOf('POST /api/push/subscriptions')).toEqual([
    { endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } },
  ]);
  fireEvent.click(await deviceSwitch());
  await isOn(false);
  expect(state.isSubscribed).toBe(false);
});

test('turning it off removes the notifications shown on the device', async () => {
  const { state } = aBrowser({ permission: 'granted', isSubscribed: true });
  show(anInbox({ devices: [ENDPOINT_ID] }));
  await isOn(true);
  fireEvent.click(await deviceSwitch());
  await vi.waitFor(() => expect(state.shown).toBe(0));
});

test.each([
  ['with buttons', 2, 'You can turn them off from any of them.'],
  ['without them', undefined, 'Tap one to come here and turn them off.'],
])(
  'a browser that shows notifications %s says how they are turned off from one',
  async (_title, maxActions, words) => {
    aBrowser({ maxActions });
    show(anInbox());
    expect((await screen.findByText(/Even when the app is closed/)).textContent).toContain(words);
  },
);

test('a subscription that is not this user’s is not theirs: it ends before they have their own', async () => {
  const { state } = aBrowser({ permission: 'granted', isSubscribed: true });
  show(anInbox());
  await isOn(false);
  fireEvent.click(await deviceSwitch());
  await isOn(true);
  expect(state.ended).toBe(1);
});

test('a server that does not take the device leaves it off, in the browser too', async () => {
  const { state } = aBrowser();
  show(anInbox(), {
    'POST /api/push/subscriptions': failing(400, { message: 'We do not know this service.' }),
  });
  fireEvent.click(await deviceSwitch());
  expect(await screen.findByText('That didn’t work. We do not know this service.')).toBeTruthy();
  await isOn(false);
  expect(state.isSubscribed).toBe(false);
});

test.each([
  new DOMException('Registration failed - push service error', 'AbortError'),
  new TypeError('applicationServerKey is not a valid key'),
])('a browser that cannot reach its push service gets a plain message: %s', async (failure) => {
  const { registration } = aBrowser();
  registration.pushManager.subscribe = () => Promise.reject(failure);
  show(anInbox());
  fireEvent.click(await deviceSwitch());
  expect(await screen.findByText(/Your browser couldn’t reach its push service/)).toBeTruthy();
  await isOn(false);
});

test('an unanswered permission question leaves it off and says what it waits for', async () => {
  aBrowser({ answer: 'default' });
  show(anInbox());
  fireEvent.click(await deviceSwitch());
  expect(await screen.findByText(/They stay off until you allow them/)).toBeTruthy();
  await isOn(false);
});

test('a refusal is respected: the page says how to revoke it and does not ask again', async () => {
  const { notification } = aBrowser({ answer: 'denied' });
  show(anInbox());
  fireEvent.click(await deviceSwitch());
  expect(await screen.findByText(/Your browser is blocking notifications/)).toBeTruthy();
  expect(screen.queryByRole('switch', { name: 'Notify me on this device' })).toBeNull();
  // The user changes the browser's settings and returns.
  notification.permission = 'granted';
  fireEvent.focus(window);
  await isOn(false);
});

test('a server that cannot send replaces the switch with an explanation', async () => {
  aBrowser();
  show(anInbox({ pushKey: null }));
  expect(await screen.findByText(/can’t send notifications to devices right now/)).toBeTruthy();
  expect(screen.queryByRole('switch', { name: 'Notify me on this device' })).toBeNull();
});

test('a page without https says that it cannot notify', async () => {
  aBrowser();
  vi.stubGlobal('isSecureContext', false);
  show(anInbox());
  expect(await screen.findByText(/only on https pages/)).toBeTruthy();
});

test('an iPhone outside of its home screen says how to get notifications there', async () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', Object.create(navigator, { standalone: { value: false } }));
  show(anInbox());
  expect(await screen.findByText(/Add to Home Screen/)).toBeTruthy();
  expect(screen.queryByText(/This browser can’t/)).toBeNull();
});

test('an iPhone whose home screen is too old for notifications says that it cannot', async () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', Object.create(navigator, { standalone: { value: true } }));
  show(anInbox());
  expect(await screen.findByText(/This browser can’t show notifications/)).toBeTruthy();
});

test('a browser without notifications says so', async () => {
  vi.stubGlobal('isSecureContext', true);
  show(anInbox());
  expect(await screen.findByText(/This browser can’t show notifications/)).toBeTruthy();
});

const mailSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Email me my week' });
const CHOOSE_MAIL = 'PUT /api/notifications/recap-mail';

test('the recap by mail is offered only by a server with mail, and is off until chosen', async () => {
  show(anInbox());
  await screen.findByText('Also on my devices');
  expect(screen.queryByText('Email me my week')).toBeNull();
  cleanup();
  runtimeConfig.sendsMail = true;
  const server = show(anInbox(), { [CHOOSE_MAIL]: { recapMail: true } });
  const input = await mailSwitch();
  expect(input.checked).toBe(false);
  fireEvent.click(input);
  await vi.waitFor(async () => expect((await mailSwitch()).checked).toBe(true));
  expect(server.bodiesOf(CHOOSE_MAIL)).toEqual([{ recapMail: true }]);
});

test('an unconfirmed email can end the recap by mail, but not choose it', async () => {
  runtimeConfig.sendsMail = true;
  const user = aUser({ emailConfirmed: false });
  show(anInbox(), {}, user);
  expect((await mailSwitch()).disabled).toBe(true);
  const link = screen.getByRole('link', { name: 'Confirm your email' });
  expect(link.getAttribute('href')).toBe('/my-account/security');
  cleanup();
  show(anInbox({ recapMail: true }), {}, user);
  expect((await mailSwitch()).disabled).toBe(false);
});
