import type { ProviderConfig } from '@oinkly/contract/runtime-config';
import { useRef } from 'react';
import { runtimeConfig } from '../../../shared/http/runtime-config.ts';
import { TextButton } from '../../../shared/ui/button.tsx';
import { usePasteToken } from './use-paste-token.tsx';

interface OtherWaysProps {
  className?: string;
  onConnected?: (() => void) | undefined;
}

/** The ways to connect a bank besides the usual one; nothing if there are none. */
export function OtherWays(props: OtherWaysProps) {
  const [, ...others] = runtimeConfig.providers;
  const other = others.find(({ tokenPageUrl }) => tokenPageUrl !== null);
  return other ? <OtherWay provider={other} {...props} /> : null;
}

function OtherWay({ provider, className = '', onConnected }: OtherWaysProps & { provider: ProviderConfig }) {
  const place = useRef<HTMLDivElement>(null);
  const { open, dialog } = usePasteToken(provider, { focusFallback: place, onConnected });
  return (
    <div ref={place} tabIndex={-1} className={className}>
      <TextButton onClick={open}>Other ways to connect</TextButton>
      {dialog}
    </div>
  );
}
