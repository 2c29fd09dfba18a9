import { PRODUCT_NAME } from '@oinkly/contract/product';
import { Download, FileUp } from 'lucide-react';
import { Link } from 'wouter';
import { urlOf } from '../../shared/http/call.ts';
import { buttonClass, TextLink } from '../../shared/ui/button.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { ExportData } from './export-data.tsx';

export function ExportBeforeDeletion() {
  return (
    <section className="mt-7" aria-labelledby="take-along">
      <SectionHeading id="take-along">Export</SectionHeading>
      <p className="mb-3 text-small text-ink-soft">
        Download your expenses as a spreadsheet, or all your data in one file: expenses, refunds, budgets and
        bank transactions.
      </p>
      <div className="flex flex-col gap-3">
        <a href={urlOf('exportExpenses')} download className={buttonClass('quiet')}>
          <Download size={18} aria-hidden="true" />
          Expenses (CSV)
        </a>
        <ExportData />
      </div>
      <TextLink href="/privacy" className="mt-2">
        What {PRODUCT_NAME} keeps and who sees it
      </TextLink>
      <div className="mt-7">
        <SectionHeading id="import">Import</SectionHeading>
      </div>
      <p className="mb-3 text-small text-ink-soft">Add expenses from a file of your bank or another app.</p>
      <Link href="/expenses/import" className={buttonClass('quiet', 'w-full')}>
        <FileUp size={18} aria-hidden="true" />
        Import expenses
      </Link>
    </section>
  );
}
