import type { User } from '@oinkly/contract/account';
import { bankToReport, lastReadWords, oldNumberDay } from '@oinkly/domain/bank-reading';
import { dayInZone, hourInZone } from '@oinkly/domain/days';
import { priceSentences } from '@oinkly/domain/price-changes';
import { countWeeks } from '@oinkly/domain/week-count';
import { mapYear, weekStartOf } from '@oinkly/domain/weeks';
import { Fragment, useRef, useState } from 'react';
import { useHasProfileDraft } from '../../features/account/profile-draft.ts';
import { BankNotice } from '../../features/banking/bank-notice.tsx';
import { ReconnectButton } from '../../features/banking/lazy-reconnect-button.tsx';
import { BudgetCard, BudgetWeek, BudgetWeekSkeleton } from '../../features/dashboard/budget-card.tsx';
import { DashboardHeader } from '../../features/dashboard/dashboard-header.tsx';
import { HelpLine } from '../../features/dashboard/help-line.tsx';
import { ImportBanner } from '../../features/dashboard/import-banner.tsx';
import { useTransactionImport } from '../../features/dashboard/use-transaction-import.ts';
import { LeaderboardSkeleton } from '../../features/leaderboard/leaderboard-section.tsx';
import { WeekPromise } from '../../features/leaderboard/week-promise.tsx';
import { NoteOffer } from '../../features/notifications/note-offer.tsx';
import { PurchasesSection, PurchasesSkeleton } from '../../features/weeks/purchases-section.tsx';
import { SpendingMapSection, SpendingMapSkeleton } from '../../features/dashboard/spending-map-section.tsx';
import { isConfirmed } from '../../shared/http/confirmed.ts';
import { useStreak } from '../use-streak.ts';
import { LoadedBoard } from '../loaded-board.tsx';
import { loadWeeks, useWeeks } from '../use-weeks.ts';
import { currentUserQuery, useCurrentUser } from '../../shared/http/current-user.ts';
import type { Loader } from '../../shared/http/loader.ts';
import { LastWeekCard } from '../../features/dashboard/last-week-card.tsx';
import { BillCard } from '../../features/expenses/checks/lazy-bill-card.ts';
import { weeksQuery } from '../../features/expenses/weeks-query.ts';
import { useExpenseSheet } from '../../features/expenses/list/use-expense-sheet.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { leaderboardQuery, useLeaderboard } from '../../features/leaderboard/leaderboard-query.ts';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';
import { urlOf } from '../../shared/http/call.ts';
import { useNow, useTimeZone } from '../../shared/hooks/use-now.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { FailurePicture } from '../../shared/ui/failure-notice.tsx';
import { PigPage } from '../../shared/ui/pig-page.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';

const ShareMapDialog = lazyPart(() => import('../../features/sharing/share-map-dialog.tsx'));

