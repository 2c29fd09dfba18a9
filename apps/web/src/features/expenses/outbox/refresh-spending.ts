import type { QueryClient } from '@tanstack/react-query';
import { EXPENSES_KEY } from '../expenses-query.ts';
import { leaderboardQuery } from '../../leaderboard/leaderboard-query.ts';
import { canReachServer } from '../../../shared/http/reach.ts';
import { outbox } from './outbox.ts';

/** Reloads everything that depends on expenses. Until that works, lists add the confirmed changes themselves. */
export async function refreshSpending(queryClient: QueryClient): Promise<void> {
  const confirmed = outbox.confirmed;
  const reloads = await Promise.allSettled(
    [EXPENSES_KEY, leaderboardQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
    ),
  );
  if (canReachServer() && reloads.every(({ status }) => status === 'fulfilled'))
    outbox.dropConfirmed(confirmed);
}
