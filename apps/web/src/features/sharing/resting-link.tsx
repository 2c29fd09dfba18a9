import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { TextButton } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { circleShareQuery, usePublicLink } from './share-queries.ts';

/** Ends the circle's link while its page is not found, because then the circle's dialog is not offered (PD-107). */
export function RestingLink() {
  const share = useQuery(circleShareQuery);
  const change = usePublicLink('circle');
  const place = useRef<HTMLDivElement>(null);
  const leaving = useFocusFallback(place);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {share.data === undefined && share.isError && (
        <div className="mt-7">
          <FailureNotice
            message={messageOf(share.error, 'We couldn’t load your circle’s public link.')}
            onRetry={() => void share.refetch()}
          />
        </div>
      )}
      {share.data?.url != null && (
        <div ref={leaving} className="mt-7 rounded-medium border border-line bg-card p-4">
          <p className="text-pretty">
            Your circle’s public link shows nothing while you’re alone or off the board. It works again once
            there are two of you on it.
          </p>
          <TextButton
            aria-disabled={change.isPending}
            onClick={change.isPending ? undefined : () => change.mutate(false)}
          >
            Turn it off for good
          </TextButton>
        </div>
      )}
    </div>
  );
}
