import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { FriendsPage } from './friends-page.tsx';
import { ManageFriends } from './manage-friends.tsx';

prepareEachTest();

const person = (name: string) => ({ userId: name.toLowerCase(), name, since: '2026-06-01T12:00:00.000Z' });
const circle = (friends: string[], blocked: string[] = [], guests: string[] = []) => ({
  friends: friends.map(person),
  blocked: blocked.map(person),
  guests: guests.map(person),
});

afterEach(() => {
  runtimeConfig.sendsMail = false;
});

async function show(friends: object, answers: Record<string, unknown> = {}, user = aUser()) {
  const server = fakeServer({
    'GET /api/friends': friends,
    'GET /api/invite': { code: 'code', expiresAt: '2026-07-05T19:00:00Z', signUps: 0 },
    ...answers,
  });
  renderApp(
    <>
      <ManageFriends user={user} className="" />
      <FriendsPage user={user} />
    </>,
  );
  await screen.findByRole('heading', { name: 'Invite friends' });
  return server;
}

async function manage(...shown: Parameters<typeof show>) {
  const server = await show(...shown);
  await pressNamed('Manage friends');
  await screen.findByRole('heading', { name: 'Your friends' });
  return server;
}

/** Presses like a keyboard: the pressed button has the focus. */
function press(button: HTMLElement) {
  button.focus();
  fireEvent.click(button);
}
const pressNamed = async (name: string) => press(await screen.findByRole('button', { name }));
const yourFriends = () => screen.getByRole('region', { name: 'Your friends' });

test('removing a friend moves the focus to the remaining friends [PD-27]', async () => {
  const server = await manage(circle(['Bo', 'Cy']), { 'DELETE /api/friends/bo': { success: true } });
  await pressNamed('More about Bo');
  await pressNamed('Remove');
  server.answer('GET /api/friends', circle(['Cy']));
  await pressNamed('Remove Bo');
  await vi.waitFor(() => expect(screen.queryByText('Bo')).toBeNull());
  expect(document.activeElement).toBe(yourFriends());
});

test('a long list of friends is folded [PD-27]', async () => {
  await manage(circle(Array.from({ length: 20 }, (_, index) => `Friend ${index}`)));
  const showAll = await screen.findByRole('button', { name: 'Show all 20' });
  const rows = () => within(yourFriends()).getAllByRole('listitem');
  expect(rows()).toHaveLength(6);
  press(showAll);
  expect(rows()).toHaveLength(20);
  expect(document.activeElement).toBe(rows()[0]?.parentElement);
});

test('managing stands behind one button, which gets the focus back [PD-92]', async () => {
  await show(circle(['Bo']));
  expect(screen.queryByText('Bo')).toBeNull();
  const button = screen.getByRole('button', { name: 'Manage friends' });
  press(button);
  expect(await screen.findByRole('dialog', { name: 'Manage friends' })).toBeTruthy();
  await pressNamed('Close');
  await vi.waitFor(() => expect(document.activeElement).toBe(button));
});

test('keeping a friend returns the focus [PD-27]', async () => {
  await manage(circle(['Bo']));
  await pressNamed('More about Bo');
  await pressNamed('Block');
  await pressNamed('Keep');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More about Bo' }));
});

test('unblocking one of several users shows only that one busy and keeps the focus near [PD-27]', async () => {
  const unblocked = deferred<unknown>();
  const server = await manage(circle([], ['Bo', 'Cy']), {
    'DELETE /api/friends/bo/block': () => unblocked.promise,
  });
  await pressNamed('Unblock Bo');
  const busy = () =>
    within(screen.getByRole('region', { name: 'Blocked' }))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-busy'));
  await vi.waitFor(() => expect(busy()).toEqual(['true', 'false']));
  server.answer('GET /api/friends', circle([]));
  unblocked.resolve({ success: true });
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Blocked' })).toBeNull());
  expect(document.activeElement).toBe(yourFriends());
});

test('one tap removes a guest, and the focus stays near [PD-103]', async () => {
  const server = await manage(circle([], [], ['Mia']), { 'DELETE /api/guests/mia': { success: true } });
  server.answer('GET /api/friends', circle([]));
  await pressNamed('Remove Mia');
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Guests' })).toBeNull());
  expect(server.bodiesOf('DELETE /api/guests/mia')).toHaveLength(1);
  expect(document.activeElement).toBe(yourFriends());
});

test('the page says until when the link works [PD-27]', async () => {
  await show(circle([]));
  expect(await screen.findByText(/Your link works until Sun, Jul 5\./)).toBeTruthy();
});

