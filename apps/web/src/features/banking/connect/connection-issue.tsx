import { TriangleAlert } from 'lucide-react';
import { leaveToLinkBank } from '../bank-link.ts';
import { TextButton } from '../../../shared/ui/button.tsx';
import type { ConnectError } from './connect-error.ts';

/** Links to the provider's own page if the widget did not open (BC-2). `itemId` is the connection to repair. */
export function ConnectionIssue({
  provider,
  error,
  itemId,
}: {
  provider: string;
  error: ConnectError;
  itemId?: string | undefined;
}) {
  return (
    <div role="alert" className="flex gap-3 rounded-medium bg-gold-wash px-4 py-3 text-small">
      <TriangleAlert size={20} aria-hidden="true" className="mt-0.5 flex-none text-gold-text" />
      <div>
        <p className="font-bold">Connection Issue</p>
        <p>{error.message}</p>
        {error.retryable && <p>This is a temporary issue. You can try again.</p>}
        {error.code === 'LINK_INITIALIZATION_ERROR' && (
          <TextButton onClick={() => leaveToLinkBank({ provider, duringSignup: false, itemId })}>
            Connect on a separate page
          </TextButton>
        )}
      </div>
    </div>
  );
}
