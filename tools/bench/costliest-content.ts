import type { Endpoint } from '@oinkly/contract/endpoint';
import { endpoints } from '@oinkly/contract/endpoints';
import { routes, type Route } from '@oinkly/contract/routes';
import type { RouteName } from '@oinkly/contract/endpoints';
import { isTokenAccess, PROGRAM_SCOPES } from '@oinkly/contract/token-scopes';
import { createECDH, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { addDays } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { MAX_IMPORT_LINES } from '@oinkly/domain/statements/limits';
import { costliestInput, words, type Given, type InputSizes } from './costliest-input.ts';
import { COSTLIEST_JOBS } from './costliest-jobs.ts';
import { EQUAL_CENTS } from './costliest-owner.ts';
import { LARGEST_PLACE } from './costliest-places.ts';
import type { ContentWorld, Thing } from './costliest-things.ts';

/* The costliest allowed content of each route (SEC-22, SEC-29). Shapes give the rest. */

/** Values of the parameters, the query and the body that the shape can't give, or that cost more than the shape's. */
type Content = (world: ContentWorld) => Given | Promise<Given>;

const BY_SHAPE: Content = () => ({});
const naming =
  (things: Readonly<Record<string, Thing>>): Content =>
  async ({ find }) => {
    const given: Record<string, unknown> = {};
    for (const [field, thing] of Object.entries(things)) given[field] = await find(thing);
    return given;
  };
const ofPlaid: Content = () => ({ provider: 'plaid' });

const EQUAL_DOLLARS = EQUAL_CENTS / 100;
/** A day in the middle of the equal expenses. */
function dayOfEqual(today: string): string {
  return new Date(Date.parse(today) - 12 * 86_400_000).toISOString().slice(0, 10);
}

const equalRow = ({ today }: InputSizes): Given => ({
  amount: EQUAL_DOLLARS,
  date: dayOfEqual(today),
  currency: undefined,
});
/** Not recurring: those have a quota of their own. */
const equalExpense = (world: ContentWorld): Given => ({
  ...equalRow(world),
  type: 'one-time',
  dayOfMonth: undefined,
  requestId: randomUUID(),
});
const equalRows = (world: ContentWorld, shape: z.ZodType): Given => {
  const row = costliestInput(shape, world, equalRow(world)) as object;
  return {
    requestId: randomUUID(),
    rows: Array.from({ length: world.longestList }, (_, index) => ({
      ...row,
      bankRef: `${'r'.repeat(280)}${index}`,
    })),
  };
};
const elementOf = (body: z.ZodObject, list: string): z.ZodType => {
  const field: unknown = body.shape[list];
  if (!(field instanceof z.ZodArray)) throw new Error(`${list} is no list`);
  return field.element as z.ZodType;
};

/** The whole message, because the contract has no shape for it. */
const toolCall =
  (name: string, given: object): Content =>
  () => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });

