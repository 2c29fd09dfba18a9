import type { BankRepair } from '@oinkly/domain/bank-reading';
import { useState, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { providerOf } from './accounts-query.ts';
import { leaveToLinkBank } from './bank-link.ts';
import { ConnectionIssue } from './connect/connection-issue.tsx';
import { LinkWidget } from './connect/load-link-widget.ts';
import { useBankConnect } from './connect/use-bank-connect.ts';

/**
 * Reconnects a bank in the provider's widget, or on its own pages without one. Shown while there is a `need` and until the link session
 * ends. A `login` keeps the connection; a `new link` replaces it and takes over its accounts and history.
 */
export function ReconnectButton({
  provider,
  itemId,
  institutionName,
  need,
  focusFallback,
}: {
  provider: string;
  itemId: string;
  institutionName: string;
  need: BankRepair | null;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  // A link session keeps its kind, whatever the list says in the meantime.
  const [begun, setBegun] = useState(need);
  const hasWidget = providerOf(provider).connect === 'widget';
  const repaired = begun === 'new link' ? undefined : itemId;
  const { state, isBusy, token, start, widget } = useBankConnect({ provider, itemId: repaired });
  if (!isBusy && need !== null && need !== begun) setBegun(need);
  const ref = useFocusFallback(focusFallback);
  if (need === null && !isBusy) return null;
  const idleWord = begun === 'new link' ? 'Connect again' : 'Reconnect';
  const word = isBusy ? 'Reconnecting...' : idleWord;
  // It holds the word shown, so that voice control finds the button.
  const label = word === 'Connect again' ? `${word}: ${institutionName}` : `${word} ${institutionName}`;
  return (
    <div ref={ref} className="mt-3">
      <Button
        look="quiet"
        className="w-full"
        aria-label={label}
        isBusy={isBusy}
        onClick={
          hasWidget ? start : () => leaveToLinkBank({ provider, duringSignup: false, itemId: repaired })
        }
      >
        {isBusy && <Spinner className="size-4" />}
        {word}
      </Button>
      {state.kind === 'error' && (
        <div className="mt-3">
          <ConnectionIssue provider={provider} error={state.error} itemId={repaired} />
        </div>
      )}
      {token !== null && <LinkWidget token={token} {...widget} />}
    </div>
  );
}
