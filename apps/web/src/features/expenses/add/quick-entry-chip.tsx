import type { ReactNode } from 'react';

/** One part of a quick entry, or another reading of it. */
export function QuickEntryChip({
  isOffer = false,
  ...button
}: {
  isOffer?: boolean;
  disabled?: boolean;
  'aria-label'?: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`min-h-11 rounded-large border px-3.5 py-1.5 text-left text-small ${isOffer ? 'border-dashed border-line-strong text-pink-deep' : 'border-transparent bg-pink-wash text-ink'}`}
      {...button}
    />
  );
}
