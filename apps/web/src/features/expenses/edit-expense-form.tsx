import type { Expense, ExpensePatch } from '@oinkly/contract/endpoints';
import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '../../shared/ui/button.tsx';
import { DateField, MoneyField, SelectField, TextField } from '../../shared/ui/field.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { expenseFormOf, firstProblem, patchOf, problemOfAllLater, type ExpenseForm } from './expense-form.ts';
import { ScopeChoice, type Scope } from './scope-choice.tsx';

/**
 * Corrects an expense where it stands, and of a recurring one all later ones too where that is chosen (PD-31). What a bank said is kept apart: no later sync undoes
 * what is changed here (PD-7).
 */
export function EditExpenseForm({
  expense,
  onSave,
  onCancel,
}: {
  expense: Expense;
  onSave: (patch: ExpensePatch, scope: Scope) => void;
  onCancel: () => void;
}) {
  const form = useForm<ExpenseForm & { isAlways: boolean; scope: Scope }>({
    defaultValues: { ...expenseFormOf(expense), isAlways: false, scope: 'one' },
  });
  const { errors } = form.formState;
  const [category, isAlways] = useWatch({ control: form.control, name: ['category', 'isAlways'] });
  const isOtherCategory = category !== expense.category;

  const submit = form.handleSubmit((values) => {
    const problem =
      firstProblem(values) ?? (values.scope === 'future' ? problemOfAllLater(values, expense) : null);
    if (problem) {
      form.setError(problem.field, { message: problem.description }, { shouldFocus: true });
      toast({ title: problem.title, description: problem.description, tone: 'problem' });
      return;
    }
    onSave(patchOf(values, expense, { alwaysForMerchant: isOtherCategory && values.isAlways }), values.scope);
  });
  return (
    <form
      noValidate
      aria-label={`Edit ${expense.name}`}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 pt-1 pb-3"
    >
      <TextField
        label="Expense Name"
        autoComplete="off"
        autoFocus
        error={errors.name?.message}
        {...form.register('name')}
      />
      <div className="grid grid-cols-2 gap-3 max-[359px]:grid-cols-1">
        <MoneyField
          label="Amount"
          step="0.01"
          min="0"
          error={errors.amount?.message}
          {...form.register('amount')}
        />
        <DateField label="Date" error={errors.date?.message} {...form.register('date')} />
      </div>
      <SelectField label="Category" error={errors.category?.message} {...form.register('category')}>
        {EXPENSE_CATEGORIES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {isOtherCategory && expense.source === 'bank' && (
        <SwitchField
          label="Always for this merchant"
          hint={`Files all of ${expense.name} under ${category}, now and later.`}
          checked={isAlways}
          onChange={({ target }) => form.setValue('isAlways', target.checked)}
        />
      )}
      {expense.seriesId !== null && <ScopeChoice {...form.register('scope')} />}
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Save</Button>
      </div>
    </form>
  );
}
