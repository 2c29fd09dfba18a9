import type { GuestPage } from '@oinkly/contract/guests';
import type { WeekMark } from '@oinkly/domain/kept-weeks';
import { expect, type Page, type Request } from '@playwright/test';
import type { Connection, SyncStatus } from '@oinkly/contract/banking';
import type { Expense } from '@oinkly/contract/expenses';
import type { LastWeek, LeaderboardEntry } from '@oinkly/contract/leaderboard';
import type { Recurring } from '@oinkly/contract/recurring';
import type { Refund } from '@oinkly/contract/refunds';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Rule } from '@oinkly/contract/rules';
import type { SharedCircle, SharedMap } from '@oinkly/contract/sharing';
import type { User, UserBank } from '@oinkly/contract/account';
import { errorCatalogue, messageOf } from '@oinkly/contract/errors';
import {
  anEntry,
  anExpense,
  anInbox,
  aMessageAttempt,
  aMessagePlace,
  aNotification,
  aRefund,
  aRule,
  aSeen,
  aSeenByGuest,
  aSeries,
  aSharedCircle,
  aSharedMap,
  aToken,
  aWeekThatEnded,
  settingsOfBudget,
  somePayments,
  weeksOf,
} from '@oinkly/contract/samples';
import { AuthenticatorApp } from '@oinkly/identity-provider/test-support/authenticator-app';
import { leaderboardStatus } from '@oinkly/domain/leaderboard-status';
import { prizeOf } from '@oinkly/domain/ranking';
import { costCents } from '@oinkly/domain/week-summaries';
import { linkIn, type ReceivedMail } from '@oinkly/server/test-support/read-mail';
import { randomBytes } from 'node:crypto';
import { BOARD_OF_FOUR, KEPT_BY_FOUR } from '../e2e/support/board-of-four.ts';
import { PASSWORD, SERVER_NOW } from '../e2e/support/constants.ts';
import { logIn, widget } from '../e2e/support/link-widget.ts';
import { dragFile } from '../e2e/support/drag.ts';
import { rowOf } from '../e2e/support/expense-rows.ts';
import { answer, hold } from '../e2e/support/network.ts';
import { CARD_CSV, chooseFile, fileOf, PROVEN_CSV, UNSIGNED_CSV } from '../e2e/support/statement-files.ts';
import { addVirtualAuthenticator, type VirtualAuthenticator } from '../e2e/support/virtual-authenticator.ts';
import { openAllFields } from '../e2e/support/add-expense.ts';

/** The user of a scene. `linker` links banks, which would change Ana's scenes. */
export type Who = 'visitor' | 'newcomer' | 'ana' | 'linker' | 'spender';

/** A scene must not change what others show. */
export interface Scene {
  /** The file's name; begins with the area. */
  name: string;
  who: Who;
  show: (page: Page, mails: readonly ReceivedMail[]) => Promise<void>;
}

const LONG_NAME = 'Bartholomew-Maximilian Featherstonehaugh-Cholmondeley';
const LONG_PURCHASE = 'The Extraordinarily Well-Stocked Corner Shop of Mr. Pemberton';
const DOWN = { status: 503, json: { message: 'Down' } } as const;

/** Like the account page's own request to log in again. */
const CONFIRM_QUERY = new URLSearchParams({
  client_id: 'account-page',
  response_type: 'none',
  scope: 'openid',
  prompt: 'login',
}).toString();

/** Returns the email. */
async function createAccount(page: Page, start = '/idp/account'): Promise<string> {
  // Without a place where a line breaks by itself.
  const email = `bartholomewfeatherstonehaugh${randomBytes(3).toString('hex')}@averylongdomain.example.org`;
  await page.goto(start);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/idp/interaction'));
  return email;
}

async function passkeyOwner(page: Page): Promise<VirtualAuthenticator> {
  await createAccount(page);
  const device = await addVirtualAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Your passkey is ready.').waitFor();
  return device;
}

/** Adds one to a new account and returns the email. */
async function addAuthenticatorApp(page: Page): Promise<string> {
  const email = await createAccount(page);
  await page.getByRole('link', { name: 'Set up an authenticator app' }).click();
  const key = (await page.locator('.key-text').textContent()) ?? '';
  await page
    .getByRole('textbox', { name: 'Code' })
    .fill(new AuthenticatorApp(key).codeAt(new Date(SERVER_NOW)));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  return email;
}

