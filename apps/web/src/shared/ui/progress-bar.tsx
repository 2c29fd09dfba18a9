/** `percent` is from 0 to 100. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className="h-3 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-pink-deep transition-[width] duration-300"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
