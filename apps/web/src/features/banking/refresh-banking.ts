import type { QueryClient } from '@tanstack/react-query';
import { bankTwinsQuery } from './account-twins-query.ts';
import { accountsQuery, connectionsQuery, syncStatusQuery, transactionStatsQuery } from './accounts-query.ts';
import { linkLimitQuery } from './connect/link-limit-query.ts';
import { EXPENSES_KEY } from '../expenses/expenses-query.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';

/** Reloads what linking, syncing or disconnecting may have changed (BC-5, SY-2). */
export function refreshBanking(queryClient: QueryClient): void {
  const keys = [
    EXPENSES_KEY,
    currentUserQuery.queryKey,
    accountsQuery.queryKey,
    connectionsQuery.queryKey,
    transactionStatsQuery.queryKey,
    leaderboardQuery.queryKey,
    syncStatusQuery.queryKey,
    bankTwinsQuery.queryKey,
    ...runtimeConfig.providers.map(({ id }) => linkLimitQuery(id).queryKey),
  ];
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}
