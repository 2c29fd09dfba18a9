import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { EXPENSES_KEY } from '../expenses-query.ts';
import { loadOrSay } from '../../../shared/http/query-client.ts';

/** Recurring expenses and monthly payments. They depend on the expenses, so the key starts with theirs. */
export const recurringQuery = queryOptions({
  queryKey: [...EXPENSES_KEY, { recurring: true }],
  queryFn: () => loadOrSay('We couldn’t load recurring expenses.', call('listRecurring')),
});
