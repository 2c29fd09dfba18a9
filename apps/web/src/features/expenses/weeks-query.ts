import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { centsFromDollars } from '@oinkly/domain/money';
import type { WeekTotal } from '@oinkly/domain/week-summaries';
import { mapRange } from '@oinkly/domain/weeks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { EXPENSES_KEY } from './expenses-query.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { book } from './outbox/the-book.ts';

/** The weeks of a year's map as the server last answered. */
export interface LoadedWeeks {
  /** By Monday; a week without a counted expense is absent. */
  totals: ReadonlyMap<Day, WeekTotal>;
  /** Whether any expense counts, in whatever year. */
  hasExpenses: boolean;
  /** What is still to come this week. */
  toComeCents: number;
  /** How many changes the server had answered when the weeks were asked for: the totals include those. */
  settledBefore: number;
}

/** The weeks of a year's map. They change with the expenses, so their key begins with that of the expenses. */
export function weeksQuery(year: number) {
  return queryOptions({
    queryKey: [...EXPENSES_KEY, { weeksOf: year }],
    queryFn: async () => {
      const settledBefore = book.settledCount();
      const answer = await loadOrSay(
        'Failed to fetch expenses',
        call('listWeeks', { query: mapRange(year) }),
      );
      return weeksFrom(answer, settledBefore);
    },
  });
}

/** Reads the weeks from the server's answer. */
export function weeksFrom(
  { weeks, hasExpenses, toCome }: RouteResponse<'listWeeks'>,
  settledBefore: number,
): LoadedWeeks {
  return {
    totals: new Map(
      weeks.map(({ weekStart, spent, purchases }) => [
        weekStart,
        { spentCents: centsFromDollars(spent), purchases },
      ]),
    ),
    hasExpenses,
    toComeCents: centsFromDollars(toCome),
    settledBefore,
  };
}
