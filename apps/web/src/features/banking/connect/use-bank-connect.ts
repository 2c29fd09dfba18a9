import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlaidLinkOnSuccessMetadata } from 'react-plaid-link';
import { providerParams } from '../../../shared/http/accounts-query.ts';
import { call } from '../../../shared/http/call.ts';
import { isUnauthorized } from '../../../shared/http/require-login.ts';
import { toast } from '../../../shared/ui/toast-store.ts';
import { refreshBanking } from '../refresh-banking.ts';
import {
  exchangeFailure,
  linkTokenFailure,
  MissingLinkToken,
  type ConnectError,
  type ConnectFailure,
} from './connect-error.ts';
import type { LinkOutcome } from './link-outcome.ts';
import { forgetLinkToken, keepLinkToken } from './link-token.ts';

/** How long 'Connected!' stands before whoever asked is told (section 4, bank connect states). */
const SUCCESS_DELAY_MS = 1000;

/** The states of the specification; `preparing` is idle while a token is on its way. */
export type ConnectState =
  { kind: 'idle' | 'preparing' | 'connecting' | 'success' } | { kind: 'error'; error: ConnectError };

export interface BankConnect {
  state: ConnectState;
  /** The widget's token while it is open or about to be; null otherwise. */
  token: string | null;
  /** Asks for a token and opens the widget. Does nothing while one is under way. */
  start: () => void;
  finish: (publicToken: string | null, metadata: PlaidLinkOnSuccessMetadata) => void;
  follow: (outcome: LinkOutcome) => void;
}

/**
 * Connects a bank through the provider's widget (BC-4 to BC-9), or repairs the login of the connection `itemId`. `onConnected` is called
 * a second after a success.
 */
export function useBankConnect({
  itemId,
  onConnected,
}: {
  itemId?: string | undefined;
  onConnected?: (() => void) | undefined;
}): BankConnect {
  const queryClient = useQueryClient();
  const [state, setState] = useState<ConnectState>({ kind: 'idle' });
  const [token, setToken] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const fail = useCallback(({ error, toast: words }: ConnectFailure) => {
    setState({ kind: 'error', error });
    toast(words);
  }, []);

  const start = useCallback(() => {
    if (state.kind === 'preparing' || state.kind === 'connecting') return;
    setState({ kind: 'preparing' });
    setToken(null);
    const prepare = async () => {
      try {
        const { link_token: created } = await call('createLinkToken', {
          params: providerParams,
          query: { itemId },
        });
        if (!created) throw new MissingLinkToken();
        keepLinkToken({ token: created, itemId });
        setToken(created);
      } catch (error) {
        if (isUnauthorized(error)) setState({ kind: 'idle' });
        else fail(linkTokenFailure(error));
      }
    };
    void prepare();
  }, [state.kind, itemId, fail]);

  const finish = useCallback(
    (publicToken: string | null, metadata: PlaidLinkOnSuccessMetadata) => {
      setState({ kind: 'connecting' });
      setToken(null);
      forgetLinkToken();
      const exchange = async () => {
        try {
          const institutionName = await completeLink({ publicToken, metadata, itemId });
          setState({ kind: 'success' });
          toast({
            title: 'Bank Connected!',
            description: `${institutionName} is ready to track your spending.`,
          });
          refreshBanking(queryClient);
          timer.current = setTimeout(() => {
            setState({ kind: 'idle' });
            onConnected?.();
          }, SUCCESS_DELAY_MS);
        } catch (error) {
          if (isUnauthorized(error)) setState({ kind: 'idle' });
          else fail(exchangeFailure(error));
        }
      };
      void exchange();
    },
    [itemId, onConnected, queryClient, fail],
  );

  const follow = useCallback(
    (outcome: LinkOutcome) => {
      if (typeof outcome === 'object') {
        fail(outcome);
        return;
      }
      setState({ kind: outcome });
      if (outcome === 'idle') {
        setToken(null);
        forgetLinkToken();
      }
    },
    [fail],
  );

  return { state, token, start, finish, follow };
}