test('the link is replaced once that is confirmed, and the focus stays near [PD-27]', async () => {
  const server = await show(circle([]), {
    'POST /api/invite': { code: 'new-code', expiresAt: '2026-07-06T19:00:00Z', signUps: 0 },
  });
  await pressNamed('Replace my link');
  await pressNamed('Keep it');
  expect(server.bodiesOf('POST /api/invite')).toHaveLength(0);
  const near = document.activeElement;
  expect(near?.textContent).toBe('Replace my link');
  await pressNamed('Replace my link');
  await pressNamed('Replace my link');
  await vi.waitFor(() =>
    expect(screen.getByRole('link', { name: 'Send an email' }).getAttribute('href')).toContain('new-code'),
  );
  expect(document.activeElement).toBe(near);
});

test('opening the page shows new friends and the current link [PD-27]', async () => {
  const server = fakeServer({
    'GET /api/friends': circle([]),
    'GET /api/invite': { code: 'code', expiresAt: '2026-07-05T19:00:00Z', signUps: 0 },
  });
  const { rerenderApp } = renderApp(<FriendsPage user={aUser()} />);
  expect(await screen.findByText(/No friends yet/)).toBeTruthy();
  rerenderApp(null);
  server.answer('GET /api/friends', circle(['Bo']));
  server.answer('GET /api/invite', {
    code: 'replaced-elsewhere',
    expiresAt: '2026-07-06T19:00:00Z',
    signUps: 0,
  });
  rerenderApp(<FriendsPage user={aUser()} />);
  await vi.waitFor(() => expect(screen.queryByText(/No friends yet/)).toBeNull());
  await vi.waitFor(() =>
    expect(screen.getByRole('link', { name: 'Send an email' }).getAttribute('href')).toContain(
      'replaced-elsewhere',
    ),
  );
});

test.each([
  [0, 'After that, you’ll find a new one here.'],
  [1, '1 person has created an account with it.'],
  [12, '12 people have created an account with it.'],
])('a link with which %i people signed up says so [SEC-26]', async (signUps, words) => {
  await show(circle([]), { 'GET /api/invite': { code: 'code', expiresAt: '2026-07-05T19:00:00Z', signUps } });
  expect(await screen.findByText(`Your link works until Sun, Jul 5. ${words}`)).toBeTruthy();
});

test('friends that do not load are an error and not an empty circle', async () => {
  await manage(failing(500));
  expect(await screen.findByText('We couldn’t load your friends.')).toBeTruthy();
  expect(screen.queryByText(/No friends yet/)).toBeNull();
});

const MAIL = 'POST /api/invite/mail';

test('a server with mail sends the invitation to one email [PD-27]', async () => {
  await show(circle([]));
  expect(screen.queryByText('Send by email')).toBeNull();
  cleanup();
  runtimeConfig.sendsMail = true;
  const server = await show(circle([]), { [MAIL]: { success: true }, 'PUT /api/users': aUser() });
  const field = await screen.findByLabelText<HTMLInputElement>('A friend’s email');
  await pressNamed('Send by email');
  expect(await screen.findByText('Enter an email.')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'bo@example' } });
  await pressNamed('Send by email');
  expect(await screen.findByText('That doesn’t look like an email. Check it for typos.')).toBeTruthy();
  fireEvent.change(field, { target: { value: ' bo@example.org ' } });
  await pressNamed('Send by email');
  expect(await screen.findByText('On its way')).toBeTruthy();
  expect(server.bodiesOf(MAIL)).toEqual([{ to: 'bo@example.org' }]);
  expect(field.value).toBe('');
});

test('an unconfirmed email sends no invitation and leads to its confirmation [PD-27]', async () => {
  runtimeConfig.sendsMail = true;
  await show(circle([]), {}, aUser({ emailConfirmed: false }));
  const link = await screen.findByRole('link', { name: 'confirm your own email' });
  expect(link.getAttribute('href')).toBe('/my-account/security');
  expect(screen.queryByText('Send by email')).toBeNull();
});

test('one switch lets friends name the user in pictures; it is off at first [PD-107]', async () => {
  const server = await manage(circle(['Bo']), { 'PUT /api/users': aUser({ mayBeNamed: true }) });
  const mayBeNamed = screen.getByRole<HTMLInputElement>('switch', {
    name: 'Friends may name me in pictures they share',
  });
  expect(mayBeNamed.checked).toBe(false);
  fireEvent.click(mayBeNamed);
  await vi.waitFor(() => expect(server.bodiesOf('PUT /api/users')).toEqual([{ mayBeNamed: true }]));
});
