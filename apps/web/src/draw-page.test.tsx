import { DRAWN_MARK, type FirstView } from '@oinkly/contract/first-view';
import {
  anEntry,
  aRefund,
  aSeries,
  aSharedCircle,
  aSharedMap,
  aWeekThatEnded,
  somePayments,
  weeksOf,
} from '@oinkly/contract/samples';
import type { User } from '@oinkly/contract/account';
import type { RouteName, RouteResponse } from '@oinkly/contract/endpoints';
import { addDays, dayInZone } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { act, fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { hydrateRoot, type Root } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { noteEarlyPresses } from './app/early-input.ts';
import { browserTimeZone } from './shared/hooks/time-zone.ts';
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

type Bodies = { [N in 'getSettings' | 'listWeeks' | 'listExpenses' | 'getLeaderboard']: RouteResponse<N> } & {
  [N in RouteName]?: unknown;
};

/** What a user's screens show. */
interface Seen {
  readAtMs: number;
  timeZone: string;
  today: string;
  user: User;
  bodies: Bodies;
}

const seen: fc.Arbitrary<Seen> = fc
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
  .map((seed): Seen => {
    const now = new Date(seed.readAtMs);
    const today = dayInZone(now, seed.timeZone);
    const weekStart = weekStartOf(today);
    const canPromise = seed.unread % 2 === 1;
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
      bodies: {
        getSettings: someSettings({
          budgets: [{ day: addDays(today, -seed.since), weeklyBudget: seed.budget }],
        }),
        listWeeks: {
          ...weekly,
          weeks,
          hasExpenses: weeks.length > 0,
          toCome: seed.toCome,
          toComeNames: ['Rent'],
          priceChanges: seed.bill
            ? [{ name: 'Streamly', date: addDays(weekStart, -7), amount: 15.99, before: 12.99 }]
            : [],
          bill: seed.bill ? somePayments() : null,
        },
        listExpenses: expenses,
        getLeaderboard: {
          leaderboard: [
            anEntry({ isCurrentUser: true, userId: 'u1' }),
            ...seed.friends.map((friend, index) =>
              anEntry({ ...friend, rank: index + 2, userId: `f${index}` }),
            ),
          ],
          kept: seed.kept
            ? {
                weekStarts: [addDays(weekStart, -14), addDays(weekStart, -7)],
                users: users.map((user) => ({
                  ...user,
                  isGuest: !user.isCurrentUser,
                  promisedWeek: canPromise ? weekStart : null,
                  kept: ['kept', 'open'],
                })),
              }
            : null,
          weekToPromise: canPromise ? weekStart : null,
          offersNote: seed.offersNote,
          lastWeek: seed.lastWeek && aWeekThatEnded({ weekStart: addDays(weekStart, -7), ...seed.lastWeek }),
        },
        listRefunds: { refunds: seed.purchases.map(({ name }) => aRefund({ name, date: today })) },
        listRecurring: {
          series: seed.bill ? [aSeries()] : [],
          merchants: [somePayments({ confirmed: seed.bill })],
        },
        listDuplicates: { offers: [] },
        listFriends: {
          friends: seed.friends.map(({ name }, index) => ({
            name,
            userId: `f${index}`,
            since: '2025-01-01T12:00:00Z',
          })),
          blocked: [],
          guests: [],
        },
        listPacts: {
          pacts: seed.friends.slice(0, seed.unread).map(({ name }, index) => ({
            userId: `f${index}`,
            name,
            standing: 'made',
            weeksTogether: 3,
            forgivenWeek: null,
            promisedWeek: canPromise ? weekStart : null,
            countsFrom: addDays(weekStart, -21),
          })),
        },
        getInvite: {
          code: 'code',
          expiresAt: new Date(seed.readAtMs + 86_400_000 * 3).toISOString(),
          signUps: seed.unread,
        },
        getSharedMap: aSharedMap({ name: seed.fullName }),
        getSharedCircle: aSharedCircle({ more: seed.unread }),
      },
    };
  });

const addressOf: fc.Arbitrary<(today: string) => string> = fc.oneof(
  fc
    .constantFrom(
      '/',
      '/?add=expense',
      '/?problem=RATE_LIMITED',
      '/expenses',
      '/expenses?show=everything',
      '/friends',
      `/c/${'t'.repeat(32)}`,
      `/m/${'t'.repeat(32)}`,
    )
    .map((address) => () => address),
  fc.tuple(fc.constantFrom('/weeks/', '/expenses?week='), fc.integer({ min: 0, max: 60 })).map(
    ([address, daysAgo]) =>
      (today: string) =>
        address + addDays(today, -daysAgo),
  ),
);

