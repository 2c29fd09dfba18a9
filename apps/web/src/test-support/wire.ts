import type { Expense, LeaderboardEntry, Refund, Settings, User } from '@oinkly/contract/endpoints';

/** A signed-in user as the server sends one. */
export function aUser(fields: Partial<User> = {}): User {
  return {
    id: 'u1',
    fullName: 'Ana',
    email: 'ana@example.com',
    weeklyBudget: 120,
    signupCompleted: true,
    bankLinked: true,
    friendsAdded: false,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    countFixedBills: false,
    ...fields,
  };
}

export function someSettings(fields: Partial<Settings> = {}): Settings {
  return {
    monthlyIncome: 480,
    monthlySavingsGoal: 0,
    budgets: [{ day: '2025-01-01', weeklyBudget: 120 }],
    ...fields,
  };
}

export function anExpense(fields: Partial<Expense> = {}): Expense {
  return {
    id: 1,
    name: 'Coffee',
    amount: 4.25,
    date: '2025-06-05',
    category: 'Dining',
    type: 'one-time',
    dayOfMonth: null,
    paid: false,
    userId: 'u1',
    source: 'bank',
    kind: 'spending',
    counted: true,
    notCountedReason: null,
    refunded: 0,
    pending: false,
    currency: 'USD',
    ...fields,
  };
}

export function anEntry(fields: Partial<LeaderboardEntry> = {}): LeaderboardEntry {
  return {
    rank: 1,
    name: 'Priya',
    userId: 'p',
    isCurrentUser: false,
    positionChange: 0,
    status: '',
    ...fields,
  };
}

export function aRefund(fields: Partial<Refund> = {}): Refund {
  return {
    id: 'r1',
    name: 'Zara',
    amount: 24.9,
    date: '2025-06-01',
    currency: 'USD',
    matches: [],
    matchedByHand: false,
    ...fields,
  };
}
