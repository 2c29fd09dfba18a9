import { routes } from '@oinkly/contract/routes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { loadOrSay } from '../../../shared/http/query-client.ts';

export const rulesQuery = queryOptions({
  queryKey: [routes.listRules.path],
  queryFn: () => loadOrSay('We couldn’t load your rules.', call('listRules')),
});

export const merchantsQuery = queryOptions({
  queryKey: [routes.listMerchants.path],
  queryFn: () => loadOrSay('We couldn’t load your merchants.', call('listMerchants')),
});
