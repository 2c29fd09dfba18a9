import type {
  PagesProvider,
  ProviderConfig,
  TokenProvider,
  WidgetProvider,
} from '@oinkly/contract/runtime-config';
import { CircleCheck, Info, Landmark } from 'lucide-react';
import { useRef } from 'react';
import { runtimeConfig } from '../../../shared/http/runtime-config.ts';
import { Button, type ButtonLook } from '../../../shared/ui/button.tsx';
import { ConsentNote } from '../../../shared/ui/consent-note.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { leaveToLinkBank } from '../bank-link.ts';
import { ConnectionIssue } from './connection-issue.tsx';
import { LinkLimitNote } from './link-limit-note.tsx';
import { LinkWidget } from './load-link-widget.ts';
import { OtherWays } from './other-ways.tsx';
import { useBankConnect, type ConnectState } from './use-bank-connect.ts';
import { usePasteToken } from './use-paste-token.tsx';

interface ConnectButtonProps {
  /** How the button looks until it is pressed. */
  look?: ButtonLook;
  onConnected?: (() => void) | undefined;
}

/** Connects a bank in the usual way, or another. */
export function ConnectButton(props: ConnectButtonProps) {
  const [usual] = runtimeConfig.providers;
  return (
    <div className="flex flex-col gap-3">
      <UsualWay provider={usual} {...props} />
      <OtherWays onConnected={props.onConnected} />
    </div>
  );
}

function UsualWay({ provider, ...props }: ConnectButtonProps & { provider: ProviderConfig }) {
  switch (provider.connect) {
    case 'widget':
      return <WidgetButton provider={provider} {...props} />;
    case 'pages':
      return <PagesButton provider={provider} {...props} />;
    case 'token':
      return <PasteTokenButton provider={provider} {...props} />;
  }
}

/** The bank connect button with its two boxes (BC-1 to BC-3). */
function WidgetButton({
  provider,
  look = 'primary',
  onConnected,
}: ConnectButtonProps & { provider: WidgetProvider }) {
  const { state, isBusy, token, start, widget } = useBankConnect({ provider: provider.id, onConnected });
  return (
    <>
      <Button look={LOOKS[state.kind] ?? look} className="w-full" isBusy={isBusy} onClick={start}>
        <StateIcon kind={state.kind} />
        {labelOf(state)}
      </Button>
      {state.kind === 'error' && <ConnectionIssue provider={provider.id} error={state.error} />}
      <LinkLimitNote provider={provider} />
      <p className="flex gap-3 rounded-medium bg-info-wash px-4 py-3 text-small">
        <Info size={20} aria-hidden="true" className="mt-0.5 flex-none" />
        More large banks now connect through a secure OAuth flow: you log in on the bank’s own page.
      </p>
      <ConsentNote />
      {token !== null && <LinkWidget token={token} {...widget} />}
    </>
  );
}

function PagesButton({ provider, look = 'primary' }: ConnectButtonProps & { provider: PagesProvider }) {
  return (
    <>
      <Button
        look={look}
        className="w-full"
        onClick={() => leaveToLinkBank({ provider: provider.id, duringSignup: false })}
      >
        <Landmark size={20} aria-hidden="true" />
        Connect Bank Account
      </Button>
      <LinkLimitNote provider={provider} />
      <ConsentNote />
    </>
  );
}

function PasteTokenButton({
  provider,
  look = 'primary',
  onConnected,
}: ConnectButtonProps & { provider: TokenProvider }) {
  const place = useRef<HTMLDivElement>(null);
  const { open, dialog } = usePasteToken(provider, { focusFallback: place, onConnected });
  return (
    <div ref={place} tabIndex={-1}>
      <Button look={look} className="w-full" onClick={open}>
        <Landmark size={20} aria-hidden="true" />
        Connect Bank Account
      </Button>
      {dialog}
    </div>
  );
}

const LOOKS: Partial<Record<ConnectState['kind'], ButtonLook>> = { success: 'success', error: 'caution' };

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

function StateIcon({ kind }: { kind: ConnectState['kind'] }) {
  if (kind === 'preparing' || kind === 'connecting') return <Spinner className="size-5" />;
  const Icon = kind === 'success' ? CircleCheck : Landmark;
  return <Icon size={20} aria-hidden="true" />;
}
