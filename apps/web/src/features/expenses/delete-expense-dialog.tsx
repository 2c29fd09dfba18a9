import type { Expense } from '@oinkly/contract/endpoints';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { costText, expenseDay } from '../../shared/words/expense-words.ts';
import { useDeleteExpense } from './expense-mutations.ts';
import type { ExpensesView } from './expense-pages.ts';

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
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete this expense?"
      description={`${expense.name}, ${costText(expense)}, ${expenseDay(expense.date)}. It stays deleted when your bank is synced again.`}
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