/** Opens the page that asks for the code. */
async function askForCode(page: Page): Promise<void> {
  const email = await addAuthenticatorApp(page);
  await page.context().clearCookies();
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

async function forgetPassword(page: Page): Promise<void> {
  await page.goto('/api/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
}

/** Opens the link, whose path begins so, of the newest mail with one. */
async function openMailedLink(page: Page, mails: readonly ReceivedMail[], to: string, path: string) {
  const newest = () => mails.findLast((mail) => mail.to === to && mail.text.includes(path));
  await expect.poll(() => newest()?.subject, { timeout: 15_000 }).toBeDefined();
  const mail = newest();
  if (mail) await page.goto(linkIn(mail, path));
}

async function openPasswordLink(page: Page, mails: readonly ReceivedMail[]): Promise<void> {
  const email = await createAccount(page);
  await page.context().clearCookies();
  await forgetPassword(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await openMailedLink(page, mails, email, '/idp/password-link/');
}

const goTo = (path: string) => (page: Page) => open(page, path);

async function offerRule(page: Page, does: Partial<Rule>, edit: () => Promise<void>): Promise<void> {
  await page.route(/\/api\/expenses\/\d+$/, async (route) => {
    const { category, counted } = does;
    const expense = anExpense({ name: 'Corner Market', ...(category && { category }) });
    await route.fulfill({ json: { ...expense, counted: counted ?? true, ruleOffer: aRule(does) } });
  });
  await open(page, '/expenses?week=2026-06-01');
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  await edit();
  await page.getByRole('button', { name: 'Always' }).waitFor();
}

async function saveAs(page: Page, category: string): Promise<void> {
  await page.getByLabel('Category').selectOption(category);
  await page.getByRole('button', { name: 'Save' }).click();
}

/** Waits until code, data and the import are done. */
async function open(page: Page, path: string): Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  await page.goto(path);
  for (let quietRounds = 0, rounds = 0; quietRounds < 4; rounds += 1) {
    if (rounds > 300)
      throw new Error(`${path} is still loading: ${[...pending].map((r) => r.url()).join(' ')}`);
    await page.waitForTimeout(50);
    const isThere = await page.evaluate(
      () =>
        document.querySelector('h1:not([role="status"] h1)') !== null &&
        document.querySelector('[aria-busy="true"]') === null &&
        !document.body.innerText.includes('Checking for new transactions...'),
    );
    quietRounds = isThere && pending.size === 0 ? quietRounds + 1 : 0;
  }
}

async function withUser(page: Page, rest: Partial<User>): Promise<void> {
  const user = (await (await page.request.get('/api/auth/user')).json()) as User;
  await answer(page, 'GET', '/api/auth/user', { json: { ...user, ...rest } });
  await answer(page, 'PUT', '/api/users', { json: { ...user, ...rest } });
}

/** A page whose calls stay unanswered until its skeletons show. */
const loading = (path: string, title: string, ...calls: string[]) =>
  async function show(page: Page): Promise<void> {
    for (const call of calls) await hold(page, 'GET', call);
    await page.goto(path);
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.waitForTimeout(600);
  };

const failing = (path: string, ...calls: string[]) =>
  async function show(page: Page): Promise<void> {
    for (const call of calls) await answer(page, 'GET', call, DOWN);
    await open(page, path);
  };

const TOKENS = [aToken(), aToken({ id: '2', name: LONG_NAME, scopes: ['expenses:add', 'week:read'] })];

const FAILED = aMessageAttempt({ status: null, failure: 'timeout' });
const PLACES = [
  aMessagePlace({
    attempts: [
      aMessageAttempt({ kind: 'test', answer: 'OK' }),
      aMessageAttempt({ status: 502, failure: 'refused', answer: '<html> <title>Bad Gateway</title>' }),
      FAILED,
    ],
  }),
  aMessagePlace({ id: '2', name: 'My phone', type: 'ntfy', host: 'ntfy.sh', attempts: [FAILED] }),
  aMessagePlace({
    id: '3',
    name: LONG_NAME,
    host: `${'a-long-name.'.repeat(4)}example.org:8443`,
    attempts: [FAILED],
    ended: { at: '2026-06-04T19:00:00.000Z', reason: 'failing' },
  }),
];

async function withPlaces(page: Page): Promise<void> {
  await answer(page, 'GET', '/api/message-places', { json: PLACES });
}

/** Two banks behind one SimpleFIN token, beside the usual bank. */
const simplefinBanks = (problems: Connection['problems']) =>
  async function show(page: Page): Promise<void> {
    const names = ['Gingham Bank', 'Tartan Bank'];
    const account = {
      item_id: 'simplefin',
      type: 'depository',
      subtype: null,
      balances: { current: 1834.2, available: null, iso_currency_code: 'USD' },
    };
    await answer(page, 'GET', '/api/simplefin/connections', {
      json: [
        {
          item_id: 'simplefin',
          institution_name: names.join(', '),
          status: 'healthy',
          error_message: null,
          error_code: null,
          last_synced_at: '2026-06-05T12:10:00Z',
          problems,
        },
      ],
    });
    const accounts = names.flatMap((institution_name, bank) =>
      ['Everyday Checking', 'Travel Card'].map((name, index) => ({
        ...account,
        account_id: `${bank} ${index}`,
        institution_name,
        name: `${name} (${bank}${index}42)`,
        mask: `${bank}${index}42`,
        reported_at: bank === 1 && problems.length > 0 ? '2026-05-28T12:00:00Z' : '2026-06-05T12:00:00Z',
      })),
    );
    await answer(page, 'GET', '/api/simplefin/accounts', {
      json: { accounts, items: [], connected_items: 1 },
    });
    await answer(page, 'GET', '/api/simplefin/transaction-stats', {
      json: {
        stats: accounts.map(({ account_id: accountId }) => ({ itemId: 'simplefin', accountId, count: 214 })),
        total_transactions: 856,
      },
    });
    await open(page, '/accounts');
  };

const dialogOf = (path: string, button: string) =>
  async function show(page: Page): Promise<void> {
    await open(page, path);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor();
  };

async function withExpenses(page: Page, expenses: Expense[], ...refunds: Refund[]): Promise<void> {
  await answer(page, 'GET', '/api/expenses', { json: expenses });
  await answer(page, 'GET', '/api/weeks', { json: weeksOf(expenses) });
  if (refunds.length > 0) await answer(page, 'GET', '/api/refunds', { json: { refunds } });
}

async function withRecurring(page: Page, recurring: Partial<Recurring>): Promise<void> {
  await answer(page, 'GET', '/api/recurring', { json: { series: [], merchants: [], ...recurring } });
}

async function withRent(page: Page): Promise<void> {
  const rent = { name: 'Rent', amount: 900, category: 'Housing', type: 'recurring', dayOfMonth: 1 } as const;
  await withExpenses(page, [
    anExpense({ ...rent, id: 3, seriesId: 's1', date: '2026-06-01', paid: true }),
    anExpense({ id: 2 }),
    anExpense({ ...rent, id: 1, seriesId: 's1', date: '2026-05-01', paid: true }),
  ]);
  const next = { date: '2026-07-01', amount: 900, counted: true, expenseId: null };
  await withRecurring(page, { series: [aSeries({ dayOfMonth: 1, next })] });
}

/** Whole dollars, set at the start of the year. */
async function withBudget(page: Page, weeklyBudget: number): Promise<void> {
  await answer(page, 'GET', '/api/settings', { json: settingsOfBudget(weeklyBudget, '2026-01-01') });
}

const DEAD_BANK = 'First Platypus Bank';
const aDeadBank = (lastReadAt: string): UserBank => ({
  provider: 'plaid',
  itemId: 'item-1',
  name: DEAD_BANK,
  lastReadAt,
  linkedAt: '2026-01-01T13:00:00Z',
  problem: {
    name: DEAD_BANK,
    message: errorCatalogue.BANK_LOGIN_REQUIRED.message,
    needsOwner: true,
    repair: 'login',
  },
});

const dashboardOf = (expenses: Expense[], board = [ownEntry(expenses, 12_500)]) =>
  async function show(page: Page): Promise<void> {
    await withExpenses(page, expenses);
    await answer(page, 'GET', '/api/leaderboard', { json: { leaderboard: board } });
    await open(page, '/');
  };

/** The dashboard on the Monday after this week. */
const withLastWeek = (lastWeek: LastWeek, weekToPromise: string | null = null) =>
  async function show(page: Page): Promise<void> {
    await answer(page, 'GET', '/api/leaderboard', {
      json: { leaderboard: BOARD_OF_FOUR, lastWeek, weekToPromise },
    });
    await open(page, '/');
  };

const withBoard = (leaderboard: LeaderboardEntry[]) => (page: Page) =>
  answer(page, 'GET', '/api/leaderboard', {
    json: { leaderboard, kept: null, weekToPromise: null, offersNote: false, lastWeek: null },
  });

async function withFriends(page: Page): Promise<void> {
  const since = '2026-03-01T10:00:00Z';
  await answer(page, 'GET', '/api/friends', {
    json: {
      friends: [
        { userId: 'long', name: LONG_NAME, since },
        { userId: 'maya', name: 'Maya', since },
        { userId: 'theo', name: 'Theo', since },
      ],
      blocked: [{ userId: 'jo', name: 'Jo', since }],
      guests: [
        { userId: 'mia', name: 'Mia', since },
        { userId: 'long-guest', name: LONG_NAME, since },
      ],
    },
  });
}

const withInbox = (
  inbox: RouteResponse<'listNotifications'>,
  permission: NotificationPermission = 'granted',
) =>
  async function show(page: Page): Promise<void> {
    await answer(page, 'GET', '/api/notifications', { json: inbox });
    await answer(page, 'POST', '/api/notifications/read', { json: { success: true } });
    await page.addInitScript((decided) => {
      Object.defineProperty(Notification, 'permission', { get: () => decided });
    }, permission);
    await open(page, '/notifications');
  };

/** Every kind of notification, the newest two unread. */
const NEWS = [
  aNotification({ id: 5 }),
  aNotification({
    id: 4,
    kind: 'friend',
    title: `\u2068${LONG_NAME}\u2069 accepted your invitation`,
    body: 'You’re on each other’s boards now.',
    createdAt: '2026-06-04T02:05:00Z',
  }),
  aNotification({
    id: 3,
    kind: 'bank',
    title: '\u2068First Platypus Bank\u2069 needs you to log in',
    body: 'Log in again to keep importing your purchases.',
    createdAt: '2026-06-03T09:41:00Z',
    read: true,
  }),
  aNotification({
    id: 2,
    kind: 'result',
    title: 'Last week stayed under budget',
    body: 'You spent less than the week before.',
    createdAt: '2026-06-01T07:00:00Z',
    read: true,
  }),
  aNotification({
    id: 1,
    title: 'You have spent all of this week’s budget',
    body: 'Your budget starts fresh on Monday.',
    createdAt: '2026-05-23T01:13:00Z',
    read: true,
  }),
];
const ALL_WANTED = { budget: true, bank: true, result: true, friend: true };

async function acceptBefore(page: Page): Promise<void> {
  await page.addInitScript(() =>
    window.localStorage.setItem('oinkly.accepted-invite', JSON.stringify({ code: 'code', at: Date.now() })),
  );
  await answer(page, 'GET', '/api/invites/code', {
    json: { inviterName: 'Maya', standing: 'open', takesGuests: true, takesAccounts: true },
  });
}

const withInvitation = (standing: 'open' | 'own' | 'friends', path = '/invite/code') =>
  async function show(page: Page): Promise<void> {
    await answer(page, 'GET', '/api/invites/code', {
      json: { inviterName: 'Maya', standing, takesGuests: standing === 'open', takesAccounts: true },
    });
    await open(page, path);
  };

/** A guest's page, with two more guests of the same inviter. */
function withGuestPage(page: Partial<GuestPage>): (on: Page) => Promise<void> {
  const { weekStarts } = KEPT_BY_FOUR;
  const rows = [
    { name: 'Mia', isGuest: true, marks: '----..#o' },
    { name: 'Maya', isGuest: false, marks: '########' },
    { name: 'Noa', isGuest: true, marks: '-----##.' },
  ];
  const wordOf: Record<string, WeekMark> = { '#': 'kept', '.': 'missed', '-': 'before', o: 'open' };
  const users = rows.map(({ marks, ...row }, index) => ({
    ...row,
    userId: String(index),
    isCurrentUser: index === 0,
    promisedWeek: row.name === 'Maya' ? '2026-06-01' : null,
    kept: Array.from(marks, (mark) => wordOf[mark] ?? 'before'),
  }));
  const marks = { weekStarts, users };
  const shown = {
    name: 'Mia',
    inviterName: 'Maya',
    marks,
    weekToTap: '2026-05-25',
    kept: null,
    takesAccounts: true,
    ...page,
  };
  return async (on) => {
    await answer(on, 'GET', '/api/guest-pages/link', { json: shown });
    await open(on, '/guest/link');
  };
}

function ownEntry(expenses: Expense[], budgetCents: number): LeaderboardEntry {
  const rankedCents = expenses
    .filter(({ date }) => date >= '2026-06-01')
    .reduce((sum, expense) => sum + costCents(expense), 0);
  const history = { closedWeeks: 0, weeksUnder: 0, isActive: true, hasData: true };
  const competitor = { userId: 'ana', name: 'Ana', budgetCents, rankedCents, ...history };
  const ranked = { rank: 1, competitor };
  const status = leaderboardStatus([ranked], 'ana');
  return anEntry({ isCurrentUser: true, status, prize: prizeOf(ranked) });
}

const onboarding = (step: number) =>
  async function show(page: Page): Promise<void> {
    await withUser(page, step === 1 ? {} : { fullName: 'Ana', weeklyBudget: step === 2 ? null : 100 });
    await open(page, '/');
    if (step >= 4) await page.getByRole('button', { name: 'Skip for now' }).click();
    if (step >= 5) await page.getByRole('button', { name: 'Continue to final step' }).click();
    await page.getByText(`Step ${step} of 5`).waitFor();
  };

const withConnections = (state: Partial<Connection>) =>
  async function show(page: Page): Promise<void> {
    const connections = (await (await page.request.get('/api/plaid/connections')).json()) as Connection[];
    await answer(page, 'GET', '/api/plaid/connections', {
      json: connections.map((connection) => ({ ...connection, ...state })),
    });
    await open(page, '/accounts');
  };

const linkPages = (
  frontend: 'hosted' | 'widget',
  upTo: 'start' | 'banks' | 'login' | 'refused' | 'accounts' | 'done',
) =>
  async function show(page: Page): Promise<void> {
    if (frontend === 'hosted') await page.goto('/api/plaid/create-link-token');
    else {
      await open(page, '/accounts');
      await page.getByRole('button', { name: 'Connect Bank Account' }).click();
    }
    const link = frontend === 'hosted' ? page : widget(page);
    await link.getByRole('button', { name: 'Continue' }).waitFor();
    if (upTo === 'start') return;
    await link.getByRole('button', { name: 'Continue' }).click();
    await link.getByRole('button', { name: /Tartan Bank/ }).waitFor();
    if (upTo === 'banks') return;
    await link.getByRole('button', { name: /Tartan Bank/ }).click();
    await link.getByLabel('Username').waitFor();
    if (upTo === 'login') return;
    const isRefused = upTo === 'refused';
    await logIn(link, { password: isRefused ? 'error_INVALID_CREDENTIALS' : 'pass_good' });
    if (isRefused) return link.getByRole('alert').waitFor();
    await link.getByRole('button', { name: 'Connect accounts' }).waitFor();
    if (upTo === 'accounts') return;
    await link.getByRole('button', { name: 'Connect accounts' }).click();
    await link.getByRole('button', { name: 'Finish' }).waitFor();
  };

async function toBankOfItsOwn(page: Page): Promise<void> {
  await linkPages('widget', 'banks')(page);
  await widget(page).getByRole('button', { name: 'Platypus OAuth Bank' }).click();
  await widget(page).getByText('Continue at your bank').waitFor();
}

const STEP_MS = 1500;

/** An import with the banks at these stages, after `steps` steps of the overlay. */
const importing = (stages: SyncStatus['connections'][number]['stage'][], steps = 1) =>
  async function show(page: Page): Promise<void> {
    const connections = stages.map((stage, index) => ({
      item_id: `item-${index}`,
      institution_name: ['First Platypus Bank', 'Tattersall Federal Credit Union'][index] ?? 'Tartan Bank',
      stage,
      imported: stage === 'done' ? 12 : 0,
      error: stage === 'failed' ? 'Your bank wants you to log in again.' : null,
      requested_at: null,
      finished_at: null,
    }));
    await open(page, '/accounts');
    await answer(page, 'POST', '/api/plaid/sync-transactions', { json: { success: true, started: 1 } });
    await answer(page, 'GET', '/api/plaid/sync-status', { json: { connections } });
    await page.getByText('Purchases missing on your map?').click();
    await page.getByRole('button', { name: 'Import Current Year' }).click();
    await page.getByRole('dialog').waitFor();
    await page.clock.runFor(STEP_MS * (steps - 1));
  };

/** The app's files come from the service worker. */
async function loseNetwork(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
    window.dispatchEvent(new Event('offline'));
  });
}

/** Adds a cake by its form, after `beforeSending`. */
async function addCake(page: Page, beforeSending: () => Promise<unknown>): Promise<void> {
  const form = await openAllFields(page);
  await form.getByLabel('Expense Name').fill('Cake');
  await form.getByLabel('Amount').fill('9');
  await form.getByLabel('Category').selectOption('Dining');
  await beforeSending();
  await form.getByRole('button', { name: 'Add Expense' }).click();
  await form.waitFor({ state: 'detached' });
}

const MANY_ROWS = Array.from({ length: 40 }, (_, index) => {
  const name = [LONG_PURCHASE, 'Rent', 'Cafe', 'ONLINE TRANSFER TO SAV ...42'][index % 4] ?? '';
  return `2025-0${1 + (index % 9)}-12,${name},${index % 4 === 1 ? -12_345.67 : -4.25}`;
});

/** Monthly bills on days that could be months. */
const MONTHLY_CSV =
  'Date,Description,Amount\n01/05/2026,NETFLIX,-15.49\n02/05/2026,NETFLIX,-15.49\n03/05/2026,NETFLIX,-15.49\n';

/** Previews a file whose third row exists. */
async function previewImport(page: Page, text: string): Promise<void> {
  const known = [{ row: 2, id: 7, name: 'Trader Joe’s', date: '2026-06-03', deleted: false }];
  await answer(page, 'POST', '/api/imports/check', { json: { known } });
  await open(page, '/expenses/import');
  await chooseFile(page, fileOf('chase-june.csv', text));
  await page.getByText(/already there/).waitFor();
}

