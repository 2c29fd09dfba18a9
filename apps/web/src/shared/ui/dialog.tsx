import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useState, type ReactNode, type RefObject } from 'react';
import { useCloseOnBack } from '../hooks/use-close-on-back.ts';

/**
 * Traps and restores the focus, closes on Escape and Back. Our own backdrop, because Radix's injects a style
 * that the security policy refuses.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  focusFallback,
  focusesItself = false,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Read out when the dialog opens. */
  description?: ReactNode;
  /** Gets the focus if the element that opened the dialog has disappeared. */
  focusFallback?: RefObject<HTMLElement | null>;
  /** Whether the dialog gets the focus instead of its first field, which would open a phone's keyboard. */
  focusesItself?: boolean;
  children: ReactNode;
}) {
  // Radix restores the focus only to its own trigger.
  const [openedFrom] = useState(() => document.activeElement);
  useCloseOnBack(() => onOpenChange(false));
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className="fixed inset-0 z-30 animate-fade bg-backdrop" />
        <RadixDialog.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            if (!focusesItself || !(event.target instanceof HTMLElement)) return;
            event.preventDefault();
            event.target.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!openedFrom?.isConnected) focusFallback?.current?.focus();
            else if (openedFrom instanceof HTMLElement) openedFrom.focus();
          }}
          // Radix gives the key to what opened last, even to a toast.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // A dialog around this one stays.
            event.stopPropagation();
            onOpenChange(false);
          }}
          className="fixed inset-x-0 bottom-0 z-40 mx-auto max-h-[92dvh] max-w-column animate-enter overflow-y-auto overscroll-contain rounded-t-large border border-line bg-card px-gutter pt-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] shadow-float outline-none wide:inset-y-0 wide:my-auto wide:h-fit wide:rounded-large"
        >
          <RadixDialog.Title className="mb-4 pt-1.5 pr-12 font-soft text-title font-medium tracking-title">
            {title}
          </RadixDialog.Title>
          {description !== undefined && (
            <RadixDialog.Description asChild>
              <div className="mb-4 text-pretty text-ink-soft">{description}</div>
            </RadixDialog.Description>
          )}
          {children}
          {/* Last, so that the first field gets the focus. */}
          <RadixDialog.Close
            aria-label="Close"
            className="absolute top-4 right-3 grid size-target place-items-center rounded-small text-ink-soft hover:text-ink"
          >
            <X size={20} aria-hidden="true" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
