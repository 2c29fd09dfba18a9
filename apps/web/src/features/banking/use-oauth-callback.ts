import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { accountsQuery, CONNECTIONS_KEY } from '../../shared/http/accounts-query.ts';
import { ApiError } from '../../shared/http/api-error.ts';
import { forgetLinking, pathAfterLinking, pathBeforeLinking } from '../../shared/http/bank-link.ts';
import { EXPENSES_KEY } from '../../shared/http/expenses-query.ts';
import { isUnauthorized, requireLogin } from '../../shared/http/require-login.ts';
import { callbackParameters, callbackStep, type CallbackParameters } from './oauth-callback.ts';

const SUCCESS_REDIRECT_DELAY_MS = 2000;
const ERROR_REDIRECT_DELAY_MS = 3000;

/** Where the callback stands; `leadsTo` is where the page goes by itself. */
export type CallbackState =
  | { kind: 'processing' }
  | { kind: 'success'; institutionName: string; leadsTo: string }
  | { kind: 'error'; message: string; leadsTo: string };

/** Finishes a bank connection from the page's query (OA-1 to OA-3). `continueNow` goes on without waiting. */
export function useOAuthCallback(): { state: CallbackState; continueNow: () => void } {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const [state, setState] = useState<CallbackState>({ kind: 'processing' });
  const hasBegun = useRef(false);

  useEffect(() => {
    // An exchange is good for one use; React's strict mode mounts twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const parameters = callbackParameters(window.location.search);
    const step = callbackStep(parameters);
    const finish = async () => {
      if (step.kind === 'refused') {
        setState({ kind: 'error', message: step.message, leadsTo: '/my-account' });
        return;
      }
      if (step.kind === 'missing') {
        setState({
          kind: 'error',
          message: 'Invalid OAuth callback. Please try connecting your bank again.',
          leadsTo: pathAfterLinking(),
        });
        return;
      }
      try {
        const { institutionName } = await step.run();
        // A reload shows the same success: the server answers a state again (PD-42). The rest is spent, and no bookmark keeps it.
        window.history.replaceState(null, '', pathToReload(parameters));
        for (const queryKey of [CONNECTIONS_KEY, accountsQuery.queryKey, EXPENSES_KEY]) {
          void queryClient.invalidateQueries({ queryKey });
        }
        setState({ kind: 'success', institutionName, leadsTo: pathAfterLinking() });
      } catch (error) {
        if (isUnauthorized(error)) {
          // The query stays in the address, so that the attempt goes on after the login (PD-42).
          requireLogin();
        } else if (error instanceof ApiError && error.code === 'LINK_NOT_FINISHED') {
          // The person left without a bank: no failure, just back to where it began (PD-42).
          const path = pathBeforeLinking();
          forgetLinking();
          navigate(path, { replace: true });
        } else {
          console.error('The bank connection was not completed', error);
          setState({
            kind: 'error',
            message: 'Failed to complete bank connection. Please try again.',
            leadsTo: '/my-account',
          });
        }
      }
    };
    void finish();
  }, [queryClient, navigate]);

  const continueNow = useCallback(() => {
    if (state.kind === 'processing') return;
    if (state.kind === 'success' || state.leadsTo === '/signup-flow') forgetLinking();
    navigate(state.leadsTo, { replace: true });
  }, [state, navigate]);

  useEffect(() => {
    if (state.kind === 'processing') return;
    const delayMs = state.kind === 'success' ? SUCCESS_REDIRECT_DELAY_MS : ERROR_REDIRECT_DELAY_MS;
    const timer = setTimeout(continueNow, delayMs);
    return () => clearTimeout(timer);
  }, [state, continueNow]);

  return { state, continueNow };
}

/** The page's address with nothing but the state. */
function pathToReload({ state }: CallbackParameters): string {
  const path = window.location.pathname;
  return state === null ? path : `${path}?${new URLSearchParams({ state }).toString()}`;
}
