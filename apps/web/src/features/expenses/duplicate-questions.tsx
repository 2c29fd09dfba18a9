import type { Expense, RouteResponse } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { costText, expenseDay } from '../../shared/words/expense-words.ts';
import { useAnswerDuplicate } from './duplicates.ts';
import { ShortList } from './short-list.tsx';

/** The number of questions shown before "show all". */
const QUESTIONS_AT_A_TIME = 2;

/** Asks whether pairs of expenses are duplicates. Empty without any. */
export function DuplicateQuestions({
  duplicates,
}: {
  duplicates: Pick<UseQueryResult<RouteResponse<'listDuplicates'>>, 'data' | 'refetch'>;
}) {
  const focusFallback = useRef<HTMLDivElement>(null);
  const leaving = useFocusFallback(focusFallback);
  const answer = useAnswerDuplicate();
  const today = useToday();
  if (duplicates.data === undefined) {
    return (
      <div className="mt-9">
        <FailureNotice
          message="We couldn’t load possible duplicates."
          onRetry={() => void duplicates.refetch()}
        />
      </div>
    );
  }
  const { offers } = duplicates.data;
  return (
    <div ref={focusFallback} tabIndex={-1}>
      {offers.length > 0 && (
        <section className="mt-9" aria-labelledby="duplicates">
          <SectionHeading id="duplicates">Is this the same purchase?</SectionHeading>
          <p className="-mt-2 mb-3 text-small text-pretty text-ink-soft">If you say yes, it counts once.</p>
          <ShortList
            items={offers.map((offer) => (
              <li
                key={`${offer.manual.id} ${offer.bank.id}`}
                ref={leaving}
                className="border-line py-3.5 not-first:border-t"
              >
                <div className="grid grid-cols-2 gap-x-4">
                  <Side caption="You added" expense={offer.manual} today={today} />
                  <div className="border-l border-line pl-4">
                    <Side caption="Your bank reports" expense={offer.bank} today={today} />
                  </div>
                </div>
                <div className="mt-3 grid fit-cols-30 gap-2">
                  <Button
                    look="quiet"
                    aria-label={`Yes, one purchase: ${offer.manual.name}`}
                    onClick={() => answer.mutate({ offer, isDuplicate: true })}
                  >
                    Yes, one purchase
                  </Button>
                  <Button
                    look="quiet"
                    aria-label={`No, two purchases: ${offer.manual.name}`}
                    onClick={() => answer.mutate({ offer, isDuplicate: false })}
                  >
                    No, two purchases
                  </Button>
                </div>
              </li>
            ))}
            shortLength={QUESTIONS_AT_A_TIME}
          />
        </section>
      )}
    </div>
  );
}

function Side({ caption, expense, today }: { caption: string; expense: Expense; today: Day }) {
  return (
    <div className="min-w-0">
      <p className="text-small text-ink-soft">{caption}</p>
      <p className="wrap-break-word">{expense.name}</p>
      <p className="font-bold">{costText(expense)}</p>
      <p className="text-small text-ink-soft">{expenseDay(expense.date, today)}</p>
    </div>
  );
}
