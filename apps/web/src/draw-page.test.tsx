import { DRAWN_MARK, type FirstView } from '@oinkly/contract/first-view';
import { anEntry, aWeekThatEnded, somePayments, weeksOf } from '@oinkly/contract/samples';
import { addDays, dayInZone } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { act, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { hydrateRoot, type Root } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { noteEarlyPresses } from './app/early-press.ts';
import { fakeLink } from './test-support/fake-link.ts';
import { fakeServer } from './test-support/fake-server.ts';
import { prepareEachTest } from './test-support/render-app.tsx';
import { aBank, anExpense, aUser, someSettings } from './test-support/wire.ts';

prepareEachTest();

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const cents = fc.integer({ min: 0, max: 1_000_000_00 });
const dollars = cents.map((value) => value / 100);
const zone = fc.constantFrom(
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
);
const instant = fc
  .date({ min: new Date('2024-12-20T00:00:00Z'), max: new Date('2026-06-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.getTime());

const problem = fc.record({
  name: text,
  message: text,
  needsOwner: fc.boolean(),
  repair: fc.constantFrom('login' as const, 'new link' as const, null),
});

const views: fc.Arbitrary<FirstView> = fc
  .record({
    readAtMs: instant,
    timeZone: zone,
    fullName: fc.option(text),
    bankLinked: fc.boolean(),
    hoursSinceRead: fc.option(fc.integer({ min: 0, max: 500 })),
    problem: fc.option(problem),
    unread: fc.integer({ min: 0, max: 2 }),
    budget: fc.integer({ min: 0, max: 5_000 }),
    since: fc.integer({ min: 0, max: 700 }),
    purchases: fc.array(
      fc.record({
        name: text,
        amount: dollars,
        daysAgo: fc.integer({ min: 0, max: 6 }),
        paid: fc.boolean(),
        type: fc.constantFrom('one-time' as const, 'recurring' as const),
      }),
      { maxLength: 9 },
    ),
    earlier: fc.array(fc.record({ weeksAgo: fc.integer({ min: 1, max: 60 }), spent: dollars }), {
      maxLength: 20,
    }),
    toCome: dollars,
    bill: fc.boolean(),
    friends: fc.array(
      fc.record({
        name: text,
        positionChange: fc.integer({ min: -3, max: 3 }),
        status: fc.constantFrom('', 'You’re <em>first</em> & <b>'),
      }),
      { maxLength: 14 },
    ),
    kept: fc.boolean(),
    offersNote: fc.boolean(),
    lastWeek: fc.option(
      fc.record({
        budget: dollars,
        spent: dollars,
        dismissed: fc.boolean(),
        weeksUnderInAll: fc.constantFrom(0, 1, 4),
      }),
    ),
  })
  .map((seed): FirstView => {
    const now = new Date(seed.readAtMs);
    const today = dayInZone(now, seed.timeZone);
    const weekStart = weekStartOf(today);
    const expenses = seed.purchases
      .map(({ daysAgo, ...fields }, index) =>
        anExpense({ id: index + 1, ...fields, date: addDays(today, -daysAgo) }),
      )
      .filter(({ date }) => date >= weekStart);
    const weekly = weeksOf(expenses);
    const past = new Map(
      seed.earlier.map(({ weeksAgo, spent }) => [addDays(weekStart, -7 * weeksAgo), spent]),
    );
    const weeks = [
      ...[...past].map(([start, spent]) => ({ weekStart: start, spent, purchases: 1 })),
      ...weekly.weeks,
    ];
    const users = [
      { name: 'Ana', userId: 'u1', isCurrentUser: true },
      ...seed.friends.map(({ name }, index) => ({ name, userId: `f${index}`, isCurrentUser: false })),
    ];
    return {
      readAtMs: seed.readAtMs,
      timeZone: seed.timeZone,
      today,
      user: aUser({
        fullName: seed.fullName,
        bankLinked: seed.bankLinked,
        timeZone: seed.timeZone,
        unreadNotifications: seed.unread,
        unreadFriends: seed.unread,
        banks:
          seed.hoursSinceRead === null
            ? []
            : [
                aBank({
                  lastReadAt: new Date(seed.readAtMs - seed.hoursSinceRead * 3_600_000).toISOString(),
                  problem: seed.problem,
                }),
              ],
      }),
      settings: someSettings({ budgets: [{ day: addDays(today, -seed.since), weeklyBudget: seed.budget }] }),
      weeks: {
        ...weekly,
        weeks,
        hasExpenses: weeks.length > 0,
        toCome: seed.toCome,
        toComeNames: ['Rent'],
        bill: seed.bill ? somePayments() : null,
      },
      expenses,
      leaderboard: {
        leaderboard: [
          anEntry({ isCurrentUser: true, userId: 'u1' }),
          ...seed.friends.map((friend, index) =>
            anEntry({ ...friend, rank: index + 2, userId: `f${index}` }),
          ),
        ],
        kept: seed.kept
          ? {
              weekStarts: [addDays(weekStart, -14), addDays(weekStart, -7)],
              users: users.map((user) => ({ ...user, kept: ['kept', 'before'] })),
            }
          : null,
        offersNote: seed.offersNote,
        lastWeek: seed.lastWeek && aWeekThatEnded({ weekStart: addDays(weekStart, -7), ...seed.lastWeek }),
      },
    };
  });

// Server and browser have modules of their own: what one has loaded, the other has not.
vi.resetModules();
const { default: drawing } = await import('./draw-page.tsx');

const OF_BROWSER = ['window', 'document', 'navigator', 'localStorage', 'sessionStorage'] as const;

/** Draws without what only a browser has. */
function drawOnServer(view: FirstView): string {
  const kept = OF_BROWSER.map((name) => [name, globalThis[name]] as const);
  for (const name of OF_BROWSER) vi.stubGlobal(name, undefined);
  try {
    return drawing.drawPage('/', view);
  } finally {
    for (const [name, value] of kept) vi.stubGlobal(name, value);
  }
}

/** Returns a function that opens the server's page of a view, up to its hydration. */
async function startBrowser() {
  vi.resetModules();
  const [{ App }, { showFirstView, timeOf }, { preloadDrawn }, { createQueryClient }] = await Promise.all([
    import('./app/app.tsx'),
    import('./app/first-view.ts'),
    import('./app/preload-drawn.ts'),
    import('./shared/http/query-client.ts'),
  ]);
  return async (view: FirstView) => {
    vi.setSystemTime(view.readAtMs + 1_000);
    const root = document.createElement('div');
    root.innerHTML = drawOnServer(view);
    document.body.append(root);
    const queryClient = createQueryClient(() => undefined);
    showFirstView(queryClient, view);
    await preloadDrawn(view);
    const close = async (page: Root | undefined) => {
      await act(async () => page?.unmount());
      root.remove();
      queryClient.clear();
    };
    return { root, app: <App queryClient={queryClient} drawnAt={timeOf(view)} />, close };
  };
}

test('a page shows only its own user’s data, whichever page was drawn before it [SEC-1]', () => {
  fc.assert(
    fc.property(views, views, (one, other) => {
      const pages = [one, other].map(drawOnServer);
      expect([one, other].map(drawOnServer)).toEqual(pages);
    }),
    { numRuns: 10 },
  );
});

test(
  'the browser continues what the server has drawn, whatever the data and wherever the device',
  { timeout: 120_000 },
  async () => {
    const open = await startBrowser();
    await fc.assert(
      fc.asyncProperty(views, async (view) => {
        fakeServer({
          'POST /api/auto-import-transactions': () => new Promise(() => undefined),
          'GET /api/weeks': view.weeks,
          'GET /api/expenses': view.expenses,
          'GET /api/leaderboard': view.leaderboard,
          'PUT /api/users': view.user,
        });
        const { root, app, close } = await open(view);
        expect(root.innerHTML).not.toContain('style=');
        expect(root.innerHTML).not.toContain('<!--$!-->');
        const drawn = root.querySelector('nav');
        const problems: unknown[] = [];
        vi.mocked(console.error).mockImplementation((...words) => void problems.push(words));
        const page = await act(async () =>
          hydrateRoot(root, app, { onRecoverableError: (error) => problems.push(error) }),
        );
        expect(problems).toEqual([]);
        expect(root.querySelector('nav')).toBe(drawn);
        await close(page);
      }),
      { numRuns: 30 },
    );
  },
);

const [anyView] = fc.sample(views, { numRuns: 1, seed: 1 }) as [FirstView];

test.each([
  {
    part: 'the question about a bill',
    view: {
      ...anyView,
      user: { ...anyView.user, banks: [] },
      weeks: { ...anyView.weeks, bill: somePayments() },
      leaderboard: { ...anyView.leaderboard, lastWeek: null },
    },
    button: 'Leave out',
    outcome: 'Rule saved',
  },
  {
    part: 'a bank to reconnect',
    view: {
      ...anyView,
      user: {
        ...anyView.user,
        banks: [aBank({ problem: { name: 'X', message: 'Y', needsOwner: true, repair: 'login' } })],
      },
    },
    button: /^Reconnect /,
    outcome: 'Reconnecting...',
  },
])('$part stays as drawn, and hears a press at once', async ({ view, button, outcome }) => {
  fakeLink();
  fakeServer({
    'POST /api/auto-import-transactions': () => new Promise(() => undefined),
    'POST /api/plaid/create-link-token': () => new Promise(() => undefined),
    'PUT /api/rules': { earlier: 0 },
  });
  const open = await startBrowser();
  const { root, app, close } = await open(view);
  const drawn = screen.getByRole('button', { name: button });
  let page: Root | undefined;
  // Synchronous, so that no code loads meanwhile.
  act(() => void (page = hydrateRoot(root, app)));
  expect(screen.getByRole('button', { name: button })).toBe(drawn);
  fireEvent.click(drawn);
  expect(await screen.findByText(outcome)).toBeTruthy();
  await close(page);
});

test('a choice that is made before the scripts have come is stored once they have [PD-76]', async () => {
  const board = [anEntry({ isCurrentUser: true, userId: 'u1' }), anEntry({ rank: 2, userId: 'f1' })];
  const server = fakeServer({ 'PUT /api/users': anyView.user });
  const open = await startBrowser();
  const { root, app, close } = await open({
    ...anyView,
    leaderboard: { ...anyView.leaderboard, leaderboard: board },
  });
  root.setAttribute(DRAWN_MARK, '');
  noteEarlyPresses();
  fireEvent.click(screen.getByRole('radio', { name: 'Check marks' }));
  const page = await act(async () => hydrateRoot(root, app));
  await vi.waitFor(() => expect(server.bodiesOf('PUT /api/users')).toContainEqual({ boardView: 'kept' }));
  await close(page);
});
