import type { QueryClient } from '@tanstack/react-query';
import { EXPENSES_KEY } from '../expenses-query.ts';
import { leaderboardQuery } from '../../leaderboard/leaderboard-query.ts';
import { canReachServer } from '../../../shared/http/reach.ts';
import { outbox } from './outbox.ts';

/** Reloads everything that depends on expenses. Until then, lists add the confirmed changes themselves. */
export async function refreshSpending(queryClient: QueryClient): Promise<void> {
  const confirmed = outbox.confirmed;
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: EXPENSES_KEY }),
    queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey }),
  ]);
  if (canReachServer()) outbox.dropConfirmed(confirmed);
}
