import { WEEKS_PER_MONTH } from '@oinkly/domain/budgets';
import { dollarsFromCents } from '@oinkly/domain/money';
import { MESSAGE_KINDS } from '@oinkly/domain/notifications';
import { PRIZES } from '@oinkly/domain/ranking';
import { totalsOfWeeks } from '@oinkly/domain/week-summaries';
import type { Session, Settings } from './account.ts';
import type { RouteResponse } from './endpoints.ts';
import type { Expense } from './expenses.ts';
import type { Seen } from './friends.ts';
import type { LastWeek, LeaderboardEntry } from './leaderboard.ts';
import type { MessageAttempt, MessagePlace } from './messages.ts';
import type { Notification } from './notifications.ts';
import type { MonthlyPayments, RecurringSeries } from './recurring.ts';
import type { Refund } from './refunds.ts';
import type { Rule } from './rules.ts';
import type { SharedCircle, SharedMap } from './sharing.ts';
import type { PersonalToken } from './tokens.ts';

/* Complete answers of the server for tests, with optional changes. */

/** A coffee added by Ana on Thursday, 2026-06-04. */
export function anExpense(fields: Partial<Expense> = {}): Expense {
  return {
    id: 1,
    name: 'Coffee',
    amount: 4.25,
    date: '2026-06-04',
    category: 'Dining',
    type: 'one-time',
    dayOfMonth: null,
    seriesId: null,
    paid: false,
    userId: 'ana',
    source: 'manual',
    kind: 'spending',
    counted: true,
    countedByHand: null,
    notCountedReason: null,
    refunded: 0,
    pending: false,
    currency: 'USD',
    merged: false,
    ...fields,
  };
}

export function weeksOf(
  expenses: readonly Expense[],
  fields: Partial<RouteResponse<'listWeeks'>> = {},
): RouteResponse<'listWeeks'> {
  const totals = [...totalsOfWeeks(expenses)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    weeks: totals.map(([weekStart, { spentCents, purchases }]) => ({
      weekStart,
      spent: dollarsFromCents(spentCents),
      purchases,
    })),
    hasExpenses: totals.length > 0,
    hasOnlyUncounted: false,
    toCome: 0,
    toComeNames: [],
    priceChanges: [],
    bill: null,
    requestIds: [],
    ...fields,
  };
}

/** The rent, due on Wednesday, 2026-06-10. */
export function aSeries(fields: Partial<RecurringSeries> = {}): RecurringSeries {
  return {
    id: 's1',
    name: 'Rent',
    amount: 900,
    category: 'Housing',
    dayOfMonth: 10,
    next: { date: '2026-06-10', amount: 900, counted: true, expenseId: null },
    priceChange: null,
    ...fields,
  };
}

/** A subscription reported for four months, expected on Friday, 2026-06-12, without the user's answer. */
export function somePayments(fields: Partial<MonthlyPayments> = {}): MonthlyPayments {
  return {
    merchantKey: 'streamly',
    name: 'Streamly',
    amount: 15.99,
    category: 'Entertainment',
    payments: 4,
    date: '2026-06-12',
    counted: true,
    confirmed: false,
    mayBeBill: false,
    priceChange: null,
    ...fields,
  };
}

export function aRule(fields: Partial<Rule> = {}): Rule {
  return {
    merchantKey: 'cornermarket',
    merchant: 'Corner Market',
    name: null,
    category: 'Groceries',
    counted: null,
    ...fields,
  };
}

/** A bookshop's unmatched refund on the day after the coffee. */
export function aRefund(fields: Partial<Refund> = {}): Refund {
  return {
    id: 'r1',
    name: 'Bookshop',
    amount: 25,
    date: '2026-06-05',
    currency: 'USD',
    matches: [],
    matchedByHand: false,
    dismissed: false,
    ...fields,
  };
}

/** Settings with one weekly budget, in whole dollars, since `day`. */
export function settingsOfBudget(weeklyBudget: number, day: string): Settings {
  return {
    monthlyIncome: weeklyBudget * WEEKS_PER_MONTH,
    monthlySavingsGoal: 0,
    budgets: [{ day, weeklyBudget }],
  };
}

/** The last week of May on Monday: under budget. */
export function aWeekThatEnded(fields: Partial<LastWeek> = {}): LastWeek {
  return {
    weekStart: '2026-05-25',
    budget: 125,
    spent: 80,
    highlight: 'You spent less than the week before.',
    weeksUnderInAll: 9,
    corrected: false,
    seenBefore: false,
    dismissed: false,
    ...fields,
  };
}

/** Ana, first on the board, as seen by another user. Without other fields, her rank decides on the prize. */
export function anEntry(fields: Partial<LeaderboardEntry> = {}): LeaderboardEntry {
  return {
    rank: 1,
    name: 'Ana',
    userId: 'ana',
    isCurrentUser: false,
    positionChange: 0,
    status: '',
    prize: PRIZES[(fields.rank ?? 1) - 1] ?? null,
    joinsWith: null,
    ...fields,
  };
}

