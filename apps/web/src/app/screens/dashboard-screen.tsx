import type { Expense, User } from '@oinkly/contract/endpoints';
import { dayInZone } from '@oinkly/domain/days';
import { pastSelfSpentCents } from '@oinkly/domain/past-self';
import { summarizeTotals, totalsOfWeeks } from '@oinkly/domain/week-summaries';
import { mapYear, weekEndOf, weeksOfMap, weekStartOf } from '@oinkly/domain/weeks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { BudgetCard, BudgetWeek, BudgetWeekSkeleton } from '../../features/dashboard/budget-card.tsx';
import { DashboardHeader } from '../../features/dashboard/dashboard-header.tsx';
import { HelpLine } from '../../features/dashboard/help-line.tsx';
import { ImportBanner } from '../../features/dashboard/import-banner.tsx';
import { useTransactionImport } from '../../features/dashboard/use-transaction-import.ts';
import {
  LeaderboardFailure,
  LeaderboardSection,
  LeaderboardSkeleton,
} from '../../features/leaderboard/leaderboard-section.tsx';
import { pendingInvite } from '../../features/friends/pending-invite.ts';
import { useTotalsWithWaiting } from '../../features/expenses/outbox/use-totals-with-waiting.ts';
import { useWithWaiting } from '../../features/expenses/outbox/use-with-waiting.ts';
import { weeksQuery } from '../../features/expenses/weeks-query.ts';
import { freshness } from '../../features/purchases/freshness.ts';
import { PurchasesSection, PurchasesSkeleton } from '../../features/purchases/purchases-section.tsx';
import {
  SpendingMapSection,
  SpendingMapSkeleton,
} from '../../features/spending-map/spending-map-section.tsx';
import { isConfirmed } from '../first-view.ts';
import { useCurrentUser } from '../../shared/http/current-user.ts';
import { LastWeekCard } from '../../features/last-week/last-week-card.tsx';
import { useExpenseSheet } from '../../features/expenses/use-expense-sheet.tsx';
import { expensesOfWeekQuery } from '../../features/expenses/expenses-query.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { useLeaderboard } from '../../features/leaderboard/leaderboard-query.ts';
import { oldestCachedAt } from '../../shared/http/offline-cache.ts';
import { urlOf } from '../../shared/http/call.ts';
import { budgetChangesOf, settingsQuery } from '../../features/account/settings-query.ts';
import { browserTimeZone } from '../../shared/hooks/time-zone.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { FailurePicture } from '../../shared/ui/failure-notice.tsx';
import { PigPage } from '../../shared/ui/pig-page.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';

const PendingInviteDialog = lazy(() => import('../../features/friends/pending-invite-dialog.tsx'));
const ShareMapDialog = lazy(() => import('../../features/sharing/share-map-dialog.tsx'));

const NO_EXPENSES: readonly Expense[] = [];

/** The home of a signed-in user. Without one it says so (DB-1). */
export default function DashboardScreen() {
  const { data: user, isPending } = useCurrentUser();
  if (isPending) {
    return (
      <div role="status" aria-label="Loading" className="grid min-h-dvh place-items-center text-pink-deep">
        <Spinner className="size-8" />
      </div>
    );
  }
  if (!user) {
    return (
      <PigPage mood="asleep" title="Signed out" text="Please log in to access your dashboard.">
        <a href={urlOf('login')} className={buttonClass('primary')}>
          Log in
        </a>
      </PigPage>
    );
  }
  return <Dashboard user={user} />;
}

