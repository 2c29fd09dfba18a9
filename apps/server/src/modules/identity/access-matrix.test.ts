import type { Endpoint } from '@oinkly/contract/endpoint';
import { endpoints } from '@oinkly/contract/endpoints';
import type { Connection } from '@oinkly/contract/banking';
import type { Expense } from '@oinkly/contract/expenses';
import type { Recurring } from '@oinkly/contract/recurring';
import type { Refund } from '@oinkly/contract/refunds';
import { errorCatalogue, type ErrorCode } from '@oinkly/contract/errors';
import { routes, type Route } from '@oinkly/contract/routes';
import type { RouteName } from '@oinkly/contract/endpoints';
import {
  CALENDAR_SCOPES,
  isCalendarScope,
  isTokenAccess,
  PROGRAM_SCOPES,
  type TokenScope,
} from '@oinkly/contract/token-scopes';
import { merchantKey } from '@oinkly/domain/classification';
import { addDays } from '@oinkly/domain/days';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { blocks, friendInvites, friendships, guests } from '../../db/tables/friends.tables.ts';
import { identities, sessions } from '../../db/tables/identity.tables.ts';
import { notifications } from '../../db/tables/notifications.tables.ts';
import { ruleChanges } from '../../db/tables/ledger.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { userAllowances } from '../../http/allowances.ts';
import { weeklyResults } from '../../db/tables/leaderboard.tables.ts';
import { EMBEDDED_ISSUER } from './embedded-issuer.ts';
import { addAccountTwin } from '../../test-support/account-twin.ts';
import { MISSING_ISSUER_ACCOUNTS } from '../../test-support/no-issuer-accounts.ts';
import { newUserToken } from '../../security/secret-token.ts';
import { rowsOfUser } from '../../test-support/rows-of-user.ts';
import { chosenBank, ScriptedBank } from '../../test-support/scripted-bank.ts';
import { statementCounter } from '../../test-support/statement-counter.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { A_WHILE } from '../../test-support/a-while.ts';

/* Every route for users × {signed out, deleted user, owner, another user} (SEC-1), from the route table: a new route, or a new id in an
   old one, fails here until `samples` says what it needs. */

/** An unused id of each kind, and the error for everyone but the owner. */
const THINGS = {
  expense: { missing: 999_999_999, refusal: 'EXPENSE_NOT_FOUND' },
  manualExpense: { missing: 999_999_999, refusal: 'EXPENSE_NOT_FOUND' },
  deletedExpense: { missing: 999_999_999, refusal: 'EXPENSE_NOT_FOUND' },
  mergedExpense: { missing: 999_999_999, refusal: 'MERGE_NOT_FOUND' },
  series: { missing: '00000000-0000-4000-8000-000000000000', refusal: 'RECURRING_NOT_FOUND' },
  endedSeries: { missing: '00000000-0000-4000-8000-000000000000', refusal: 'RECURRING_NOT_FOUND' },
  import: { missing: '00000000-0000-4000-8000-000000000000', refusal: 'IMPORT_NOT_FOUND' },
  refund: { missing: '999999999', refusal: 'REFUND_NOT_FOUND' },
  friend: { missing: '00000000-0000-4000-8000-000000000000', refusal: 'FRIEND_NOT_FOUND' },
  blocked: { missing: '00000000-0000-4000-8000-000000000000', refusal: 'FRIEND_NOT_FOUND' },
  guest: { missing: '00000000-0000-4000-8000-000000000000', refusal: 'GUEST_NOT_FOUND' },
  device: { missing: 'A'.repeat(43), refusal: 'PUSH_SUBSCRIPTION_NOT_FOUND' },
  week: { missing: '2001-01-01', refusal: 'WEEK_NOT_FOUND' },
  session: { missing: 'A'.repeat(43), refusal: 'SESSION_NOT_FOUND' },
  token: { missing: '00000000-0000-4000-8000-000000000000', refusal: 'TOKEN_NOT_FOUND' },
  messagePlace: {
    missing: '00000000-0000-4000-8000-000000000000',
    refusal: 'MESSAGE_PLACE_NOT_FOUND',
  },
  connection: { missing: 'no-such-item', refusal: 'CONNECTION_NOT_FOUND' },
  ruleChange: { missing: '00000000-0000-4000-8000-000000000000', refusal: 'RULE_CHANGE_NOT_FOUND' },
  accountTwin: { missing: '00000000-0000-4000-8000-000000000000', refusal: 'TWIN_NOT_FOUND' },
  linkSession: { missing: 'no-such-state', refusal: 'LINK_STATE_INVALID' },
} satisfies Record<string, { missing: string | number; refusal: ErrorCode }>;

