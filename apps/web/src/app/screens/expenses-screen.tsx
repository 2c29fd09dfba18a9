import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ExpensesHeading } from '../../features/expenses/list/expenses-heading.tsx';
import { ExpensesPage } from '../../features/expenses/list/expenses-page.tsx';
import { duplicatesQuery } from '../../features/expenses/checks/duplicates.ts';
import { refundsQuery } from '../../features/expenses/checks/refunds.ts';
import { expensePagesQuery } from '../../features/expenses/expense-pages.ts';
import {
  addressOfView,
  isNarrowed,
  viewOfSearch,
  type ExpensesView,
} from '../../features/expenses/expenses-view.ts';
import { recurringQuery } from '../../features/expenses/recurring/recurring-query.ts';
import type { Loader } from '../../shared/http/loader.ts';

export const loader: Loader = (queryClient, { search }) => {
  const view = viewOfSearch(search);
  // The server would search for every opened link.
  if (isNarrowed(view)) return null;
  return [
    queryClient.infiniteQuery(expensePagesQuery(view)),
    queryClient.query(refundsQuery),
    queryClient.query(recurringQuery),
    queryClient.query(duplicatesQuery),
  ];
};

/** The user's expenses (RT-5). The address holds week, search and filters. */
export default function ExpensesScreen() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => viewOfSearch(search), [search]);
  const show = useCallback(
    (next: ExpensesView) => {
      // A search may come late, when the user has left for a screen that is not drawn yet.
      if (window.location.pathname !== '/expenses') return;
      // Typing a search adds no history entries.
      navigate(addressOfView(next), { replace: true });
    },
    [navigate],
  );
  return (
    <>
      <ExpensesHeading />
      <ExpensesPage key={view.week} view={view} onChange={show} />
    </>
  );
}
