import { aMessageAttempt, aMessagePlace, anInbox } from '@oinkly/contract/samples';
import { MESSAGE_KINDS } from '@oinkly/domain/notifications';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import NotificationsScreen from './notifications-screen.tsx';

prepareEachTest();
beforeEach(() => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
});

const PLACES = 'GET /api/message-places';
const SECRET = `whsec_${'a'.repeat(43)}=`;

function show(answers: Record<string, unknown> = {}, address = '/notifications') {
  window.history.replaceState(null, '', address);
  const server = fakeServer({
    'GET /api/notifications': anInbox(),
    'GET /api/auth/recent-login': { recent: true },
    [PLACES]: [],
    ...answers,
  });
  renderApp(<NotificationsScreen user={aUser()} />);
  return server;
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const region = () => screen.findByRole('region', { name: 'To other apps' });
const openAdding = async () => {
  await click('Add a place');
  return screen.findByRole('dialog', { name: 'Add a place' });
};
const openPlace = async () => {
  await click('Manage Home Assistant');
  return screen.findByRole('dialog', { name: 'Home Assistant' });
};

test('none gets messages at first, and the section says what it is for [PD-108]', async () => {
  show();
  const section = await region();
  await vi.waitFor(() => expect(section.getAttribute('aria-busy')).toBe('false'));
  expect(section.textContent).toContain(
    'Send your notifications to Home Assistant, ntfy or your own program',
  );
  expect(within(section).queryByRole('list')).toBeNull();
});

test('the section waits for the notifications above it', async () => {
  const inbox = deferred<unknown>();
  show({ 'GET /api/notifications': () => inbox.promise });
  expect(screen.queryByRole('region', { name: 'To other apps' })).toBeNull();
  inbox.resolve(anInbox());
  expect(await region()).toBeTruthy();
});

test('each place is listed with where it is and how its last message went [PD-108] [PD-109]', async () => {
  const failed = aMessageAttempt({ status: 500, failure: 'refused' });
  const ended = { at: '2026-06-12T19:00:00.000Z', reason: 'failing' } as const;
  show({
    [PLACES]: [
      aMessagePlace(),
      aMessagePlace({ id: '2', name: 'Phone', type: 'ntfy', host: 'ntfy.sh', attempts: [failed] }),
      aMessagePlace({ id: '3', name: 'Script', attempts: [failed], ended }),
    ],
  });
  await screen.findByText('Script');
  expect(
    within(await region())
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    'Home AssistantWebhook at home.example.orgNothing sent yetManage',
    expect.stringMatching(
      /^Phonentfy at ntfy\.shFailed Jun 5, .*: the server answered with 500Manage$/,
    ) as string,
    'ScriptWebhook at home.example.orgOff since June 12: it failed for a week.Manage',
  ]);
  // Three are the most.
  expect(screen.queryByRole('button', { name: 'Add a place' })).toBeNull();
});

test('a webhook is added, and its secret is shown once, to be copied and tried [PD-108]', async () => {
  const server = show({
    'POST /api/message-places': { ...aMessagePlace(), secret: SECRET },
    'POST /api/message-places/place-1/test': aMessageAttempt({ kind: 'test', answer: 'thanks' }),
  });
  const writeText = vi.fn();
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
  await openAdding();
  type('Name', ' Home Assistant ');
  type('Address', 'https://home.example.org/hook');
  server.answer(PLACES, [aMessagePlace()]);
  await click('Add place');
  await screen.findByRole('dialog', { name: 'Place added' });
  expect(server.bodiesOf('POST /api/message-places')).toEqual([
    {
      type: 'webhook',
      name: 'Home Assistant',
      url: 'https://home.example.org/hook',
      includesAmounts: false,
    },
  ]);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Secret' }).value).toBe(SECRET);
  await click('Copy secret');
  expect(await screen.findByText('Copied!')).toBeTruthy();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(SECRET);
  await click('Send a test');
  expect(await screen.findByText('Delivered in 120 ms.')).toBeTruthy();
  expect(screen.getByRole('dialog').textContent).toContain('Answer: thanks');
  await click('Done');
  expect(await within(await region()).findByText('Home Assistant')).toBeTruthy();
  expect(document.body.innerHTML).not.toContain(SECRET);
});

test('an ntfy topic is added with its server, token and amounts [PD-108]', async () => {
  const place = aMessagePlace({ type: 'ntfy', host: 'ntfy.sh' });
  const server = show({ 'POST /api/message-places': { ...place, secret: null } });
  await openAdding();
  fireEvent.click(screen.getByLabelText('ntfy'));
  type('Name', 'Phone');
  type('Topic', 'oinkly-7f3a');
  type('Access token, if it needs one', 'tk_secret');
  fireEvent.click(screen.getByLabelText('Include amounts'));
  await click('Add place');
  await screen.findByRole('dialog', { name: 'Place added' });
  expect(server.bodiesOf('POST /api/message-places')).toEqual([
    {
      type: 'ntfy',
      name: 'Phone',
      url: 'https://ntfy.sh',
      topic: 'oinkly-7f3a',
      token: 'tk_secret',
      includesAmounts: true,
    },
  ]);
  expect(screen.queryByRole('textbox', { name: 'Secret' })).toBeNull();
});

test('what is missing is said at the field, and nothing is sent', async () => {
  const server = show();
  await openAdding();
  await click('Add place');
  expect(await screen.findByText('Please enter a name.')).toBeTruthy();
  expect(screen.getByText('Please enter an address that begins with https://.')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('ntfy'));
  type('Server', 'https://ntfy.sh/topic');
  type('Topic', 'a topic');
  await click('Add place');
  expect(await screen.findByText(/Please enter the server’s address/)).toBeTruthy();
  expect(screen.getByText('Please use letters, digits, - and _ only.')).toBeTruthy();
  expect(server.bodiesOf('POST /api/message-places')).toEqual([]);
});

