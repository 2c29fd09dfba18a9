import { formatDay, yearOf, type Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import {
  joinWithExtras,
  parseQuickEntry,
  splitQuickEntry,
  type QuickEntry,
} from '@oinkly/domain/quick-entry';
import { amountProblemWords, dayProblemWords, unreadWords } from '@oinkly/domain/quick-entry-words';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../../../shared/ui/field.tsx';
import type { ExpenseForm } from '../expense-form.ts';
import { QuickEntryChip } from './quick-entry-chip.tsx';
import { MAX_LINE_LENGTH, readText } from './text-from-elsewhere.ts';

const FILLED = {
  name: 'Name',
  amount: 'Amount',
  date: 'Date',
  type: 'Repeats',
  category: 'Category',
  dayOfMonth: 'Day of month',
} as const satisfies Partial<Record<keyof ExpenseForm, string>>;

export type FilledField = keyof typeof FILLED;

/**
 * Fills the form while the user types (QE-1 to QE-6, PD-32), except fields that the user edited. A line with
 * several expenses opens their preview.
 */
export function QuickEntryField({
  form,
  today,
  line,
  onLine,
  onLines,
  onField,
}: {
  form: UseFormReturn<ExpenseForm>;
  today: Day;
  line: string;
  onLine: (line: string) => void;
  /** Called with one line per expense if there are several. */
  onLines: (lines: string[]) => void;
  onField: (field: FilledField) => void;
}) {
  const lines = splitQuickEntry(line, today);
  const entry: QuickEntry = lines.length > 1 ? {} : parseQuickEntry(line, today);
  const notRead = [unreadWords(entry), amountProblemWords(entry), dayProblemWords(entry)].filter(
    (words) => words !== undefined,
  );
  const { dirtyFields } = form.formState;

  const read = (text: string) => {
    onLine(text);
    fillFromLine(form, text, today);
    form.clearErrors();
  };
  const { otherDay } = entry;
  const joined = joinWithExtras(line, today);
  return (
    <div>
      <TextField
        label="Quick entry"
        placeholder="Gym $50 on 15th"
        autoComplete="off"
        maxLength={MAX_LINE_LENGTH}
        value={line}
        onChange={(event) => read(event.target.value)}
        onPaste={(event) => {
          const pasted = readText(event.clipboardData.getData('text'), today);
          // The field takes it by itself.
          if (pasted && 'line' in pasted) return;
          event.preventDefault();
          if (pasted) onLines(pasted.lines);
        }}
      />
      <ul aria-live="polite" aria-label="Understood" className="flex flex-wrap gap-1.5 not-empty:mt-2">
        {Object.entries(wordsOf(entry, today, dirtyFields.date)).map(([field, words]) => (
          <li key={field}>
            <QuickEntryChip onClick={() => onField(field as FilledField)}>
              <span className="sr-only">{FILLED[field as FilledField]}</span> {words}
            </QuickEntryChip>
          </li>
        ))}
        {lines.length > 1 && (
          <li>
            <QuickEntryChip isOffer onClick={() => onLines(lines)}>
              Add {lines.length} expenses
            </QuickEntryChip>
          </li>
        )}
        {joined !== undefined && (
          <li>
            <QuickEntryChip isOffer onClick={() => read(joined)}>
              One expense: {joined}
            </QuickEntryChip>
          </li>
        )}
        {otherDay !== undefined && !dirtyFields.date && (
          <li>
            <QuickEntryChip isOffer onClick={() => form.setValue('date', otherDay, { shouldDirty: true })}>
              {shortDay(otherDay, today)} instead
            </QuickEntryChip>
          </li>
        )}
      </ul>
      <p role="status" className="text-small text-ink-soft not-empty:mt-2">
        {notRead.join(' ')}
      </p>
    </div>
  );
}

export function fillFromLine(form: UseFormReturn<ExpenseForm>, line: string, today: Day): void {
  const values = splitQuickEntry(line, today).length > 1 ? {} : valuesOf(parseQuickEntry(line, today));
  const { dirtyFields, defaultValues } = form.formState;
  for (const field of Object.keys(FILLED) as FilledField[]) {
    if (!dirtyFields[field]) form.setValue(field, values[field] ?? defaultValues?.[field] ?? '');
  }
}

function valuesOf(entry: QuickEntry): Partial<ExpenseForm> {
  const { name, amountCents, day, oddDay, isMonthly, recursOn, category } = entry;
  return {
    ...(name !== undefined && { name }),
    ...(amountCents !== undefined && { amount: (amountCents / 100).toFixed(2) }),
    ...(day !== undefined && { date: day }),
    // The user chooses one.
    ...(oddDay !== undefined && { date: '' }),
    ...(isMonthly && { type: 'recurring' as const }),
    ...(recursOn !== undefined && { dayOfMonth: String(recursOn) }),
    ...(category !== undefined && { category }),
  };
}

/** An entry without a day is for today, unless the user chose another day. */
function wordsOf(
  entry: QuickEntry,
  today: Day,
  isDateChosen: boolean | undefined,
): Partial<Record<FilledField, string>> {
  const { name, amountCents, isMonthly, category } = entry;
  const isRead = name !== undefined || amountCents !== undefined;
  const day = entry.day ?? (isRead && !isDateChosen && entry.oddDay === undefined ? today : undefined);
  return {
    ...(name !== undefined && { name }),
    ...(amountCents !== undefined && { amount: formatUsd(amountCents) }),
    ...(day !== undefined && { date: day === today ? 'Today' : shortDay(day, today) }),
    ...(isMonthly && { type: 'monthly' }),
    ...(category !== undefined && { category }),
  };
}

/** With the year if it is another one. */
function shortDay(day: Day, today: Day): string {
  const year = yearOf(day) === yearOf(today) ? undefined : 'numeric';
  return formatDay(day, { weekday: 'short', month: 'short', day: 'numeric', year });
}
