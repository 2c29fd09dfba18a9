import type { MonthlyPayments } from '@oinkly/contract/recurring';
import type { RefObject } from 'react';
import { useFocusFallback } from '../../../shared/hooks/focus-fallback.ts';
import { SectionHeading } from '../../../shared/ui/section-heading.tsx';
import { BillAnswers, BillFacts, billQuestion } from './bill-question.tsx';

export default function BillCard({
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
