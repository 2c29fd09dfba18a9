/** Appears after 300 ms, so that short waits don't flash. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-appear ${className}`}>
      <span className="block size-full animate-breathe rounded-[inherit] bg-line" />
    </span>
  );
}

export function SkeletonLines() {
  return (
    <span className="block min-w-0 flex-1">
      <Skeleton className="my-1 h-4 w-32 max-w-full rounded-square" />
      <Skeleton className="my-0.75 h-3.5 w-20 rounded-square" />
    </span>
  );
}
