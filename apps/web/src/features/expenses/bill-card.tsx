import type { MonthlyPayments, Recurring } from '@oinkly/contract/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { BillAnswers, BillFacts } from './bill-question.tsx';
import { billQuestion, billsToAskAbout } from './bills.ts';
import { recurringQuery } from './recurring-query.ts';

/**
 * The largest payment to ask about (PD-90), or undefined. One that is found after the page was drawn waits for the next visit, because it would move
 * what the user reads.
 */
export function useBillToAskAbout({ hasBank }: { hasBank: boolean }): MonthlyPayments | undefined {
  const queryClient = useQueryClient();
  const [wasKnown] = useState(
    () => queryClient.getQueryData<Recurring>(recurringQuery.queryKey) !== undefined,
  );
  const { data } = useQuery({ ...recurringQuery, enabled: hasBank });
  return wasKnown ? billsToAskAbout(data)[0] : undefined;
}

export function BillCard({
  payments,
  focusFallback,
}: {
  payments: MonthlyPayments;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  return (
    <section
      ref={useFocusFallback(focusFallback)}
      aria-labelledby="bill"
      className="mt-5 rounded-large border border-line bg-card p-card shadow-card"
    >
      <SectionHeading id="bill">{billQuestion(payments)}</SectionHeading>
      <p className="mb-3 text-pretty">
        <BillFacts payments={payments} />
      </p>
      <BillAnswers payments={payments} />
    </section>
  );
}
