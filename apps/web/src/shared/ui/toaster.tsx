import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import {
  currentToasts,
  dismissToast,
  subscribeToToasts,
  TOAST_DURATION_MS,
  type ToastEntry,
} from './toast-store.ts';

const SWIPE_THRESHOLD_PX = 50;

/**
 * F8 focuses it (ER-5). It lives in `#notifications` of `index.html`, outside what a dialog hides from screen
 * readers.
 */
export default function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return createPortal(
    <Toast.Provider
      // Radix pauses all toasts under the pointer or focus, and forgets to resume them when the last one closes.
      key={toasts[0]?.id}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      duration={TOAST_DURATION_MS}
    >
      {toasts.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
      <Toast.Viewport
        hotkey={['F8']}
        className="fixed inset-x-0 top-0 z-50 mx-auto flex max-w-column flex-col gap-2 px-3 pt-3 outline-none"
      />
    </Toast.Provider>,
    document.getElementById('notifications') ?? document.body,
  );
}

function ToastCard({ entry }: { entry: ToastEntry }) {
  const {
    id,
    open,
    title,
    description,
    tone = 'good',
    durationMs = TOAST_DURATION_MS,
    action,
    secondAction,
    picture,
  } = entry;
  // Below a description, which needs the width.
  const actionButtons = action && (
    <div className={`flex flex-none flex-wrap ${description === undefined ? '' : '-mb-2 -ml-3'}`}>
      {[action, ...(secondAction ? [secondAction] : [])].map(({ label, run }) => (
        <Toast.Action
          key={label}
          altText={label}
          onClick={run}
          className="min-h-11 rounded-small px-3 font-bold text-link"
        >
          {label}
        </Toast.Action>
      ))}
    </div>
  );
  return (
    <Toast.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(id);
      }}
      duration={durationMs}
      // It closes the dialog in which it was pressed.
      onEscapeKeyDown={(event) => {
        if (document.activeElement?.closest('[role="dialog"]')) event.preventDefault();
      }}
      type={tone === 'problem' ? 'foreground' : 'background'}
      // An open dialog takes the pointer from everything else.
      className="pointer-events-auto! flex animate-enter items-center gap-[calc(var(--spacing-inset)*0.75)] rounded-medium border border-line bg-card py-3 pr-[calc(var(--spacing-inset)/2)] pl-inset shadow-float data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <span
        aria-hidden="true"
        className={`w-1 self-stretch rounded-full ${tone === 'problem' ? 'bg-over' : 'bg-under'}`}
      />
      {picture}
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-bold">{title}</Toast.Title>
        {description !== undefined && (
          <Toast.Description className="text-small text-balance text-ink-soft">
            {description}
          </Toast.Description>
        )}
        {description !== undefined && actionButtons}
      </div>
      {description === undefined && actionButtons}
      <Toast.Close
        aria-label="Close"
        className="grid size-target flex-none place-items-center rounded-small text-ink-soft hover:text-ink"
      >
        <X size={18} aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  );
}
