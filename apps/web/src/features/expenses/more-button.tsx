import { EllipsisVertical } from 'lucide-react';
import type { Ref } from 'react';

/** Opens a row's actions in the panel `panelId` below it. */
export function MoreButton({
  label,
  panelId,
  isOpen,
  onToggle,
  autoFocus = false,
  ref,
}: {
  label: string;
  panelId: string;
  isOpen: boolean;
  onToggle: () => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLButtonElement>;
}) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      autoFocus={autoFocus}
      onClick={onToggle}
      className="grid size-target flex-none place-items-center text-ink-soft hover:text-ink"
    >
      <EllipsisVertical size={18} aria-hidden="true" />
    </button>
  );
}
