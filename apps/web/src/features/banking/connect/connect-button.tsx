import { CircleCheck, Info, Landmark, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button, type ButtonLook } from '../../../shared/ui/button.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { useBankConnect, type ConnectState } from './use-bank-connect.ts';

const LinkWidget = lazy(() => import('./link-widget.tsx'));

/** The bank connect button with its two boxes (BC-1 to BC-3). `itemId` makes it repair the login of that connection. */
export function ConnectButton({
  look = 'primary',
  onConnected,
}: {
  look?: ButtonLook;
  onConnected?: () => void;
}) {
  const { state, token, start, finish, follow } = useBankConnect({ onConnected });
  const isBusy = state.kind === 'preparing' || state.kind === 'connecting';
  return (
    <div className="flex flex-col gap-3">
      <Button
        look={look}
        className={`w-full ${TONES[state.kind] ?? ''}`}
        aria-busy={isBusy}
        aria-disabled={isBusy}
        onClick={start}
      >
        <StateIcon state={state} />
        {labelOf(state)}
      </Button>
      {state.kind === 'error' && (
        <div role="alert" className="flex gap-3 rounded-medium bg-gold-wash px-4 py-3 text-small">
          <TriangleAlert size={20} aria-hidden="true" className="mt-0.5 flex-none" />
          <div>
            <p className="font-bold">Connection Issue</p>
            <p>{state.error.message}</p>
            {state.error.retryable && <p>This is a temporary issue. You can try again.</p>}
          </div>
        </div>
      )}
      <p className="flex gap-3 rounded-medium bg-info-wash px-4 py-3 text-small">
        <Info size={20} aria-hidden="true" className="mt-0.5 flex-none" />
        Capital One and other large banks are now supported through a secure OAuth flow.
      </p>
      {token !== null && (
        <Suspense fallback={null}>
          <LinkWidget token={token} onSuccess={finish} onOutcome={follow} />
        </Suspense>
      )}
    </div>
  );
}

/** Green once connected, orange when it did not work. */
const TONES: Partial<Record<ConnectState['kind'], string>> = {
  success: 'bg-under! text-on-under! border-transparent!',
  error: 'bg-warn! text-on-warn! border-transparent!',
};

function labelOf(state: ConnectState): string {
  switch (state.kind) {
    case 'idle':
      return 'Connect Bank Account';
    case 'preparing':
      return 'Preparing...';
    case 'connecting':
      return 'Connecting...';
    case 'success':
      return 'Connected!';
    case 'error':
      return state.error.retryable ? 'Retry Connection' : 'Connect Bank Account';
  }
}

function StateIcon({ state }: { state: ConnectState }) {
  if (state.kind === 'preparing' || state.kind === 'connecting') return <Spinner className="size-5" />;
  const Icon = state.kind === 'success' ? CircleCheck : Landmark;
  return <Icon size={20} aria-hidden="true" />;
}