const openForm = dialogOf('/expenses', 'Add expense');

const MAP_URL = 'https://oinkly.example/m/q3VnY0w7TgqQ1dD9m0rZ8xKfUeB2hJsa';

const sharing = ({ url }: { url: string | null }) =>
  async function show(page: Page): Promise<void> {
    await answer(page, 'GET', '/api/map-share', { json: { url, map: aSharedMap() } });
    await dialogOf('/', 'Share my map')(page);
    await page.getByRole('dialog').getByRole('img').waitFor();
    await page.getByRole('switch', { name: 'Public link' }).waitFor();
  };

const sharedMap = (fields: Partial<SharedMap>) =>
  async function show(page: Page): Promise<void> {
    await answer(page, 'GET', '/api/maps/abc', { json: aSharedMap(fields) });
    await open(page, '/m/abc');
  };

const CIRCLE_URL = MAP_URL.replace('/m/', '/c/');

/** Alone, a user has no circle to draw. */
async function addGuest(page: Page): Promise<void> {
  const invite = await page.request.get('/api/invite');
  const { code } = (await invite.json()) as { code: string };
  const { origin } = new URL(invite.url());
  // Without the page's session: no one is their own guest.
  const joined = await fetch(new URL(`/api/invites/${code}/guest`, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name: 'Mia', secret: randomBytes(32).toString('base64url') }),
  });
  // The name is taken once an earlier scene has added her.
  if (!joined.ok && joined.status !== 409) throw new Error(`The guest could not join: ${joined.status}`);
}

const sharingCircle = ({ url }: { url: string | null }) =>
  async function show(page: Page): Promise<void> {
    await addGuest(page);
    await withFriends(page);
    await withBoard(BOARD_OF_FOUR)(page);
    await answer(page, 'GET', '/api/circle-share', { json: { url, counts: { people: 4, weeks: 8 } } });
    await dialogOf('/friends', 'Share the circle')(page);
    await page.getByRole('dialog').getByRole('img').waitFor();
    await page.getByRole('switch', { name: 'Public link' }).waitFor();
  };

const sharedCircle = (fields: Partial<SharedCircle>) =>
  async function show(page: Page): Promise<void> {
    await answer(page, 'GET', '/api/circles/abc', { json: aSharedCircle(fields) });
    await open(page, '/c/abc');
  };

/** Cancels navigations that the page would make after these delays. */
async function stayHere(page: Page, ...delaysMs: number[]): Promise<void> {
  await page.addInitScript((ignored) => {
    const original = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, delayMs = 0) => (ignored.includes(delayMs) ? 0 : original(run, delayMs)),
    });
  }, delaysMs);
}

