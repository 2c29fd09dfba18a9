import type { Expense } from '@oinkly/contract/endpoints';
import { centsFromDollars, formatMoney } from '@oinkly/domain/money';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useDeleteExpense } from './expense-mutations.ts';
import type { ExpensesView } from './expense-pages.ts';
import { expenseDay } from './expense-words.ts';

/** Asks before an expense is deleted. */
export function DeleteExpenseDialog({
  expense,
  view,
  onClose,
}: {
  expense: Expense;
  view: ExpensesView;
  onClose: () => void;
}) {
  const remove = useDeleteExpense(view);
  const amount = formatMoney(Math.abs(centsFromDollars(expense.amount)), expense.currency);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete this expense?"
      description={`${expense.name}, ${amount}, ${expenseDay(expense.date)}. It stays deleted when your bank is synced again.`}
    >
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="danger"
          onClick={() => {
            remove.mutate({ expense });
            onClose();
          }}
        >
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
