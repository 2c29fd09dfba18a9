import type { Expense, Refund, Settings, User } from '@oinkly/contract/endpoints';
import { anExpense as sampleExpense } from '@oinkly/contract/samples';

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

/** An expense of the week in which most of these tests take place. */
export function anExpense(fields: Partial<Expense> = {}): Expense {
  return sampleExpense({ date: '2025-06-05', ...fields });
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
