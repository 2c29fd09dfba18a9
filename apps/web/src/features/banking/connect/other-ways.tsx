import type { ProviderConfig, TokenProvider } from '@oinkly/contract/runtime-config';
import { useRef } from 'react';
import { runtimeConfig } from '../../../shared/http/runtime-config.ts';
import { TextButton } from '../../../shared/ui/button.tsx';
import { leaveToLinkBank } from '../bank-link.ts';
import { LinkLimitNote } from './link-limit-note.tsx';
import { usePasteToken } from './use-paste-token.tsx';

interface OtherWaysProps {
  className?: string;
  duringSignup?: boolean;
  onConnected?: (() => void) | undefined;
}

/** The ways to connect a bank besides the usual one; nothing if there are none. */
export function OtherWays({ className = '', duringSignup = false, onConnected }: OtherWaysProps) {
  const [, ...others] = runtimeConfig.providers;
  if (others.length === 0) return null;
  return (
    <div className={`flex flex-col items-start ${className}`}>
      {others.map((provider) => {
        const label = labelOf(provider, others.length);
        return provider.connect === 'token' ? (
          <TokenWay key={provider.id} provider={provider} label={label} onConnected={onConnected} />
        ) : (
          <div key={provider.id}>
            <TextButton onClick={() => leaveToLinkBank({ provider: provider.id, duringSignup })}>
              {label}
            </TextButton>
            <LinkLimitNote provider={provider} />
          </div>
        );
      })}
    </div>
  );
}

function labelOf({ name }: ProviderConfig, count: number): string {
  return count === 1 ? 'Other ways to connect' : `Connect with ${name}`;
}

function TokenWay({
  provider,
  label,
  onConnected,
}: {
  provider: TokenProvider;
  label: string;
  onConnected?: (() => void) | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  const { open, dialog } = usePasteToken(provider, { focusFallback: place, onConnected });
  return (
    <div ref={place} tabIndex={-1}>
      <TextButton onClick={open}>{label}</TextButton>
      {dialog}
    </div>
  );
}
