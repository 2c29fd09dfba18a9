import type { Expense } from '@oinkly/contract/expenses';
import type { Refund } from '@oinkly/contract/refunds';
import type { Settings, User, UserBank } from '@oinkly/contract/account';
import {
  anEntry,
  anExpense as sampleExpense,
  aRefund as sampleRefund,
  settingsOfBudget,
  weeksOf,
} from '@oinkly/contract/samples';

export function aUser(fields: Partial<User> = {}): User {
  return {
    id: 'u1',
    fullName: 'Ana',
    email: 'ana@example.com',
    emailConfirmed: true,
    weeklyBudget: 120,
    signupCompleted: true,
    bankLinked: true,
    friendsAdded: false,
    onBoard: true,
    boardView: null,
    mayBeNamed: false,
    signsPictures: false,
    unreadNotifications: 0,
    banks: [],
    unreadFriends: 0,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    countFixedBills: false,
    ...fields,
  };
}

/** A bank that was just read. */
export function aBank(fields: Partial<UserBank> = {}): UserBank {
  return {
    provider: 'plaid',
    itemId: 'item-1',
    name: 'First Platypus Bank',
    lastReadAt: new Date().toISOString(),
    linkedAt: '2025-01-01T09:00:00Z',
    problem: null,
    ...fields,
  };
}

/** A weekly budget set before the tests' weeks. */
export function someSettings(fields: Partial<Settings> = {}): Settings {
  return { ...settingsOfBudget(120, '2025-01-01'), ...fields };
}

export function anExpense(fields: Partial<Expense> = {}): Expense {
  return sampleExpense({ date: '2025-06-05', ...fields });
}

export function aRefund(fields: Partial<Refund> = {}): Refund {
  return sampleRefund({ name: 'Zara', amount: 24.9, date: '2025-06-01', ...fields });
}

/** What the dashboard of a user without expenses asks for. */
export function homeAnswers() {
  return {
    'GET /api/auth/user': aUser(),
    'GET /api/settings': someSettings(),
    'GET /api/expenses': [],
    'GET /api/weeks': weeksOf([]),
    'GET /api/duplicates': { offers: [] },
    'GET /api/recurring': { series: [], merchants: [] },
    'GET /api/leaderboard': { leaderboard: [anEntry({ isCurrentUser: true })] },
    'POST /api/auto-import-transactions': { success: true, imported: 0 },
  };
}
