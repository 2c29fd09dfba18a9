import type { Recurring } from '@oinkly/contract/recurring';
import type { Refund } from '@oinkly/contract/refunds';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import type { UseQueryResult } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFocusFallback } from '../../../shared/hooks/focus-fallback.ts';
import { FailureNotice } from '../../../shared/ui/failure-notice.tsx';
import { FoldedLine } from '../folded-line.tsx';
import { thingsToCheck } from './list-things.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.tsx';

const ThingsToCheckSheet = lazyPart(() => import('./things-to-check-sheet.tsx'));

type Loaded<T> = Pick<UseQueryResult<T>, 'data' | 'refetch'>;

/** Possible duplicates, refunds and monthly payments, behind one line (PD-71). */
export function ThingsToCheck({
  duplicates,
  refunds,
  recurring,
  week,
}: {
  duplicates: Loaded<RouteResponse<'listDuplicates'>>;
  refunds: Loaded<{ refunds: Refund[] }>;
  recurring: Loaded<Recurring>;
  /** Asks about this week's refunds only; null about all, and about monthly payments. */
  week: Day | null;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const leaving = useFocusFallback(place);
  const failed = [duplicates, refunds, recurring].filter(({ data }) => data === undefined);
  const things = thingsToCheck({
    offers: duplicates.data?.offers ?? [],
    refunds: refunds.data?.refunds ?? [],
    merchants: recurring.data?.merchants ?? [],
    week,
  });
  return (
    <div ref={place} tabIndex={-1}>
      {failed.length > 0 && (
        <div className="mt-3">
          <FailureNotice
            message="We couldn’t load what’s coming up or needs a check."
            onRetry={() => {
              for (const { refetch } of failed) void refetch();
            }}
          />
        </div>
      )}
      {things.length > 0 && (
        <FoldedLine ref={leaving} icon={ListChecks} onOpen={() => setIsOpen(true)}>
          {things.length === 1 ? '1 thing to check' : `${things.length} things to check`}
        </FoldedLine>
      )}
      {isOpen && (
        <ThingsToCheckSheet things={things} focusFallback={place} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}
