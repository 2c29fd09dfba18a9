import type { Refund } from '@oinkly/contract/endpoints';
import { centsFromDollars, formatMoney } from '@oinkly/domain/money';
import { REFUND_WINDOW_DAYS } from '@oinkly/domain/refunds';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../shared/http/failure-toast.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { SkeletonLines } from '../../shared/ui/skeleton.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { costText, expenseDay } from '../../shared/words/expense-words.ts';
import { purchasesBeforeQuery, refundCandidates, useMatchRefund } from './refunds.ts';

/**
 * Refunds that reduce no purchase yet, to be matched by hand (PD-6), once they have been asked for. Nothing stands here when there are
 * none.
 */
export function UnmatchedRefunds({
  refunds,
}: {
  refunds: Pick<UseQueryResult<{ refunds: Refund[] }>, 'data' | 'refetch'>;
}) {
  const [matching, setMatching] = useState<Refund | null>(null);
  const today = useToday();
  if (refunds.data === undefined) {
    return (
      <div className="mt-9">
        <FailureNotice message="We couldn’t load your refunds." onRetry={() => void refunds.refetch()} />
      </div>
    );
  }
  const unmatched = refunds.data.refunds.filter(({ matches }) => matches.length === 0);
  if (unmatched.length === 0) return null;
  return (
    <section className="mt-9" aria-labelledby="unmatched-refunds">
      <SectionHeading id="unmatched-refunds">Refunds to match</SectionHeading>
      <ul className="rounded-medium border border-line bg-card px-4">
        {unmatched.map((refund) => (
          <li
            key={refund.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line py-3 not-first:border-t"
          >
            <div className="max-w-full flex-[1_1_8rem] wrap-break-word">
              <p>{refund.name}</p>
              <p className="text-small text-ink-soft">
                {expenseDay(refund.date, today)} ·{' '}
                <span className="font-bold text-under-text">
                  +{formatMoney(centsFromDollars(refund.amount), refund.currency)}
                </span>
              </p>
            </div>
            <Button look="quiet" aria-label={`Match ${refund.name}`} onClick={() => setMatching(refund)}>
              Match
            </Button>
          </li>
        ))}
      </ul>
      {matching && <MatchDialog refund={matching} onClose={() => setMatching(null)} />}
    </section>
  );
}

function MatchDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const match = useMatchRefund(onClose);
  const today = useToday();
  const purchases = useQuery(purchasesBeforeQuery(refund));
  const candidates = purchases.data && refundCandidates(refund, purchases.data);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`What was ${refund.name} for?`}
      description="Pick the purchase this refund belongs to."
    >
      {candidates === undefined ? (
        purchases.isError ? (
          <FailureNotice
            message={messageOf(purchases.error, 'Failed to fetch expenses')}
            onRetry={() => void purchases.refetch()}
          />
        ) : (
          <SkeletonLines />
        )
      ) : candidates.length === 0 ? (
        <p>No matching purchase in the {REFUND_WINDOW_DAYS} days before it.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {candidates.map((expense) => (
            <li key={expense.id}>
              <Button
                look="quiet"
                className="w-full flex-wrap gap-x-3"
                disabled={match.isPending}
                onClick={() => match.mutate({ refund, expenseId: expense.id })}
              >
                <span className="max-w-full flex-[1_1_6rem] text-left font-normal wrap-break-word">
                  {expense.name}
                  <span className="block text-small text-ink-soft">{expenseDay(expense.date, today)}</span>
                </span>
                <span className="ml-auto">{costText(expense)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
