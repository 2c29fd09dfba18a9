import { Download } from 'lucide-react';
import { urlOf } from '../../shared/http/call.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

/** The files that a person can take along (PD-30). */
export function TakeAlong() {
  return (
    <section className="mt-10" aria-labelledby="take-along">
      <SectionHeading id="take-along">Take your data along</SectionHeading>
      <p className="mb-3 text-small text-ink-soft">
        Your expenses as a table for any spreadsheet, or all your data in one file: budgets, banks and what
        they reported, refunds and expenses.
      </p>
      <div className="flex flex-col gap-3">
        <a href={urlOf('exportExpenses')} download className={buttonClass('quiet')}>
          <Download size={18} aria-hidden="true" />
          Expenses (CSV)
        </a>
        <a href={urlOf('exportEverything')} download className={buttonClass('quiet')}>
          <Download size={18} aria-hidden="true" />
          Everything (JSON)
        </a>
      </div>
    </section>
  );
}
