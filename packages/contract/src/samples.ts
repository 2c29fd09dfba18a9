import type { Expense, LeaderboardEntry } from './endpoints.ts';

/*
 * Answers as the server sends them, for tests: whole, plain and changed by what a test is about.
 */

/** A coffee typed in by Ana on Thursday, 2026-06-04. */
export function anExpense(fields: Partial<Expense> = {}): Expense {
  return {
    id: 1,
    name: 'Coffee',
    amount: 4.25,
    date: '2026-06-04',
    category: 'Dining',
    type: 'one-time',
    dayOfMonth: null,
    paid: false,
    userId: 'ana',
    source: 'manual',
    kind: 'spending',
    counted: true,
    notCountedReason: null,
    refunded: 0,
    pending: false,
    currency: 'USD',
    ...fields,
  };
}

/** Ana, first on the leaderboard, as somebody else sees her. */
export function anEntry(fields: Partial<LeaderboardEntry> = {}): LeaderboardEntry {
  return {
    rank: 1,
    name: 'Ana',
    userId: 'ana',
    isCurrentUser: false,
    positionChange: 0,
    status: '',
    ...fields,
  };
}
