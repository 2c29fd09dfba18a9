import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { dropLinkSession, storeLinkSession, type LinkResult, type WidgetSession } from '../bank-link.ts';
import { call } from '../../../shared/http/call.ts';
import { isUnauthorized } from '../../../shared/http/login-failures.ts';
import { toast, TOAST_DURATION_MS } from '../../../shared/ui/toast-store.ts';
import { refreshBanking } from '../refresh-banking.ts';
import { completeLink } from './complete-link.ts';
import {
  exchangeFailure,
  MissingLinkToken,
  startFailure,
  toastOf,
  type ConnectError,
  type ConnectFailure,
} from './connect-error.ts';
import type { LinkOutcome } from './link-outcome.ts';
import { loadLinkWidget } from './load-link-widget.ts';

/** The delay before `onConnected` (section 4, bank connect states). */
const SUCCESS_DELAY_MS = 1000;
/**
 * How long 'Connecting...' shows after the widget left for a bank's own pages, whose return is not announced.
 */
const AWAY_DELAY_MS = 3000;

/** From the specification; `preparing` is idle while waiting for a token. */
export type ConnectState =
  { kind: 'idle' | 'preparing' | 'connecting' | 'success' } | { kind: 'error'; error: ConnectError };

export interface BankConnect {
  state: ConnectState;
  /** A press is still being handled. */
  isBusy: boolean;
  /** The widget's token while it is open or opening, else null. */
  token: string | null;
  start: () => void;
  widget: {
    onSuccess: (result: LinkResult) => void;
    onExit: (outcome: LinkOutcome) => void;
    onEvent: (outcome: LinkOutcome) => void;
  };
}

/** `itemId` is the connection to repair (BC-4 to BC-9). Calls `onConnected` a second after a success. */
export function useBankConnect({
  provider,
  itemId,
  onConnected,
}: {
  provider: string;
  itemId?: string | undefined;
  onConnected?: (() => void) | undefined;
}): BankConnect {
  const queryClient = useQueryClient();
  const [reached, setReached] = useState<ConnectState>({ kind: 'idle' });
  const [session, setSession] = useState<WidgetSession | null>(null);

  const fail = (failure: ConnectFailure) => {
    const { code, type } = failure;
    console.warn('The bank was not connected', { error_code: code, error_type: type });
    setReached({ kind: 'error', error: failure });
    toast(toastOf(failure));
  };
  const stop = () => {
    setSession(null);
    dropLinkSession(session?.token);
  };

  const preparing = useMutation({
    mutationFn: async () => {
      await loadLinkWidget(provider);
      const [{ link_token: created }, user] = await Promise.all([
        call('createLinkToken', { params: { provider }, query: { itemId } }),
        call('getCurrentUser'),
      ]);
      if (!created) throw new MissingLinkToken();
      return { token: created, userId: user.id, itemId };
    },
    onSuccess: (begun) => {
      setReached({ kind: 'idle' });
      storeLinkSession({ provider, widget: begun });
      setSession(begun);
    },
    onError: (error) => {
      if (!isUnauthorized(error)) fail(startFailure(error));
    },
  });

  const completing = useMutation({
    mutationFn: (result: LinkResult) => completeLink(provider, result, itemId),
    onSuccess: (institutionName) => {
      setReached({ kind: 'success' });
      toast({ title: 'Bank Connected!', description: `Ready to track your spending: ${institutionName}.` });
      refreshBanking(queryClient);
    },
    onError: (error) => {
      if (!isUnauthorized(error)) fail(exchangeFailure(error));
    },
  });

  const callBack = useEffectEvent(() => onConnected?.());
  useEffect(() => {
    if (reached.kind !== 'success') return;
    const callback = setTimeout(callBack, SUCCESS_DELAY_MS);
    // 'Connected!' shows as long as its toast.
    const rest = setTimeout(() => setReached({ kind: 'idle' }), TOAST_DURATION_MS);
    return () => {
      clearTimeout(callback);
      clearTimeout(rest);
    };
  }, [reached]);

  // A bank's own pages return to this link session, even if another one has started here.
  useEffect(() => {
    if (reached.kind === 'connecting' && session) storeLinkSession({ provider, widget: session });
  }, [reached, provider, session]);

  const isAway = reached.kind === 'connecting' && session === null;
  useEffect(() => {
    if (!isAway) return;
    const timer = setTimeout(() => setReached({ kind: 'idle' }), AWAY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isAway]);

  const isBusy = preparing.isPending || session !== null || completing.isPending;
  return {
    state: preparing.isPending
      ? { kind: 'preparing' }
      : completing.isPending
        ? { kind: 'connecting' }
        : reached,
    isBusy,
    token: session?.token ?? null,
    start: () => {
      if (!isBusy) preparing.mutate();
    },
    widget: {
      onSuccess: (result) => {
        stop();
        setReached({ kind: 'idle' });
        completing.mutate(result);
      },
      onExit: (outcome) => {
        if (typeof outcome === 'object') {
          stop();
          fail(outcome);
        } else if (outcome === 'connecting') {
          // The return from the bank's own pages may still continue this link session.
          setSession(null);
          setReached({ kind: 'connecting' });
        } else {
          stop();
          setReached({ kind: 'idle' });
        }
      },
      // The widget itself shows the error.
      onEvent: (outcome) =>
        setReached(typeof outcome === 'object' ? { kind: 'error', error: outcome } : { kind: outcome }),
    },
  };
}
