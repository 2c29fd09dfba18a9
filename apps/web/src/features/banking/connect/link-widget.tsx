import { useEffect, useEffectEvent } from 'react';
import {
  usePlaidLink,
  type PlaidLinkError,
  type PlaidLinkOnExitMetadata,
  type PlaidLinkOnSuccessMetadata,
} from 'react-plaid-link';
import { connectFailure, type ConnectFailure } from './connect-error.ts';
import { afterEvent, afterExit, type LinkOutcome } from './link-outcome.ts';

/** How long the provider's script may take before the person is told. */
const READY_TIMEOUT_MS = 15_000;

const INITIALIZATION: ConnectFailure = connectFailure(
  'Bank Connection Error',
  'Failed to initialize bank connection',
  {
    code: 'LINK_INITIALIZATION_ERROR',
    retryable: true,
  },
);

export interface LinkWidgetProps {
  token: string;
  /** The page's address when a bank's own pages have led back here. */
  receivedRedirectUri?: string | undefined;
  /** The person is done; null: there is nothing to exchange, as when a login was repaired. */
  onSuccess: (publicToken: string | null, metadata: PlaidLinkOnSuccessMetadata) => void;
  onOutcome: (outcome: LinkOutcome) => void;
}

/** The provider's widget: loads its script, opens as soon as it is ready, and tells what comes of it. It draws nothing of its own. */
export default function LinkWidget({ token, receivedRedirectUri, onSuccess, onOutcome }: LinkWidgetProps) {
  // The library keeps the callbacks of its first call.
  const succeed = useEffectEvent(onSuccess);
  const tell = useEffectEvent(onOutcome);
  const { open, ready, error } = usePlaidLink({
    token,
    ...(receivedRedirectUri !== undefined && { receivedRedirectUri }),
    onSuccess: (publicToken, metadata) => succeed(publicToken, metadata),
    onExit: (failure: PlaidLinkError | null, metadata: PlaidLinkOnExitMetadata) =>
      tell(afterExit(failure, metadata)),
    onEvent: (name, metadata) => {
      const outcome = afterEvent(name, metadata);
      if (outcome) tell(outcome);
    },
  });

  const openNow = useEffectEvent(() => open());
  useEffect(() => {
    if (ready) openNow();
  }, [ready]);

  useEffect(() => {
    if (ready) return;
    if (error) {
      tell(INITIALIZATION);
      return;
    }
    const timer = setTimeout(() => tell(INITIALIZATION), READY_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [ready, error]);

  return null;
}