export const scenes: Scene[] = [
  { name: 'welcome', who: 'visitor', show: goTo('/') },
  { name: 'welcome-problem', who: 'visitor', show: goTo('/?problem=SERVICE_UNAVAILABLE') },
  {
    name: 'welcome-signed-out-everywhere',
    who: 'visitor',
    show: async (page) => {
      await page.addInitScript(() => window.localStorage.setItem('signed-out-everywhere', '1'));
      await open(page, '/');
    },
  },
  { name: 'provider-log-in', who: 'visitor', show: goTo('/api/login') },
  {
    name: 'provider-log-in-refused',
    who: 'visitor',
    show: async (page) => {
      await page.goto('/api/login');
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByText(/is wrong/).waitFor();
    },
  },
  {
    name: 'provider-forgot-password',
    who: 'visitor',
    show: async (page) => {
      await forgetPassword(page);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByText('Enter your email.').waitFor();
    },
  },
  {
    name: 'provider-forgot-password-sent',
    who: 'visitor',
    show: async (page) => {
      await forgetPassword(page);
      const name = `bartholomew-featherstonehaugh-${randomBytes(3).toString('hex')}`;
      await page.getByLabel('Email').fill(`${name}@a-very-long-domain.example.org`);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    },
  },
  { name: 'provider-new-password', who: 'visitor', show: openPasswordLink },
  {
    name: 'provider-new-password-saved',
    who: 'visitor',
    show: async (page, mails) => {
      await openPasswordLink(page, mails);
      await page.getByLabel('New password').fill('a house made of bricks');
      await page.getByRole('button', { name: 'Save password' }).click();
      await page.getByText('signed out everywhere').waitFor();
    },
  },
  { name: 'provider-void-link', who: 'visitor', show: goTo('/idp/password-link/void') },
  {
    name: 'provider-confirm-email',
    who: 'visitor',
    show: async (page, mails) => {
      await openMailedLink(page, mails, await createAccount(page, '/api/login'), '/idp/confirm-email/');
    },
  },
  {
    name: 'provider-confirm-email-done',
    who: 'visitor',
    show: async (page, mails) => {
      await openMailedLink(page, mails, await createAccount(page, '/api/login'), '/idp/confirm-email/');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
    },
  },
  {
    name: 'provider-sign-up',
    who: 'visitor',
    show: async (page) => {
      await page.goto('/api/login');
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByRole('button', { name: 'Create an account' }).waitFor();
    },
  },
  {
    name: 'provider-sign-up-refused',
    who: 'visitor',
    show: async (page) => {
      await page.goto('/api/login');
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByLabel('Email').fill('not an address');
      await page.getByLabel('Password').fill(PASSWORD.slice(0, 3));
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'provider-password-shown',
    who: 'visitor',
    show: async (page) => {
      await page.goto('/api/login?create=1');
      await page.getByLabel('Password').fill('w'.repeat(60));
      await page.getByRole('button', { name: 'Show' }).click();
    },
  },
  {
    name: 'provider-account',
    who: 'visitor',
    show: async (page) => {
      await passkeyOwner(page);
      await page.getByText('Linux computer').waitFor();
    },
  },
  { name: 'provider-account-empty', who: 'ana', show: goTo('/idp/account') },
  {
    name: 'provider-passkey',
    who: 'visitor',
    show: async (page) => {
      await passkeyOwner(page);
      await page.getByText('Linux computer').click();
      await page.getByRole('button', { name: 'Remove passkey' }).waitFor();
    },
  },
  {
    name: 'provider-password',
    who: 'visitor',
    show: async (page) => {
      await passkeyOwner(page);
      await page.goto('/api/login');
      const made = await page.request.post('/api/tokens', {
        data: { name: 'Phone', scopes: ['week:read'] },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(made.status()).toBe(200);
      await page.goto('/idp/account/password');
      await page.getByText('Also remove').waitFor();
    },
  },
  {
    name: 'provider-confirm',
    who: 'visitor',
    show: async (page) => {
      const device = await passkeyOwner(page);
      await device.recognizesOwner(false);
      await page.goto(`/idp/auth?${CONFIRM_QUERY}`);
      await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
    },
  },
  {
    name: 'provider-app-set-up',
    who: 'visitor',
    show: async (page) => {
      await createAccount(page);
      await page.getByRole('link', { name: 'Set up an authenticator app' }).click();
      await page.getByRole('textbox', { name: 'Code' }).fill('000000');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'provider-app-recovery-codes',
    who: 'visitor',
    show: async (page) => {
      await addAuthenticatorApp(page);
    },
  },
  {
    name: 'provider-app',
    who: 'visitor',
    show: async (page) => {
      await addAuthenticatorApp(page);
      await page.goto('/idp/account/authenticator-app');
      await page.getByRole('button', { name: 'Remove authenticator app' }).waitFor();
    },
  },
  {
    name: 'provider-code',
    who: 'visitor',
    show: async (page) => {
      await askForCode(page);
      await page.getByRole('textbox', { name: 'Code' }).fill('12345');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Enter the six digits that your app shows.').waitFor();
    },
  },
  {
    name: 'provider-code-recovery',
    who: 'visitor',
    show: async (page) => {
      await askForCode(page);
      await page.getByRole('link', { name: 'Use a recovery code' }).click();
      await page.getByText('No app and no recovery codes?').waitFor();
    },
  },
  { name: 'provider-expired', who: 'visitor', show: goTo('/idp/interaction/nobody-began-this') },
  { name: 'onboarding-1-name', who: 'newcomer', show: onboarding(1) },
  { name: 'onboarding-2-goal', who: 'newcomer', show: onboarding(2) },
  {
    name: 'onboarding-2-highest',
    who: 'newcomer',
    show: async (page) => {
      await onboarding(2)(page);
      await page.getByLabel('Or type it').fill('1000');
    },
  },
  { name: 'onboarding-3-bank', who: 'newcomer', show: onboarding(3) },
  {
    name: 'onboarding-3-questions',
    who: 'newcomer',
    show: async (page) => {
      await onboarding(3)(page);
      await page.getByText('Which transactions are imported?').click();
    },
  },
  {
    name: 'onboarding-3-connected',
    who: 'spender',
    show: async (page) => {
      await stayHere(page, 1000);
      await withUser(page, { signupCompleted: false });
      await open(page, '/');
      await page.getByText('Your account is ready').first().waitFor();
    },
  },
  { name: 'onboarding-4-friends', who: 'newcomer', show: onboarding(4) },
  {
    name: 'onboarding-4-not-copied',
    who: 'newcomer',
    show: async (page) => {
      await onboarding(4)(page);
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await page.getByRole('button', { name: 'Copy the invite message' }).click();
      await page.getByLabel('Your browser blocked copying.').waitFor();
    },
  },
  { name: 'onboarding-5-finish', who: 'newcomer', show: onboarding(5) },
  {
    name: 'onboarding-5-long-name',
    who: 'spender',
    show: async (page) => {
      await stayHere(page, 1000);
      await withUser(page, { fullName: LONG_NAME, signupCompleted: false, friendsAdded: true });
      await open(page, '/');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Continue to final step' }).click();
      await page.getByText('Step 5 of 5').waitFor();
    },
  },
  {
    name: 'onboarding-5-error',
    who: 'newcomer',
    show: async (page) => {
      await onboarding(5)(page);
      await answer(page, 'PUT', '/api/users', DOWN);
      await page.getByRole('button', { name: 'Go to my dashboard' }).click();
      await page.getByText('Signup Error', { exact: true }).waitFor();
    },
  },
  { name: 'onboarding-preview', who: 'visitor', show: goTo('/onboarding-preview') },
  {
    name: 'onboarding-preview-sample-week',
    who: 'visitor',
    show: async (page) => {
      await open(page, '/onboarding-preview');
      await page.getByRole('button', { name: 'Step 5' }).click();
    },
  },
  { name: 'hosted-link-1-start', who: 'linker', show: linkPages('hosted', 'start') },
  { name: 'hosted-link-2-banks', who: 'linker', show: linkPages('hosted', 'banks') },
  {
    name: 'hosted-link-2-no-bank-found',
    who: 'linker',
    show: async (page) => {
      await linkPages('hosted', 'banks')(page);
      await page.getByLabel('Search for your bank').fill('Piggy & Daughters');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('status').waitFor();
    },
  },
  { name: 'hosted-link-3-login', who: 'linker', show: linkPages('hosted', 'login') },
  { name: 'hosted-link-4-refused', who: 'linker', show: linkPages('hosted', 'refused') },
  { name: 'hosted-link-5-accounts', who: 'linker', show: linkPages('hosted', 'accounts') },
  {
    name: 'hosted-link-5-nothing-chosen',
    who: 'linker',
    show: async (page) => {
      await linkPages('hosted', 'accounts')(page);
      for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
      await page.getByRole('button', { name: 'Connect accounts' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'hosted-link-6-done', who: 'linker', show: linkPages('hosted', 'done') },
  { name: 'widget-1-start', who: 'linker', show: linkPages('widget', 'start') },
  { name: 'widget-2-banks', who: 'linker', show: linkPages('widget', 'banks') },
  { name: 'widget-4-refused', who: 'linker', show: linkPages('widget', 'refused') },
  { name: 'widget-bank-of-its-own', who: 'linker', show: toBankOfItsOwn },
  {
    name: 'bank-of-its-own',
    who: 'linker',
    show: async (page) => {
      await toBankOfItsOwn(page);
      await widget(page).getByRole('button', { name: 'Continue to Platypus OAuth Bank' }).click();
      await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    },
  },
  { name: 'hosted-link-closed', who: 'visitor', show: goTo('/plaid-emulator/hosted-link/nobody-began-this') },
  {
    name: 'oauth-processing',
    who: 'ana',
    show: async (page) => {
      await hold(page, 'POST', '/api/plaid/oauth-exchange');
      await page.goto('/oauth-redirect?state=st');
      await page.getByText('Processing bank connection...').waitFor();
    },
  },
  {
    name: 'oauth-success',
    who: 'ana',
    show: async (page) => {
      await stayHere(page, 2000);
      await answer(page, 'POST', '/api/plaid/oauth-exchange', {
        json: { success: true, institutionName: 'First Platypus Bank' },
      });
      await open(page, '/oauth-redirect?state=st');
    },
  },
  {
    name: 'oauth-error',
    who: 'ana',
    show: async (page) => {
      await stayHere(page, 3000);
      await open(page, '/oauth-redirect');
    },
  },
  {
    name: 'oauth-refused',
    who: 'ana',
    show: async (page) => {
      await stayHere(page, 3000);
      await open(page, '/oauth-redirect?error=access_denied&error_description=The+bank+did+not+let+you+in.');
    },
  },
  {
    name: 'dashboard-loading',
    who: 'ana',
    show: async (page) => {
      await hold(page, 'GET', '/api/weeks');
      await hold(page, 'POST', '/api/auto-import-transactions');
      await page.goto('/');
      await page.getByText('Checking for new transactions...').waitFor();
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'dashboard-bank-needs-login',
    who: 'ana',
    show: async (page) => {
      await withUser(page, { banks: [aDeadBank('2026-06-04T13:00:00Z')] });
      await dashboardOf(history(12, 0.6), BOARD_OF_FOUR)(page);
      await page.getByRole('button', { name: `Reconnect ${DEAD_BANK}` }).waitFor();
    },
  },
  {
    name: 'dashboard-bank-long-unread',
    who: 'ana',
    show: async (page) => {
      const late = { ...aDeadBank('2026-05-12T13:00:00Z'), name: LONG_NAME, problem: null };
      await answer(page, 'POST', '/api/auto-import-transactions', {
        status: 409,
        json: { message: errorCatalogue.BANK_LOGIN_REQUIRED.message, error_code: 'BANK_LOGIN_REQUIRED' },
      });
      await withUser(page, { banks: [late] });
      await dashboardOf(history(12, 0.6), BOARD_OF_FOUR)(page);
      await page.getByRole('button', { name: 'Refresh list' }).click();
      await page.getByText('Failed to refresh transactions').waitFor();
    },
  },
  { name: 'dashboard-bank-over-budget', who: 'spender', show: goTo('/') },
  {
    name: 'dashboard-under-budget',
    who: 'ana',
    show: async (page) => {
      await dashboardOf(history(12, 0.6), BOARD_OF_FOUR)(page);
    },
  },
  {
    name: 'dashboard-streak',
    who: 'ana',
    show: async (page) => {
      await withBudget(page, 125);
      await dashboardOf([...history(12, 0.6), anExpense({ id: 900, amount: 300, date: '2026-05-06' })])(page);
    },
  },
  {
    name: 'dashboard-still-to-come',
    who: 'ana',
    show: async (page) => {
      const expenses = history(12, 0.6);
      await withExpenses(page, expenses);
      await answer(page, 'GET', '/api/weeks', { json: weeksOf(expenses, { toCome: 15.99 }) });
      await open(page, '/');
    },
  },
  {
    name: 'dashboard-worried',
    who: 'ana',
    show: dashboardOf([anExpense({ amount: 74.5 }), ...history(30, 1.2)]),
  },
  {
    name: 'dashboard-far-over',
    who: 'ana',
    show: dashboardOf([anExpense({ name: LONG_PURCHASE, amount: 12_345.67 }), ...history(20, 1)]),
  },
  {
    name: 'dashboard-millions-over',
    who: 'ana',
    show: dashboardOf(Array.from({ length: 10 }, () => anExpense({ amount: 9_999_999.99 }))),
  },
  { name: 'dashboard-empty', who: 'ana', show: dashboardOf([]) },
  {
    name: 'dashboard-nothing-counted',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, []);
      await answer(page, 'GET', '/api/weeks', { json: weeksOf([], { hasOnlyUncounted: true }) });
      await open(page, '/');
    },
  },
  {
    name: 'dashboard-long-everything',
    who: 'ana',
    show: async (page) => {
      await withUser(page, { fullName: LONG_NAME });
      await withBudget(page, 20_000);
      const board = Array.from({ length: 40 }, (_, index) =>
        anEntry({
          rank: index + 1,
          name: index % 5 === 0 ? `${LONG_NAME} ${index}` : `Friend ${index}`,
          userId: `f${index}`,
          isCurrentUser: index === 29,
          positionChange: (index % 7) - 3,
          status: `You’re <strong>30th</strong>, behind ${LONG_NAME}.`,
        }),
      );
      await dashboardOf(
        [
          anExpense({ id: 9, name: LONG_PURCHASE, amount: 7654.33, pending: true, refunded: 12.5 }),
          ...history(20, 1),
        ],
        board,
      )(page);
    },
  },
  {
    name: 'dashboard-no-budget',
    who: 'ana',
    show: async (page) => {
      await withBudget(page, 0);
      await dashboardOf([anExpense()], [ownEntry([anExpense()], 0)])(page);
    },
  },
  {
    name: 'dashboard-signed-out',
    who: 'ana',
    show: async (page) => {
      await withUser(page, { timeZone: null });
      await answer(page, 'PUT', '/api/users', { json: null });
      await open(page, '/');
      await page.getByText('Please log in to access your dashboard.').waitFor();
    },
  },
  {
    name: 'dashboard-keyboard',
    who: 'spender',
    show: async (page) => {
      await open(page, '/');
      await page.getByRole('grid').getByRole('link').last().focus();
      await page.keyboard.press('ArrowLeft');
    },
  },
  {
    name: 'dashboard-errors',
    who: 'ana',
    show: failing('/', '/api/expenses', '/api/settings', '/api/leaderboard'),
  },
  { name: 'dashboard-board-error', who: 'spender', show: failing('/', '/api/leaderboard') },
  {
    name: 'dashboard-refreshing',
    who: 'spender',
    show: async (page) => {
      await open(page, '/');
      await hold(page, 'POST', '/api/auto-import-transactions');
      await page.getByRole('button', { name: 'Refresh list' }).click();
      await page.getByRole('button', { name: 'Refreshing...' }).waitFor();
    },
  },
  {
    name: 'dashboard-refreshed',
    who: 'spender',
    show: async (page) => {
      await open(page, '/');
      await answer(page, 'POST', '/api/auto-import-transactions', { json: { success: true, imported: 0 } });
      await page.getByRole('button', { name: 'Refresh list' }).click();
      await page.getByText('No new transactions found').waitFor();
    },
  },
  {
    name: 'dashboard-bank-preparing',
    who: 'spender',
    show: async (page) => {
      await open(page, '/');
      await answer(page, 'POST', '/api/auto-import-transactions', {
        json: { success: true, imported: 0, preparing: [LONG_NAME] },
      });
      await page.getByRole('button', { name: 'Refresh list' }).click();
      await page.getByText('still preparing your transactions').waitFor();
    },
  },
  {
    name: 'dashboard-weeks-in-words',
    who: 'spender',
    show: async (page) => {
      await open(page, '/');
      await page.getByText('Weeks as a list').click();
    },
  },
  {
    name: 'dashboard-week-under',
    who: 'spender',
    show: withLastWeek(aWeekThatEnded()),
  },
  {
    name: 'dashboard-week-celebrated',
    who: 'spender',
    show: withLastWeek(
      aWeekThatEnded({
        highlight: 'You stayed within your budget.',
        weeksUnderInAll: 4,
      }),
    ),
  },
  {
    name: 'dashboard-week-over',
    who: 'spender',
    show: withLastWeek(
      aWeekThatEnded({ spent: 162.4, highlight: 'You had three days without spending.' }),
      '2026-06-01',
    ),
  },
  {
    name: 'dashboard-week-changed-prices',
    who: 'spender',
    show: async (page) => {
      await answer(page, 'GET', '/api/weeks', {
        json: weeksOf([], {
          priceChanges: [
            { name: 'Netflix', date: '2026-05-26', amount: 17.99, before: 15.49 },
            { name: LONG_PURCHASE, date: '2026-05-28', amount: 1_290, before: 1_340.5 },
          ],
        }),
      });
      await withLastWeek(aWeekThatEnded())(page);
    },
  },
  {
    name: 'dashboard-week-corrected',
    who: 'spender',
    show: withLastWeek(aWeekThatEnded({ corrected: true, seenBefore: true })),
  },
  {
    name: 'dashboard-kept-weeks',
    who: 'spender',
    show: async (page) => {
      await withUser(page, { boardView: 'kept' });
      await answer(page, 'GET', '/api/leaderboard', {
        json: {
          leaderboard: BOARD_OF_FOUR.map((entry) => ({
            ...entry,
            status: entry.isCurrentUser ? 'You stayed under budget in <strong>6 of 8</strong> weeks.' : '',
          })),
          kept: KEPT_BY_FOUR,
          offersNote: true,
          lastWeek: null,
        },
      });
      await open(page, '/');
    },
  },
  {
    name: 'dashboard-friend-not-reachable',
    who: 'spender',
    show: async (page) => {
      const leaderboard = BOARD_OF_FOUR.slice(0, 3);
      await answer(page, 'GET', '/api/leaderboard', {
        json: { leaderboard, unreachable: [{ userId: 'leo', name: 'Leo' }], kept: null, lastWeek: null },
      });
      await open(page, '/');
    },
  },
  {
    name: 'dashboard-promise',
    who: 'spender',
    show: async (page) => {
      await withUser(page, { boardView: 'kept' });
      await answer(page, 'GET', '/api/leaderboard', {
        json: { leaderboard: BOARD_OF_FOUR, kept: KEPT_BY_FOUR, weekToPromise: '2026-06-01', lastWeek: null },
      });
      await open(page, '/');
    },
  },
  {
    name: 'dashboard-left-the-board',
    who: 'spender',
    show: async (page) => {
      await withUser(page, { onBoard: false });
      await open(page, '/');
    },
  },
  { name: 'friends-none', who: 'ana', show: goTo('/friends') },
  {
    name: 'friends',
    who: 'ana',
    show: async (page) => {
      await withFriends(page);
      await withBoard(BOARD_OF_FOUR)(page);
      await open(page, '/friends');
    },
  },
  {
    name: 'friends-pacts',
    who: 'ana',
    show: async (page) => {
      await withFriends(page);
      await withBoard(BOARD_OF_FOUR)(page);
      const made = { standing: 'made', forgivenWeek: null, countsFrom: '2026-04-20', promisedWeek: null };
      await answer(page, 'GET', '/api/pacts', {
        json: {
          pacts: [
            { ...made, userId: 'maya', name: 'Maya', weeksTogether: 6, promisedWeek: '2026-06-01' },
            { ...made, userId: 'long', name: LONG_NAME, weeksTogether: 31, forgivenWeek: '2026-05-11' },
            {
              ...made,
              userId: 'theo',
              name: 'Theo',
              standing: 'received',
              weeksTogether: null,
              countsFrom: null,
            },
          ],
        },
      });
      await open(page, '/friends');
      await page.getByText('How pacts work').click();
    },
  },
  {
    name: 'friends-seen',
    who: 'ana',
    show: async (page) => {
      const friends = [aSeen(), aSeen({ userId: 'long', name: LONG_NAME, answers: [] })];
      await answer(page, 'GET', '/api/friends/seen', { json: { friends, guests: [aSeenByGuest()] } });
      await open(page, '/friends/seen');
      await page.getByText('The answer itself').first().click();
    },
  },
  {
    name: 'friends-over-budget',
    who: 'ana',
    show: async (page) => {
      await withFriends(page);
      await withBoard([
        anEntry({
          isCurrentUser: true,
          prize: null,
          positionChange: 1,
          status: 'No one is under budget this week.',
        }),
        anEntry({ rank: 2, name: 'Leo', userId: 'leo', prize: null, joinsWith: 'first' }),
        anEntry({ rank: 3, name: LONG_NAME, userId: 'long', prize: null, joinsWith: 'next' }),
      ])(page);
      await open(page, '/friends');
    },
  },
  {
    name: 'friends-by-email',
    who: 'ana',
    show: async (page) => {
      await withUser(page, { emailConfirmed: true });
      await open(page, '/friends');
      await page.getByLabel('A friend’s email').fill('bo@example');
      await page.getByRole('button', { name: 'Send by email' }).click();
      await page.getByText('That doesn’t look like an email.').waitFor();
    },
  },
  {
    name: 'friends-replace-link',
    who: 'ana',
    show: async (page) => {
      await withFriends(page);
      await open(page, '/friends');
      await page.getByRole('button', { name: 'Replace my link' }).click();
    },
  },
  {
    name: 'friends-manage',
    who: 'ana',
    show: async (page) => {
      await withFriends(page);
      await open(page, '/friends');
      await page.getByRole('button', { name: 'Manage friends' }).click();
      await page.getByRole('button', { name: `More about ${LONG_NAME}` }).click();
      await page.getByRole('button', { name: 'Block', exact: true }).click();
    },
  },
  {
    name: 'friends-in-pictures',
    who: 'ana',
    show: async (page) => {
      await withFriends(page);
      await open(page, '/friends');
      await page.getByRole('button', { name: 'Manage friends' }).click();
      await page.getByRole('link', { name: 'What friends see of you' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'friends-copied',
    who: 'ana',
    show: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await open(page, '/friends');
      await page.getByRole('button', { name: /copy the invite/i }).click();
      await page.getByText('Copied!', { exact: true }).waitFor();
    },
  },
  { name: 'friends-loading', who: 'ana', show: loading('/friends', 'Friends', '/api/friends') },
  { name: 'friends-did-not-load', who: 'ana', show: failing('/friends', '/api/leaderboard') },
  { name: 'invite-signed-out', who: 'visitor', show: withInvitation('open') },
  { name: 'invite', who: 'ana', show: withInvitation('open') },
  { name: 'invite-newcomer', who: 'newcomer', show: withInvitation('open') },
  { name: 'invite-own', who: 'ana', show: withInvitation('own') },
  { name: 'invite-friends-already', who: 'ana', show: withInvitation('friends') },
  { name: 'invite-void', who: 'visitor', show: goTo('/invite/void') },
  {
    name: 'onboarding-1-invited',
    who: 'newcomer',
    show: async (page) => {
      await acceptBefore(page);
      await onboarding(1)(page);
    },
  },
  {
    name: 'onboarding-4-invited',
    who: 'newcomer',
    show: async (page) => {
      await acceptBefore(page);
      await onboarding(4)(page);
    },
  },
  { name: 'notifications-none', who: 'ana', show: withInbox(anInbox(), 'default') },
  {
    name: 'notifications',
    who: 'ana',
    show: withInbox(anInbox({ notifications: NEWS, unread: 2, wanted: ALL_WANTED })),
  },
  { name: 'notifications-blocked', who: 'ana', show: withInbox(anInbox({ wanted: ALL_WANTED }), 'denied') },
  {
    name: 'notifications-off-home-screen',
    who: 'ana',
    show: async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'standalone', { value: false });
        Reflect.deleteProperty(window, 'PushManager');
      });
      await withInbox(anInbox({ wanted: ALL_WANTED }))(page);
    },
  },
  {
    name: 'notifications-no-https',
    who: 'ana',
    show: async (page) => {
      await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
      await withInbox(anInbox({ wanted: ALL_WANTED }))(page);
    },
  },
  {
    name: 'notifications-on-this-device',
    who: 'ana',
    show: async (page) => {
      await page.addInitScript(() => {
        const endpoint = 'https://fcm.googleapis.com/fcm/send/x';
        const pushManager = { getSubscription: async () => ({ endpoint }) };
        navigator.serviceWorker.getRegistration = async () =>
          ({ pushManager }) as unknown as ServiceWorkerRegistration;
      });
      await withInbox(anInbox({ devices: ['JVNF4L7-8zEuC5cesNvMLBX993q1-S3FKPWCJEN1NyY'] }))(page);
    },
  },
  {
    name: 'notifications-by-email',
    who: 'ana',
    show: async (page) => {
      await withUser(page, { emailConfirmed: true });
      await withInbox(anInbox({ recapMail: true }))(page);
    },
  },
  {
    name: 'notifications-to-other-apps',
    who: 'ana',
    show: async (page) => {
      await withPlaces(page);
      await open(page, '/notifications');
      await page.getByText(LONG_NAME).scrollIntoViewIfNeeded();
    },
  },
  { name: 'notifications-new-webhook', who: 'ana', show: dialogOf('/notifications', 'Add a place') },
  {
    name: 'notifications-new-ntfy-topic',
    who: 'ana',
    show: async (page) => {
      await dialogOf('/notifications', 'Add a place')(page);
      await page.getByText('ntfy', { exact: true }).click();
      await page.getByLabel('Topic').fill('my topic');
      await page.getByRole('button', { name: 'Add place' }).click();
      await page.getByText('Please enter a name.').waitFor();
    },
  },
  {
    name: 'notifications-webhook-added',
    who: 'ana',
    show: async (page) => {
      const secret = `whsec_${'bH7s9kQ2'.repeat(5)}nM4=`;
      await answer(page, 'POST', '/api/message-places', { json: { ...aMessagePlace(), secret } });
      await answer(page, 'POST', '/api/message-places/place-1/test', { json: FAILED });
      await dialogOf('/notifications', 'Add a place')(page);
      await page.getByLabel('Name').fill('Home Assistant');
      await page.getByLabel('Address').fill('https://home.example.org/api/webhook/oinkly');
      await page.getByRole('button', { name: 'Add place' }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText(/didn’t answer within/).waitFor();
    },
  },
  {
    name: 'notifications-place',
    who: 'ana',
    show: async (page) => {
      await withPlaces(page);
      await dialogOf('/notifications', 'Manage Home Assistant')(page);
    },
  },
  {
    name: 'notifications-place-latest',
    who: 'ana',
    show: async (page) => {
      await withPlaces(page);
      await dialogOf('/notifications', 'Manage Home Assistant')(page);
      await page.getByRole('button', { name: 'Remove this place' }).click();
      await page.getByRole('button', { name: 'Keep it' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'notifications-place-off',
    who: 'ana',
    show: async (page) => {
      await withPlaces(page);
      await dialogOf('/notifications', `Manage ${LONG_NAME}`)(page);
    },
  },
  {
    name: 'invite-without-an-account',
    who: 'visitor',
    show: async (page) => {
      await withInvitation('open')(page);
      await page.getByRole('button', { name: 'Join without an account' }).click();
    },
  },
  { name: 'guest', who: 'visitor', show: withGuestPage({}) },
  { name: 'guest-answered', who: 'visitor', show: withGuestPage({ kept: true }) },
  {
    name: 'guest-rules',
    who: 'visitor',
    show: async (page) => {
      await withGuestPage({ name: LONG_NAME, inviterName: LONG_NAME, weekToTap: null })(page);
      await page.getByText('How this works').click();
    },
  },
  { name: 'promise', who: 'visitor', show: goTo('/in/2026-06-01.sealed.key') },
  { name: 'unsubscribe', who: 'visitor', show: goTo('/unsubscribe/token') },
  {
    name: 'unsubscribe-void',
    who: 'visitor',
    show: async (page) => {
      await open(page, '/unsubscribe/token');
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await page.getByText('This link no longer works').waitFor();
    },
  },
  {
    name: 'notifications-device-failed',
    who: 'ana',
    show: async (page) => {
      await page.addInitScript(() => {
        Notification.requestPermission = async () => 'granted';
        navigator.serviceWorker.getRegistration = async () => {
          throw new DOMException('Registration failed - push service error', 'AbortError');
        };
      });
      await withInbox(anInbox({ wanted: ALL_WANTED }), 'default')(page);
      await page.getByRole('switch', { name: 'Notify me on this device' }).click();
      await page.getByText('That didn’t work.').waitFor();
    },
  },
  {
    name: 'notifications-loading',
    who: 'ana',
    show: loading('/notifications', 'Notifications', '/api/notifications'),
  },
  { name: 'notifications-did-not-load', who: 'ana', show: failing('/notifications', '/api/notifications') },
  {
    name: 'my-account-unread',
    who: 'ana',
    show: async (page) => {
      await withUser(page, { unreadNotifications: 2 });
      await open(page, '/my-account');
      await page.getByRole('link', { name: 'Notifications 2 new' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'my-account', who: 'spender', show: goTo('/my-account') },
  { name: 'my-account-no-bank', who: 'ana', show: goTo('/my-account') },
  { name: 'my-account-data', who: 'ana', show: goTo('/my-account/data') },
  { name: 'my-account-security', who: 'ana', show: goTo('/my-account/security') },
  {
    name: 'my-account-loading',
    who: 'spender',
    show: loading('/my-account', 'My Account', '/api/plaid/accounts'),
  },
  { name: 'my-account-did-not-load', who: 'ana', show: failing('/my-account', '/api/plaid/accounts') },
  {
    name: 'my-account-saved',
    who: 'ana',
    show: async (page) => {
      await open(page, '/my-account');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText('Settings Saved', { exact: true }).waitFor();
    },
  },
  {
    name: 'my-account-refused',
    who: 'ana',
    show: async (page) => {
      await open(page, '/my-account');
      await page.getByLabel('Name', { exact: true }).fill('');
      await page.getByLabel('Weekly Budget').fill('');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'my-account-delete', who: 'ana', show: dialogOf('/my-account', 'Delete Account') },
  {
    name: 'my-account-delete-failed',
    who: 'ana',
    show: async (page) => {
      await answer(page, 'DELETE', '/api/user/account', DOWN);
      await dialogOf('/my-account', 'Delete Account')(page);
      await page.getByLabel('Type "delete" to confirm').fill('delete');
      await page.getByRole('button', { name: 'Delete My Account' }).click();
      await page.getByText('Deletion Failed', { exact: true }).waitFor();
    },
  },
  {
    name: 'my-account-unsaved',
    who: 'ana',
    show: async (page) => {
      await open(page, '/my-account');
      await page.getByLabel('Weekly Budget').fill('175');
      await page.getByText('You have unsaved changes.').waitFor();
    },
  },
  {
    name: 'my-account-sign-out-everywhere',
    who: 'ana',
    show: dialogOf('/my-account/security', 'Sign out everywhere'),
  },
  { name: 'my-account-new-token', who: 'ana', show: dialogOf('/my-account/security', 'Create a token') },
  {
    name: 'my-account-token-shown',
    who: 'ana',
    show: async (page) => {
      await dialogOf('/my-account/security', 'Create a token')(page);
      await page.getByRole('dialog').getByLabel('Name').fill('Phone widget');
      await page.getByLabel('Read my week').check();
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('textbox', { name: 'Your token' }).waitFor();
    },
  },
  { name: 'my-account-calendar', who: 'ana', show: dialogOf('/my-account/security', 'Add a calendar') },
  {
    name: 'my-account-calendar-shown',
    who: 'ana',
    show: async (page) => {
      await dialogOf('/my-account/security', 'Add a calendar')(page);
      await page.getByRole('button', { name: 'Get the address' }).click();
      await page.getByRole('textbox', { name: 'Address' }).waitFor();
    },
  },
  {
    name: 'my-account-tokens',
    who: 'ana',
    show: async (page) => {
      await answer(page, 'GET', '/api/tokens', { json: TOKENS });
      await open(page, '/my-account/security');
      await page.getByRole('button', { name: 'Create a token' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'my-account-revoke-token',
    who: 'ana',
    show: async (page) => {
      await answer(page, 'GET', '/api/tokens', { json: TOKENS });
      await dialogOf('/my-account/security', 'Revoke Phone widget')(page);
    },
  },
  {
    name: 'my-account-session-expired',
    who: 'ana',
    show: async (page) => {
      await stayHere(page, 500);
      await open(page, '/my-account');
      await answer(page, 'PUT', '/api/users', { status: 401, json: { message: 'Unauthorized' } });
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText('Authentication Required', { exact: true }).waitFor();
    },
  },
  { name: 'accounts', who: 'spender', show: goTo('/accounts') },
  { name: 'accounts-none', who: 'ana', show: goTo('/accounts') },
  {
    name: 'accounts-loading',
    who: 'spender',
    show: loading('/accounts', 'Connected Accounts', '/api/plaid/accounts'),
  },
  {
    name: 'accounts-syncing',
    who: 'spender',
    show: async (page) => {
      await open(page, '/accounts');
      await page.route(/\/api\/plaid\/item\/.*\/sync/, () => new Promise(() => {}));
      await page.getByRole('button', { name: 'Sync First Platypus Bank' }).click();
      await page.getByText('Syncing...').waitFor();
    },
  },
  {
    name: 'accounts-login-required',
    who: 'spender',
    show: withConnections({
      status: 'login_required',
      error_message: 'Your bank wants you to log in again.',
      error_code: 'BANK_LOGIN_REQUIRED',
    }),
  },
  {
    name: 'accounts-connection-gone',
    who: 'spender',
    show: withConnections({
      institution_name: LONG_NAME,
      status: 'error',
      error_message: 'We no longer have access to this bank. Please connect it again.',
      error_code: 'BANK_CONNECTION_GONE',
    }),
  },
  {
    name: 'accounts-bank-away',
    who: 'spender',
    show: withConnections({
      status: 'error',
      error_message: 'Your bank isn’t responding right now. Please try again later.',
      error_code: 'BANK_UNAVAILABLE',
    }),
  },
  {
    name: 'accounts-bank-preparing',
    who: 'spender',
    show: async (page) => {
      const { connections } = (await (await page.request.get('/api/plaid/sync-status')).json()) as SyncStatus;
      await answer(page, 'GET', '/api/plaid/sync-status', {
        json: { connections: connections.map((connection) => ({ ...connection, stage: 'processing' })) },
      });
      await open(page, '/accounts');
    },
  },
  { name: 'connect-other-ways', who: 'ana', show: dialogOf('/accounts', 'Other ways to connect') },
  {
    name: 'connect-token-refused',
    who: 'ana',
    show: async (page) => {
      await answer(page, 'POST', '/api/simplefin/exchange-token', {
        status: 400,
        json: { message: messageOf('SETUP_TOKEN_REFUSED', 'SimpleFIN'), error_code: 'SETUP_TOKEN_REFUSED' },
      });
      await dialogOf('/accounts', 'Other ways to connect')(page);
      await page
        .getByLabel('Setup token')
        .fill(Buffer.from('https://bank.example/claim/x').toString('base64'));
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText('SimpleFIN refused this token.').waitFor();
    },
  },
  { name: 'accounts-simplefin', who: 'spender', show: simplefinBanks([]) },
  {
    name: 'accounts-simplefin-problem',
    who: 'spender',
    show: simplefinBanks([
      {
        institution_name: 'Tartan Bank',
        account_id: null,
        error_code: 'BANK_LOGIN_REQUIRED',
        error_message: errorCatalogue.BANK_LOGIN_REQUIRED.message,
        detail: 'Connection to Tartan Bank may need attention',
      },
    ]),
  },
  {
    name: 'accounts-simplefin-disconnect',
    who: 'spender',
    show: async (page) => {
      await simplefinBanks([])(page);
      await page.getByRole('button', { name: 'Disconnect Gingham Bank, Tartan Bank' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'accounts-connected-twice',
    who: 'spender',
    show: async (page) => {
      const bank = { institution_name: 'First Platypus Bank' };
      const older = { ...bank, provider: 'plaid', provider_name: 'Plaid' };
      const younger = { ...bank, provider: 'simplefin', provider_name: 'SimpleFIN' };
      const accounts = [
        { name: 'Everyday Checking', mask: '4821' },
        { name: 'Rainy Day Savings', mask: '7730' },
        { name: 'Billfold Visa', mask: '1094' },
      ].map((account) => ({ older: account, younger: account }));
      const twice = { id: 'twice', kind: 'connected-twice', older, younger, accounts };
      const card = { id: 'card', kind: 'new-card', older, younger: older };
      const visas = [
        { older: { name: 'Billfold Visa', mask: '1094' }, younger: { name: 'Visa', mask: '5512' } },
      ];
      await answer(page, 'GET', '/api/bank-twins', {
        json: { twins: [twice, { ...card, accounts: visas }] },
      });
      await simplefinBanks([])(page);
    },
  },
  { name: 'accounts-did-not-load', who: 'ana', show: failing('/accounts', '/api/plaid/accounts') },
  { name: 'accounts-importing', who: 'spender', show: importing(['fetching'], 2) },
  { name: 'accounts-imported', who: 'spender', show: importing(['done'], 5) },
  { name: 'accounts-import-failed', who: 'spender', show: importing(['done', 'failed']) },
  {
    name: 'accounts-importing-in-background',
    who: 'spender',
    show: async (page) => {
      await importing(['fetching', 'queued'])(page);
      await page.getByRole('button', { name: 'Continue in background' }).click();
    },
  },
  {
    name: 'accounts-preparing',
    who: 'ana',
    show: async (page) => {
      await open(page, '/accounts');
      await hold(page, 'POST', '/api/plaid/create-link-token');
      await page.getByRole('button', { name: 'Connect Bank Account' }).click();
      await page.getByText('Preparing...').waitFor();
    },
  },
  {
    name: 'accounts-connection-issue',
    who: 'ana',
    show: async (page) => {
      await open(page, '/accounts');
      const json = {
        message: 'Your bank is experiencing issues. Please try again in a few minutes.',
        error_code: 'BANK_UNAVAILABLE',
        retryable: true,
      };
      await answer(page, 'POST', '/api/plaid/create-link-token', { status: 503, json });
      await page.getByRole('button', { name: 'Connect Bank Account' }).click();
      await page.getByText('Connection Issue').waitFor();
    },
  },
  {
    name: 'accounts-connected',
    who: 'linker',
    show: async (page) => {
      await stayHere(page, 1000);
      await linkPages('widget', 'done')(page);
      await widget(page).getByRole('button', { name: 'Finish' }).click();
      await page.getByText('Connected!', { exact: true }).waitFor();
    },
  },
  {
    name: 'accounts-disconnect',
    who: 'spender',
    show: dialogOf('/accounts', 'Disconnect First Platypus Bank'),
  },
  { name: 'week', who: 'spender', show: goTo('/weeks/2026-06-01') },
  { name: 'week-closed', who: 'spender', show: goTo('/weeks/2026-05-18') },
  { name: 'week-untracked', who: 'ana', show: goTo('/weeks/2026-03-02') },
  {
    name: 'week-loading',
    who: 'spender',
    show: loading('/weeks/2026-06-01', 'Jun 1 - Jun 7', '/api/expenses'),
  },
  { name: 'week-did-not-load', who: 'spender', show: failing('/weeks/2026-06-01', '/api/weeks') },
  { name: 'insights', who: 'spender', show: goTo('/insights') },
  {
    name: 'insights-year',
    who: 'spender',
    show: async (page) => {
      await open(page, '/insights');
      await page.getByRole('button', { name: '52 weeks' }).click();
    },
  },
  { name: 'insights-empty', who: 'ana', show: goTo('/insights') },
  { name: 'insights-did-not-load', who: 'spender', show: failing('/insights', '/api/insights') },
  {
    name: 'rules',
    who: 'ana',
    show: async (page) => {
      const rules = [
        aRule({ name: 'Groceries run' }),
        aRule({ merchantKey: 'gym', merchant: 'Downtown Gym', category: null, counted: false }),
        aRule({ merchantKey: 'long', merchant: LONG_PURCHASE, name: LONG_PURCHASE, counted: true }),
      ];
      await answer(page, 'GET', '/api/rules', { json: { rules } });
      await open(page, '/rules');
    },
  },
  {
    name: 'rules-edit',
    who: 'ana',
    show: async (page) => {
      await answer(page, 'GET', '/api/rules', { json: { rules: [aRule({ name: 'Groceries run' })] } });
      await open(page, '/rules');
      await page.getByRole('button', { name: /^Change the rule for/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'rules-new',
    who: 'ana',
    show: async (page) => {
      const merchants = ['Starbucks', 'Corner Market', LONG_PURCHASE, 'TriMet', 'Dunkin’', 'Target'].map(
        (merchant, index) => ({ merchantKey: merchant.toLowerCase(), merchant, purchases: 73 - index * 12 }),
      );
      await answer(page, 'GET', '/api/rules/merchants', { json: { merchants } });
      await open(page, '/rules');
      await page.getByRole('button', { name: 'New rule' }).click();
      await page.getByRole('list', { name: 'Your merchants' }).waitFor();
    },
  },
  {
    name: 'rules-new-merchants-did-not-load',
    who: 'ana',
    show: async (page) => {
      await answer(page, 'GET', '/api/rules/merchants', { status: 503, json: {} });
      await open(page, '/rules');
      await page.getByRole('button', { name: 'New rule' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'rules-empty', who: 'ana', show: goTo('/rules') },
  { name: 'rules-loading', who: 'ana', show: loading('/rules', 'Rules', '/api/rules') },
  { name: 'rules-did-not-load', who: 'ana', show: failing('/rules', '/api/rules') },
  {
    name: 'rules-offered',
    who: 'spender',
    show: (page) => offerRule(page, { category: 'Education' }, () => saveAs(page, 'Education')),
  },
  {
    name: 'rules-offered-with-undo',
    who: 'spender',
    show: (page) =>
      offerRule(page, { category: null, counted: false }, () =>
        page.getByRole('button', { name: 'Don’t count this' }).click(),
      ),
  },
  { name: 'expenses', who: 'spender', show: goTo('/expenses?week=2026-06-01') },
  {
    name: 'expenses-all',
    who: 'spender',
    show: async (page) => {
      await open(page, '/expenses?week=2026-06-01');
      await page.getByRole('button', { name: 'Everything' }).click();
      await page
        .getByText(/^Not counted/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'expenses-refunds-and-long',
    who: 'ana',
    show: async (page) => {
      await withExpenses(
        page,
        [
          anExpense({ id: 4, name: LONG_PURCHASE, amount: 12_345.67, type: 'recurring', pending: true }),
          anExpense({
            id: 3,
            name: 'Hotel in Paris',
            amount: 240,
            currency: 'EUR',
            counted: false,
            notCountedReason: 'currency',
          }),
          anExpense({ id: 2, name: 'Shoes', amount: 80, refunded: 30, paid: true, date: '2026-05-28' }),
          anExpense({ id: 1, name: 'Mystery', date: 'someday' }),
        ],
        aRefund({ date: '2026-06-03' }),
      );
      await open(page, '/expenses');
    },
  },
  {
    name: 'expenses-every-week',
    who: 'spender',
    show: goTo('/expenses'),
  },
  { name: 'expenses-loading', who: 'spender', show: loading('/expenses', 'Expenses', '/api/expenses') },
  { name: 'expenses-did-not-load', who: 'spender', show: failing('/expenses', '/api/expenses') },
  {
    name: 'expenses-outdated',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [anExpense({ name: 'Coffee' }), anExpense({ id: 2, name: 'Market' })]);
      await answer(page, 'PUT', '/api/expenses/1', {
        json: anExpense({ name: 'Coffee', category: 'Groceries' }),
      });
      await open(page, '/expenses');
      await rowOf(page, 'Coffee').click();
      await page.getByLabel('Category').selectOption('Groceries');
      await answer(page, 'GET', '/api/expenses', DOWN);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('We couldn’t update everything on this page').waitFor();
    },
  },
  { name: 'expenses-quiet-week', who: 'ana', show: goTo('/expenses?week=2026-03-02') },
  {
    name: 'expenses-coming-up',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [
        anExpense(),
        anExpense({ id: 2, name: 'Bookshop', amount: 42, category: 'Education' }),
      ]);
      await withRecurring(page, {
        series: [
          aSeries({
            name: LONG_PURCHASE,
            amount: 12_345.67,
            next: { date: '2026-06-06', amount: 12_345.67, counted: false, expenseId: null },
          }),
          aSeries({ id: 's2' }),
          aSeries({
            id: 's3',
            name: 'Climbing gym',
            category: 'Personal Care',
            next: { date: '2026-06-20', amount: 45, counted: true, expenseId: 9 },
          }),
        ],
        merchants: [
          somePayments({
            name: 'City Power & Light',
            merchantKey: 'power',
            category: 'Utilities',
            amount: 64.2,
            date: '2026-06-07',
            confirmed: true,
            priceChange: { date: '2026-05-07', amount: 64.2, before: 58.9 },
          }),
          somePayments(),
          somePayments({
            merchantKey: 'long',
            name: LONG_PURCHASE,
            amount: 7654.33,
            payments: 6,
            date: '2026-06-19',
          }),
        ],
      });
      await open(page, '/expenses');
      await page.getByRole('button', { name: /^Next: / }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rent' }).click();
    },
  },
  {
    name: 'expenses-coming-up-edit',
    who: 'ana',
    show: async (page) => {
      await withRent(page);
      await open(page, '/expenses');
      await page.getByRole('button', { name: /^Next: / }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rent' }).click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Day of Month').fill('31');
    },
  },
  {
    name: 'expenses-recurring-edit',
    who: 'ana',
    show: async (page) => {
      await withRent(page);
      await open(page, '/expenses');
      await rowOf(page, 'Rent').first().click();
      await page.getByText('This and all future ones', { exact: true }).click();
    },
  },
  {
    name: 'expenses-recurring-delete',
    who: 'ana',
    show: async (page) => {
      await withRent(page);
      await open(page, '/expenses');
      await rowOf(page, 'Rent').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'expenses-coming-up-did-not-load', who: 'ana', show: failing('/expenses', '/api/recurring') },
  {
    name: 'expenses-same-purchase',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [
        anExpense({ id: 6, name: 'Juniper Table', amount: 24.6, source: 'bank', merged: true }),
        anExpense({ id: 5 }),
      ]);
      await answer(page, 'GET', '/api/duplicates', {
        json: {
          offers: [
            {
              manual: anExpense({ id: 1, name: 'Corner cafe', amount: 20, date: '2026-06-02' }),
              bank: anExpense({
                id: 11,
                name: 'Corner Cafe',
                amount: 24.6,
                date: '2026-06-03',
                source: 'bank',
              }),
            },
            {
              manual: anExpense({ id: 2, name: LONG_PURCHASE, amount: 12_345.67, date: '2026-06-01' }),
              bank: anExpense({
                id: 12,
                name: LONG_PURCHASE,
                amount: 12_345.67,
                date: '2026-06-03',
                source: 'bank',
              }),
            },
            {
              manual: anExpense({ id: 3, name: 'Bookshop', amount: 42, date: '2025-12-30' }),
              bank: anExpense({ id: 13, name: 'BKSHP', amount: 42, date: '2026-01-02', source: 'bank' }),
            },
          ],
        },
      });
      await open(page, '/expenses');
      await page.getByRole('button', { name: '3 things to check' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'expenses-same-purchase-did-not-load',
    who: 'ana',
    show: failing('/expenses', '/api/duplicates'),
  },
  {
    name: 'expenses-match-refund',
    who: 'ana',
    show: async (page) => {
      await withExpenses(
        page,
        [
          anExpense({ id: 3, name: 'Bookshop', amount: 42, category: 'Education' }),
          anExpense({ id: 2, name: LONG_PURCHASE, amount: 12_345.67, date: '2026-05-28' }),
        ],
        aRefund(),
      );
      await dialogOf('/expenses', '1 thing to check')(page);
    },
  },
  {
    name: 'expenses-match-refund-none',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [], aRefund({ name: LONG_PURCHASE, amount: 12_345.67 }));
      await dialogOf('/expenses', '1 thing to check')(page);
      await page.getByText('No matching purchase').waitFor();
    },
  },
  {
    name: 'expenses-refund-dismissed',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [anExpense()], aRefund());
      await answer(page, 'PUT', '/api/refunds/r1/dismissal', { json: aRefund({ dismissed: true }) });
      await dialogOf('/expenses', '1 thing to check')(page);
      await withExpenses(page, [anExpense()], aRefund({ dismissed: true }));
      await page.getByRole('button', { name: /^(None of these|Dismiss refund)$/ }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'expenses-not-counted',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [anExpense({ name: LONG_PURCHASE })]);
      await answer(page, 'PUT', '/api/expenses/1', { json: anExpense({ counted: false }) });
      await open(page, '/expenses');
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
      await page.getByRole('button', { name: 'Don’t count this' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'expenses-no-network',
    who: 'ana',
    show: async (page) => {
      const train = anExpense({ id: 1, name: 'Train', amount: 31, type: 'recurring' });
      await withExpenses(page, [anExpense({ id: 2 }), train]);
      await open(page, '/expenses');
      await addCake(page, () => loseNetwork(page));
      await page.getByLabel('Train is paid').check();
      await page.getByText('You’re offline.').waitFor();
    },
  },
  {
    name: 'my-account-sign-out-unsent',
    who: 'ana',
    show: async (page) => {
      await open(page, '/expenses');
      await addCake(page, () => loseNetwork(page));
      await page.getByRole('link', { name: 'Account', exact: true }).click();
      await page.getByRole('link', { name: 'Sign Out' }).click();
      await page.getByRole('button', { name: 'Send first' }).click();
      await page.getByText('We couldn’t send').waitFor();
    },
  },
  {
    name: 'dashboard-no-network',
    who: 'ana',
    show: async (page) => {
      await dashboardOf(history(12, 0.6), BOARD_OF_FOUR)(page);
      await loseNetwork(page);
      await page.getByText('You’re offline.').waitFor();
    },
  },
  {
    name: 'expenses-refused',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [anExpense({ id: 2 })]);
      await open(page, '/expenses');
      await addCake(page, () => answer(page, 'POST', '/api/expenses', { noAnswer: true }));
      await answer(page, 'POST', '/api/expenses', {
        status: 400,
        json: { message: 'The name is too long.', error_code: 'INVALID_REQUEST' },
      });
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await page.getByText('was not added').waitFor();
    },
  },
  {
    name: 'expenses-deleted',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [anExpense({ name: LONG_PURCHASE, amount: 12_345.67 })]);
      await answer(page, 'DELETE', '/api/expenses/1', { json: { success: true } });
      await open(page, '/expenses');
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
      await page.getByRole('dialog').waitFor();
      await withExpenses(page, []);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'expenses-edit',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [anExpense({ source: 'bank' }), anExpense({ id: 2, name: 'Market' })]);
      await open(page, '/expenses');
      await rowOf(page, 'Coffee').click();
      await page.getByLabel('Category').selectOption('Groceries');
    },
  },
  {
    name: 'expenses-nothing-matches',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, []);
      await open(page, '/expenses?q=yacht&category=Travel');
      await page.getByText('No expenses match').waitFor();
    },
  },
  {
    name: 'expenses-not-changed',
    who: 'ana',
    show: async (page) => {
      await withExpenses(page, [anExpense({ type: 'recurring' })]);
      await answer(page, 'PUT', '/api/expenses/1', DOWN);
      await open(page, '/expenses');
      await page.getByRole('checkbox', { name: 'Coffee is paid' }).click();
      await page.getByText('Error', { exact: true }).waitFor();
    },
  },
  { name: 'expenses-empty', who: 'ana', show: goTo('/expenses') },
  {
    name: 'import-choose',
    who: 'ana',
    show: async (page) => {
      const imports = [
        {
          id: '1',
          fileName: 'chase-june.csv',
          rows: 10_000,
          rowsInAll: 12_000,
          remaining: 9_999,
          importedAt: SERVER_NOW,
        },
        {
          id: '2',
          fileName: `${LONG_PURCHASE}.qfx`,
          rows: 9,
          rowsInAll: 9,
          remaining: 1,
          importedAt: '2026-05-02T12:00:00Z',
        },
      ];
      await answer(page, 'GET', '/api/imports', { json: { imports, layouts: [] } });
      await open(page, '/expenses/import');
      await page.getByRole('button', { name: 'Undo the import of chase-june.csv' }).click();
    },
  },
  {
    name: 'import-drop',
    who: 'ana',
    show: async (page) => {
      await open(page, '/');
      await dragFile(page, { name: 'chase-june.csv', text: CARD_CSV });
      await page.getByText('Drop to import').waitFor();
    },
  },
  { name: 'import-earlier-did-not-load', who: 'ana', show: failing('/expenses/import', '/api/imports') },
  {
    name: 'import-refused',
    who: 'ana',
    show: async (page) => {
      await open(page, '/expenses/import');
      await chooseFile(page, fileOf('statement.xlsx', 'PK\u0003\u0004'));
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'import-question-of-signs',
    who: 'ana',
    show: async (page) => {
      await open(page, '/expenses/import');
      await chooseFile(page, fileOf('card.csv', UNSIGNED_CSV));
      await page.getByText('Are these amounts purchases or payments?').waitFor();
    },
  },
  {
    name: 'import-question-of-dates',
    who: 'ana',
    show: async (page) => {
      await open(page, '/expenses/import');
      await chooseFile(page, fileOf('card.csv', MONTHLY_CSV));
      await page.getByText('Is 01/05/2026').waitFor();
    },
  },
  {
    name: 'import-question-of-currency',
    who: 'ana',
    show: async (page) => {
      await open(page, '/expenses/import');
      await chooseFile(page, fileOf('konto.csv', 'Date,Description,Amount\n25/06/2026,STARBUCKS,-5.00\n'));
      await page.getByText('Which currency are these amounts in?').waitFor();
    },
  },
  { name: 'import-preview', who: 'ana', show: (page) => previewImport(page, CARD_CSV) },
  { name: 'import-preview-proven', who: 'ana', show: (page) => previewImport(page, PROVEN_CSV) },
  {
    name: 'import-preview-broken',
    who: 'ana',
    // A line is missing, and one has a comma too many.
    show: (page) =>
      previewImport(
        page,
        PROVEN_CSV.replace(/.*PHARMACY.*\n/, '').replace('"HOTEL ROOM, 204"', 'HOTEL ROOM, 204'),
      ),
  },
  {
    name: 'import-refused-line',
    who: 'ana',
    show: async (page) => {
      await open(page, '/expenses/import');
      await chooseFile(page, fileOf('june.csv', 'Date,Description,Amount\nJun 4,CORNER CAFE,-4.50\n'));
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'import-preview-corrected',
    who: 'ana',
    show: async (page) => {
      await previewImport(page, CARD_CSV);
      await page.getByRole('button', { name: 'Change how the file is read' }).click();
    },
  },
  {
    name: 'import-preview-many',
    who: 'ana',
    show: (page) => previewImport(page, `Date,Description,Amount\n${MANY_ROWS.join('\n')}\n`),
  },
  {
    name: 'import-not-saved',
    who: 'ana',
    show: async (page) => {
      await previewImport(page, CARD_CSV);
      await answer(page, 'POST', '/api/imports', DOWN);
      await page.getByRole('button', { name: /^Import \d/ }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'import-done',
    who: 'ana',
    show: async (page) => {
      await previewImport(page, CARD_CSV);
      await answer(page, 'POST', '/api/imports', { json: { id: '1', imported: 214 } });
      await page.getByRole('button', { name: /^Import \d/ }).click();
      await page.getByRole('heading', { name: '214 expenses imported' }).waitFor();
    },
  },
  { name: 'add-expense', who: 'ana', show: openForm },
  {
    name: 'add-expense-all-fields',
    who: 'ana',
    show: async (page) => {
      await open(page, '/expenses');
      await openAllFields(page);
    },
  },
  {
    name: 'add-expense-lines',
    who: 'ana',
    show: async (page) => {
      await openForm(page);
      await page.getByRole('button', { name: 'Add several at once' }).click();
    },
  },
  {
    name: 'add-expense-recurring',
    who: 'ana',
    show: async (page) => {
      await open(page, '/expenses');
      await openAllFields(page);
      await page.getByLabel('Type').selectOption('recurring');
    },
  },
  {
    name: 'add-expense-quick',
    who: 'ana',
    show: async (page) => {
      await openForm(page);
      await page.getByLabel('Quick entry').fill('Gym $50 on 2nd');
    },
  },
  {
    name: 'add-expense-not-understood',
    who: 'ana',
    show: async (page) => {
      await openForm(page);
      await page.getByLabel('Quick entry').fill('20 euros taxi sometime on the 45th');
    },
  },
  {
    name: 'add-expense-day-just-past',
    who: 'ana',
    show: async (page) => {
      await openForm(page);
      await page.getByLabel('Quick entry').fill(`${LONG_PURCHASE} $12,345.67 on 2nd`);
    },
  },
  {
    name: 'add-expense-two-in-a-line',
    who: 'ana',
    show: async (page) => {
      await openForm(page);
      await page.getByLabel('Quick entry').fill('lunch 12 and bus 2.75');
      await page.getByRole('button', { name: 'Add 2 expenses' }).waitFor();
    },
  },
  {
    name: 'add-expense-series-added',
    who: 'ana',
    show: async (page) => {
      const rent = anExpense({ name: 'Rent', type: 'recurring', dayOfMonth: 1, date: '2026-07-01' });
      await answer(page, 'POST', '/api/expenses', { json: rent });
      await openForm(page);
      await page.getByLabel('Quick entry').fill('rent 1500 monthly on 1st');
      await page.getByRole('button', { name: 'Add Expense', exact: true }).click();
      await page.getByText(/added/i).first().waitFor();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'add-expense-several',
    who: 'ana',
    show: async (page) => {
      await openForm(page);
      await page.getByLabel('Quick entry').evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, 'Coffee $4.25 yesterday\nGym\nBus 2.75 on 2nd');
      await page.getByText('An amount is missing').waitFor();
    },
  },
  {
    name: 'add-expense-refused',
    who: 'ana',
    show: async (page) => {
      await openForm(page);
      await page.getByRole('button', { name: 'Add Expense', exact: true }).click();
      await page.getByText('Missing information', { exact: true }).waitFor();
    },
  },
  {
    name: 'add-expense-added',
    who: 'ana',
    show: async (page) => {
      await answer(page, 'POST', '/api/expenses', { json: anExpense({ name: 'Cake' }) });
      await open(page, '/expenses');
      await openAllFields(page);
      await page.getByLabel('Expense Name').fill('Cake');
      await page.getByLabel('Amount').fill('4.25');
      await page.getByLabel('Category').selectOption('Dining');
      await page.getByRole('button', { name: 'Add Expense', exact: true }).click();
      await page.getByText('Expense added', { exact: true }).waitFor();
      await page.waitForTimeout(300);
    },
  },
  { name: 'share-map', who: 'spender', show: sharing({ url: null }) },
  {
    name: 'share-map-wide-with-link',
    who: 'spender',
    show: async (page) => {
      await sharing({ url: MAP_URL })(page);
      await page.getByText('Wide, for a post').click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  },
  {
    name: 'share-map-loading',
    who: 'spender',
    show: async (page) => {
      await hold(page, 'GET', '/api/map-share');
      await hold(page, 'GET', '/api/map-share/picture.png');
      await dialogOf('/', 'Share my map')(page);
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'share-map-did-not-load',
    who: 'spender',
    show: async (page) => {
      await answer(page, 'GET', '/api/map-share', DOWN);
      await answer(page, 'GET', '/api/map-share/picture.png', DOWN);
      await dialogOf('/', 'Share my map')(page);
      await page.getByText('We couldn’t load your public link.').waitFor();
    },
  },
  { name: 'share-circle', who: 'ana', show: sharingCircle({ url: null }) },
  {
    name: 'share-circle-wide-with-link',
    who: 'ana',
    show: async (page) => {
      await sharingCircle({ url: CIRCLE_URL })(page);
      await page.getByText('Wide, for a post').click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  },
  { name: 'shared-circle', who: 'visitor', show: sharedCircle({}) },
  {
    name: 'shared-circle-long-names',
    who: 'visitor',
    show: sharedCircle({
      rows: ['W'.repeat(30), '\u05e9\u05e8\u05d4', 'Bartholomew-Maximilian', null].flatMap((name, index) =>
        aSharedCircle().rows.map((row) => ({ ...row, role: index === 0 ? row.role : 'friend', name })),
      ),
      more: 184,
    }),
  },
  {
    name: 'shared-circle-loading',
    who: 'visitor',
    show: async (page) => {
      await hold(page, 'GET', '/api/circles/abc');
      await page.goto('/c/abc');
      await page.getByRole('heading', { name: 'Circle' }).waitFor();
      await page.waitForTimeout(600);
    },
  },
  { name: 'shared-circle-off', who: 'visitor', show: goTo('/c/abc') },
  { name: 'shared-map', who: 'visitor', show: sharedMap({}) },
  {
    name: 'shared-map-long-name',
    who: 'visitor',
    show: sharedMap({
      name: `${LONG_NAME} ${'W'.repeat(25)}`,
      quip: '2 of 21 weeks under budget. 2026 has been generous to shopkeepers.',
      counted: { under: 2, closed: 21 },
      weeks: aSharedMap().weeks.map((week, index) =>
        week === 'under' && index % 9 > 0 ? 'over' : week === 'untracked' ? 'over' : week,
      ),
    }),
  },
  {
    name: 'shared-map-right-to-left',
    who: 'visitor',
    show: sharedMap({
      name: '\u05e9\u05e8\u05d4 \u05dc\u05d5\u05d9',
      quip: 'No spending data yet. The year is your oyster!',
      weeks: aSharedMap().weeks.map((week) => (week === 'future' ? week : 'untracked')),
    }),
  },
  {
    name: 'shared-map-loading',
    who: 'visitor',
    show: async (page) => {
      await hold(page, 'GET', '/api/maps/abc');
      await page.goto('/m/abc');
      await page.getByRole('heading', { name: 'Spending map' }).waitFor();
      await page.waitForTimeout(600);
    },
  },
  { name: 'shared-map-off', who: 'visitor', show: goTo('/m/abc') },
  { name: 'shared-map-failed', who: 'visitor', show: failing('/m/abc', '/api/maps/abc') },
  { name: 'not-found', who: 'ana', show: goTo('/nope') },
  { name: 'privacy', who: 'visitor', show: goTo('/privacy') },
  { name: 'accessibility', who: 'visitor', show: goTo('/accessibility') },
  { name: 'goodbye', who: 'visitor', show: goTo('/goodbye') },
  {
    name: 'goodbye-deleted',
    who: 'visitor',
    show: async (page) => {
      await page.addInitScript(() => sessionStorage.setItem('oinkly.deleted', '1'));
      await open(page, '/goodbye');
    },
  },
  {
    name: 'goodbye-not-deleted',
    who: 'ana',
    show: async (page) => {
      await open(page, '/my-account');
      await open(page, '/goodbye');
    },
  },
  {
    name: 'goodbye-thanks',
    who: 'visitor',
    show: async (page) => {
      await open(page, '/goodbye');
      await page.getByRole('textbox').fill('More ponies');
      await page.getByRole('button', { name: 'Send Feedback' }).click();
    },
  },
  {
    name: 'loading',
    who: 'ana',
    show: async (page) => {
      await hold(page, 'GET', '/api/auth/user');
      await page.goto('/');
      await page.getByText('Loading your piggy bank...').waitFor();
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'failure',
    who: 'ana',
    show: async (page) => {
      await answer(page, 'GET', '/api/auth/user', { noAnswer: true });
      await open(page, '/');
    },
  },
];

/** Purchases of this week and the ten before, each week `share` of $125 or a little more. */
function history(id: number, share: number): Expense[] {
  return Array.from({ length: 11 }, (_, week) =>
    anExpense({
      id: id * 100 + week,
      name: ['Groceries', 'Books', 'Train'][week % 3] ?? 'Other',
      category: (['Groceries', 'Education', 'Transportation'] as const)[week % 3] ?? 'Other',
      amount: week === 0 ? 31.2 : Math.round(12_500 * share * (0.7 + (week % 4) * 0.2)) / 100,
      date: new Date(Date.UTC(2026, 5, 3) - week * 7 * 86_400_000).toISOString().slice(0, 10),
    }),
  );
}
