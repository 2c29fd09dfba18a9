import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { accountsQuery } from './accounts-query.ts';
import { ApiError, fieldOf } from '../../shared/http/api-error.ts';
import {
  dropLinkSession,
  currentLinkSession,
  pathAfterLinking,
  pathBeforeLinking,
  storeLinkResult,
  type LinkResult,
  type WidgetSession,
} from './bank-link.ts';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { isUnauthorized } from '../../shared/http/login-failures.ts';
import { completeLink } from './connect/complete-link.ts';
import type { LinkOutcome } from './connect/link-outcome.ts';
import { loadLinkWidget } from './connect/load-link-widget.ts';
import { callbackParameters, callbackStep, type CallbackStep } from './oauth-callback.ts';
import { refreshBanking } from './refresh-banking.ts';

const SUCCESS_REDIRECT_DELAY_MS = 2000;
const ERROR_REDIRECT_DELAY_MS = 3000;

/** `leadsTo` is the page that follows automatically. */
type Ended =
  | { kind: 'success'; institutionName: string; leadsTo: string }
  | { kind: 'error'; message: string; leadsTo: string };

export type CallbackState = { kind: 'processing' } | Ended;

export interface ResumedWidget {
  token: string;
  receivedRedirectUri: string;
  onSuccess: (result: LinkResult) => void;
  onExit: (outcome: LinkOutcome) => void;
}

/** Completes a bank link from the page's query (OA-1 to OA-3). `continueNow` skips the delay. */
export function useOAuthCallback(): {
  state: CallbackState;
  widget: ResumedWidget | null;
  continueNow: () => void;
} {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const [step] = useState(() =>
    callbackStep(callbackParameters(window.location.search), currentLinkSession()),
  );
  const [state, setState] = useState<CallbackState>(
    () => rememberedEnd() ?? endAtOnce(step) ?? { kind: 'processing' },
  );
  const [resumed, setResumed] = useState<{ provider: string; widget: WidgetSession; address: string } | null>(
    null,
  );
  const hasBegun = useRef(false);

  /** Leaving without a bank is not an error (PD-42). */
  const leaveQuietly = async () => {
    const path = pathBeforeLinking();
    dropLinkSession();
    // Wait until the next page has its data; it reports what could not be loaded.
    await Promise.allSettled([queryClient.query(currentUserQuery), queryClient.query(accountsQuery)]);
    navigate(path, { replace: true });
  };
  const fail = (error: Error) => {
    // The query stays in the address, so that the link session continues after a login (PD-42).
    if (isUnauthorized(error)) return;
    if (error instanceof ApiError && error.code === 'LINK_NOT_FINISHED') {
      void leaveQuietly();
      return;
    }
    console.error('The bank connection was not completed', error);
    const message = 'Failed to complete bank connection. Please try again.';
    setState({ kind: 'error', message, leadsTo: '/my-account' });
  };
  const { mutate: finish } = useMutation({
    mutationFn: (exchange: () => Promise<string | null>) => exchange(),
    onSuccess: (institutionName) => {
      if (institutionName === null) return leaveQuietly();
      refreshBanking(queryClient);
      setState({ kind: 'success', institutionName, leadsTo: pathAfterLinking() });
    },
    onError: fail,
  });
  const { mutate: resume } = useMutation({
    mutationFn: async ({ provider, widget }: { provider: string; widget: WidgetSession }) => {
      const address = window.location.href;
      const [user] = await Promise.all([call('getCurrentUser'), loadLinkWidget(provider)]);
      if (user.id !== widget.userId) throw new Error('Another user started this link session');
      return { provider, widget, address };
    },
    onSuccess: ({ provider, widget, address }) => {
      const { result, itemId } = widget;
      if (result) finish(() => completeLink(provider, result, itemId));
      else setResumed({ provider, widget, address });
    },
    onError: fail,
  });

  useEffect(() => {
    // An exchange works only once, and React's strict mode mounts twice.
    if (hasBegun.current || state.kind !== 'processing') return;
    hasBegun.current = true;
    if (step.kind === 'resume') resume(step);
    else if (step.kind === 'exchange') finish(step.run);
  }, [state.kind, step, finish, resume]);

  useEffect(() => {
    if (state.kind === 'processing') return;
    dropLinkSession();
    rememberEnd(state);
  }, [state]);

  const continueNow = useCallback(() => {
    if (state.kind === 'processing') return;
    navigate(state.leadsTo, { replace: true });
  }, [state, navigate]);

  useEffect(() => {
    if (state.kind === 'processing') return;
    const delayMs = state.kind === 'success' ? SUCCESS_REDIRECT_DELAY_MS : ERROR_REDIRECT_DELAY_MS;
    const timer = setTimeout(continueNow, delayMs);
    return () => clearTimeout(timer);
  }, [state, continueNow]);

  const widget: ResumedWidget | null = resumed && {
    token: resumed.widget.token,
    receivedRedirectUri: resumed.address,
    onSuccess: (result) => {
      setResumed(null);
      storeLinkResult(result);
      finish(() => completeLink(resumed.provider, result, resumed.widget.itemId));
    },
    onExit: (outcome) => {
      setResumed(null);
      if (typeof outcome === 'string') void leaveQuietly();
      else setState({ kind: 'error', message: outcome.message, leadsTo: '/my-account' });
    },
  };
  return { state, widget, continueNow };
}

function endAtOnce(step: CallbackStep): Ended | null {
  if (step.kind === 'refused') return { kind: 'error', message: step.message, leadsTo: '/my-account' };
  if (step.kind !== 'missing') return null;
  const message = 'Invalid OAuth callback. Please try connecting your bank again.';
  return { kind: 'error', message, leadsTo: pathAfterLinking() };
}

/** A reload shows the result again, and neither a bookmark nor Back repeats it. */
function rememberEnd(ended: Ended): void {
  window.history.replaceState({ bankCallback: ended }, '', window.location.pathname);
}

function rememberedEnd(): Ended | null {
  return (fieldOf(window.history.state, 'bankCallback') as Ended | undefined) ?? null;
}
