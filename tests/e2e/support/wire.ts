import type { Expense, LeaderboardEntry } from '@oinkly/contract/endpoints';

/** An expense of this week as the server sends it, changed by `rest`. */
export function anExpense(rest: Partial<Expense> = {}): Expense {
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
    ...rest,
  };
}

/** An entry of the leaderboard as the server sends it, changed by `rest`. */
export function anEntry(rest: Partial<LeaderboardEntry> = {}): LeaderboardEntry {
  return {
    rank: 1,
    name: 'Ana',
    userId: 'ana',
    isCurrentUser: false,
    positionChange: 0,
    status: '',
    ...rest,
  };
}

/** A board of four in which Ana is third. */
export const BOARD_OF_FOUR: LeaderboardEntry[] = [
  anEntry({ rank: 1, name: 'Maya', userId: 'maya', positionChange: 2 }),
  anEntry({ rank: 2, name: 'Theo', userId: 'theo', positionChange: -1 }),
  anEntry({
    rank: 3,
    isCurrentUser: true,
    status: 'You’re <strong>third</strong>, one quiet day behind Theo.',
  }),
  anEntry({ rank: 4, name: 'Jo', userId: 'jo', positionChange: -1 }),
];
