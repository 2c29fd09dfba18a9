import { queryOptions } from '@tanstack/react-query';
import { call, urlOf } from '../../shared/http/call.ts';

export const bankTwinsQuery = queryOptions({
  queryKey: [urlOf('listBankTwins')],
  queryFn: async () => (await call('listBankTwins')).twins,
});
