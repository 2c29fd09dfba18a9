import type { RouteResponse } from '@oinkly/contract/endpoints';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../shared/http/api-error.ts';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { EXPENSES_KEY } from '../expenses/expenses-query.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';
import { isUnauthorized } from '../../shared/http/login-failures.ts';
import { requireLogin } from '../../shared/ui/require-login.ts';
import { NO_ANSWER } from '../../shared/http/reach.ts';

/** How long a refresh's result shows. Until then, no other refresh starts (IM-4, IM-5). */
const MESSAGE_CLEAR_DELAY_MS = 3000;

export interface Banner {
  text: string;
  isWorking: boolean;
  /** Why the refresh failed; undefined if it didn’t. */
  reason?: string;
}

const CHECKING: Banner = { text: 'Checking for new transactions...', isWorking: true };

export interface TransactionImport {
  banner: Banner | null;
  /** True also while the result still shows. */
  isRefreshing: boolean;
  refresh: () => void;
}

/**
 * Imports new transactions when the dashboard opens, and on request (IM-1 to IM-5). Requires a known user,
 * because the first import starts at once.
 */
export function useTransactionImport(): TransactionImport {
  const queryClient = useQueryClient();
  const [banner, setBanner] = useState<Banner | null>(CHECKING);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const hasImported = useRef(false);
  const isBusy = useRef(false);
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Also after a failure, which changes what is known of the banks.
  const refetchBanks = useCallback(async () => {
    const hasBanks = (queryClient.getQueryData(currentUserQuery.queryKey)?.banks.length ?? 0) > 0;
    if (hasBanks) await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  }, [queryClient]);
  const refetchLists = useCallback(async () => {
    await Promise.all([
      askAgain(queryClient, EXPENSES_KEY),
      askAgain(queryClient, leaderboardQuery.queryKey),
      refetchBanks(),
    ]);
  }, [queryClient, refetchBanks]);

  useEffect(() => {
    // React's strict mode mounts twice.
    if (hasImported.current) return;
    hasImported.current = true;
    const importAtStart = async () => {
      try {
        await call('autoImport');
        void refetchLists();
      } catch (error) {
        // The bank's state says why.
        if (isUnauthorized(error)) requireLogin();
        else void refetchBanks();
      }
      // A manual refresh that started in the meantime has its own text.
      if (!isBusy.current) setBanner(null);
    };
    void importAtStart();
  }, [refetchLists, refetchBanks]);

  useEffect(() => () => clearTimeout(clearing.current), []);

  const refresh = useCallback(() => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsRefreshing(true);
    setBanner(CHECKING);
    const importByHand = async () => {
      try {
        setBanner(outcomeOf(importWords(await call('autoImport'))));
        void refetchLists();
      } catch (error) {
        if (isUnauthorized(error)) requireLogin();
        void refetchBanks();
        setBanner(
          error instanceof ApiError
            ? { ...outcomeOf('Failed to refresh transactions'), reason: error.message }
            : { ...outcomeOf('Error refreshing transactions'), reason: NO_ANSWER },
        );
      }
      clearing.current = setTimeout(() => {
        isBusy.current = false;
        setIsRefreshing(false);
        setBanner(null);
      }, MESSAGE_CLEAR_DELAY_MS);
    };
    void importByHand();
  }, [refetchLists, refetchBanks]);

  return { banner, isRefreshing, refresh };
}

/**
 * Loads a list again. The query client would reuse a running first load, which may predate the import, so
 * wait for it.
 */
async function askAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirstOnItsWay =
    queryClient.isFetching({ queryKey, predicate: (query) => query.state.data === undefined }) > 0;
  await queryClient.invalidateQueries({ queryKey });
  if (isFirstOnItsWay) await queryClient.invalidateQueries({ queryKey });
}

function outcomeOf(text: string): Banner {
  return { text, isWorking: false };
}

function importWords({ imported, preparing = [] }: RouteResponse<'autoImport'>): string {
  if (imported > 0) return `Found ${imported} new transaction${imported > 1 ? 's' : ''}!`;
  const [first] = preparing;
  if (first === undefined) {
    return 'No new transactions found. Recent purchases (within 1-4 hours) may not appear yet.';
  }
  const banks = preparing.length === 1 ? `${first} is` : 'Your banks are';
  return `${banks} still preparing your transactions. They’ll appear automatically.`;
}
