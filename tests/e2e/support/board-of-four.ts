import type { KeptWeeks, LeaderboardEntry } from '@oinkly/contract/leaderboard';
import type { WeekMark } from '@oinkly/domain/kept-weeks';
import { anEntry } from '@oinkly/contract/samples';

/** Ana is third. */
export const BOARD_OF_FOUR: LeaderboardEntry[] = [
  anEntry({ rank: 1, name: 'Maya', userId: 'maya', positionChange: 2 }),
  anEntry({ rank: 2, name: 'Theo', userId: 'theo', positionChange: -1 }),
  anEntry({
    rank: 3,
    isCurrentUser: true,
    status: 'You’re <strong>third</strong>, behind Theo.',
  }),
  anEntry({ rank: 4, name: 'Jo', userId: 'jo', positionChange: -1 }),
];

const WORDS: Record<string, WeekMark> = { '#': 'kept', '.': 'missed', o: 'open' };

/** The same four by the weeks that they kept: a long name, and a guest without a check mark who hasn't answered for last week. */
export const KEPT_BY_FOUR: KeptWeeks = {
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
  users: [
    ['Ana', 'ana', '.##.####'],
    ['Jo', 'jo', '------.o'],
    ['Maya', 'maya', '########'],
    ['Theo Maximilian of the Long Names', 'theo', '#.#.#.##'],
  ].map(([name = '', userId = '', kept = '']) => ({
    name,
    userId,
    isCurrentUser: userId === 'ana',
    isGuest: userId === 'jo',
    promisedWeek: userId === 'maya' ? '2026-06-01' : null,
    kept: kept.split('').map((mark) => WORDS[mark] ?? 'before'),
  })),
};
