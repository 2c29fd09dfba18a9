import { Spinner } from '../../shared/ui/spinner.tsx';
import type { Banner } from './use-transaction-import.ts';

/** The import's message, which floats above the navigation so that nothing moves. */
export function ImportBanner({ banner }: { banner: Banner | null }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-above-notice z-20 mx-auto flex max-w-column justify-center px-5 desk:bottom-[calc(1.5rem+var(--notice-room))]"
    >
      {banner && (
        <p className="flex animate-enter items-center gap-2.5 rounded-medium border border-line bg-card px-4 py-2.5 text-small text-balance shadow-float">
          {banner.isWorking && <Spinner className="size-4 text-pink-deep" />}
          <span>
            {banner.text}
            {banner.reason !== undefined && <span className="block text-ink-soft">{banner.reason}</span>}
          </span>
        </p>
      )}
    </div>
  );
}
