import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { EXPENSES_KEY } from '../expenses/expenses-query.ts';

/** What the last 52 weeks have in common. It depends on the expenses, so the key starts with theirs. */
export const insightsQuery = queryOptions({
  queryKey: [...EXPENSES_KEY, { insights: true }],
  queryFn: () => loadOrSay('We couldn’t load your insights.', call('getInsights')),
});
