import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../shared/ui/button.tsx';
import { DateField, MoneyField, SelectField, TextField } from '../../shared/ui/field.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import type { ExpenseForm, ExpenseFormProblem } from './expense-form.ts';

export function ExpenseFields({
  form,
  isNameFirst = false,
  isShown = () => true,
  dateField = (
    <DateField
      label="Date"
      className={isShown('date') ? undefined : 'hidden'}
      error={form.formState.errors.date?.message}
      {...form.register('date')}
    />
  ),
}: {
  form: UseFormReturn<ExpenseForm>;
  isNameFirst?: boolean;
  /** A hidden field keeps its value. */
  isShown?: (field: 'name' | 'amount' | 'date' | 'category') => boolean;
  dateField?: ReactNode;
}) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="Expense Name"
        className={isShown('name') ? undefined : 'hidden'}
        autoComplete="off"
        autoFocus={isNameFirst}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <div className={isShown('amount') || isShown('date') ? 'grid fit-cols-38 gap-3' : 'hidden'}>
        <MoneyField
          label="Amount"
          className={isShown('amount') ? undefined : 'hidden'}
          placeholder="0.00"
          step="0.01"
          min="0"
          error={errors.amount?.message}
          {...form.register('amount')}
        />
        {dateField}
      </div>
      <SelectField
        label="Category"
        className={isShown('category') ? undefined : 'hidden'}
        error={errors.category?.message}
        {...form.register('category')}
      >
        {form.formState.defaultValues?.category === '' && <option value="">Choose one</option>}
        {EXPENSE_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectField>
    </>
  );
}

export function SaveOrCancel({ onCancel, isBusy = false }: { onCancel: () => void; isBusy?: boolean }) {
  return (
    <div className="grid fit-cols-30 gap-3">
      <Button look="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
    </div>
  );
}

/** Shows the first problem in a toast and at its field, which gets the focus (AE-4). */
export function passes(form: UseFormReturn<ExpenseForm>, problem: ExpenseFormProblem | null): boolean {
  if (!problem) return true;
  form.setError(problem.field, { message: problem.description }, { shouldFocus: true });
  toast({ title: problem.title, description: problem.description, tone: 'problem' });
  return false;
}