type Thing = keyof typeof THINGS;

interface Sample {
  ids?: Record<string, Thing>;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Other required fields. */
  body?: object;
}

function importOf(fileName: string) {
  const row = { name: 'Lunch', amount: 12.5, date: '2026-06-04', category: 'Dining' };
  return { requestId: randomUUID(), fileName, rows: [row] };
}

const OPEN_CODE = 'an-open-invitation';
/** Of a guest who becomes a friend. */
const guestLink = { token: '' };

const samples: Partial<Record<RouteName, Sample>> = {
  getCurrentUser: {},
  checkRecentLogin: {},
  listSessions: {},
  endSession: { ids: { id: 'session' } },
  endOtherSessions: {},
  sendConfirmation: {},
  listTokens: {},
  createToken: { body: { name: 'Watch', scopes: ['week:read'] } },
  revokeToken: { ids: { id: 'token' } },
  updateUser: { body: { fullName: 'Renamed' } },
  deleteAccount: {},
  getSettings: {},
  updateSettings: { body: { monthlyIncome: 400 } },

  listExpenses: { query: { counted: 'all' } },
  sumExpenses: { query: { from: '2026-05-11', to: '2026-05-17' } },
  listWeeks: { query: { from: '2026-05-11', to: '2026-05-11' } },
  getInsights: {},
  createExpense: { body: { name: 'Lunch', amount: 12.5, date: '2026-06-04', category: 'Dining' } },
  updateExpense: { ids: { id: 'expense' }, body: { paid: true, counted: false } },
  deleteExpense: { ids: { id: 'expense' } },
  restoreExpense: { ids: { id: 'deletedExpense' } },
  exportExpenses: {},
  exportEverything: {},
  listImports: {},
  checkImport: { body: { rows: [{ name: 'Lunch', amount: 12.5, date: '2026-06-04' }] } },
  importExpenses: { body: importOf('Lunch.csv') },
  undoImport: { ids: { id: 'import' } },
  listRecurring: {},
  updateRecurring: { ids: { id: 'series' }, body: { name: 'Renamed' } },
  endRecurring: { ids: { id: 'series' } },
  restoreRecurring: { ids: { id: 'endedSeries' } },
  answerMonthly: { body: { merchantKey: 'olgasshop', monthly: true } },
  listRules: {},
  listMerchants: {},
  saveRule: { body: { merchantKey: 'olgasshop', category: 'Dining' } },
  removeRule: { query: { merchantKey: 'olgaslunch' } },
  applyRule: { body: { merchantKey: 'olgaslunch' } },
  undoRuleChange: { ids: { id: 'ruleChange' } },
  listRefunds: {},
  matchRefund: { ids: { id: 'refund', expenseId: 'expense' } },
  dismissRefund: { ids: { id: 'refund' }, body: { dismissed: true } },
  listDuplicates: {},
  answerDuplicate: { ids: { manualId: 'manualExpense', bankId: 'expense' }, body: { duplicate: true } },
  undoMerge: { ids: { id: 'mergedExpense' } },

  getLeaderboard: {},
  dismissLastWeek: { ids: { week: 'week' } },
  listFriends: {},
  endFriendship: { ids: { id: 'friend' } },
  blockFriend: { ids: { id: 'friend' } },
  unblock: { ids: { id: 'blocked' } },
  listPacts: {},
  listSeen: {},
  makePact: { ids: { id: 'friend' } },
  endPact: { ids: { id: 'friend' } },
  promiseWeek: { body: { weekStart: '2026-06-01' } },
  declineWeek: { body: { weekStart: '2026-06-01' } },
  getInvite: {},
  replaceInvite: {},
  mailInvite: { body: { to: 'a-friend@example.org' } },
  acceptInvitation: { params: { code: OPEN_CODE } },
  becomeFriend: { params: guestLink },
  removeGuest: { ids: { id: 'guest' } },

  getMapShare: {},
  shareMap: {},
  unshareMap: {},
  drawMap: { query: { format: 'link' } },
  getCircleShare: {},
  shareCircle: {},
  unshareCircle: {},
  drawCircle: { query: { format: 'link' } },
  listNotifications: {},
  readNotifications: { body: { ids: [1] } },
  chooseNotifications: { body: { bank: true } },
  chooseRecapMail: { body: { recapMail: true } },
  subscribeToPush: {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/a-phone',
      keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'a'.repeat(22) },
    },
  },
  unsubscribeFromPush: { ids: { id: 'device' } },
  listMessagePlaces: {},
  addMessagePlace: { body: { type: 'webhook', name: 'Home', url: 'https://hooks.example.org/a' } },
  changeMessagePlace: { ids: { id: 'messagePlace' }, body: { includesAmounts: true } },
  renewMessageSecret: { ids: { id: 'messagePlace' } },
  testMessagePlace: { ids: { id: 'messagePlace' } },
  removeMessagePlace: { ids: { id: 'messagePlace' } },

  autoImport: {},
  listAccounts: {},
  listConnections: {},
  getTransactionStats: {},
  getSyncStatus: {},
  syncConnection: { ids: { itemId: 'connection' } },
  disconnect: { ids: { itemId: 'connection' } },
  importCurrentYear: {},
  listBankTwins: {},
  chooseBankTwin: { ids: { id: 'accountTwin' }, body: { choice: 'both' } },
  getLinkLimit: {},
  createLinkToken: { ids: { itemId: 'connection' } },
  openLinkPages: { ids: { itemId: 'connection' } },
  exchangeToken: { body: { public_token: 'public-one-more' } },
  exchangeOAuth: { ids: { state: 'linkSession', oauth_state_id: 'linkSession' } },
};

