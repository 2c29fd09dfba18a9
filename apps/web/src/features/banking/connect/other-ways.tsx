import { lazy, Suspense, useRef, useState } from 'react';
import { runtimeConfig } from '../../../shared/http/runtime-config.ts';
import { TextButton } from '../../../shared/ui/button.tsx';

const PasteTokenDialog = lazy(() => import('./paste-token-dialog.tsx'));

/** The ways to connect a bank besides the usual one; nothing if there are none. */
export function OtherWays({
  className = '',
  onConnected,
}: {
  className?: string;
  onConnected?: (() => void) | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const [, ...others] = runtimeConfig.providers;
  const [other] = others.filter(({ tokenPageUrl }) => tokenPageUrl !== null);
  if (!other) return null;
  return (
    <div ref={place} tabIndex={-1} className={className}>
      <TextButton onClick={() => setIsOpen(true)}>Other ways to connect</TextButton>
      {isOpen && (
        <Suspense fallback={null}>
          <PasteTokenDialog
            provider={other}
            focusFallback={place}
            onClose={() => setIsOpen(false)}
            onConnected={onConnected}
          />
        </Suspense>
      )}
    </div>
  );
}
