import type { KeptWeeks, UnreachableFriend } from '@oinkly/contract/leaderboard';
import type { User } from '@oinkly/contract/account';
import { anEntry } from '@oinkly/contract/samples';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { currentToasts } from '../../shared/ui/toast-store.ts';
import { aUser } from '../../test-support/wire.ts';
import { LeaderboardSection } from './leaderboard-section.tsx';
import { statusMarkup } from './status-markup.tsx';

prepareEachTest();

const me = anEntry({ rank: 2, isCurrentUser: true, positionChange: 2 });
const priya = anEntry({ name: 'Priya', userId: 'p' });
const board = [priya, me, anEntry({ rank: 3, name: 'Bo', userId: 'b', positionChange: -1 })];

function show(
  entries = board,
  pastSelfCents: number | null = null,
  {
    kept = null,
    unreachable,
    goalCents = 12_000,
    invitesBelow = false,
    ...user
  }: Partial<User> & {
    kept?: KeptWeeks | null;
    unreachable?: UnreachableFriend[];
    goalCents?: number;
    invitesBelow?: boolean;
  } = {},
) {
  renderApp(
    <LeaderboardSection
      entries={entries}
      kept={kept}
      unreachable={unreachable}
      user={aUser(user)}
      goalCents={goalCents}
      spentThisWeekCents={7682}
      pastSelfCents={pastSelfCents}
      invitesBelow={invitesBelow}
    />,
  );
  return { rows: () => screen.getAllByRole('listitem').filter((row) => !row.closest('details')) };
}

const shown = (status: string) => render(<h2>{statusMarkup(status)}</h2>).container.innerHTML;

test('the heading is the user’s status with its emphasis [DB-7] [PD-26]', () => {
  show([anEntry({ ...me, status: 'You’re <strong>2nd</strong>, <em>nearly</em> first.' })]);
  expect(screen.getByRole('heading').innerHTML).toBe('You’re <strong>2nd</strong>, <em>nearly</em> first.');
});

test.each(['', '   ', '<script>alert(1)</script>'])(
  "a status with nothing to read (%j) leaves 'Friends Leaderboard' [DB-7]",
  (status) => {
    show([anEntry({ ...me, status })]);
    expect(screen.getByRole('heading').textContent).toBe('Friends Leaderboard');
  },
);

test.each([
  ['<strong onclick="steal()">You</strong>', '<strong>You</strong>'],
  ['<img src=x onerror=alert(1)>Hi', 'Hi'],
  ['<script>alert(1)</script>Hi', 'Hi'],
  ['<a href="javascript:alert(1)">Hi</a>', 'Hi'],
  ['<iframe src="//evil"></iframe>Hi', 'Hi'],
  ['<svg><script>alert(1)</script></svg>Hi', 'Hi'],
  ['<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)>', ''],
  ['<em style="position:fixed">Hi</em>', '<em>Hi</em>'],
  ['<b><em>Hi</em></b>', '<em>Hi</em>'],
  ['&lt;img src=x onerror=alert(1)&gt;', '&lt;img src=x onerror=alert(1)&gt;'],
  ['<template><img src=x onerror=alert(1)></template>Hi', 'Hi'],
  ['<form><button formaction="javascript:alert(1)">Hi</button></form>', 'Hi'],
  ['<strong>Hi', '<strong>Hi</strong>'],
  ['<strong>1 < 2</strong>', '<strong>1 &lt; 2</strong>'],
  ['<STRONG title="a > b">Hi</STRONG>', '<strong>Hi</strong>'],
])('shows only the text and emphasis of %j [DB-7] [PD-26] [SEC-8]', (status, html) => {
  expect(shown(status)).toBe(`<h2>${html}</h2>`);
});

test('rows show rank, name, prizes, the user, and the change of position in words [DB-8] [PD-97]', () => {
  const { rows } = show();
  const [first, second, third] = rows();
  expect(first?.textContent).toBe('Rank 1Priyamoved 0');
  expect(within(first ?? document.body).getByRole('img', { name: 'First place' })).toBeTruthy();
  expect(second?.textContent).toBe('Rank 2Ana(You)moved up +2');
  expect(within(second ?? document.body).getByRole('img', { name: 'Second place' })).toBeTruthy();
  expect(third?.textContent).toBe('Rank 3Bomoved down −1');
  expect(screen.getAllByRole('img')).toHaveLength(2);
  expect(screen.getByText('+2').className).toContain('under');
  expect(screen.getByText('−1').className).toContain('over');
});