const tokenSamples: Partial<Record<RouteName, Pick<Sample, 'body'>>> = {
  addExpenseByToken: { body: { text: '12.50 Lidl yesterday' } },
  getWeekByToken: {},
  drawWeekByToken: {},
  getComingCalendar: {},
  useMcp: { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_expenses' } } },
};

const table: Record<RouteName, Route> = routes;
const shapes: Record<RouteName, Endpoint> = endpoints;
const userRoutes = (Object.keys(routes) as RouteName[])
  .filter((name) => table[name].access === 'user')
  .map((name) => ({ name, ...table[name], isNavigation: !shapes[name].response && !shapes[name].download }));
const tokenRoutes = (Object.keys(routes) as RouteName[]).flatMap((name) => {
  const { access, method, path } = table[name];
  return isTokenAccess(access) ? [{ name, method, path, access }] : [];
});
const otherRoutes = (Object.keys(routes) as RouteName[])
  .filter((name) => !isTokenAccess(table[name].access))
  .map((name) => ({ name, ...table[name] }));
/** Routes that show nothing of a user. */
const IMPERSONAL: ReadonlySet<RouteName> = new Set(['checkRecentLogin', 'getLinkLimit']);
/** Tests of their own cover pictures. */
const readingRoutes = userRoutes.filter(
  ({ name, method, isNavigation }) =>
    method === 'GET' && !isNavigation && shapes[name].download !== 'image/png' && !IMPERSONAL.has(name),
);
const foreignIds = userRoutes.flatMap((route) =>
  Object.entries(samples[route.name]?.ids ?? {}).map(([field, thing]) => ({ ...route, field, thing })),
);

function fieldsOf(shape: z.ZodType | undefined): Record<string, z.ZodType> {
  return shape instanceof z.ZodObject ? shape.shape : {};
}

/** `userId` is ignored, institutions are public, and a `requestId` is looked up among the user's own. */
const NOT_THINGS = new Set(['userId', 'institution_id', 'requestId']);

function idFieldsOf(name: RouteName): string[] {
  const { params, query, body } = shapes[name];
  const fields = [params, query, body].flatMap((shape) => Object.keys(fieldsOf(shape)));
  return fields.filter((field) => /^id$|Id$|_id$|^state$|^week$/.test(field) && !NOT_THINGS.has(field));
}

function isOptional(name: RouteName, field: string): boolean {
  const { params, query, body } = shapes[name];
  const shape = { ...fieldsOf(params), ...fieldsOf(query), ...fieldsOf(body) }[field];
  return shape?.safeParse(undefined).success === true;
}

interface UserWithThings {
  user: TestUser;
  token: string;
  things: Record<Thing, string | number>;
  traces: string[];
}

let bank: ScriptedBank;
let t: TestApp;

beforeAll(async () => {
  bank = new ScriptedBank();
  // Nothing listens there: jobs keep their mails.
  const mailUrl = new URL('smtp://127.0.0.1:9');
  t = await createTestApp({ provider: bank, mailUrl, issuerAccounts: MISSING_ISSUER_ACCOUNTS });
  const inviter = await t.signUp({ fullName: 'Ina' });
  await t.database.db
    .insert(friendInvites)
    .values({ userId: inviter.id, code: OPEN_CODE, createdAt: t.deps.clock() });
  const { token, hash } = newUserToken(inviter.id);
  guestLink.token = token;
  await addGuest(inviter.id, 'Gus', hash);
});
afterAll(() => t.close());

async function addGuest(userId: string, name: string, tokenHash: Buffer = randomBytes(32)): Promise<string> {
  const [id, now] = [randomUUID(), t.deps.clock()];
  const [firstWeek, since] = ['2026-06-01', { createdAt: now, lastTapAt: now }];
  await t.database.db.insert(guests).values({ userId, id, name, tokenHash, firstWeek, ...since });
  return id;
}

let closedWeek = '2020-01-06';

async function aUser(fullName: string, weeklyBudget = 100): Promise<UserWithThings> {
  const user = await t.signUp({ fullName });
  const shop = { merchantName: `${fullName}’s shop`, name: `${fullName.toUpperCase()} 0042` };
  const lunch = { merchantName: `${fullName}’s lunch`, name: `${fullName.toUpperCase()} LUNCH` };
  await everySyncIsOver();
  const publicToken = `public-${user.id}`;
  bank.firstReads.set(publicToken, {
    upserted: [
      { ...shop, transactionId: 'purchase', amountCents: 20_00 },
      { ...shop, transactionId: 'refund', amountCents: -20_00, postedOn: '2026-06-04' },
      { ...lunch, transactionId: 'lunch', amountCents: 7_00 },
    ],
  });
  await user.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: publicToken } });
  await everySyncIsOver();
  await user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget, signsPictures: true } });
  await user.send({ url: '/api/plaid/create-link-token' });
  await t.database.db
    .update(users)
    .set({ isEmailConfirmed: true, promisedWeek: '2026-06-01', declinedWeek: '2026-06-01' })
    .where(eq(users.id, user.id));
  await t.database.db
    .insert(identities)
    .values({ issuer: EMBEDDED_ISSUER, subject: user.id, userId: user.id });

  const purchases = (await user.send({ url: '/api/expenses?counted=all' })).json<Expense[]>();
  const expense = purchases.find(({ name }) => name === shop.merchantName);
  const entered = { name: 'Cake', amount: 4.25, date: '2026-06-05', category: 'Dining' };
  const add = async (entry: object) =>
    (
      await user.send({ method: 'POST', url: '/api/expenses', body: { ...entered, ...entry } })
    ).json<Expense>();
  const deleted = await add({});
  await user.send({ method: 'DELETE', url: `/api/expenses/${deleted.id}` });
  const fileName = `${fullName}’s file.csv`;
  const imported = await user.send({ method: 'POST', url: '/api/imports', body: importOf(fileName) });
  const gym = `${fullName}’s gym`;
  const recurs = { type: 'recurring', name: gym };
  const ended = await add(recurs);
  await user.send({ method: 'DELETE', url: `/api/recurring/${ended.seriesId}` });
  await add(recurs);
  const spentInMay = weeklyBudget + 0.75;
  await add({ amount: spentInMay, date: '2026-05-11' });
  const alike = await add({ name: shop.merchantName, amount: 19, date: '2026-06-03' });
  const merged = await add({ name: lunch.merchantName, amount: 7, date: '2026-06-03' });
  const rule = { merchantKey: merchantKey(lunch.merchantName), category: 'Dining' };
  await user.send({ method: 'PUT', url: '/api/rules', body: rule });
  const [series] = (await user.send({ url: '/api/recurring' })).json<Recurring>().series;
  const [refund] = (await user.send({ url: '/api/refunds' })).json<{ refunds: Refund[] }>().refunds;
  const [connection] = (await user.send({ url: '/api/plaid/connections' })).json<Connection[]>();
  const [friend, blocked] = [
    await t.signUp({ fullName: `${fullName}’s friend` }),
    await t.signUp({ fullName: `${fullName}’s foe` }),
  ];
  const { db, clock } = t.deps;
  const createdAt = clock();
  await db.insert(friendships).values([
    { userId: user.id, friendId: friend.id, createdAt, pactAgreedAt: createdAt, pactFrom: '2026-06-08' },
    { userId: friend.id, friendId: user.id, createdAt },
  ]);
  await db.insert(blocks).values({ userId: user.id, blockedId: blocked.id, createdAt });
  const guest = await addGuest(user.id, `${fullName}’s guest`);
  const circle = await user.send({ method: 'POST', url: '/api/circle-share' });
  const inviteCode = randomUUID();
  await db.insert(friendInvites).values({ userId: user.id, code: inviteCode, createdAt });
  closedWeek = addDays(closedWeek, 7);
  await db.insert(weeklyResults).values({
    userId: user.id,
    weekStart: closedWeek,
    budgetCents: 100_00,
    spentCents: 0,
    rankedCents: 0,
    wasActive: true,
    closedAt: createdAt,
  });
  const computer = await user.send({
    method: 'POST',
    url: '/api/push/subscriptions',
    body: { ...samples.subscribeToPush?.body, endpoint: `https://fcm.googleapis.com/${user.id}` },
  });
  await db.insert(notifications).values({
    userId: user.id,
    event: { kind: 'friend' },
    eventKey: 'friend',
    friendId: friend.id,
    createdAt,
  });
  const tokenHash = randomBytes(32);
  await db.insert(sessions).values({
    userId: user.id,
    tokenHash,
    createdAt,
    lastSeenAt: createdAt,
    userAgent: `${fullName}’s phone`,
  });
  const phone = await createToken(user, `${fullName}’s widget`);
  const place = await user.send({
    method: 'POST',
    url: '/api/message-places',
    body: { ...samples.addMessagePlace?.body, name: `${fullName}’s hub` },
  });
  const accountTwin = await addAccountTwin(db, user.id, createdAt);
  const changeId = randomUUID();
  await db.insert(ruleChanges).values({
    userId: user.id,
    changeId,
    expenseId: expense?.id ?? 0,
    name: null,
    category: 'Dining',
    isCounted: null,
    createdAt,
  });
  const linkSession = new URL(bank.completionUrl).searchParams.get('state');
  if (!expense || !refund || !connection || !series || ended.seriesId === null || linkSession === null)
    throw new Error(`${fullName} lacks something`);
  return {
    user,
    token: phone.token,
    things: {
      token: phone.id,
      expense: expense.id,
      manualExpense: alike.id,
      deletedExpense: deleted.id,
      mergedExpense: merged.id,
      series: series.id,
      endedSeries: ended.seriesId,
      import: imported.json<{ id: string }>().id,
      refund: refund.id,
      connection: connection.item_id,
      friend: friend.id,
      device: computer.json<{ id: string }>().id,
      session: tokenHash.toString('base64url'),
      messagePlace: place.json<{ id: string }>().id,
      blocked: blocked.id,
      guest,
      week: closedWeek,
      accountTwin,
      ruleChange: changeId,
      linkSession,
    },
    traces: [
      circle.json<{ url: string }>().url,
      user.id,
      accountTwin,
      changeId,
      fullName,
      shop.merchantName,
      lunch.merchantName,
      gym,
      fileName,
      friend.id,
      blocked.id,
      guest,
      inviteCode,
      tokenHash.toString('base64url'),
      phone.id,
      `${fullName}’s widget`,
      `${fullName}’s hub`,
      connection.item_id,
      computer.json<{ id: string }>().id,
      `\u2068${fullName}’s friend\u2069 accepted your invitation`,
      `${weeklyBudget}`,
      `${weeklyBudget * 4}`,
      `${spentInMay}`,
    ],
  };
}

