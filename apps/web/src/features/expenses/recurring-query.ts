import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { EXPENSES_KEY } from './expenses-query.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';

/** What recurs every month, and what looks so in bank history. It changes with the expenses, and so has a key that begins with theirs. */
export const recurringQuery = queryOptions({
  queryKey: [...EXPENSES_KEY, { recurring: true }],
  queryFn: () => loadOrSay('We couldn’t load recurring expenses.', call('listRecurring')),
});
