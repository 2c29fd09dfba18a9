import { anEntry, weeksOf } from '@oinkly/contract/samples';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser, homeAnswers } from '../../test-support/wire.ts';
import FriendsScreen from './friends-screen.tsx';

prepareEachTest();

const me = anEntry({ isCurrentUser: true, userId: 'u1' });
const bo = anEntry({ userId: 'bo', name: 'Bo' });
const gus = { userId: 'gus', name: 'Gus', since: '2026-06-01T12:00:00Z' };
const NO_LINK = { url: null, counts: { people: 1, weeks: 0 } };
const A_LINK = { ...NO_LINK, url: 'https://oinkly.example/c/abc' };

interface Circle {
  board?: object[];
  guests?: object[];
  onBoard?: boolean;
  link?: object;
}

const boardOf = (leaderboard: object[]) => ({ leaderboard, kept: null, weekToPromise: null, lastWeek: null });
const circleOf = (guests: object[]) => ({ friends: [], blocked: [], guests });

async function show(
  { board = [me], guests = [], onBoard = true, link = NO_LINK }: Circle,
  answers: Record<string, unknown> = {},
) {
  const server = fakeServer({
    ...homeAnswers(),
    'GET /api/weeks': weeksOf([]),
    'GET /api/leaderboard': boardOf(board),
    'GET /api/friends': circleOf(guests),
    'GET /api/pacts': { pacts: [] },
    'GET /api/invite': { code: 'code', expiresAt: '2026-07-05T19:00:00Z', signUps: 0 },
    'POST /api/notifications/friends/read': { success: true },
    'GET /api/circle-share': link,
    'DELETE /api/circle-share': { success: true },
    ...answers,
  });
  renderApp(<FriendsScreen user={aUser({ onBoard })} />);
  await screen.findByRole('heading', { name: 'Friends' });
  return server;
}

const isLoaded = () => screen.findByRole('heading', { name: 'Invite friends' });
const sharing = () => screen.queryByRole('button', { name: 'Share the circle' });

test.each([
  ['alone', {}, false],
  ['two on the board', { board: [me, bo] }, true],
  ['one with a guest', { guests: [gus] }, true],
  ['off the board', { board: [me], guests: [gus], onBoard: false }, false],
])(
  'for %s, the circle is offered to be shared only if there is one [PD-107]',
  async (_, circle, isOffered) => {
    await show(circle);
    await isLoaded();
    expect(sharing() !== null).toBe(isOffered);
  },
);

const manage = () => fireEvent.click(screen.getByRole('button', { name: 'Manage friends' }));

const ending = () => screen.queryByRole('button', { name: 'Turn it off for good' });

test('a link that shows nothing for now is ended among what manages friends [PD-107]', async () => {
  const answer = deferred<unknown>();
  const server = await show({ link: A_LINK }, { 'DELETE /api/circle-share': () => answer.promise });
  manage();
  await screen.findByText(/It works again once there are two of you on it\./);
  ending()?.focus();
  const end = () => fireEvent.click(screen.getByRole('button', { name: 'Turn it off for good' }));
  end();
  await waitFor(() => expect(ending()?.getAttribute('aria-disabled')).toBe('true'));
  end();
  expect(document.activeElement).toBe(ending());
  answer.resolve({ success: true });
  await waitFor(() => expect(ending()).toBeNull());
  expect(server.bodiesOf('DELETE /api/circle-share')).toHaveLength(1);
});

test.each(['GET /api/leaderboard', 'GET /api/friends'])(
  'no link is said to show nothing while %s loads or after it failed [PD-107]',
  async (call) => {
    const isEnding = async (answer: unknown, ready: () => Promise<unknown>) => {
      cleanup();
      const server = await show({ link: A_LINK }, { [call]: answer });
      await ready();
      manage();
      await screen.findByRole('heading', { name: 'The board' });
      return server.requests.some(({ url }) => url === '/api/circle-share');
    };
    expect(
      await isEnding(
        () => deferred().promise,
        () => Promise.resolve(),
      ),
    ).toBe(false);
    expect(await isEnding(failing(500), isLoaded)).toBe(false);
    cleanup();
    await show({ link: A_LINK });
    manage();
    await waitFor(() => expect(ending()).not.toBeNull());
  },
);

test.each(['GET /api/friends', 'GET /api/pacts'])(
  'the page stays when %s fails, which is asked once [ER-4]',
  async (call) => {
    const server = await show({}, { [call]: failing(500) });
    await isLoaded();
    expect(server.requests.filter(({ method, url }) => `${method} ${url}` === call)).toHaveLength(1);
  },
);

test('a link that could not be loaded is loaded again by a button, and known after it [PD-107]', async () => {
  const server = await show({}, { 'GET /api/circle-share': failing(500) });
  manage();
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer('GET /api/circle-share', A_LINK);
  fireEvent.click(again);
  await waitFor(() => expect(ending()).not.toBeNull());
});

test('a link that shows the circle is ended in its dialog [PD-107]', async () => {
  await show({ board: [me, bo], link: A_LINK });
  await isLoaded();
  manage();
  await screen.findByRole('heading', { name: 'Your friends' });
  expect(screen.queryByRole('button', { name: 'Turn it off for good' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(screen.getByRole('button', { name: 'Share the circle' }));
  expect(
    await screen.findByText(/It shows nothing while you’re alone or off the board, then works again\./),
  ).toBeTruthy();
});