async function createToken(
  user: TestUser,
  name: string,
  scopes: readonly TokenScope[] = PROGRAM_SCOPES,
): Promise<{ id: string; token: string }> {
  const answer = await user.send({ method: 'POST', url: '/api/tokens', body: { name, scopes } });
  return answer.json<{ id: string; token: string }>();
}

/** Sends a request as a program outside the app does: with a token at most, without cookie and origin. */
function sendByToken(name: RouteName, token: string | undefined, headers: Record<string, string> = {}) {
  const { body } = tokenSamples[name] ?? {};
  const { method, path } = table[name];
  return t.app.inject({
    method,
    // A calendar's token stands in its address.
    url: path.replace(':token', token ?? 'none'),
    headers: {
      ...(token !== undefined && !path.includes(':token') && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { payload: body }),
  });
}

async function everySyncIsOver(): Promise<void> {
  const unfinished = async () => {
    const { rows } = await t.database.db.$client.query(
      `select 1 from sync_runs where finished_at is null union all select 1 from connections where lease_owner is not null`,
    );
    return rows.length;
  };
  await vi.waitFor(async () => expect(await unfinished()).toBe(0), A_WHILE);
}

/** Names another user where the route takes a `userId`. */
function requestOf(name: RouteName, ids: Record<string, string | number>, userId: string) {
  const sample = samples[name];
  if (!sample)
    throw new Error(`The route '${name}' has no sample: say in this file what a request to it holds`);
  const { method, path } = table[name];
  const { query, body } = shapes[name];
  const url = path
    .replace(':provider', 'plaid')
    .replace(/:(\w+)/g, (_, field: string) =>
      encodeURIComponent(ids[field] ?? sample.params?.[field] ?? `no-${field}`),
    );
  const ignored = (shape: z.ZodType | undefined): Record<string, string> =>
    'userId' in fieldsOf(shape) ? { userId } : {};
  const idsIn = (shape: z.ZodType | undefined) =>
    Object.fromEntries(Object.entries(ids).filter(([field]) => field in fieldsOf(shape)));
  const search = new URLSearchParams({ ...ignored(query), ...sample.query });
  for (const [field, id] of Object.entries(idsIn(query))) search.set(field, String(id));
  return {
    method,
    url: search.size > 0 ? `${url}?${search.toString()}` : url,
    ...(body && { payload: { ...sample.body, ...ignored(body), ...idsIn(body) } }),
  };
}

function ownIds(name: RouteName, { things }: UserWithThings): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(samples[name]?.ids ?? {}).map(([field, thing]) => [field, things[thing]]),
  );
}