/** What Bo saw of Ana on June 2. */
export function aSeen(fields: Partial<Seen> = {}): Seen {
  const sentOn = '2026-06-02';
  const weekStarts = ['2026-05-11', '2026-05-18', '2026-05-25'];
  const board: Pick<RouteResponse<'getLeaderboard'>, 'leaderboard' | 'kept'> = {
    leaderboard: [anEntry({ rank: 2, positionChange: 1 })],
    kept: {
      weekStarts,
      users: [
        {
          name: 'Ana',
          userId: 'ana',
          isCurrentUser: false,
          isGuest: false,
          promisedWeek: '2026-06-01',
          kept: ['before', 'kept', 'missed'],
        },
      ],
    },
  };
  const friends = [{ userId: 'ana', name: 'Ana', since: '2026-05-16T12:00:00.000Z' }];
  return {
    userId: 'bo',
    name: 'Bo',
    answers: [
      { call: 'getLeaderboard', sentOn, json: JSON.stringify(board) },
      { call: 'listFriends', sentOn, json: JSON.stringify({ friends }) },
    ],
    ...fields,
  };
}

/** What her guest Mia saw of Ana on June 2. */
export function aSeenByGuest(): Seen {
  const [board] = aSeen().answers;
  const { kept: marks } = JSON.parse(board?.json ?? '') as RouteResponse<'getLeaderboard'>;
  return {
    userId: 'mia',
    name: 'Mia',
    answers: [
      { call: 'getGuestPage', sentOn: '2026-06-02', json: JSON.stringify({ inviterName: 'Ana', marks }) },
    ],
  };
}

/** A browser in which Ana logged in on June 1. */
export function aSession(fields: Partial<Session> = {}): Session {
  return {
    id: 'session-1',
    device: 'Firefox on Linux',
    loggedInAt: '2026-06-01T19:00:00.000Z',
    lastUsedAt: '2026-06-04T19:00:00.000Z',
    current: false,
    ...fields,
  };
}

export function aToken(fields: Partial<PersonalToken> = {}): PersonalToken {
  return {
    id: 'token-1',
    name: 'Phone widget',
    scopes: ['week:read'],
    createdAt: '2026-06-01T19:00:00.000Z',
    expiresAt: '2027-06-01T19:00:00.000Z',
    lastUsedAt: null,
    ...fields,
  };
}

/** Ana's 2026 in its 23rd week: tracked from the third on, over in the 9th and the 17th. */
export function aSharedMap(fields: Partial<SharedMap> = {}): SharedMap {
  return {
    name: 'Ana',
    year: 2026,
    quip: '18 of 20 weeks under budget. 2026 is looking plump.',
    counted: { under: 18, closed: 20 },
    weeks: Array.from({ length: 52 }, (_, index) => {
      const week = index + 1;
      if (week < 3) return 'untracked';
      if (week > 23) return 'future';
      return week === 9 || week === 17 ? 'over' : 'under';
    }),
    ...fields,
  };
}

/** Ana's circle: Bo agreed to be named, another friend did not, and a guest joined four weeks ago. */
export function aSharedCircle(fields: Partial<SharedCircle> = {}): SharedCircle {
  const marks = (text: string) =>
    Array.from(text, (letter) => (letter === 'k' ? 'kept' : letter === 'm' ? 'missed' : 'before'));
  return {
    weekStarts: [
      '2026-04-06',
      '2026-04-13',
      '2026-04-20',
      '2026-04-27',
      '2026-05-04',
      '2026-05-11',
      '2026-05-18',
      '2026-05-25',
    ],
    rows: [
      { role: 'sharer', name: 'Ana', kept: marks('kkmkkkkk') },
      { role: 'friend', name: 'Bo', kept: marks('mkkkmkkk') },
      { role: 'friend', name: null, kept: marks('kkkkkmkk') },
      { role: 'guest', name: null, kept: marks('bbbbkkmk') },
    ],
    more: 0,
    ...fields,
  };
}

/** Unread: Ana has spent four fifths of the budget. */
/** A webhook that got nothing yet. */
export function aMessagePlace(fields: Partial<MessagePlace> = {}): MessagePlace {
  return {
    id: 'place-1',
    type: 'webhook',
    name: 'Home Assistant',
    host: 'home.example.org',
    kinds: [...MESSAGE_KINDS],
    includesAmounts: false,
    createdAt: '2026-06-01T19:00:00.000Z',
    ended: null,
    attempts: [],
    ...fields,
  };
}

/** A message that was taken. */
export function aMessageAttempt(fields: Partial<MessageAttempt> = {}): MessageAttempt {
  return {
    at: '2026-06-05T19:00:00.000Z',
    kind: 'budget',
    status: 200,
    failure: null,
    answer: '',
    tookMs: 120,
    ...fields,
  };
}

export function aNotification(fields: Partial<Notification> = {}): Notification {
  return {
    id: 1,
    kind: 'budget',
    title: 'You have spent 80% of this week’s budget',
    body: 'Make the rest last until Sunday.',
    path: '/',
    createdAt: '2026-06-05T18:20:00Z',
    read: false,
    ...fields,
  };
}

/** Empty, and Ana chose nothing for her devices. */
export function anInbox(
  fields: Partial<RouteResponse<'listNotifications'>> = {},
): RouteResponse<'listNotifications'> {
  return {
    notifications: [],
    unread: 0,
    wanted: { budget: false, bank: false, result: false, friend: false },
    recapMail: false,
    devices: [],
    pushKey: 'BKey',
    ...fields,
  };
}
