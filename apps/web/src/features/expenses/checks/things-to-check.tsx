import { billsToAskAbout } from '@oinkly/domain/bills';
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
import { refundsToMatch } from './refunds.ts';
import type { Thing } from './things-to-check-sheet.tsx';
import { onDemand } from '../../../shared/ui/on-demand.tsx';

const ThingsToCheckSheet = onDemand(() => import('./things-to-check-sheet.tsx'));

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
  const things: Thing[] = [
    ...(duplicates.data?.offers ?? []).map((offer) => ({
      kind: 'duplicate' as const,
      key: `duplicate ${offer.manual.id} ${offer.bank.id}`,
      offer,
    })),
    ...refundsToMatch(refunds.data?.refunds ?? [], week).map((refund) => ({
      kind: 'refund' as const,
      key: `refund ${refund.id}`,
      refund,
    })),
    ...billsToAskAbout(week === null ? (recurring.data?.merchants ?? []) : []).map((payments) => ({
      kind: 'bill' as const,
      key: `bill ${payments.merchantKey}`,
      payments,
    })),
    ...(week === null ? (recurring.data?.merchants ?? []) : [])
      .filter(({ confirmed }) => !confirmed)
      .map((payments) => ({ kind: 'monthly' as const, key: `monthly ${payments.merchantKey}`, payments })),
  ];
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
