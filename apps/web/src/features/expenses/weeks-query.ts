import type { MonthlyPayments } from '@oinkly/contract/recurring';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { centsFromDollars } from '@oinkly/domain/money';
import type { PriceChange } from '@oinkly/domain/price-changes';
import type { WeekTotal } from '@oinkly/domain/week-summaries';
import { mapRange } from '@oinkly/domain/weeks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { EXPENSES_KEY } from './expenses-query.ts';
import { priceChangeInCents } from './recurring/price-change-in-cents.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { outbox } from './outbox/outbox.ts';

export type NamedPriceChange = PriceChange & { name: string };

export interface LoadedWeeks {
  /** By Monday; weeks without a counted expense are absent. */
  totals: ReadonlyMap<Day, WeekTotal>;
  hasExpenses: boolean;
  hasOnlyUncounted: boolean;
  toComeCents: number;
  /** The names of what is still due this week, first due first. */
  toComeNames: readonly string[];
  /** Of monthly payments, since last Monday (PD-112). */
  priceChanges: readonly NamedPriceChange[];
  /** The largest monthly payment to ask about (PD-90). */
  bill: MonthlyPayments | null;
  /** Of recent additions that the totals include. */
  requestIds: readonly string[];
  /** The number of changes confirmed before the request, which the totals include. */
  confirmedBefore: number;
}

export function weeksQuery(year: number) {
  return weeksBetweenQuery(mapRange(year));
}

/** The weeks between two Mondays, both included. */
export function weeksBetweenQuery(range: { from: Day; to: Day }) {
  return queryOptions({
    queryKey: [...EXPENSES_KEY, { weeks: range }],
    queryFn: async () => {
      const confirmedBefore = outbox.confirmedCount;
      const answer = await loadOrSay('Failed to fetch expenses', call('listWeeks', { query: range }));
      return weeksFrom(answer, confirmedBefore);
    },
  });
}

function weeksFrom(
  { weeks, toCome, priceChanges, ...rest }: RouteResponse<'listWeeks'>,
  confirmedBefore: number,
): LoadedWeeks {
  return {
    ...rest,
    totals: new Map(
      weeks.map(({ weekStart, spent, purchases }) => [
        weekStart,
        { spentCents: centsFromDollars(spent), purchases },
      ]),
    ),
    toComeCents: centsFromDollars(toCome),
    priceChanges: priceChanges.map((change) => ({ name: change.name, ...priceChangeInCents(change) })),
    confirmedBefore,
  };
}