export const loader: Loader = (queryClient, { today }) => {
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  return [
    ...loadWeeks(queryClient, mapYear(today), weekStartOf(today)),
    queryClient.query(leaderboardQuery),
    // Otherwise, the server would draw fallbacks of what it shows, and the browser would replace what is drawn by them and lose presses.
    queryClient.query(weeksQuery(mapYear(today))).then(({ bill }) => bill && BillCard.preload()),
    user?.banks.some(({ problem }) => problem !== null) ? ReconnectButton.preload() : Promise.resolve(),
  ];
};

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
  const timeZone = useTimeZone();
  const today = dayInZone(now, timeZone);
  const year = mapYear(today);
  const weekStart = weekStartOf(today);
  const {
    weeks,
    week: knownWeek,
    expenses,
    hasAny,
    hasOnlyUncounted,
    toComeCents,
    toComeNames,
    priceChanges,
    saved,
    bill,
    isUpToDate,
    error,
    retry,
  } = useWeeks(year, weekStart, today);
  // The number and its list appear together.
  const week = expenses && knownWeek;
  const streak = useStreak(weeks, year, today);
  const board = useLeaderboard();
  const lastWeek = board.data?.lastWeek;
  const { banner, isRefreshing, refresh } = useTransactionImport();
  const hasUnsavedEdits = useHasProfileDraft(user.id);
  const [isSharing, setIsSharing] = useState(false);
  const purchasesPlace = useRef<HTMLDivElement>(null);
  const { open, sheet } = useExpenseSheet(purchasesPlace);
  const boardPlace = useRef<HTMLDivElement>(null);
  const cardPlace = useRef<HTMLDivElement>(null);
  const brokenBank = bankToReport(user.banks, now.getTime());

  // Sections appear together, so that none moves another. Only the card doesn't wait for the board.
  const isBoardLoaded = board.data !== undefined || board.isError;
  // A friend may have left since then, so names of the last start are not readable until the server answers.
  const isBoardOld = !isConfirmed(board.dataUpdatedAt) && (board.data?.leaderboard.length ?? 0) > 1;
  const isCardLoaded = week !== undefined || error !== null;
  const areSectionsShown = isCardLoaded && isBoardLoaded;
  const weekPromise = board.data?.weekToPromise === weekStart && !isBoardOld && (
    <WeekPromise weekStart={weekStart} focusFallback={boardPlace} />
  );
  const isSlotTaken = brokenBank !== undefined || lastWeek?.dismissed === false || weekPromise !== false;
  // Decided once: a later answer would push the sections down. The first sync fills them all, so it decides again.
  const [billTurn, setBillTurn] = useState<'never' | 'first' | 'later' | null>(null);
  if (areSectionsShown && billTurn === null && bill !== undefined)
    setBillTurn(bill === null ? 'never' : isSlotTaken ? 'later' : 'first');
  const asksAboutBill = billTurn === 'first' || billTurn === 'later';
  const isBillCardLoaded = BillCard.useIsLoaded(asksAboutBill);
  const waitsForBillCard = billTurn === 'first' && !isSlotTaken && !isBillCardLoaded;

  return (
    <>
      <DashboardHeader unread={user.unreadNotifications} />
      <div ref={cardPlace} tabIndex={-1} className="outline-none">
        <BudgetCard
          name={user.fullName}
          hour={hourInZone(now, timeZone)}
          isBusy={!isCardLoaded || !isUpToDate}
        >
          {week ? (
            <BudgetWeek
              today={today}
              week={week}
              hasData={hasAny}
              offersBank={!hasAny && !user.bankLinked}
              toComeCents={toComeCents}
              saved={saved}
              isConfirmed={isUpToDate}
              hasUnsavedEdits={hasUnsavedEdits}
              isOf={oldNumberDay(user.banks, now, timeZone)}
              notice={brokenBank && <BankNotice bank={brokenBank} now={now} focusFallback={cardPlace} />}
            />
          ) : error ? (
            <FailurePicture
              className="pt-4 pb-3"
              message={messageOf(error, 'Failed to fetch expenses')}
              onRetry={retry}
            />
          ) : (
            <BudgetWeekSkeleton />
          )}
        </BudgetCard>
      </div>
      {areSectionsShown && !waitsForBillCard ? (
        <Fragment key={String(billTurn === 'first')}>
          {/* One thing at a time, the most important first (PD-95). A bank to repair stands in the card above. The promise can't wait for it. */}
          {brokenBank ? (
            weekPromise
          ) : lastWeek?.dismissed === false ? (
            <>
              <LastWeekCard
                week={lastWeek}
                summary={weeks.find(({ start }) => start === lastWeek.weekStart)}
                counted={countWeeks(weeks)}
                due={{ amountCents: toComeCents, names: toComeNames }}
                changedPrices={priceSentences(priceChanges, lastWeek.weekStart)}
                focusFallback={boardPlace}
              />
              {weekPromise}
            </>
          ) : (
            weekPromise ||
            (asksAboutBill && bill ? (
              <BillCard key={bill.merchantKey} payments={bill} focusFallback={boardPlace} />
            ) : (
              board.data?.offersNote && <NoteOffer focusFallback={boardPlace} />
            ))
          )}
          <div
            ref={boardPlace}
            tabIndex={-1}
            aria-busy={isBoardOld}
            inert={isBoardOld}
            className={isBoardOld ? 'blur-unconfirmed' : ''}
          >
            <LoadedBoard board={board} user={user} weeks={weeks} week={week} />
          </div>
          {week && (
            <SpendingMapSection
              weeks={weeks}
              year={year}
              streak={streak}
              onShare={() => setIsSharing(true)}
            />
          )}
          {week && (
            <div ref={purchasesPlace} tabIndex={-1} className="outline-none">
              <PurchasesSection
                expenses={expenses}
                hasAny={hasAny}
                hasOnlyUncounted={hasOnlyUncounted}
                weekStart={week.start}
                today={today}
                lastRead={lastReadWords(user.banks, now, timeZone)}
                isRefreshing={isRefreshing}
                onRefresh={refresh}
                onOpen={open}
              />
            </div>
          )}
        </Fragment>
      ) : (
        // Remounted, because the card may be taller or shorter than its skeleton, and nothing may be seen to
        // move.
        <SectionSkeletons key={String(isCardLoaded)} />
      )}
      {sheet}
      <HelpLine />
      <ImportBanner banner={banner} />
      {isSharing && <ShareMapDialog user={user} onClose={() => setIsSharing(false)} />}
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
