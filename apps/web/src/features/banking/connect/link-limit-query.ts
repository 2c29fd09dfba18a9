import { queryOptions } from '@tanstack/react-query';
import { call, urlOf } from '../../../shared/http/call.ts';
import { linkPagesParams } from '../accounts-query.ts';

export const linkLimitQuery = queryOptions({
  queryKey: [urlOf('getLinkLimit', { params: linkPagesParams })],
  queryFn: async () => (await call('getLinkLimit', { params: linkPagesParams })).links,
});
