import type { Expense, ExpensePatch } from '@oinkly/contract/endpoints';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { ExpenseFields, passes, SaveOrCancel } from './expense-fields.tsx';
import { expenseFormOf, firstProblem, patchOf, problemOfAllLater, type ExpenseForm } from './expense-form.ts';
import { ScopeChoice, type Scope } from './scope-choice.tsx';

/** Edits an expense in place, and optionally all later occurrences of a recurring one (PD-31). Syncs never overwrite the edits (PD-7). */
export function EditExpenseForm({
  expense,
  onSave,
  onCancel,
}: {
  expense: Expense;
  onSave: (patch: ExpensePatch, scope: Scope) => void;
  onCancel: () => void;
}) {
  const form = useForm<ExpenseForm>({ defaultValues: expenseFormOf(expense) });
  const [isAlways, setIsAlways] = useState(false);
  const [scope, setScope] = useState<Scope>('one');
  const category = useWatch({ control: form.control, name: 'category' });
  const isOtherCategory = category !== expense.category;

  const submit = form.handleSubmit((values) => {
    const problem = firstProblem(values) ?? (scope === 'future' ? problemOfAllLater(values, expense) : null);
    if (passes(form, problem))
      onSave(patchOf(values, expense, { alwaysForMerchant: isOtherCategory && isAlways }), scope);
  });
  return (
    <form
      noValidate
      aria-label={`Edit ${expense.name}`}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 pt-1 pb-3"
    >
      <ExpenseFields form={form} isNameFirst />
      {isOtherCategory && expense.source === 'bank' && (
        <SwitchField
          label="Always for this merchant"
          hint={`Moves all ${expense.name} expenses to ${category}, now and in the future.`}
          checked={isAlways}
          onChange={({ target }) => setIsAlways(target.checked)}
        />
      )}
      {expense.seriesId !== null && <ScopeChoice chosen={scope} onChoose={setScope} />}
      <SaveOrCancel onCancel={onCancel} />
    </form>
  );
}
