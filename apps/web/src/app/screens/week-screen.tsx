import { THIS_WEEK_PATH } from '@oinkly/contract/screens';
import { addDays, isDay, type Day } from '@oinkly/domain/days';
import { newestFirst } from '@oinkly/domain/expense-order';
import { spentByCategory } from '@oinkly/domain/week-breakdown';
import { verdictsOf } from '@oinkly/domain/week-verdicts';
import { mapYear, weekStartOf } from '@oinkly/domain/weeks';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { addressOfView, WHOLE_VIEW } from '../../features/expenses/expenses-view.ts';
import { useExpenseSheet } from '../../features/expenses/list/use-expense-sheet.tsx';
import { WeekRecap } from '../../features/dashboard/week-recap.tsx';
import { leaderboardQuery } from '../../features/leaderboard/leaderboard-query.ts';
import { PurchasesByDay } from '../../features/weeks/purchases-by-day.tsx';
import { PurchasesSkeleton } from '../../features/weeks/purchases-section.tsx';
import { WeekPace } from '../../features/weeks/week-pace.tsx';
import { TurnWeeks, WeekSteps } from '../../features/weeks/week-steps.tsx';
import { WeekTotal, WeekTotalSkeleton } from '../../features/weeks/week-total.tsx';
import { CategoryBars } from '../../shared/charts/category-bars.tsx';
import { useToday } from '../../shared/hooks/use-today.ts';
import type { Loader } from '../../shared/http/loader.ts';
import { TextLink } from '../../shared/ui/button.tsx';
import { FailureNotice, FailurePicture } from '../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { loadWeeks, useWeeks } from '../use-weeks.ts';
import { nameInPath } from './name-in-path.ts';
import NotFoundScreen from './not-found-screen.tsx';

export const loader: Loader = (queryClient, { path, today }) => {
  const weekStart = weekAt(path, today);
  if (weekStart === null) return null;
  return [
    ...loadWeeks(queryClient, mapYear(weekStart), weekStart),
    ...(isLastWeek(weekStart, today) ? [queryClient.query(leaderboardQuery)] : []),
  ];
};

/** `/weeks/2026-06-01`: named by its Monday, or any other day (PD-70); `THIS_WEEK_PATH` is the running one. */
export default function WeekScreen() {
  const [path] = useLocation();
  const today = useToday();
  const weekStart = weekAt(path, today);
  return weekStart === null ? <NotFoundScreen /> : <Week weekStart={weekStart} today={today} />;
}

/** Null for no day, and for weeks to come. */
function weekAt(path: string, today: Day): Day | null {
  const name = path === THIS_WEEK_PATH ? today : nameInPath(path);
  const weekStart = isDay(name) ? weekStartOf(name) : null;
  return weekStart === null || weekStart > today ? null : weekStart;
}

function isLastWeek(weekStart: Day, today: Day): boolean {
  return weekStart === addDays(weekStartOf(today), -7);
}

function Week({ weekStart, today }: { weekStart: Day; today: Day }) {
  const { weeks, week, expenses, isUpToDate, error, retry } = useWeeks(mapYear(weekStart), weekStart, today);
  // The recap comes with the board.
  const hasRecap = isLastWeek(weekStart, today);
  const board = useQuery({ ...leaderboardQuery, enabled: hasRecap });
  const recap = board.data?.lastWeek;
  const listPlace = useRef<HTMLDivElement>(null);
  const { open, sheet } = useExpenseSheet(listPlace);
  const verdict = week && verdictsOf(weeks)[weeks.indexOf(week)];
  const categories = spentByCategory(expenses ?? []);
  return (
    <TurnWeeks weekStart={weekStart} today={today}>
      <WeekSteps weekStart={weekStart} today={today} />
      {week ? (
        <WeekTotal week={week} isTracked={verdict !== 'untracked'} isConfirmed={isUpToDate} today={today} />
      ) : (
        !error && <WeekTotalSkeleton />
      )}
      {week && expenses && !(hasRecap && board.isPending) ? (
        <>
          {hasRecap && board.isError && board.data === undefined && (
            <FailureNotice message="We couldn’t load the recap." onRetry={() => void board.refetch()} />
          )}
          {recap?.weekStart === weekStart && <WeekRecap highlight={recap.highlight} />}
          {expenses.length === 0 ? (
            <div className="mt-9 text-center">
              <p className="text-ink-soft">No expenses in this week.</p>
              {verdict !== 'untracked' && (
                <TextLink href={addressOfView({ ...WHOLE_VIEW, counted: 'all', week: weekStart })}>
                  See what doesn’t count
                </TextLink>
              )}
            </div>
          ) : (
            <>
              <WeekPace week={week} expenses={expenses} today={today} />
              {categories.length > 0 && (
                <section className="mt-9" aria-labelledby="categories">
                  <SectionHeading id="categories">Where it went</SectionHeading>
                  <CategoryBars
                    categories={categories}
                    hrefOf={(category) => addressOfView({ ...WHOLE_VIEW, week: weekStart, category })}
                  />
                </section>
              )}
              <section className="mt-9" aria-labelledby="days">
                <SectionHeading id="days">
                  {expenses.length === 1 ? '1 purchase' : `${expenses.length} purchases`}
                </SectionHeading>
                <div ref={listPlace} tabIndex={-1} className="outline-none">
                  <PurchasesByDay
                    expenses={expenses.toSorted(newestFirst)}
                    today={today}
                    withSums
                    onOpen={open}
                  />
                </div>
              </section>
              <TextLink href={addressOfView({ ...WHOLE_VIEW, week: weekStart })} className="mt-3">
                Search and filter this week
              </TextLink>
            </>
          )}
        </>
      ) : error ? (
        <FailurePicture
          className="py-14"
          message={messageOf(error, 'Failed to fetch expenses')}
          onRetry={retry}
        />
      ) : (
        <PurchasesSkeleton />
      )}
      {sheet}
    </TurnWeeks>
  );
}
