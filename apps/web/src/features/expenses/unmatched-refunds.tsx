import type { Expense, Refund } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { centsFromDollars, formatMoney } from '@oinkly/domain/money';
import { REFUND_WINDOW_DAYS } from '@oinkly/domain/refunds';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { SkeletonLines } from '../../shared/ui/skeleton.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { costText, expenseDay } from '../../shared/words/expense-words.ts';
import {
  purchasesBeforeQuery,
  refundCandidates,
  refundsToMatch,
  useDismissRefund,
  useMatchRefund,
} from './refunds.ts';

/** Refunds to match or dismiss (PD-6), of one week unless it is null. Empty without any. */
export function UnmatchedRefunds({
  refunds,
  week,
}: {
  refunds: Pick<UseQueryResult<{ refunds: Refund[] }>, 'data' | 'refetch'>;
  week: Day | null;
}) {
  const [matching, setMatching] = useState<Refund | null>(null);
  const focusFallback = useRef<HTMLDivElement>(null);
  const leaving = useFocusFallback(focusFallback);
  const today = useToday();
  if (refunds.data === undefined) {
    return (
      <div className="mt-9">
        <FailureNotice message="We couldn’t load your refunds." onRetry={() => void refunds.refetch()} />
      </div>
    );
  }
  const unmatched = refundsToMatch(refunds.data.refunds, week);
  return (
    <div ref={focusFallback} tabIndex={-1}>
      {unmatched.length > 0 && (
        <section className="mt-9" aria-labelledby="unmatched-refunds">
          <SectionHeading id="unmatched-refunds">Refunds to match</SectionHeading>
          <ul className="rounded-medium border border-line bg-card px-4">
            {unmatched.map((refund) => (
              <li
                key={refund.id}
                ref={leaving}
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
        </section>
      )}
      {matching && <MatchDialog refund={matching} onClose={() => setMatching(null)} />}
    </div>
  );
}

function MatchDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const match = useMatchRefund(onClose);
  const dismiss = useDismissRefund(onClose);
  const purchases = useQuery(purchasesBeforeQuery(refund));
  const candidates = purchases.data && refundCandidates(refund, purchases.data);
  const isBusy = match.isPending || dismiss.isPending;
  const hasNone =
    candidates !== undefined && candidates.atMerchant.length + candidates.elsewhere.length === 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`What was ${refund.name} for?`}
      description={
        hasNone
          ? `No matching purchase in the ${REFUND_WINDOW_DAYS} days before it.`
          : 'Pick the purchase this refund belongs to.'
      }
    >
      {candidates ? (
        <Candidates
          {...candidates}
          isBusy={isBusy}
          onChoose={({ id }) => match.mutate({ refund, expenseId: id })}
        />
      ) : purchases.isError ? (
        <FailureNotice
          message={messageOf(purchases.error, 'Failed to fetch expenses')}
          onRetry={() => void purchases.refetch()}
        />
      ) : (
        <SkeletonLines />
      )}
      <Button look="secondary" className="mt-5 w-full" isBusy={isBusy} onClick={() => dismiss.mutate(refund)}>
        {hasNone ? 'Dismiss refund' : 'None of these'}
      </Button>
    </Dialog>
  );
}

/** Purchases at the refund's merchant, and others on request. */
function Candidates({
  atMerchant,
  elsewhere,
  isBusy,
  onChoose,
}: ReturnType<typeof refundCandidates> & { isBusy: boolean; onChoose: (expense: Expense) => void }) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const leaving = useFocusFallback(list);
  const today = useToday();
  if (atMerchant.length + elsewhere.length === 0) return null;
  const shown = showsAll ? [...atMerchant, ...elsewhere] : atMerchant;
  return (
    <>
      {shown.length === 0 && <p>No matching purchase at this merchant.</p>}
      <ul ref={list} tabIndex={-1} className="flex flex-col gap-2">
        {shown.map((expense) => (
          <li key={expense.id}>
            <Button
              look="quiet"
              className="w-full flex-wrap gap-x-3"
              isBusy={isBusy}
              onClick={() => onChoose(expense)}
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
      {!showsAll && elsewhere.length > 0 && (
        <TextButton ref={leaving} className="mt-1" onClick={() => setShowsAll(true)}>
          Show {elsewhere.length} more
        </TextButton>
      )}
    </>
  );
}