/** A route without content does not compile. */
const COSTLIEST: Record<RouteName, Readonly<Record<string, Content>>> = {
  getCurrentUser: { '': BY_SHAPE },
  login: { '': BY_SHAPE },
  checkRecentLogin: { '': BY_SHAPE },
  listSessions: { '': BY_SHAPE },
  endSession: { '': naming({ id: 'session' }) },
  endOtherSessions: { '': BY_SHAPE },
  sendConfirmation: { '': BY_SHAPE },
  listTokens: { '': BY_SHAPE },
  createToken: { '': () => ({ scopes: PROGRAM_SCOPES }) },
  revokeToken: { '': naming({ id: 'token' }) },
  loginCallback: { '': BY_SHAPE },
  logout: { '': BY_SHAPE },

  updateUser: {
    'all fields': () => ({ countFixedBills: true }),
    'fixed bills back': () => ({ countFixedBills: false }),
  },
  deleteAccount: { '': BY_SHAPE },
  getSettings: { '': BY_SHAPE },
  updateSettings: { '': BY_SHAPE },

  listExpenses: {
    'most rows': () => ({ ...EVERYTHING, q: undefined }),
    'a search without a match': () => ({ ...EVERYTHING, limit: '500' }),
  },
  sumExpenses: {
    'all rows': () => ({ ...ALL_ROWS, q: undefined }),
    'a search without a match': () => ALL_ROWS,
  },
  listWeeks: { '': () => ({ from: '0001-01-01', to: '9999-12-20' }) },
  getInsights: { '': BY_SHAPE },
  createExpense: { 'beside equal ones': equalExpense },
  updateExpense: {
    'one of the equal ones': async (world) => ({
      ...equalExpense(world),
      id: await world.find('equalExpense'),
      scope: 'one',
    }),
    'of the bank, with a rule to offer': async (world) => ({
      ...equalExpense(world),
      id: await world.find('bankExpense'),
      scope: 'one',
    }),
    'a series': async ({ find }) => ({
      id: await find('occurrence'),
      scope: 'future',
      date: undefined,
      type: undefined,
    }),
  },
  deleteExpense: {
    'one of the equal ones': async ({ find }) => ({ id: await find('equalExpense'), scope: 'one' }),
    'a series': async ({ find }) => ({ id: await find('occurrence'), scope: 'future' }),
  },
  restoreExpense: { '': naming({ id: 'deletedExpense' }) },
  exportExpenses: { '': BY_SHAPE },
  exportEverything: { '': BY_SHAPE },
  listImports: { '': BY_SHAPE },
  checkImport: {
    'equal amounts, long names, ids of a bank': (world) =>
      equalRows(world, elementOf(endpoints.checkImport.body, 'rows')),
    'equal amounts, other names': (world) => {
      const row = { name: words(200, 80), amount: EQUAL_DOLLARS, date: dayOfEqual(world.today) };
      // A later part of a file names what the rows before took.
      const taken = Array.from({ length: MAX_IMPORT_LINES }, (_, index) => index + 1);
      return { rows: Array.from({ length: world.longestList }, () => row), taken };
    },
  },
  importExpenses: {
    '': (world) => ({
      ...equalRows(world, elementOf(endpoints.importExpenses.body, 'rows')),
      // A later part costs as much, but needs an earlier one.
      rowsBefore: 0,
    }),
  },
  undoImport: { '': naming({ id: 'import' }) },
  listRecurring: { '': BY_SHAPE },
  updateRecurring: { '': naming({ id: 'series' }) },
  endRecurring: { '': naming({ id: 'series' }) },
  restoreRecurring: { '': naming({ id: 'endedSeries' }) },
  answerMonthly: { '': naming({ merchantKey: 'merchant' }) },
  listRules: { '': BY_SHAPE },
  listMerchants: { '': BY_SHAPE },
  saveRule: { '': naming({ merchantKey: 'merchant' }) },
  applyRule: { '': naming({ merchantKey: 'merchant' }) },
  undoRuleChange: { '': naming({ id: 'ruleChange' }) },
  removeRule: { '': naming({ merchantKey: 'merchant' }) },
  listRefunds: { '': BY_SHAPE },
  matchRefund: { '': naming({ id: 'refund', expenseId: 'bankExpense' }) },
  dismissRefund: { '': naming({ id: 'refund' }) },
  listDuplicates: { '': BY_SHAPE },
  answerDuplicate: {
    'a merge': async (world) => ({
      ...(await naming({ manualId: 'equalExpense', bankId: 'bankExpense' })(world)),
      duplicate: true,
    }),
    'a no': async (world) => ({
      ...(await naming({ manualId: 'equalExpense', bankId: 'bankExpense' })(world)),
      duplicate: false,
    }),
  },
  undoMerge: { '': naming({ id: 'mergedExpense' }) },

  getLeaderboard: { '': BY_SHAPE },
  dismissLastWeek: { '': naming({ week: 'week' }) },
  listFriends: { '': BY_SHAPE },
  endFriendship: { '': naming({ id: 'friend' }) },
  blockFriend: { '': naming({ id: 'lastFriend' }) },
  unblock: { '': naming({ id: 'blocked' }) },
  listPacts: { '': BY_SHAPE },
  listSeen: { '': BY_SHAPE },
  makePact: { '': naming({ id: 'friend' }) },
  endPact: { '': naming({ id: 'friend' }) },
  promiseWeek: { '': ({ today }) => ({ weekStart: weekStartOf(today) }) },
  declineWeek: { '': ({ today }) => ({ weekStart: weekStartOf(today) }) },
  promiseWeekByMail: { '': BY_SHAPE },
  getInvite: { '': BY_SHAPE },
  replaceInvite: { '': BY_SHAPE },
  mailInvite: { '': () => ({ to: `${'a'.repeat(60)}@${'d'.repeat(60)}.example` }) },
  getInvitation: { '': naming({ code: 'invitation' }) },
  joinAsGuest: { '': naming({ code: 'invitation' }) },
  acceptInvitation: { '': naming({ code: 'invitation' }) },
  getGuestPage: { '': naming({ token: 'guestLink' }) },
  tapWeek: {
    '': async (world) => ({
      ...(await naming({ token: 'guestLink' })(world)),
      week: addDays(weekStartOf(world.today), -7),
    }),
  },
  replaceGuestLink: { '': naming({ token: 'guestLink' }) },
  leaveAsGuest: { '': naming({ token: 'guestLink' }) },
  becomeFriend: { '': naming({ token: 'guestLink' }) },
  removeGuest: { '': naming({ id: 'guest' }) },

  getMapShare: { '': BY_SHAPE },
  shareMap: { '': BY_SHAPE },
  drawMap: { '': () => ({ format: 'story' }) },
  getSharedMap: { '': naming({ token: 'map' }) },
  drawSharedMap: { '': naming({ token: 'map' }) },
  unshareMap: { '': BY_SHAPE },
  getCircleShare: { '': BY_SHAPE },
  shareCircle: { '': BY_SHAPE },
  drawCircle: { '': () => ({ format: 'story' }) },
  getSharedCircle: { '': naming({ token: 'circle' }) },
  drawSharedCircle: { '': naming({ token: 'circle' }) },
  unshareCircle: { '': BY_SHAPE },
  listNotifications: { '': BY_SHAPE },
  readNotifications: {
    'most ids': async ({ find }) => {
      const newest = Number(await find('notification'));
      return {
        ids: Array.from({ length: 50 }, (_, index) => Math.max(1, newest - index)),
        kind: undefined,
      };
    },
    'a kind': () => ({ ids: undefined, kind: 'friend' }),
  },
  chooseNotifications: { '': BY_SHAPE },
  chooseRecapMail: { '': BY_SHAPE },
  unsubscribeFromMail: { '': naming({ token: 'unsubscribeToken' }) },
  subscribeToPush: {
    '': () => {
      const start = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
      const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'a'.repeat(22) };
      return { endpoint: `${start}${'a'.repeat(2048 - start.length)}`, keys };
    },
  },
  unsubscribeFromPush: { '': naming({ id: 'device' }) },
  listMessagePlaces: { '': BY_SHAPE },
  addMessagePlace: { '': () => ({ ...LARGEST_PLACE, kinds: undefined }) },
  changeMessagePlace: { '': naming({ id: 'messagePlace' }) },
  renewMessageSecret: { '': naming({ id: 'messagePlace' }) },
  testMessagePlace: { '': naming({ id: 'messagePlace' }) },
  removeMessagePlace: { '': naming({ id: 'messagePlace' }) },

  autoImport: { '': BY_SHAPE },
  listAccounts: { '': ofPlaid },
  listConnections: { '': ofPlaid },
  getTransactionStats: { '': ofPlaid },
  getSyncStatus: { '': ofPlaid },
  syncConnection: {
    '': async ({ find }) => ({ provider: 'plaid', itemId: await find('connection') }),
  },
  importCurrentYear: { '': ofPlaid },
  getLinkLimit: { '': ofPlaid },
  createLinkToken: {
    'a new bank': () => ({ provider: 'plaid', itemId: undefined }),
    'a repair': async ({ find }) => ({ provider: 'plaid', itemId: await find('connection') }),
  },
  openLinkPages: { '': () => ({ provider: 'plaid', itemId: undefined }) },
  exchangeToken: {
    'a server at its limits': ({ newSetupToken }) => ({
      provider: 'simplefin',
      public_token: newSetupToken(),
      accounts: undefined,
    }),
    'most chosen accounts': () => ({ provider: 'plaid', public_token: `public-sandbox-${randomUUID()}` }),
  },
  listBankTwins: { '': BY_SHAPE },
  chooseBankTwin: {
    '': async ({ find }) => ({ id: await find('accountTwin'), choice: 'younger' }),
  },
  exchangeOAuth: { '': ofPlaid },
  disconnect: {
    'with its history': async ({ find }) => ({
      provider: 'plaid',
      itemId: await find('busiestConnection'),
      history: 'erase',
    }),
  },

  addExpenseByToken: {
    '': ({ today }) => ({
      text: `${EQUAL_DOLLARS} ${words(170)} ${dayOfEqual(today)}`,
      merchant: undefined,
      amount: undefined,
      date: undefined,
      category: undefined,
      id: randomUUID(),
    }),
  },
  getComingCalendar: { '': naming({ token: 'calendarToken' }) },
  getWeekByToken: { '': BY_SHAPE },
  drawWeekByToken: { '': BY_SHAPE },
  useMcp: {
    'a search without a match': toolCall('search_expenses', {
      words: words(200),
      from: '0001-01-01',
      to: '9999-12-26',
      limit: 50,
    }),
    'the most weeks': toolCall('last_weeks', { weeks: 52 }),
    'what is coming up': toolCall('coming_up', {}),
  },
  getOpenApi: { '': BY_SHAPE },

  receiveWebhook: { '': ofPlaid },

  health: { '': BY_SHAPE },
  ready: { '': BY_SHAPE },
};