// Server and browser have modules of their own: what one has loaded, the other has not.
vi.resetModules();
const { default: drawing } = await import('./draw-page.tsx');
drawing.configure(
  {
    supportEmail: 'support@oinkly.example',
    providers: [{ id: 'plaid', name: 'Plaid', connect: 'pages', linkLimit: null }],
    loginSettingsUrl: null,
    sendsMail: false,
    isSignedOut: false,
  },
  window.location.origin,
);

/** The view that the server would read for the screen at `address`. */
async function viewAt(address: string, { bodies, user, ...when }: Seen): Promise<FirstView> {
  const calls = await drawing.callsOf(address, when.today);
  if (!calls) throw new Error(`${address} is not drawn`);
  const answers = calls.map(({ name, url }) => ({ name, url, body: bodies[name] }));
  return { ...when, user: /^\/[cm]\//.test(address) ? null : user, answers };
}

const OF_BROWSER = ['window', 'document', 'navigator', 'localStorage', 'sessionStorage'] as const;

/** Draws without what only a browser has. */
async function drawOnServer(address: string, view: FirstView): Promise<string> {
  const kept = OF_BROWSER.map((name) => [name, globalThis[name]] as const);
  for (const name of OF_BROWSER) vi.stubGlobal(name, undefined);
  try {
    return await drawing.drawPage(address, view);
  } finally {
    for (const [name, value] of kept) vi.stubGlobal(name, value);
  }
}

/** Returns a function that opens the server's page, up to its hydration. */
async function startBrowser() {
  vi.resetModules();
  const [{ App }, { showFirstView, timeOf }, { createQueryClient }] = await Promise.all([
    import('./app/app.tsx'),
    import('./app/first-view.ts'),
    import('./shared/http/query-client.ts'),
  ]);
  return async (address: string, known: Seen) => {
    const view = await viewAt(address, known);
    vi.setSystemTime(view.readAtMs + 1_000);
    window.history.replaceState(null, '', address);
    const root = document.createElement('div');
    root.innerHTML = await drawOnServer(address, view);
    document.body.append(root);
    const queryClient = createQueryClient(() => undefined);
    await showFirstView(queryClient, address, view);
    const close = async (page: Root | undefined) => {
      await act(async () => page?.unmount());
      root.remove();
      queryClient.clear();
    };
    return { root, app: <App queryClient={queryClient} drawnAt={timeOf(view)} />, close };
  };
}

/** Answers what the screens do by themselves once they are open. */
function fakeServerFor({ bodies, user }: Seen) {
  return fakeServer({
    'POST /api/auto-import-transactions': () => new Promise(() => undefined),
    'POST /api/notifications/read': { success: true },
    'PUT /api/users': user,
    // Of another day, where the device's clock is elsewhere, and of earlier years.
    'GET /api/weeks': bodies.listWeeks,
    'GET /api/expenses': bodies.listExpenses,
    'GET /api/leaderboard': bodies.getLeaderboard,
  });
}

const [anyScreens] = fc.sample(seen, { numRuns: 1, seed: 1 }) as [Seen];

test('a page shows only its own user’s data, whichever pages are drawn with it [SEC-1]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(seen, seen), addressOf, async (users, at) => {
      const draw = async (user: Seen) => {
        const address = at(user.today);
        return drawing.drawPage(address, await viewAt(address, user));
      };
      const [one, other] = users;
      const alone = [await draw(one), await draw(other)];
      expect(await Promise.all(users.map(draw))).toEqual(alone);
    }),
    { numRuns: 20 },
  );
});

test(
  'the browser continues what the server has drawn, whatever the data and wherever the device',
  { timeout: 120_000 },
  async () => {
    const open = await startBrowser();
    await fc.assert(
      fc.asyncProperty(seen, addressOf, async (known, at) => {
        fakeServerFor(known);
        const { root, app, close } = await open(at(known.today), known);
        expect([...root.querySelectorAll('[style]')].map(({ outerHTML }) => outerHTML)).toEqual([]);
        // React would continue the page in pieces, and effects of the first would change what later ones were drawn from.
        expect(root.innerHTML).not.toContain('<!--$');
        const drawn = root.querySelector('h1');
        expect(drawn).not.toBeNull();
        const problems: unknown[] = [];
        vi.mocked(console.error).mockImplementation((...words) => void problems.push(words));
        const page = await act(async () =>
          hydrateRoot(root, app, { onRecoverableError: (error) => problems.push(error) }),
        );
        expect(problems).toEqual([]);
        expect(root.querySelector('h1')).toBe(drawn);
        await close(page);
      }),
      { numRuns: 60 },
    );
  },
);

