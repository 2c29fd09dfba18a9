import type { Expense, ExpensePatch, Refund } from '@oinkly/contract/endpoints';
import { Repeat } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Checkbox } from '../../shared/ui/checkbox.tsx';
import { costText, expenseDay, refundedText } from '../../shared/words/expense-words.ts';
import { EditExpenseForm } from './edit-expense-form.tsx';
import { MoreButton } from './more-button.tsx';
import { useChangeExpense } from './expense-mutations.ts';
import { notCountedText } from './expense-words.ts';
import { useMatchRefund } from './refunds.ts';
import type { Scope } from './scope-choice.tsx';
import { useWaitingWords } from './outbox/use-outbox.ts';
import { useUnmerge } from './duplicates.ts';

/** One expense with its paid tick; other actions open below. */
export function ExpenseRow({
  expense,
  refunds,
  isEditing,
  onEditing,
}: {
  expense: Expense;
  refunds: readonly Refund[];
  /** Whether the edit form replaces the row. */
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const panelId = useId();
  const moreButton = useRef<HTMLButtonElement>(null);
  const leaving = useFocusFallback(moreButton);
  const { mutate: change } = useChangeExpense();
  const waiting = useWaitingWords(expense.id);
  const reason = notCountedText(expense);
  const refunded = refundedText(expense);
  if (isEditing) {
    const close = () => {
      setWasEdited(true);
      onEditing(false);
    };
    return (
      <EditExpenseForm
        expense={expense}
        onSave={(patch, scope) => {
          if (Object.keys(patch).length > 0) change({ kind: 'edit', expense, patch, scope });
          close();
        }}
        onCancel={close}
      />
    );
  }
  return (
    <>
      {/* The tap targets are wider than the visible parts, which align with the column's edges. */}
      <div className="-mr-overhang -ml-2 flex items-start">
        <Checkbox
          label={`${expense.name} is paid`}
          caption="Paid"
          checked={expense.paid}
          onChange={(paid) => change({ kind: 'edit', expense, patch: { paid }, scope: 'one' })}
        />
        <div className="ml-[calc(var(--spacing-inset)*0.75)] min-w-0 flex-1">
          <div className={`flex flex-wrap items-baseline gap-x-3 ${expense.counted ? '' : 'text-ink-soft'}`}>
            {/* Long names wrap below the amount. */}
            <p className="max-w-full flex-[1_1_6rem] wrap-break-word">{expense.name}</p>
            <span className="ml-auto font-bold">{costText(expense)}</span>
          </div>
          <p className="text-small text-ink-soft">
            {expenseDay(expense.date)} ·{' '}
            <span className="inline-block">
              {expense.category}
              {expense.pending && ' · Pending'}
            </span>
            {expense.type === 'recurring' && (
              <Repeat
                size={15}
                role="img"
                aria-label="Recurring"
                className="ml-1.5 inline-block align-[-0.1em]"
              />
            )}
          </p>
          {waiting !== null && <p className="text-small text-ink-soft">{waiting}</p>}
          {reason !== null && <p className="text-small text-ink-soft">{reason}</p>}
          {refunded !== null && <p className="text-small text-under-text">{refunded}</p>}
          {expense.merged && <p className="text-small text-ink-soft">Matched with the expense you added</p>}
        </div>
        <MoreButton
          ref={moreButton}
          label={`More about ${expense.name}`}
          panelId={panelId}
          isOpen={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
          // Returns the focus from the form to its button.
          autoFocus={wasEdited}
        />
      </div>
      {isOpen && (
        <div id={panelId} ref={leaving} className="flex flex-wrap gap-2 pt-1.5 pb-2 pl-12">
          <RowActions
            expense={expense}
            refunds={refunds}
            onEdit={() => {
              setIsOpen(false);
              onEditing(true);
            }}
            onUndoMatch={() => setIsOpen(false)}
          />
        </div>
      )}
    </>
  );
}

function RowActions({
  expense,
  refunds,
  onEdit,
  onUndoMatch,
}: {
  expense: Expense;
  refunds: readonly Refund[];
  onEdit: () => void;
  onUndoMatch: () => void;
}) {
  const { mutate: change } = useChangeExpense();
  const edit = (patch: ExpensePatch) => change({ kind: 'edit', expense, patch, scope: 'one' });
  const remove = (scope: Scope) => change({ kind: 'delete', expense, scope });
  const match = useMatchRefund();
  const unmerge = useUnmerge();
  return (
    <>
      <Button look="quiet" onClick={onEdit}>
        Edit
      </Button>
      {expense.counted && (
        <Button look="quiet" onClick={() => edit({ counted: false })}>
          Don't count this
        </Button>
      )}
      {/* Other currencies are not part of totals in dollars (PD-5). */}
      {!expense.counted && expense.notCountedReason !== 'currency' && (
        <Button look="quiet" onClick={() => edit({ counted: true })}>
          Count this
        </Button>
      )}
      {refunds.map((refund) => (
        <Button
          key={refund.id}
          look="quiet"
          disabled={match.isPending}
          onClick={() => match.mutate({ refund, expenseId: null })}
        >
          Unmatch refund
        </Button>
      ))}
      {expense.merged && (
        <Button
          look="quiet"
          onClick={() => {
            onUndoMatch();
            unmerge.mutate(expense);
          }}
        >
          Undo match
        </Button>
      )}
      {expense.seriesId === null ? (
        <Button look="quiet" onClick={() => remove('one')}>
          Delete
        </Button>
      ) : (
        <>
          <Button look="quiet" onClick={() => remove('one')}>
            Delete this one
          </Button>
          <Button look="quiet" onClick={() => remove('future')}>
            Delete this and all future ones
          </Button>
        </>
      )}
    </>
  );
}
