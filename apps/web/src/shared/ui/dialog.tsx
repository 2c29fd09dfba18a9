import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';

/**
 * A modal dialog: it traps the focus, closes on Escape and gives the focus back. Its backdrop is our own element, because
 * Radix's overlay locks scrolling through an injected style element, which the page's security policy refuses.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What the dialog is about; read out when it opens. */
  description?: ReactNode;
  children: ReactNode;
}) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className="fixed inset-0 z-30 animate-fade bg-backdrop" />
        <RadixDialog.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className="fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[92dvh] max-w-column animate-enter flex-col overflow-y-auto overscroll-contain rounded-t-large border border-line bg-card px-5 pt-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] shadow-float outline-none wide:inset-y-0 wide:my-auto wide:h-fit wide:rounded-large"
        >
          <div className="mb-4 flex items-start justify-between gap-3">
            <RadixDialog.Title className="pt-1.5 font-soft text-title font-medium tracking-title">
              {title}
            </RadixDialog.Title>
            <RadixDialog.Close
              aria-label="Close"
              className="-mt-1 -mr-2 grid size-11 flex-none place-items-center rounded-small text-ink-soft hover:text-ink"
            >
              <X size={20} aria-hidden="true" />
            </RadixDialog.Close>
          </div>
          {description !== undefined && (
            <RadixDialog.Description asChild>
              <div className="mb-4 text-ink-soft">{description}</div>
            </RadixDialog.Description>
          )}
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
