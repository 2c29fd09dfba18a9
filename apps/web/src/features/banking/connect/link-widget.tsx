import { Component, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { usePlaidLink, type PlaidLinkError, type PlaidLinkOnExitMetadata } from 'react-plaid-link';
import type { LinkResult } from '../bank-link.ts';
import { INITIALIZATION_FAILURE } from './connect-error.ts';
import { afterEvent, afterExit, type LinkOutcome } from './link-outcome.ts';

const SILENCE_TIMEOUT_MS = 15_000;

interface LinkWidgetProps {
  token: string;
  /** The page's address after the return from a bank's own pages. */
  receivedRedirectUri?: string | undefined;
  onSuccess: (result: LinkResult) => void;
  /** Called when the widget closed or could not open. */
  onExit: (outcome: LinkOutcome) => void;
  onEvent?: (outcome: LinkOutcome) => void;
}

/** The library keeps the callbacks of the first render. */
export default class LinkWidget extends Component<LinkWidgetProps, { failed: boolean }> {
  override state = { failed: false };

  /** The provider's script may throw. */
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onExit(INITIALIZATION_FAILURE);
  }

  override render(): ReactNode {
    return this.state.failed ? null : <OpenWidget {...this.props} />;
  }
}

function OpenWidget({ token, receivedRedirectUri, onSuccess, onExit, onEvent }: LinkWidgetProps) {
  const [hasSpoken, setHasSpoken] = useState(false);
  const isOver = useRef(false);
  /** Reports one end only: closing the widget afterwards triggers another exit. */
  const end = (notify: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    notify();
  };
  const { open, ready } = usePlaidLink({
    token,
    ...(receivedRedirectUri !== undefined && { receivedRedirectUri }),
    onLoad: () => setHasSpoken(true),
    onSuccess: (publicToken, metadata) => end(() => onSuccess({ publicToken, metadata })),
    onExit: (failure: PlaidLinkError | null, metadata: PlaidLinkOnExitMetadata) =>
      end(() => onExit(afterExit(failure, metadata))),
    onEvent: (name, metadata) => {
      setHasSpoken(true);
      const outcome = afterEvent(name, metadata);
      if (outcome && !isOver.current) onEvent?.(outcome);
    },
  });

  const openNow = useEffectEvent(() => open());
  const giveUp = useEffectEvent(() => end(() => onExit(INITIALIZATION_FAILURE)));
  useEffect(() => {
    if (ready) openNow();
  }, [ready]);

  useEffect(() => {
    if (hasSpoken) return;
    const timer = setTimeout(giveUp, SILENCE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [hasSpoken]);

  return null;
}
