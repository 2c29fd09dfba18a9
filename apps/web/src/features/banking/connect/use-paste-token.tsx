import type { TokenProvider } from '@oinkly/contract/runtime-config';
import { useState, type ReactNode, type RefObject } from 'react';
import { lazyPart } from '../../../shared/ui/lazy-part.tsx';

const PasteTokenDialog = lazyPart(() => import('./paste-token-dialog.tsx'));

/** A dialog that connects banks with a pasted token. The caller renders `dialog`, which is null while closed. */
export function usePasteToken(
  provider: TokenProvider,
  {
    focusFallback,
    onConnected,
  }: { focusFallback: RefObject<HTMLElement | null>; onConnected?: (() => void) | undefined },
): { open: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen ? (
      <PasteTokenDialog
        provider={provider}
        focusFallback={focusFallback}
        onClose={() => setIsOpen(false)}
        onConnected={onConnected}
      />
    ) : null,
  };
}
