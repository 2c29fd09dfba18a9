import type { QueryClient } from '@tanstack/react-query';
import { EXPENSES_KEY } from '../expenses-query.ts';
import { leaderboardQuery } from '../../leaderboard/leaderboard-query.ts';
import { canReachServer } from '../../../shared/http/reach.ts';
import { book } from './the-book.ts';

/** Loads anew what depends on expenses; until that is there, lists show what was carried out as before. */
export async function refreshSpending(queryClient: QueryClient): Promise<void> {
  const settled = book.settled();
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: EXPENSES_KEY }),
    queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey }),
  ]);
  if (canReachServer()) book.forgetSettled(settled);
}
