import type { MonthlyPayments, PriceChange, Recurring, RecurringSeries } from '@oinkly/contract/recurring';
import { dollarsFromCents } from '@oinkly/domain/money';
import type * as domain from '@oinkly/domain/price-changes';
import { expenseCategoryOf } from './expense-category.ts';
import type { RecurringView } from './recurring.service.ts';
import type { SeriesRow } from './series.queries.ts';
import type { SeriesView } from './series.service.ts';

export function presentRecurring({ series, merchants }: RecurringView): Recurring {
  return {
    series: series.map((view) => ({
      ...presentSeries(view),
      priceChange: view.priceChange && presentPriceChange(view.priceChange),
    })),
    merchants: merchants.map(presentMerchant),
  };
}

export function presentPriceChange({ day, amountCents, beforeCents }: domain.PriceChange): PriceChange {
  return {
    date: day,
    amount: dollarsFromCents(amountCents),
    before: dollarsFromCents(beforeCents),
  };
}

export function presentSeries({ series, next }: SeriesView): SeriesTerms & Pick<RecurringSeries, 'next'> {
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

export function presentEndedSeries(series: SeriesRow): SeriesTerms & { next: null } {
  return { ...presentTerms(series), next: null };
}

type SeriesTerms = Omit<RecurringSeries, 'next' | 'priceChange'>;

function presentTerms(series: SeriesRow): SeriesTerms {
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
  priceChange,
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
    priceChange: priceChange && presentPriceChange(priceChange),
  };
}
