import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

export function FoldedLine({
  icon: Icon,
  onOpen,
  children,
  ref,
}: {
  icon: LucideIcon;
  onOpen: () => void;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}) {
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="mt-3 flex min-h-13 w-full items-center gap-3 rounded-medium border border-line bg-card px-inset py-2 text-left hover:border-line-strong"
    >
      <Icon size={20} aria-hidden="true" className="text-pink-deep" />
      <span className="min-w-0 flex-1 wrap-break-word">{children}</span>
      <ChevronRight size={18} aria-hidden="true" className="text-ink-soft" />
    </button>
  );
}
