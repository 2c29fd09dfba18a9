import type { Expense } from '@oinkly/contract/expenses';
import { useCallback, useState, type ReactNode, type RefObject } from 'react';
import { toast } from '../../../shared/ui/toast-store.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.tsx';

const loadExpenseSheet = () => import('./expense-sheet.tsx');
const ExpenseSheet = lazyPart(loadExpenseSheet);

/** The page renders `sheet` (PD-72). `focusFallback` gets the focus when the expense is no longer listed. */
export function useExpenseSheet(focusFallback: RefObject<HTMLElement | null>): {
  open: (expense: Expense) => void;
  sheet: ReactNode;
} {
  const [expense, setExpense] = useState<Expense | null>(null);
  const open = useCallback((chosen: Expense) => {
    loadExpenseSheet().then(
      () => setExpense(chosen),
      () =>
        toast({
          title: 'Error',
          description: 'You need to be online for this. Please try again.',
          tone: 'problem',
        }),
    );
  }, []);
  const sheet = expense && (
    <ExpenseSheet expense={expense} focusFallback={focusFallback} onClose={() => setExpense(null)} />
  );
  return { open, sheet };
}
