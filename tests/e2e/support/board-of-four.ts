import type { LeaderboardEntry } from '@oinkly/contract/endpoints';
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
