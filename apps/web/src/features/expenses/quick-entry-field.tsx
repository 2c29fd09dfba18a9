import { formatDay, type Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { parseQuickEntry, type QuickEntry } from '@oinkly/domain/quick-entry';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../../shared/ui/field.tsx';
import type { ExpenseForm } from './expense-form.ts';
import { QuickEntryChip } from './quick-entry-chip.tsx';
import { linesOf } from './several-expenses.tsx';

const MAX_LENGTH = 300;

/** The fields that a line fills, with the words for each. */
const FILLED = {
  name: 'Name',
  amount: 'Amount',
  date: 'Date',
  category: 'Category',
} as const satisfies Partial<Record<keyof ExpenseForm, string>>;

type FilledField = keyof typeof FILLED;

/**
 * A line in plain words that fills the form below as it is typed (QE-1 to QE-6, PD-32). What was understood stands under it; a tap on
 * one of these leads to its field. What a person has typed into a field themselves is left alone.
 */
export function QuickEntryField({
  form,
  today,
  onLines,
}: {
  form: UseFormReturn<ExpenseForm>;
  today: Day;
  /** Several lines were pasted at once. */
  onLines: (lines: string[]) => void;
}) {
  const [line, setLine] = useState('');
  const entry = parseQuickEntry(line, today);
  const { dirtyFields } = form.formState;

  const read = (text: string) => {
    setLine(text);
    const values = valuesOf(parseQuickEntry(text, today));
    for (const field of Object.keys(FILLED) as FilledField[]) {
      if (!dirtyFields[field])
        form.setValue(field, values[field] ?? form.formState.defaultValues?.[field] ?? '');
    }
    form.clearErrors();
  };
  const { dayJustPast } = entry;
  return (
    <div>
      <TextField
        label="Quick entry"
        placeholder="Gym $50 on 15th"
        autoComplete="off"
        maxLength={MAX_LENGTH}
        value={line}
        onChange={(event) => read(event.target.value)}
        onPaste={(event) => {
          const lines = linesOf(event.clipboardData.getData('text'));
          if (!lines) return;
          event.preventDefault();
          onLines(lines);
        }}
      />
      <ul aria-live="polite" aria-label="Understood" className="flex flex-wrap gap-1.5 not-empty:mt-2">
        {Object.entries(wordsOf(entry)).map(([field, words]) => (
          <li key={field}>
            <QuickEntryChip onClick={() => form.setFocus(field as FilledField)}>
              <span className="sr-only">{FILLED[field as FilledField]}</span> {words}
            </QuickEntryChip>
          </li>
        ))}
        {dayJustPast !== undefined && !dirtyFields.date && (
          <li>
            <QuickEntryChip isOffer onClick={() => form.setValue('date', dayJustPast, { shouldDirty: true })}>
              {shortDay(dayJustPast)} instead
            </QuickEntryChip>
          </li>
        )}
      </ul>
    </div>
  );
}

/** What a line says, as it is typed into the fields. */
function valuesOf(entry: QuickEntry): Partial<Record<FilledField, string>> {
  const { name, amountCents, day, category } = entry;
  return {
    ...(name !== undefined && { name }),
    ...(amountCents !== undefined && { amount: (amountCents / 100).toFixed(2) }),
    ...(day !== undefined && { date: day }),
    ...(category !== undefined && { category }),
  };
}

/** What a line says, as people read it. */
function wordsOf(entry: QuickEntry): Partial<Record<FilledField, string>> {
  const { name, amountCents, day, category } = entry;
  return {
    ...(name !== undefined && { name }),
    ...(amountCents !== undefined && { amount: formatUsd(amountCents) }),
    ...(day !== undefined && { date: shortDay(day) }),
    ...(category !== undefined && { category }),
  };
}

function shortDay(day: Day): string {
  return formatDay(day, { weekday: 'short', month: 'short', day: 'numeric' });
}
