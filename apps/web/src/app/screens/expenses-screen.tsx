import { useSearch } from 'wouter';
import { ExpensesPage, weekOfSearch } from '../../features/expenses/expenses-page.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

/** The user's expenses (RT-5). A square of the map leads to its week. */
export default function ExpensesScreen() {
  const week = weekOfSearch(useSearch());
  return (
    <>
      <PageHeading title="Expenses" />
      <ExpensesPage key={week} week={week} />
    </>
  );
}
