import type { RecurringSeries, SeriesPatch } from '@oinkly/contract/recurring';
import type { SeriesField } from '@oinkly/domain/expense-fields';
import { centsFromDollars, dollarsFromCents } from '@oinkly/domain/money';
import { parseMoneyInput } from '@oinkly/domain/money-input';
import { withoutUndefined } from '@oinkly/domain/without-undefined';
import { useForm, useWatch } from 'react-hook-form';
import { DayOfMonthField } from './day-of-month-field.tsx';
import { ExpenseFields, passes, SaveOrCancel } from '../expense-fields.tsx';
import {
  firstProblem,
  isCategory,
  problemOfDayOfMonth,
  enteredDayOfMonth,
  type ExpenseForm,
} from '../expense-form.ts';

/** Changes a series' future occurrences; past ones stay. */
export function EditSeriesForm({
  series,
  onSave,
  onCancel,
}: {
  series: RecurringSeries;
  onSave: (patch: SeriesPatch) => void;
  onCancel: () => void;
}) {
  const form = useForm<ExpenseForm>({
    defaultValues: {
      name: series.name,
      amount: Math.abs(series.amount).toFixed(2),
      date: series.next.date,
      type: 'recurring',
      dayOfMonth: String(series.dayOfMonth),
      category: series.category,
    },
  });
  const { errors } = form.formState;
  const dayOfMonth = useWatch({ control: form.control, name: 'dayOfMonth' });
  const submit = form.handleSubmit((values) => {
    if (passes(form, firstProblem(values) ?? problemOfDayOfMonth(values))) onSave(patchOf(values, series));
  });
  return (
    <form
      noValidate
      aria-label={`Edit upcoming ${series.name}`}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 py-4"
    >
      <ExpenseFields
        form={form}
        isNameFirst
        dateField={
          <DayOfMonthField
            day={dayOfMonth}
            error={errors.dayOfMonth?.message}
            {...form.register('dayOfMonth')}
          />
        }
      />
      <SaveOrCancel onCancel={onCancel} />
    </form>
  );
}

function patchOf(form: ExpenseForm, series: RecurringSeries): SeriesPatch {
  const name = form.name.trim();
  const amountCents = parseMoneyInput(form.amount);
  const dayOfMonth = enteredDayOfMonth(form.dayOfMonth);
  const isOtherAmount = amountCents !== null && amountCents !== Math.abs(centsFromDollars(series.amount));
  const isOtherDay = dayOfMonth !== null && dayOfMonth !== series.dayOfMonth;
  const isOtherCategory = form.category !== series.category;
  return withoutUndefined({
    name: name === series.name ? undefined : name,
    amount: isOtherAmount ? dollarsFromCents(amountCents) : undefined,
    dayOfMonth: isOtherDay ? dayOfMonth : undefined,
    category: isOtherCategory && isCategory(form.category) ? form.category : undefined,
  } satisfies Record<SeriesField, unknown>);
}