const ALL_ROWS: Given = {
  from: '0001-01-01',
  to: '9999-12-26',
  counted: 'all',
  category: undefined,
  source: undefined,
  type: undefined,
};
const EVERYTHING: Given = { ...ALL_ROWS, cursor: undefined, limit: undefined };

export interface CostliestRequest {
  method: Route['method'];
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Builds a request without its session. */
export async function costliestRequest(
  name: RouteName,
  what: string,
  world: ContentWorld,
): Promise<CostliestRequest> {
  const content = COSTLIEST[name][what];
  if (!content) throw new Error(`${name} has no content '${what}'`);
  const given = await content(world);
  const shapes: Record<RouteName, Endpoint> = endpoints;
  const { params, query, body } = shapes[name];
  const inputFor = (shape: z.ZodType | undefined) =>
    shape ? (costliestInput(shape, world, given) as Record<string, unknown>) : {};
  const route: Route = routes[name];
  const sent = name === 'useMcp' ? given : body && inputFor(body);
  const values = inputFor(params);
  const path = route.path.replaceAll(/:(\w+)/g, (_part, part: string) =>
    encodeURIComponent(String(values[part])),
  );
  const search = new URLSearchParams(
    Object.entries(inputFor(query)).map(([field, value]): [string, string] => [field, String(value)]),
  ).toString();
  return {
    method: route.method,
    path: search === '' ? path : `${path}?${search}`,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(sent && { 'content-type': 'application/json' }),
      ...(isTokenAccess(route.access) && { authorization: `Bearer ${world.personalToken}` }),
    },
    body: sent ? JSON.stringify(sent) : null,
  };
}

/** The routes and contents in the order of sending: what ends the session or the account comes last. */
export function contentsInOrder(): { name: RouteName; what: string }[] {
  const last: RouteName[] = [
    // A friend joins as no guest.
    'acceptInvitation',
    'becomeFriend',
    'removeRule',
    'unshareMap',
    'unshareCircle',
    'undoImport',
    'disconnect',
    'endOtherSessions',
    'logout',
    'deleteAccount',
  ];
  const names = Object.keys(routes) as RouteName[];
  return [...names.filter((name) => !last.includes(name)), ...last].flatMap((name) =>
    Object.keys(COSTLIEST[name]).map((what) => ({ name, what })),
  );
}

/** The routes and kinds of jobs without content. The compiler finds them too, if it runs. */
export function withoutContent(jobNames: readonly string[]): string[] {
  const lacking = (names: readonly string[], contents: Readonly<Record<string, object>>) =>
    names.filter((name) => Object.keys(contents[name] ?? {}).length === 0);
  return [...lacking(Object.keys(routes), COSTLIEST), ...lacking(jobNames, COSTLIEST_JOBS)];
}
