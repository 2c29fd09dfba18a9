import type { PersonalToken } from '@oinkly/contract/tokens';
import { routes } from '@oinkly/contract/routes';
import type { TokenScope } from '@oinkly/contract/token-scopes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';

/** The user's personal tokens. Reloaded whenever the page opens, because programs use them meanwhile. */
export const tokensQuery = queryOptions({
  queryKey: [routes.listTokens.path],
  queryFn: () => loadOrSay('We couldn’t load your tokens.', call('listTokens')),
  staleTime: 0,
});

export const SCOPE_WORDS: Readonly<Record<TokenScope, { label: string; hint: string }>> = {
  'expenses:add': { label: 'Add expenses', hint: 'It can’t see your other expenses.' },
  'week:read': { label: 'Read my week', hint: 'Your budget, what you spent and what’s left. No purchases.' },
};

const dayAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' });

/** Writes a day such as `June 1, 2027`. */
export function expiryDayOf({ expiresAt }: Pick<PersonalToken, 'expiresAt'>): string {
  return dayAndYear.format(new Date(expiresAt));
}