test('before a place is added, an old login must be repeated; then the dialog is open [SEC-20]', async () => {
  const again = `/api/login?again=1&returnTo=${encodeURIComponent('/notifications?then=place')}`;
  show({ 'GET /api/auth/recent-login': { recent: false } });
  await click('Add a place');
  await vi.waitFor(() => expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith(again));
  cleanup();
  show({}, '/notifications?then=place');
  expect(await screen.findByRole('dialog', { name: 'Add a place' })).toBeTruthy();
});

test.each([
  ['Webhook', 'Address', 'https://nas.local/hook'],
  ['ntfy', 'Server', 'https://nas.local'],
])(
  'a refused address of a %s is said at its field, which keeps what was typed [SEC-35]',
  async (kind, label, typed) => {
    const message = 'Messages go to public https addresses only.';
    show({
      'POST /api/message-places': failing(400, { message, error_code: 'MESSAGE_ADDRESS_NOT_ALLOWED' }),
    });
    await openAdding();
    fireEvent.click(screen.getByLabelText(kind));
    type('Name', 'Home');
    if (kind === 'ntfy') type('Topic', 'oinkly');
    type(label, typed);
    await click('Add place');
    expect(await screen.findByText(message)).toBeTruthy();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: label });
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([typed, 'true']);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByText('Place not added')).toBeNull();
  },
);

test('kinds and amounts are chosen for each place; the last kind stays [PD-108]', async () => {
  const place = aMessagePlace({ kinds: ['bank', 'budget'] });
  const CHANGE = 'PUT /api/message-places/place-1';
  const server = show({
    [PLACES]: [place],
    [CHANGE]: ({ body }: { body: object }) => ({ ...place, ...body }),
  });
  await openPlace();
  fireEvent.click(screen.getByRole('switch', { name: 'My banks' }));
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'My budget' }).disabled).toBe(true),
  );
  fireEvent.click(screen.getByRole('switch', { name: 'Include amounts' }));
  await vi.waitFor(() =>
    expect(server.bodiesOf(CHANGE)).toEqual([{ kinds: ['budget'] }, { includesAmounts: true }]),
  );
  expect(screen.getAllByRole('switch').length).toBeGreaterThan(MESSAGE_KINDS.length);
});

test('the latest messages are listed with their answers [PD-109]', async () => {
  const attempts = [
    aMessageAttempt({ kind: 'test', status: 403, failure: 'refused', answer: 'forbidden' }),
    aMessageAttempt({ status: null, failure: 'timeout' }),
    aMessageAttempt(),
  ];
  show({ [PLACES]: [aMessagePlace({ attempts })] });
  const dialog = await openPlace();
  const rows = within(within(dialog).getByRole('region', { name: 'Latest messages' })).getAllByRole(
    'listitem',
  );
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/, TestFailed: the server answered with 403Answer: forbidden$/) as string,
    expect.stringMatching(/, My budgetFailed: the server didn’t answer within ten seconds$/) as string,
    expect.stringMatching(/, My budgetDelivered in 120 ms$/) as string,
  ]);
});

test('a place that is off says why, and one tap turns it on again [PD-109]', async () => {
  const ended = { at: '2026-06-12T19:00:00.000Z', reason: 'gone' } as const;
  const server = show({
    [PLACES]: [aMessagePlace({ ended })],
    'PUT /api/message-places/place-1': aMessagePlace(),
  });
  const dialog = await openPlace();
  expect(dialog.textContent).toContain('Off since June 12: it answered that it no longer exists.');
  await click('Turn it on again');
  await vi.waitFor(() => expect(dialog.textContent).not.toContain('Off since'));
  expect(server.bodiesOf('PUT /api/message-places/place-1')).toEqual([{ on: true }]);
});

test('a place whose key was lost can only be removed [SEC-9]', async () => {
  const ended = { at: '2026-06-12T19:00:00.000Z', reason: 'key-lost' } as const;
  show({ [PLACES]: [aMessagePlace({ ended })] });
  const dialog = await openPlace();
  expect(dialog.textContent).toContain('Remove it and add it again.');
  expect(
    within(dialog)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Remove this place', '']);
});

test('a replaced secret is asked about first and shown once [SEC-35]', async () => {
  const server = show({
    [PLACES]: [aMessagePlace()],
    'POST /api/message-places/place-1/secret': { secret: SECRET },
  });
  await openPlace();
  await click('Replace the secret');
  expect(server.bodiesOf('POST /api/message-places/place-1/secret')).toEqual([]);
  await click('Replace');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Secret' })).value).toBe(SECRET);
});

test('removing asks first and takes the place off the list [PD-108]', async () => {
  const server = show({
    [PLACES]: [aMessagePlace()],
    'DELETE /api/message-places/place-1': { success: true },
  });
  await openPlace();
  await click('Remove this place');
  await click('Keep it');
  await click('Remove this place');
  server.answer(PLACES, []);
  await click('Remove');
  expect(await screen.findByText('Place removed')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText('Home Assistant')).toBeNull());
});

test('a list that does not load says so, and can be requested again', async () => {
  const server = show({ [PLACES]: failing(500) });
  expect(await screen.findByText('We couldn’t load your places.')).toBeTruthy();
  server.answer(PLACES, [aMessagePlace()]);
  await click('Try again');
  expect(await screen.findByText('Home Assistant')).toBeTruthy();
});