test('there are no prizes over the budget, and a row without data says why [D-13] [PD-97]', () => {
  const { rows } = show([
    anEntry({ ...me, rank: 1, prize: null }),
    anEntry({ rank: 2, name: 'Leo', userId: 'l', prize: null, joinsWith: 'first' }),
    anEntry({ rank: 3, name: 'Kim', userId: 'k', joinsWith: 'next' }),
  ]);
  expect(screen.queryAllByRole('img')).toEqual([]);
  expect(rows().map((row) => row.textContent)).toEqual([
    'Rank 1Ana(You)moved up +2',
    'Rank 2Leojoins the ranks with the first expensemoved 0',
    'Rank 3Kimjoins the ranks with the next expensemoved 0',
  ]);
});

test('people who share a rank are told so [PD-20] [PD-97]', () => {
  const { rows } = show([priya, anEntry({ ...me, rank: 1 }), anEntry({ rank: 3, name: 'Bo', userId: 'b' })]);
  expect(rows().map((row) => row.textContent.includes('shares this rank'))).toEqual([true, true, false]);
});

test('without friends, there is no hint to join, nor a second invitation on its page [PD-92] [PD-97]', () => {
  const { rows } = show([anEntry({ ...me, rank: 1, joinsWith: 'first' })], null, { invitesBelow: true });
  expect(rows()[0]?.textContent).toBe('Rank 1Ana(You)moved up +2');
  expect(screen.queryByText(/A leaderboard of one/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Add friends' })).toBeNull();
});

test('a friend whose data can’t be read has a row without a rank, and the user is not alone [DB-8]', () => {
  const { rows } = show([anEntry({ ...me, rank: 1 })], 8000, {
    unreachable: [{ userId: 'p', name: 'Priya' }],
  });
  expect(rows().map((row) => row.textContent)).toEqual([
    'Rank 1Ana(You)moved up +2',
    'PriyaNot reachable right now',
  ]);
});

test('a right-to-left name does not reorder the text around it [DB-8] [SEC-8]', () => {
  const { rows } = show([anEntry({ ...me, rank: 1, name: '(דנה)' })]);
  expect(rows()[0]?.querySelector('bdi')?.textContent).toBe('(דנה)');
});

test("'Add friends' leads to the friends [DB-9] [PD-27]", () => {
  show();
  expect(screen.getByRole('link', { name: 'Add friends' }).getAttribute('href')).toBe('/friends');
});

test('a user who left the board is told so, and rejoins with one tap [PD-27] [PD-79]', async () => {
  const server = fakeServer({ 'PUT /api/users': aUser() });
  show([anEntry({ ...me, rank: 1 })], null, { onBoard: false });
  expect(screen.getByText(/You’re off the board/)).toBeTruthy();
  expect(screen.queryByText('How the board works')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Come back' }));
  await vi.waitFor(() => expect(server.bodiesOf('PUT /api/users')).toEqual([{ onBoard: true }]));
});

test("the board's rules take four lines, and leaving it takes one tap with an undo [PD-79]", async () => {
  const server = fakeServer({ 'PUT /api/users': aUser({ onBoard: false }) });
  show();
  const rules = screen.getByText('How the board works').closest('details');
  expect(rules?.open).toBe(false);
  expect(rules?.querySelectorAll('li')).toHaveLength(4);
  fireEvent.click(screen.getByRole('button', { name: 'Leave the board', hidden: true }));
  await vi.waitFor(() => expect(server.bodiesOf('PUT /api/users')).toEqual([{ onBoard: false }]));
  await vi.waitFor(() => expect(currentToasts()[0]?.title).toBe('You left the board'));
  expect(currentToasts()[0]?.description).toBe('We didn’t notify anyone.');
  server.answer('PUT /api/users', aUser());
  currentToasts()[0]?.action?.run();
  await vi.waitFor(() =>
    expect(server.bodiesOf('PUT /api/users')).toEqual([{ onBoard: false }, { onBoard: true }]),
  );
});

test('without friends the past self is the rival [PD-25]', () => {
  const { rows } = show([anEntry({ ...me, rank: 1 })], 8000);
  expect(rows().map((row) => row.textContent)).toEqual([
    'Rank 1Ana(You)moved up +2',
    'Rank 2Your past selfyour usual weekmoved 0',
  ]);
});

test.each([
  [7681, 'You’re 2nd, behind your past self.', ['Your past self', 'Ana']],
  [7682, 'You share 1st with your past self.', ['Ana', 'Your past self']],
  [7683, 'You’re 1st, ahead of your past self.', ['Ana', 'Your past self']],
])(
  'the headline agrees with the board against a past self of %i cents [PD-25]',
  (pastSelfCents, headline, names) => {
    const { rows } = show(
      [anEntry({ ...me, rank: 1, status: 'You’re <strong>on track</strong> this week.' })],
      pastSelfCents,
    );
    expect(screen.getByRole('heading').textContent).toBe(headline);
    expect(rows().map((row) => names.find((name) => row.textContent.includes(name)))).toEqual(names);
  },
);

test.each([
  // Ana has spent $76.82 of a budget of $70.
  [8000, 'No one is under budget this week.', []],
  [7000, 'You’re 2nd, behind your past self.', ['First place']],
])(
  'over the budget there is no praise, also against a past self of %i cents [D-13] [PD-25]',
  (pastSelfCents, headline, prizes) => {
    show([anEntry({ ...me, rank: 1, prize: null })], pastSelfCents, { goalCents: 7000 });
    expect(screen.getByRole('heading').textContent).toBe(headline);
    expect(screen.queryAllByRole('img').map((prize) => prize.getAttribute('aria-label'))).toEqual(prizes);
  },
);

test('before the first closed week the board says when the past self joins [PD-25]', () => {
  show([anEntry({ ...me, rank: 1 })], null);
  expect(screen.getByText('Your past self joins after your first week.')).toBeTruthy();
});

test('with friends the board has no past self [PD-25]', () => {
  show(board, 8000);
  expect(screen.queryByText(/past self joins/)).toBeNull();
  expect(screen.queryByText('Your past self')).toBeNull();
});

test('a long board is folded to its top and the user’s row, and unfolds', () => {
  const friends = Array.from({ length: 40 }, (_, index) =>
    anEntry({ rank: index + 1, name: `Friend ${index}`, userId: `f${index}`, isCurrentUser: index === 24 }),
  );
  const { rows } = show(friends);
  expect(rows()).toHaveLength(11);
  expect(screen.getByText('(You)')).toBeTruthy();
  expect(screen.getByTestId('board-gap').nextElementSibling?.textContent).toContain('Friend 24');
  const showAll = screen.getByRole('button', { name: 'Show all 40' });
  showAll.focus();
  fireEvent.click(showAll);
  expect(rows()).toHaveLength(40);
  expect(document.activeElement).toBe(rows()[0]?.parentElement);
  expect(screen.queryByTestId('board-gap')).toBeNull();
});

test.each([
  [4, 10],
  [10, 11],
])('a folded board marks no gap where there is none, with the user’s row at index %i', (ownIndex, length) => {
  const friends = Array.from({ length: 20 }, (_, index) =>
    anEntry({ rank: index + 1, userId: `f${index}`, isCurrentUser: index === ownIndex }),
  );
  const { rows } = show(friends);
  expect(rows()).toHaveLength(length);
  expect(screen.queryByTestId('board-gap')).toBeNull();
});

test('nothing is above the board; its explanation names the user’s usual week [PD-76] [PD-95]', () => {
  show(board, 8000);
  const usual = screen.getByText('Your usual week is $80.00. Only you see it.');
  expect(usual.closest('details')?.open).toBe(false);
  expect(screen.queryByText(/^Your goal/)).toBeNull();
});

describe('check marks', () => {
  const kept: KeptWeeks = {
    weekStarts: ['2026-05-18', '2026-05-25', '2026-06-01'],
    users: [
      {
        name: 'Ana',
        userId: me.userId,
        isCurrentUser: true,
        isGuest: false,
        promisedWeek: null,
        kept: ['kept', 'missed', 'kept'],
      },
      {
        name: 'Bo',
        userId: 'b',
        isCurrentUser: false,
        isGuest: false,
        promisedWeek: null,
        kept: ['before', 'before', 'missed'],
      },
      {
        name: 'Priya',
        userId: 'p',
        isCurrentUser: false,
        isGuest: false,
        promisedWeek: null,
        kept: ['before', 'kept', 'missed'],
      },
    ],
  };

  test('shows check marks without ranks, prizes or moves, in words too [PD-76] [PD-77]', () => {
    const { rows } = show(board, null, { kept, boardView: 'kept' });
    expect(rows().map((row) => row.textContent)).toEqual([
      'Ana(You)Under budget in the weeks of May 18 and June 1',
      'BoNo check marks yet. Joined after the week of May 25',
      'PriyaUnder budget in the week of May 25. Joined after the week of May 18',
    ]);
    // A mark is a shape, not only a color.
    const shapes = (row: HTMLElement) =>
      [...row.querySelectorAll('[data-mark]')].map((mark) => mark.getAttribute('data-mark'));
    expect(rows().map(shapes)).toEqual(kept.users.map((user) => user.kept));
    expect(rows().map((row) => row.querySelectorAll('svg').length)).toEqual([3, 1, 2]);
    expect(screen.getByText('Weeks from May 18 to Jun 7')).toBeTruthy();
    expect(screen.getByText('before joining')).toBeTruthy();
    expect(screen.queryAllByRole('img')).toEqual([]);
    expect(screen.queryByText(/Rank \d|places/)).toBeNull();
  });

  test.each([
    ['2026-06-03T12:00:00Z', [false, true, false]],
    // An answer from before, kept on the device or in a tab left open.
    ['2026-06-10T12:00:00Z', [false, false, false]],
  ])('say at %s who is in this week, and nothing of the others [PD-106]', (now, areIn) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
    const promised = ({ name }: { name: string }) => (name === 'Bo' ? '2026-06-01' : null);
    const users = kept.users.map((user) => ({ ...user, promisedWeek: promised(user) }));
    const { rows } = show(board, null, { kept: { ...kept, users }, boardView: 'kept' });
    expect(rows().map((row) => row.textContent.includes('in this week'))).toEqual(areIn);
    expect(screen.queryByText(/not in/)).toBeNull();
  });

  test('with guests alone, there are check marks and no ranks to choose [PD-76] [PD-103]', () => {
    const [ana] = kept.users;
    const mia = {
      name: 'Mia',
      userId: 'm',
      isCurrentUser: false,
      isGuest: true,
      promisedWeek: null,
      kept: ['kept', 'missed', 'open'],
    };
    const users = [ana, mia] as KeptWeeks['users'];
    const { rows } = show([anEntry({ ...me, rank: 1 })], 8000, { kept: { ...kept, users } });
    expect(rows()[1]?.textContent).toMatch(/^Miaguest/);
    expect(screen.getByText('not known yet')).toBeTruthy();
    expect(screen.getByText('How the board works')).toBeTruthy();
    expect(screen.queryByRole('radio', { hidden: true })).toBeNull();
    expect(screen.queryByText(/past self/)).toBeNull();
  });

  test('of a person who joined this week say when the first one comes [PD-76]', () => {
    const kim = {
      name: 'Kim',
      userId: 'k',
      isCurrentUser: false,
      isGuest: false,
      promisedWeek: null,
      kept: ['before', 'before', 'before'] as const,
    };
    const { rows } = show(board.slice(0, 2), null, {
      kept: { ...kept, users: [{ ...kim, kept: [...kim.kept] }] },
    });
    expect(rows().map((row) => row.textContent)).toEqual(['Kimfirst week ends on Sunday']);
  });

  test.each([
    [2, 'Check marks', 'A check mark is a week that ended within your own budget.'],
    [3, 'Ranks', 'Your rank is the share of your own budget that is left this week.'],
  ])('of %i people, %s are on and explained before anyone chose [PD-76]', (people, name, rule) => {
    show(board.slice(0, people));
    expect(screen.getByRole<HTMLInputElement>('radio', { name, hidden: true }).checked).toBe(true);
    expect(screen.getByText(rule)).toBeTruthy();
  });

  test('are chosen below the rules, and shown as chosen until the server has stored it [PD-76]', async () => {
    const answer = deferred<unknown>();
    const server = fakeServer({ 'PUT /api/users': () => answer.promise });
    show();
    fireEvent.click(screen.getByText('How the board works'));
    const option = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    expect(option('Ranks').checked).toBe(true);
    fireEvent.click(option('Check marks'));
    await vi.waitFor(() => expect(option('Check marks').checked).toBe(true));
    answer.resolve(aUser({ boardView: 'kept' }));
    await vi.waitFor(() => expect(server.bodiesOf('PUT /api/users')).toEqual([{ boardView: 'kept' }]));
  });

  test('that cannot be stored says so and changes nothing [PD-76]', async () => {
    fakeServer({ 'PUT /api/users': failing(500, { message: 'oops' }) });
    show();
    fireEvent.click(screen.getByText('How the board works'));
    fireEvent.click(screen.getByRole('radio', { name: 'Check marks' }));
    await vi.waitFor(() => expect(currentToasts()[0]?.title).toBe('Save Failed'));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Ranks' }).checked).toBe(true);
  });

  test('is offered only with friends [PD-76]', () => {
    show([anEntry({ ...me, rank: 1 })], 8000);
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
