/** A quiet shape in the place of what is still loading. It shows itself only after 300 ms, so that short waits do not flash. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-appear ${className}`}>
      <span className="block size-full animate-breathe rounded-[inherit] bg-line" />
    </span>
  );
}
