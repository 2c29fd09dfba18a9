import type { Pact, SeenAnswer } from '@oinkly/contract/friends';
import { anEntry, aSeen, aSeenByGuest } from '@oinkly/contract/samples';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { SeenByFriends } from './seen-by-friends.tsx';
import { seenWords } from './seen-words.ts';

prepareEachTest();

const pact = (rest: Partial<Pact>): SeenAnswer => ({
  call: 'listPacts',
  sentOn: '2026-06-02',
  json: JSON.stringify({
    pacts: [
      { userId: 'ana', name: 'Ana', weeksTogether: null, forgivenWeek: null, countsFrom: null, ...rest },
    ],
  }),
});
const entry = (rest: Parameters<typeof anEntry>[0]): SeenAnswer => ({
  call: 'getLeaderboard',
  sentOn: '2026-06-02',
  json: JSON.stringify({ leaderboard: [anEntry(rest)], kept: null }),
});

test.each<[SeenAnswer, string[]]>([
  [
    entry({ rank: 1, positionChange: -2 }),
    ['Your name, “Ana”, and your rank there: 1', 'That you moved down 2 places', 'A trophy'],
  ],
  [
    entry({ rank: 2, positionChange: 1 }),
    ['Your name, “Ana”, and your rank there: 2', 'That you moved up 1 place', 'A star'],
  ],
  [
    entry({ rank: 3, joinsWith: 'next' }),
    ['Your name, “Ana”, and your rank there: 3', 'That you join the ranks with your next expense'],
  ],
  [pact({ standing: 'received' }), ['That you propose a pact']],
  [pact({ standing: 'proposed' }), ['Their own proposal of a pact with you']],
  [
    pact({ standing: 'made', weeksTogether: 1, countsFrom: '2026-05-04', forgivenWeek: '2026-05-11' }),
    [
      'That you two have a pact',
      '1 week together',
      'That it counts from May 4, 2026',
      'That the week of May 11, 2026 is forgiven, and not whose it was',
    ],
  ],
  [pact({ standing: 'made' }), ['That you two have a pact']],
  [
    pact({ standing: 'made', promisedWeek: '2026-06-01' }),
    ['That you two have a pact', 'That you’re in for the week of June 1, 2026'],
  ],
])('%o is said in words [PD-105] [PD-106]', (answer, words) => {
  expect(seenWords(answer)).toEqual(words);
});

test('the page says what each friend and guest saw and when, in words and to the byte [PD-105]', async () => {
  const bo = aSeen();
  fakeServer({
    'GET /api/friends/seen': {
      friends: [bo, aSeen({ userId: 'cy', name: 'Cy', answers: [] })],
      guests: [aSeenByGuest()],
    },
  });
  renderApp(<SeenByFriends />);
  const region = within(await screen.findByRole('region', { name: 'Bo' }));
  region.getByText('On their board, June 2');
  region.getByText('Which of your last weeks have a check mark: 1 of 2');
  region.getByText('That you’re in for the week of June 1, 2026');
  region.getByText('Your name, “Ana”, and that you’re friends since May 16, 2026');
  for (const summary of region.getAllByText('The answer itself')) fireEvent.click(summary);
  for (const { json } of bo.answers) region.getByText(json);
  within(screen.getByRole('region', { name: 'Cy' })).getByText('Nothing yet.');
  const mia = within(screen.getByRole('region', { name: 'Mia (guest)' }));
  mia.getByText('On their guest page, June 2');
  mia.getByText('Your name, “Ana”');
  mia.getByText('Which of your last weeks have a check mark: 1 of 2');
  mia.getByText('That you’re in for the week of June 1, 2026');
});

test('without friends, and after a failure, the page says so [PD-105]', async () => {
  const server = fakeServer({ 'GET /api/friends/seen': failing(500, 'INTERNAL_ERROR') });
  renderApp(<SeenByFriends />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer('GET /api/friends/seen', { friends: [], guests: [] });
  fireEvent.click(again);
  await screen.findByText('No friends yet, so no one sees anything.');
});
