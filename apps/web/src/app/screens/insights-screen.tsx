import { addDays } from '@oinkly/domain/days';
import { INSIGHT_WEEKS, insightRange } from '@oinkly/domain/insights';
import { summarizeTotals } from '@oinkly/domain/week-summaries';
import { useQuery } from '@tanstack/react-query';
import { budgetChangesOf, settingsQuery } from '../../features/account/settings-query.ts';
import { addressOfView, WHOLE_VIEW } from '../../features/expenses/expenses-view.ts';
import { useTotalsWithWaiting } from '../../features/expenses/use-with-waiting.ts';
import { recurringQuery } from '../../features/expenses/recurring/recurring-query.ts';
import { weeksBetweenQuery } from '../../features/expenses/weeks-query.ts';
import { CategoriesInsight, categoriesTable } from '../../features/weeks/categories-insight.tsx';
import { DueInsight, SubscriptionsInsight } from '../../features/weeks/payments-insight.tsx';
import { insightsQuery } from '../../features/weeks/insights-query.ts';
import { MerchantsInsight } from '../../features/weeks/merchants-insight.tsx';
import { WeekdaysInsight, weekdaysTable } from '../../features/weeks/weekdays-insight.tsx';
import { WeeksInsight, weeksTable } from '../../features/weeks/weeks-insight.tsx';
import { AsTable } from '../../shared/charts/as-table.tsx';
import { useToday } from '../../shared/hooks/use-today.ts';
import { TextLink } from '../../shared/ui/button.tsx';
import { FailurePicture } from '../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { Skeleton, SkeletonLines } from '../../shared/ui/skeleton.tsx';

export default function InsightsScreen() {
  return (
    <>
      <PageHeading title="Insights" />
      <Insights />
    </>
  );
}

function Insights() {
  const today = useToday();
  const range = insightRange(today);
  const settings = useQuery(settingsQuery);
  const loadedWeeks = useQuery(weeksBetweenQuery(range));
  const insights = useQuery(insightsQuery);
  const recurring = useQuery(recurringQuery);
  const totals = useTotalsWithWaiting(loadedWeeks.data);
  const queries = [settings, loadedWeeks, insights, recurring];
  if (settings.data && totals && insights.data && recurring.data) {
    if (loadedWeeks.data?.hasExpenses === false) return <NothingYet />;
    const { categories, merchants, weekdays, from } = insights.data;
    const starts = Array.from({ length: INSIGHT_WEEKS }, (_, index) => addDays(range.from, index * 7));
    const weeks = summarizeTotals(starts, totals, budgetChangesOf(settings.data), today);
    return (
      <>
        <WeeksInsight weeks={weeks} />
        <DueInsight recurring={recurring.data} today={today} />
        {categories.length > 0 && (
          <>
            <CategoriesInsight
              categories={categories}
              from={from}
              hrefOf={(category) => addressOfView({ ...WHOLE_VIEW, category })}
            />
            <MerchantsInsight
              merchants={merchants}
              hrefOf={(name) => addressOfView({ ...WHOLE_VIEW, search: name })}
            />
            <WeekdaysInsight weekdays={weekdays} />
          </>
        )}
        <SubscriptionsInsight recurring={recurring.data} />
        <div className="mt-6">
          <AsTable
            tables={[
              weeksTable(weeks, today),
              ...(categories.length > 0 ? [categoriesTable(categories, from), weekdaysTable(weekdays)] : []),
            ]}
          />
        </div>
      </>
    );
  }
  const failed = queries.find(({ data, isError }) => data === undefined && isError);
  if (!failed) return <InsightsSkeleton />;
  return (
    <FailurePicture
      className="py-14"
      message={messageOf(failed.error, 'We couldn’t load your insights.')}
      onRetry={() => {
        for (const query of queries) if (query.isError) void query.refetch();
      }}
    />
  );
}

function NothingYet() {
  return (
    <div className="flex flex-col items-center py-14 text-center">
      <Pig mood="asleep" width={132} className="mb-5" />
      <p className="text-balance text-ink-soft">Insights appear with your first expense.</p>
      <TextLink href="/accounts" className="mt-3">
        Connect a bank
      </TextLink>
    </div>
  );
}

function InsightsSkeleton() {
  return (
    <div aria-busy="true" className="mt-7">
      <Skeleton className="h-6 w-72 max-w-full rounded-square" />
      <Skeleton className="mt-4 h-48 w-full rounded-small" />
      {[1, 2, 3].map((row) => (
        <div key={row} className="mt-4 flex items-center gap-3">
          <Skeleton className="size-tile rounded-small" />
          <SkeletonLines />
        </div>
      ))}
    </div>
  );
}
