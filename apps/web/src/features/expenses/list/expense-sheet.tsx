import type { Expense, ExpensePatch } from '@oinkly/contract/expenses';
import { useQuery } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { useForm } from 'react-hook-form';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import {
  isLongPending,
  notCountedText,
  pendingText,
  refundedText,
} from '../../../shared/words/expense-words.ts';
import { useUnmerge } from '../checks/duplicates.ts';
import { ExpenseFields, passes, SaveOrCancel } from '../expense-fields.tsx';
import {
  expenseFormOf,
  firstProblem,
  patchOf,
  problemOfAllLater,
  type ExpenseForm,
} from '../expense-form.ts';
import { useChangeExpense } from '../expense-mutations.ts';
import type { Scope } from '../outbox/change.ts';
import { outbox } from '../outbox/outbox.ts';
import { refundsQuery, useMatchRefund } from '../checks/refunds.ts';
import { ScopeChoice } from '../recurring/scope-choice.tsx';
import { useDraft } from '../use-draft.ts';

/** Input of sheets that were closed without saving. */
const drafts = new Map<Expense['id'], Partial<ExpenseForm>>();

/**
 * Edits an expense, and optionally all later occurrences (PD-31). Syncs never overwrite the edits (PD-7).
 * Only Cancel discards unsaved input.
 */
export default function ExpenseSheet({
  expense,
  focusFallback,
  onClose,
}: {
  expense: Expense;
  /** Gets the focus when the expense is no longer listed. */
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const form = useForm<ExpenseForm>({ defaultValues: expenseFormOf(expense) });
  const [scope, setScope] = useState<Scope>('one');
  const { mutate: change } = useChangeExpense();
  const draftKey = outbox.stableIdOf(expense.id);
  const readEdited = useDraft(form, drafts.get(draftKey));

  const close = () => {
    drafts.delete(draftKey);
    onClose();
  };
  const dismiss = () => {
    const edited = readEdited();
    if (Object.keys(edited).length > 0) drafts.set(draftKey, edited);
    else drafts.delete(draftKey);
    onClose();
  };
  const submit = form.handleSubmit((values) => {
    const problem = firstProblem(values) ?? (scope === 'future' ? problemOfAllLater(values, expense) : null);
    if (!passes(form, problem)) return;
    const patch = patchOf(values, expense);
    if (Object.keys(patch).length > 0) change({ kind: 'edit', expense, patch, scope });
    close();
  });
  return (
    <Dialog
      open
      onOpenChange={dismiss}
      title={expense.name}
      description={<Facts expense={expense} />}
      focusFallback={focusFallback}
      focusesItself
    >
      <form
        noValidate
        aria-label={`Edit ${expense.name}`}
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4"
      >
        <ExpenseFields form={form} />
        {expense.seriesId !== null && <ScopeChoice chosen={scope} onChoose={setScope} />}
        <SaveOrCancel onCancel={close} />
      </form>
      <Actions expense={expense} onDone={close} />
    </Dialog>
  );
}

function Facts({ expense }: { expense: Expense }) {
  const today = useToday();
  const facts = [
    expense.source === 'bank' ? 'From your bank' : 'Added by you',
    pendingText(expense, today),
    notCountedText(expense),
    refundedText(expense),
    expense.merged ? 'Matched with the expense you added' : null,
  ];
  return (
    <>
      {facts.filter((fact) => fact !== null).join(' · ')}
      {expense.counted && isLongPending(expense, today) && (
        <span className="block">
          Your bank hasn’t charged it yet, which is unusual. If the payment failed, choose “Don’t count this”.
        </span>
      )}
    </>
  );
}

function Actions({ expense, onDone }: { expense: Expense; onDone: () => void }) {
  const { mutate: change } = useChangeExpense();
  const refunds = useQuery(refundsQuery);
  const matched = (refunds.data?.refunds ?? []).filter(({ matches }) =>
    matches.some(({ expenseId }) => expenseId === expense.id),
  );
  const match = useMatchRefund(onDone);
  const unmerge = useUnmerge();
  const edit = (patch: ExpensePatch) => {
    onDone();
    change({ kind: 'edit', expense, patch, scope: 'one' });
  };
  const remove = (scope: Scope) => {
    onDone();
    change({ kind: 'delete', expense, scope });
  };
  return (
    <div className="mt-5 flex flex-wrap gap-2 border-t border-line pt-4">
      {expense.counted && (
        <Button look="quiet" onClick={() => edit({ counted: false })}>
          Don’t count this
        </Button>
      )}
      {/* Other currencies are not part of totals in dollars (PD-5). */}
      {!expense.counted && expense.notCountedReason !== 'currency' && (
        <Button look="quiet" onClick={() => edit({ counted: true })}>
          Count this
        </Button>
      )}
      {matched.map((refund) => (
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
            onDone();
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
    </div>
  );
}