function Dashboard({ user }: { user: User }) {
  const now = useNow();
  const today = dayInZone(now, browserTimeZone());
  const year = mapYear(today);
  const settings = useQuery(settingsQuery);
  const weekStart = weekStartOf(today);
  const loadedWeeks = useQuery(weeksQuery(year));
  const expenses = useQuery(expensesOfWeekQuery(weekStart));
  // At the start of a week the totals already say that the list is empty, even offline.
  const isKnownEmpty = loadedWeeks.data?.totals.has(weekStart) === false;
  const rows = useWithWaiting(
    expenses.data ?? (isKnownEmpty ? NO_EXPENSES : undefined),
    useCallback(
      ({ counted, date }: Expense) => counted && date >= weekStart && date <= weekEndOf(weekStart),
      [weekStart],
    ),
  );
  const totals = useTotalsWithWaiting(loadedWeeks.data);
  const board = useLeaderboard();
  const { banner, isRefreshing, refresh } = useTransactionImport();
  const [invite] = useState(pendingInvite);
  const [isSharing, setIsSharing] = useState(false);
  const purchasesPlace = useRef<HTMLDivElement>(null);
  const { open, sheet } = useExpenseSheet(purchasesPlace);
  const boardPlace = useRef<HTMLDivElement>(null);

  const weeks = useMemo(() => {
    if (!settings.data || !rows || !totals) return [];
    // Summed from the list below, so that card and list always agree.
    const thisWeek = totalsOfWeeks(rows).get(weekStart) ?? { spentCents: 0, purchases: 0 };
    const all = new Map(totals).set(weekStart, thisWeek);
    return summarizeTotals(weeksOfMap(year), all, budgetChangesOf(settings.data), today);
  }, [settings.data, rows, totals, year, weekStart, today]);
  const week = weeks.find(({ start }) => start === weekStart);
  const hasAny = loadedWeeks.data?.hasExpenses === true || weeks.some(({ purchases }) => purchases > 0);
  const queries = [settings, loadedWeeks, expenses];
  const failed = week ? undefined : queries.find((query) => query.data === undefined && query.isError);
  const retryFailed = () => {
    for (const query of queries) if (query.isError) void query.refetch();
  };

  const isUpToDate = [settings, loadedWeeks, expenses].every(({ dataUpdatedAt }) =>
    isConfirmed(dataUpdatedAt),
  );

  // Sections appear together, so that none moves another. Only the card does not wait for the board.
  const isBoardLoaded = board.data !== undefined || board.isError;
  const isCardLoaded = week !== undefined || failed !== undefined;

  return (
    <>
      <DashboardHeader />
      <BudgetCard name={user.fullName} hour={now.getHours()} isBusy={!isCardLoaded || !isUpToDate}>
        {week ? (
          <BudgetWeek
            today={today}
            week={week}
            hasData={hasAny}
            toComeCents={loadedWeeks.data?.toComeCents ?? 0}
            isConfirmed={isUpToDate}
          />
        ) : failed ? (
          <FailurePicture
            className="pt-4 pb-3"
            message={messageOf(failed.error, 'Failed to fetch expenses')}
            onRetry={retryFailed}
          />
        ) : (
          <BudgetWeekSkeleton />
        )}
      </BudgetCard>
      {isCardLoaded && isBoardLoaded ? (
        <Suspense fallback={<SectionSkeletons />}>
          {board.data?.lastWeek && <LastWeekCard week={board.data.lastWeek} focusFallback={boardPlace} />}
          <div ref={boardPlace} tabIndex={-1}>
            {board.data ? (
              <LeaderboardSection
                entries={board.data.leaderboard}
                spentThisWeekCents={week?.spentCents ?? 0}
                pastSelfCents={pastSelfSpentCents(weeks)}
                isOnBoard={user.onBoard}
              />
            ) : (
              <LeaderboardFailure
                message="We couldn’t load the leaderboard."
                onRetry={() => void board.refetch()}
              />
            )}
          </div>
          {week && <SpendingMapSection weeks={weeks} year={year} onShare={() => setIsSharing(true)} />}
          {week && rows && (
            <div ref={purchasesPlace} tabIndex={-1} className="outline-none">
              <PurchasesSection
                expenses={rows}
                hasAny={hasAny}
                weekStart={week.start}
                today={today}
                updated={freshness(oldestCachedAt()?.getTime() ?? expenses.dataUpdatedAt, now.getTime())}
                isRefreshing={isRefreshing}
                onRefresh={refresh}
                onOpen={open}
              />
            </div>
          )}
        </Suspense>
      ) : (
        // A new key, because the card may differ in height from its skeleton, and nothing may be seen to move.
        <SectionSkeletons key={String(isCardLoaded)} />
      )}
      {sheet}
      <HelpLine />
      <ImportBanner message={banner} isWorking={banner?.startsWith('Checking') === true} />
      <Suspense fallback={null}>
        {invite !== null && <PendingInviteDialog code={invite} />}
        {isSharing && <ShareMapDialog onClose={() => setIsSharing(false)} />}
      </Suspense>
    </>
  );
}

function SectionSkeletons() {
  return (
    <div>
      <LeaderboardSkeleton />
      <SpendingMapSkeleton />
      <PurchasesSkeleton />
    </div>
  );
}
