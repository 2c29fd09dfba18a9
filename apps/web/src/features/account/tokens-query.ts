import type { TOKEN_LIFETIMES_DAYS } from '@oinkly/contract/limits';
import type { PersonalToken } from '@oinkly/contract/tokens';
import { routes } from '@oinkly/contract/routes';
import type { TokenScope } from '@oinkly/contract/token-scopes';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { logInAgain, needsRecentLogin, type Continuation } from '../../shared/http/recent-login.ts';

interface NewToken {
  name: string;
  scopes: TokenScope[];
  lifetimeDays: (typeof TOKEN_LIFETIMES_DAYS)[number];
}

/** The user's personal tokens. Reloaded whenever the page opens, because programs use them meanwhile. */
export const tokensQuery = queryOptions({
  queryKey: [routes.listTokens.path],
  queryFn: () => loadOrSay('We couldn’t load your tokens.', call('listTokens')),
  staleTime: 0,
});

/** The answer has the token, for the only time. */
export function useCreateToken(then: Continuation, failureTitle: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewToken) => call('createToken', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    onError: (error) => {
      // The login expired while the dialog was open.
      if (needsRecentLogin(error)) logInAgain(then);
      else toastFailure(error, { title: failureTitle });
    },
  });
}

export const SCOPE_WORDS: Readonly<Record<TokenScope, { label: string; hint: string }>> = {
  'expenses:add': { label: 'Add expenses', hint: 'It can’t see your other expenses.' },
  'week:read': { label: 'Read my week', hint: 'Your budget, what you spent and what’s left. No purchases.' },
  'expenses:read': {
    label: 'Read all my expenses',
    hint: 'Every purchase, past weeks and what’s due. For assistants: their provider sees what they read.',
  },
  'calendar:read': { label: 'What’s coming up', hint: 'By name and day, in a calendar.' },
  'calendar:amounts': { label: 'Amounts', hint: 'Everyone who sees your calendar sees them.' },
};

const dayAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' });

/** Writes a day such as `June 1, 2027`. */
export function expiryDayOf({ expiresAt }: Pick<PersonalToken, 'expiresAt'>): string {
  return dayAndYear.format(new Date(expiresAt));
}
