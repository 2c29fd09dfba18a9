import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ExpensesPage } from '../../features/expenses/expenses-page.tsx';
import { addressOfView, viewOfSearch, type ExpensesView } from '../../features/expenses/expenses-view.ts';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

/** The user's expenses (RT-5). A square of the map leads to its week; the address holds what is searched and filtered. */
export default function ExpensesScreen() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => viewOfSearch(search), [search]);
  const show = useCallback(
    // Every letter of a search is not a step to go back to.
    (next: ExpensesView) => navigate(addressOfView(next), { replace: true }),
    [navigate],
  );
  return (
    <>
      <PageHeading title="Expenses" />
      <ExpensesPage key={view.week} view={view} onChange={show} />
    </>
  );
}
