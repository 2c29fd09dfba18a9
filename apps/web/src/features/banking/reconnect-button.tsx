import { Suspense, type RefObject } from 'react';
import { useFocusHeir } from '../../shared/hooks/focus-heir.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { ConnectionIssue } from './connect/connection-issue.tsx';
import { LinkWidget } from './connect/load-link-widget.ts';
import { useBankConnect } from './connect/use-bank-connect.ts';

/**
 * Logs in to a linked bank again, in the provider's widget: the connection stays the same one, with its history. It is there while that
 * `isNeeded`, and until what it has begun is over; then `heir` gets its focus.
 */
export function ReconnectButton({
  itemId,
  institutionName,
  isNeeded,
  heir,
}: {
  itemId: string;
  institutionName: string;
  isNeeded: boolean;
  heir: RefObject<HTMLElement | null>;
}) {
  const { state, isBusy, token, start, widget } = useBankConnect({ itemId });
  const ref = useFocusHeir(heir);
  if (!isNeeded && !isBusy) return null;
  return (
    <div ref={ref} className="mt-3">
      <Button
        look="quiet"
        className="w-full"
        aria-label={`Reconnect ${institutionName}`}
        isBusy={isBusy}
        onClick={start}
      >
        {isBusy && <Spinner className="size-4" />}
        {isBusy ? 'Reconnecting...' : 'Reconnect'}
      </Button>
      {state.kind === 'error' && (
        <div className="mt-3">
          <ConnectionIssue error={state.error} itemId={itemId} />
        </div>
      )}
      {token !== null && (
        <Suspense fallback={null}>
          <LinkWidget token={token} {...widget} />
        </Suspense>
      )}
    </div>
  );
}
