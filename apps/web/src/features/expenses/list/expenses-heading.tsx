import { FileUp } from 'lucide-react';
import { TextLink } from '../../../shared/ui/button.tsx';
import { PageHeading } from '../../../shared/ui/page-heading.tsx';

export function ExpensesHeading() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <PageHeading title="Expenses" />
      <div className="flex flex-wrap gap-x-4">
        <TextLink href="/rules">Rules</TextLink>
        <TextLink href="/expenses/import" className="gap-1.5">
          <FileUp size={18} aria-hidden="true" />
          Import
        </TextLink>
      </div>
    </div>
  );
}
