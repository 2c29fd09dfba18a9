import { queryOptions } from '@tanstack/react-query';
import { call, urlOf } from '../../../shared/http/call.ts';

export const linkLimitQuery = (provider: string) =>
  queryOptions({
    queryKey: [urlOf('getLinkLimit', { params: { provider } })],
    queryFn: async () => (await call('getLinkLimit', { params: { provider } })).links,
  });