test.each([
  ['/expenses', []],
  ['/friends', ['POST /api/notifications/read']],
  ['/weeks/2025-06-05', []],
  [`/c/${'t'.repeat(32)}`, []],
  [`/m/${'t'.repeat(32)}`, []],
])('the page at %s needs no call for what it shows', async (address, calls) => {
  const known = {
    ...anyScreens,
    today: '2025-06-05',
    timeZone: browserTimeZone(),
    readAtMs: Date.parse('2025-06-05T12:00:00Z'),
    user: { ...anyScreens.user, timeZone: browserTimeZone(), unreadFriends: 1 },
  };
  const server = fakeServerFor(known);
  const open = await startBrowser();
  const { root, app, close } = await open(address, known);
  const page = await act(async () => hydrateRoot(root, app));
  // React mounts twice here.
  expect([...new Set(server.requests.map(({ method, url }) => `${method} ${url}`))]).toEqual(calls);
  await close(page);
});

test.each([
  {
    part: 'the question about a bill',
    known: {
      ...anyScreens,
      user: { ...anyScreens.user, banks: [] },
      bodies: {
        ...anyScreens.bodies,
        listWeeks: { ...anyScreens.bodies.listWeeks, bill: somePayments() },
        getLeaderboard: { ...anyScreens.bodies.getLeaderboard, lastWeek: null, weekToPromise: null },
      },
    },
    button: 'Leave out',
    outcome: 'Rule saved',
  },
  {
    part: 'a bank to reconnect',
    known: {
      ...anyScreens,
      user: {
        ...anyScreens.user,
        banks: [aBank({ problem: { name: 'X', message: 'Y', needsOwner: true, repair: 'login' } })],
      },
    },
    button: /^Reconnect /,
    outcome: 'Reconnecting...',
  },
])('$part stays as drawn, and hears a press at once', async ({ known, button, outcome }) => {
  fakeLink();
  fakeServer({
    'POST /api/auto-import-transactions': () => new Promise(() => undefined),
    'POST /api/plaid/create-link-token': () => new Promise(() => undefined),
    'PUT /api/rules': { earlier: 0 },
  });
  const open = await startBrowser();
  const { root, app, close } = await open('/', known);
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
  const server = fakeServer({ 'PUT /api/users': anyScreens.user });
  const open = await startBrowser();
  const { root, app, close } = await open('/', {
    ...anyScreens,
    bodies: {
      ...anyScreens.bodies,
      getLeaderboard: { ...anyScreens.bodies.getLeaderboard, leaderboard: board },
    },
  });
  root.setAttribute(DRAWN_MARK, '');
  noteEarlyPresses();
  fireEvent.click(screen.getByRole('radio', { name: 'Ranks' }));
  const page = await act(async () => hydrateRoot(root, app));
  await vi.waitFor(() => expect(server.bodiesOf('PUT /api/users')).toContainEqual({ boardView: 'ranks' }));
  await close(page);
});

test('a choice of a friend before the scripts have come goes with the press that follows it [PD-100]', async () => {
  const server = fakeServer({
    'PUT /api/pacts/noor': { success: true },
    'GET /api/pacts': { pacts: [] },
    'POST /api/notifications/read': { success: true },
  });
  const friends = ['Maya', 'Noor'].map((name) => ({
    userId: name.toLowerCase(),
    name,
    since: '2025-01-01T12:00:00Z',
  }));
  const open = await startBrowser();
  const { root, app, close } = await open('/friends', {
    ...anyScreens,
    bodies: {
      ...anyScreens.bodies,
      listFriends: { friends, blocked: [], guests: [] },
      listPacts: { pacts: [] },
    },
  });
  root.setAttribute(DRAWN_MARK, '');
  noteEarlyPresses();
  screen.getByRole<HTMLSelectElement>('combobox', { name: 'Keep your weeks together with' }).value = 'noor';
  fireEvent.click(screen.getByRole('button', { name: 'Propose a pact' }));
  const page = await act(async () => hydrateRoot(root, app));
  await vi.waitFor(() => expect(server.requests.map(({ url }) => url)).toContain('/api/pacts/noor'));
  await close(page);
});

test('a search that is typed before the scripts have come is made once they have [PD-30]', async () => {
  fakeServer({ 'GET /api/expenses': [] });
  const open = await startBrowser();
  const { root, app, close } = await open('/expenses', anyScreens);
  root.setAttribute(DRAWN_MARK, '');
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search expenses' });
  field.value = 'tea';
  const page = await act(async () => hydrateRoot(root, app));
  await vi.waitFor(() => expect(window.location.search).toBe('?q=tea'));
  expect(field.value).toBe('tea');
  await close(page);
});
