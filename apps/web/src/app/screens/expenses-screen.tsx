import { FileUp } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ExpensesPage } from '../../features/expenses/expenses-page.tsx';
import { addressOfView, viewOfSearch, type ExpensesView } from '../../features/expenses/expenses-view.ts';
import { TextLink } from '../../shared/ui/button.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

/** The user's expenses (RT-5). The address holds week, search and filters. */
export default function ExpensesScreen() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => viewOfSearch(search), [search]);
  const show = useCallback(
    // Typing a search adds no history entries.
    (next: ExpensesView) => navigate(addressOfView(next), { replace: true }),
    [navigate],
  );
  return (
    <>
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
      <ExpensesPage key={view.week} view={view} onChange={show} />
    </>
  );
}