const rowsOf = ({ user }: UserWithThings) => rowsOfUser(t.database, user.id);

function withoutTrace({ timestamp: _timestamp, request_id: _id, ...rest }: Record<string, unknown>) {
  return rest;
}

function valuesIn(json: unknown): string[] {
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(valuesIn) : [String(json)];
}

/** Says when Fastify calls a route's handler. */
const handling = channel('tracing:fastify.request.handler:start');

test('every route for users has a sample with exactly its ids [SEC-1]', () => {
  for (const { name } of userRoutes) {
    const { ids = {} } = samples[name] ?? {};
    const needsSample = `The route '${name}' needs an entry in \`samples\` of this file: say what a request to it holds`;
    expect(Object.keys(samples), needsSample).toContain(name);
    expect(
      Object.keys(ids).sort(),
      `The sample of the route '${name}' must name each of its ids, and no others`,
    ).toEqual(idFieldsOf(name).sort());
  }
  expect(Object.keys(samples).sort()).toEqual(userRoutes.map(({ name }) => name).sort());
});

describe('without a user', () => {
  let deleted: UserWithThings;

  beforeAll(async () => {
    deleted = await aUser('Dora');
    expect((await deleted.user.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
  });

  describe.each([
    ['signed out', () => ({})],
    ['with the session of a user who was deleted [SEC-3]', () => ({ cookie: deleted.user.cookie })],
  ])('%s', (_title, session) => {
    test.each(userRoutes)(
      "$method $path answers the catalogue's 401 or redirects to the login [AU-1] [AU-6] [SEC-1]",
      async ({ name, isNavigation }) => {
        const answer = await t.app.inject({
          ...requestOf(name, ownIds(name, deleted), deleted.user.id),
          headers: { 'sec-fetch-site': 'same-origin', ...session() },
        });
        if (isNavigation) {
          expect(answer.statusCode).toBe(302);
          expect(answer.headers.location).toBe('/api/login?returnTo=%2F');
        } else {
          expect(answer.statusCode).toBe(401);
          expect(answer.json()).toMatchObject({ error_code: 'UNAUTHORIZED', retryable: false });
        }
      },
    );
  });
});

describe('the owner', () => {
  let bystander: UserWithThings;
  /** Reading leaves them as they were. */
  let reader: UserWithThings;

  beforeAll(async () => {
    [bystander, reader] = [await aUser('Bea'), await aUser('Olga')];
  });

  test.each(userRoutes)(
    "$method $path works and changes no other user's data, whatever userId says [AU-6] [SEC-1]",
    async ({ name, method, isNavigation }) => {
      const owner = method === 'GET' && !isNavigation ? reader : await aUser('Olga');
      // One token per owner: a job ends the banks of a deleted owner's session.
      const chosen = chosenBank(`public-of-${owner.user.id}`);
      bank.linkOutcomesOf.set(owner.user.id, { status: 'connected', banks: [chosen] });
      const before = await rowsOf(bystander);
      const answer = await owner.user.send(requestOf(name, ownIds(name, owner), bystander.user.id));
      expect(answer.statusCode, answer.body).toBe(isNavigation ? 302 : 200);
      if (isNavigation) expect(answer.headers.location).toBe('http://bank.test/link');
      await everySyncIsOver();
      expect(await rowsOf(bystander)).toEqual(before);
    },
  );
});

describe('the guard', () => {
  let reader: UserWithThings;
  let count: ReturnType<typeof statementCounter>;

  beforeAll(async () => {
    count = statementCounter(t.deps.db.$client);
    reader = await aUser('Rea');
  });

  test.each(userRoutes.filter(({ method }) => method === 'GET'))(
    'of GET $path reads session and user with one statement',
    async ({ name }) => {
      const { outcome } = await count(async (sent) => {
        const [guarded, note] = [Promise.withResolvers<number>(), () => guarded.resolve(sent.statements)];
        handling.subscribe(note);
        await reader.user.send(requestOf(name, ownIds(name, reader), reader.user.id));
        handling.unsubscribe(note);
        return guarded.promise;
      });
      // Costly calls are counted in the database (SEC-13).
      expect(outcome).toBe(userAllowances[name] ? 2 : 1);
    },
  );
});

describe('another user', () => {
  let owner: UserWithThings;
  let other: UserWithThings;

  beforeAll(async () => {
    [owner, other] = [await aUser('Olga', 1357), await aUser('Otto', 2468)];
  });

  test('the data that is compared below is not empty', async () => {
    const rows = await rowsOf(owner);
    for (const kind of ['users', 'expenses', 'bank_transactions', 'refund_matches', 'budget_changes'])
      expect(rows[kind], kind).not.toEqual([]);
    for (const kind of [
      'connections',
      'bank_accounts',
      'link_sessions',
      'sessions',
      'weekly_totals',
      'recurring_series',
      'expense_imports',
      'friendships',
      'guests',
      'blocks',
      'weekly_results',
    ])
      expect(rows[kind], kind).not.toEqual([]);
  });

  test.each(foreignIds)(
    "$method $path treats another user's $thing in $field as missing [AU-6] [SEC-1]",
    async ({ name, field, thing, isNavigation }) => {
      const { missing, refusal } = THINGS[thing];
      const rest = Object.entries(ownIds(name, other)).filter(([one]) => !isOptional(name, one));
      const answerTo = (id: string | number) =>
        other.user.send(requestOf(name, { ...Object.fromEntries(rest), [field]: id }, owner.user.id));
      const before = [await rowsOf(owner), await rowsOf(other)];

      const foreign = await answerTo(owner.things[thing]);
      const unknown = await answerTo(missing);
      expect(foreign.statusCode).toBe(unknown.statusCode);
      if (isNavigation) {
        expect(foreign.headers.location).toContain(`error=${refusal}`);
        expect(foreign.headers.location).toBe(unknown.headers.location);
      } else {
        expect(foreign.statusCode).toBe(errorCatalogue[refusal].status);
        expect(foreign.json()).toMatchObject({ error_code: refusal });
        expect(withoutTrace(foreign.json())).toEqual(withoutTrace(unknown.json()));
      }

      expect([await rowsOf(owner), await rowsOf(other)]).toEqual(before);
    },
  );

  test.each(readingRoutes)(
    '$method $path shows each of two users only their own rows [AU-6] [SEC-1]',
    async ({ name }) => {
      for (const [reader, stranger] of [
        [owner, other],
        [other, owner],
      ] as const) {
        const answer = await reader.user.send(requestOf(name, {}, stranger.user.id));
        const shown = new Set(
          shapes[name].download === 'text/csv' ? answer.body.split(/[,\n]/) : valuesIn(answer.json()),
        );
        expect(reader.traces.filter((trace) => shown.has(trace))).not.toEqual([]);
        expect(stranger.traces.filter((trace) => shown.has(trace))).toEqual([]);
      }
    },
  );
});

describe('a personal token', () => {
  let owner: UserWithThings;
  let other: UserWithThings;
  let calendarToken: string;

  beforeAll(async () => {
    [owner, other] = [await aUser('Tove', 1593), await aUser('Ugo', 2604)];
    calendarToken = (await createToken(owner.user, 'Calendar', CALENDAR_SCOPES)).token;
  });

  test('every route for personal tokens has a sample [SEC-24]', () => {
    expect(Object.keys(tokenSamples).sort()).toEqual(tokenRoutes.map(({ name }) => name).sort());
  });

  describe.each(tokenRoutes)('on $method $path', ({ name, access }) => {
    const scopesOfKind = isCalendarScope(access) ? CALENDAR_SCOPES : PROGRAM_SCOPES;
    const ownToken = () => (isCalendarScope(access) ? calendarToken : owner.token);
    const unauthorized = async (token: string | undefined, headers?: Record<string, string>) => {
      const before = [await rowsOf(owner), await rowsOf(other)];
      const answer = await sendByToken(name, token, headers);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ error_code: 'TOKEN_INVALID' });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect([await rowsOf(owner), await rowsOf(other)]).toEqual(before);
    };

    test('opens it for its owner, from any site, and changes no other user’s data [PD-78] [SEC-24]', async () => {
      const before = await rowsOf(other);
      const answer = await sendByToken(name, ownToken(), {
        'sec-fetch-site': 'cross-site',
        // Assistants are no pages; their route refuses those of other sites (SEC-36).
        ...(access !== 'token' && { origin: 'https://elsewhere.example' }),
      });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(await rowsOf(other)).toEqual(before);
    });

    test('is needed: a session does not open it [SEC-6] [SEC-24]', async () => {
      await unauthorized(undefined);
      await unauthorized(undefined, { cookie: owner.user.cookie, 'sec-fetch-site': 'same-origin' });
    });

    test.each([
      ['unknown', () => `oink_${'A'.repeat(43)}`],
      ['of another form', () => owner.user.cookie],
      ['the stored hash', async () => `oink_${await hashInDatabase(owner)}`],
    ])('is refused if it is %s [SEC-24]', async (_title, token) => {
      await unauthorized(await token());
    });

    const wrongHeaders = [
      'Basic TOKEN',
      'Bearer TOKEN x',
      ...(isCalendarScope(access) ? ['Bearer TOKEN'] : []),
    ];
    test.each(wrongHeaders)('is refused in the header ‘%s’ [SEC-24]', async (header) => {
      await unauthorized(undefined, { authorization: header.replace('TOKEN', ownToken()) });
    });

    test('is refused from the moment when it is revoked [SEC-24]', async () => {
      const { id, token } = await createToken(owner.user, 'Lost', scopesOfKind);
      expect((await sendByToken(name, token)).statusCode).toBe(200);
      await owner.user.send({ method: 'DELETE', url: `/api/tokens/${id}` });
      await unauthorized(token);
    });

    test('of a deleted user is refused, and its row is deleted [DEL-3] [SEC-24]', async () => {
      const leaving = await t.signUp();
      const { token } = await createToken(leaving, 'Phone', scopesOfKind);
      await leaving.send({ method: 'DELETE', url: '/api/user/account' });
      await unauthorized(token);
      expect((await rowsOfUser(t.database, leaving.id))['personal_tokens']).toEqual([]);
    });
  });

  test.each(tokenRoutes.filter(({ access }) => access !== 'token'))(
    'is refused with every other scope on $method $path [PD-78] [SEC-24]',
    async ({ name, access }) => {
      const spent = await spentBy(owner);
      for (const kind of [PROGRAM_SCOPES, CALENDAR_SCOPES]) {
        // Amounts alone are no calendar.
        const scopes = kind.filter((one) => one !== access && one !== 'calendar:amounts');
        if (scopes.length === 0) continue;
        const { id, token } = await createToken(owner.user, 'Narrow', scopes);
        const answer = await sendByToken(name, token);
        expect(answer.statusCode).toBe(403);
        expect(answer.json()).toMatchObject({ error_code: 'TOKEN_SCOPE_MISSING' });
        await owner.user.send({ method: 'DELETE', url: `/api/tokens/${id}` });
      }
      expect(await spentBy(owner)).toBe(spent);
    },
  );

  test('of a calendar is refused where any program’s token is taken [PD-115] [SEC-24]', async () => {
    for (const { name } of tokenRoutes.filter(({ access }) => access === 'token'))
      expect((await sendByToken(name, calendarToken)).statusCode).toBe(403);
  });

  test('shows each of two users only their own week [PD-78] [SEC-1]', async () => {
    for (const { token, budget } of [
      { token: owner.token, budget: 1593 },
      { token: other.token, budget: 2604 },
    ]) {
      const answer = await sendByToken('getWeekByToken', token);
      expect(answer.json()).toMatchObject({ budget });
    }
  });

  test.each(otherRoutes)('does nothing on $method $path [PD-78] [SEC-24]', async ({ name, method, path }) => {
    const { body } = samples[name] ?? {};
    const before = [await rowsOf(owner), await rowsOf(other)];
    const send = (authorization: object) =>
      t.app.inject({
        method,
        url: path.replace(':provider', 'plaid').replaceAll(/:\w+/g, '1'),
        headers: { 'sec-fetch-site': 'same-origin', ...authorization },
        ...(body && { payload: body }),
      });
    const [signedOut, withToken] = [await send({}), await send({ authorization: `Bearer ${owner.token}` })];
    expect(withToken.statusCode).toBe(signedOut.statusCode);
    const pathOf = (location: unknown) => String(location).replace(/\?.*/s, '');
    expect(pathOf(withToken.headers.location)).toBe(pathOf(signedOut.headers.location));
    if (withToken.headers['content-type']?.toString().startsWith('application/json'))
      expect(withoutTrace(withToken.json())).toEqual(withoutTrace(signedOut.json()));
    expect([await rowsOf(owner), await rowsOf(other)]).toEqual(before);
  });

  const spentBy = async ({ token }: UserWithThings) =>
    (await sendByToken('getWeekByToken', token)).json<{ spent: number }>().spent;
  const hashInDatabase = async ({ user }: UserWithThings) => {
    const { rows } = await t.database.db.$client.query<{ hash: Buffer }>(
      'select token_hash as hash from personal_tokens where user_id = $1',
      [user.id],
    );
    return rows[0]?.hash.toString('base64url') ?? '';
  };
});
