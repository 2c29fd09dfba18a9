import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { NotificationEvent } from '@oinkly/domain/notifications';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import PrivacyScreen from './privacy-screen.tsx';
import SeenScreen from './seen-screen.tsx';

prepareEachTest();

type OfFriend = Extract<NotificationEvent, { kind: 'friend' }>;

/** What the page says of each notification that a friend gets about the user. The compiler asks for each new one. */
const NOTIFIED: Record<NonNullable<OfFriend['pact']> | 'joined', RegExp> = {
  joined: /Notifications give your name when you join/,
  received: /Notifications give your name when you .*propose/,
  made: /Notifications give your name when you .*agree to a pact/,
  kept: /On Sunday evening, partners of a pact are told if you’re both within budget/,
};

type OnGuestPage = RouteResponse<'getGuestPage'>['marks']['users'][number];

/** What the notice says of each field about the user that a guest gets; null for those that say nothing of them. */
const SENT_TO_GUESTS: Record<keyof OnGuestPage, RegExp | null> = {
  name: /your name/i,
  kept: /your check marks|which of your weeks were under budget/,
  promisedWeek: /whether you’re in this week/,
  userId: null,
  isCurrentUser: null,
  isGuest: null,
};

function textOf(page: ReactElement): string {
  fakeServer({ 'GET /api/friends/seen': { friends: [], guests: [] } });
  const { container } = renderApp(page);
  return container.textContent;
}

/** What the privacy notice says that these people see. */
function noticeFor(people: string): string {
  renderApp(<PrivacyScreen />);
  return screen.getAllByText(people).at(-1)?.nextElementSibling?.textContent ?? '';
}

test.each(Object.entries(NOTIFIED))(
  'what friends see has a sentence for the notification %s [PD-105]',
  (_, words) => {
    expect(textOf(<SeenScreen />)).toMatch(words);
  },
);

test('the privacy notice says what partners are told on Sunday [PD-106]', () => {
  expect(noticeFor('Your friends')).toMatch(NOTIFIED.kept);
});

test('the privacy notice says what guests are sent of the user [PD-103]', () => {
  const notice = noticeFor('Your guests');
  for (const [field, words] of Object.entries(SENT_TO_GUESTS))
    if (words) expect(notice, field).toMatch(words);
});
