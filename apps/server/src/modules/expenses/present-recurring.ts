import type { MonthlyPayments, RecurringSeries } from '@oinkly/contract/recurring';
import { dollarsFromCents } from '@oinkly/domain/money';
import { expenseCategoryOf } from './expense-category.ts';
import type { RecurringView } from './recurring.service.ts';
import type { SeriesRow } from './series.queries.ts';
import type { SeriesView } from './series.service.ts';

export function presentSeries({ series, next }: SeriesView): RecurringSeries {
  return {
    ...presentTerms(series),
    next: {
      date: next.day,
      amount: dollarsFromCents(next.amountCents),
      counted: next.isCounted,
      expenseId: next.expenseId,
    },
  };
}

export function presentEndedSeries(series: SeriesRow): Omit<RecurringSeries, 'next'> & { next: null } {
  return { ...presentTerms(series), next: null };
}

function presentTerms(series: SeriesRow): Omit<RecurringSeries, 'next'> {
  return {
    id: series.id,
    name: series.name,
    amount: dollarsFromCents(series.amountCents),
    category: expenseCategoryOf(series),
    dayOfMonth: series.dayOfMonth,
  };
}

export function presentMerchant({
  latest,
  count,
  expectedOn,
  isConfirmed,
  mayBeBill,
}: RecurringView['merchants'][number]): MonthlyPayments {
  return {
    merchantKey: latest.merchantKey,
    name: latest.name,
    amount: dollarsFromCents(latest.amountCents),
    category: expenseCategoryOf(latest),
    payments: count,
    date: expectedOn,
    counted: latest.isCounted,
    confirmed: isConfirmed,
    mayBeBill,
  };
}
