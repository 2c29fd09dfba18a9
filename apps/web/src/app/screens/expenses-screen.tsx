import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ExpensesHeading } from '../../features/expenses/list/expenses-heading.tsx';
import { ExpensesPage } from '../../features/expenses/list/expenses-page.tsx';
import { addressOfView, viewOfSearch, type ExpensesView } from '../../features/expenses/expenses-view.ts';

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
      <ExpensesHeading />
      <ExpensesPage key={view.week} view={view} onChange={show} />
    </>
  );
}
