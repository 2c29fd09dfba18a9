import { dayInZone, dayOfMonth, isDay, type Day } from '@oinkly/domain/days';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { parseQuickEntry, splitQuickEntry } from '@oinkly/domain/quick-entry';
import { amountProblemWords } from '@oinkly/domain/quick-entry-words';
import { formatWeek, weekStartOf } from '@oinkly/domain/weeks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import type { Expense, NewExpense } from '@oinkly/contract/expenses';
import { toastFailure } from '../../../shared/ui/failure-toast.ts';
import { newRequestId } from '../../../shared/http/request-id.ts';
import { browserTimeZone } from '../../../shared/hooks/time-zone.ts';
import { Button, TextButton } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { SelectField } from '../../../shared/ui/field.tsx';
import { Pig } from '../../../shared/ui/pig.tsx';
import { toast, UNDO_MS } from '../../../shared/ui/toast-store.ts';
import { expenseDay } from '../../../shared/words/expense-words.ts';
import { DayOfMonthField } from '../recurring/day-of-month-field.tsx';
import { ExpenseFields, passes } from '../expense-fields.tsx';
import {
  emptyExpenseForm,
  firstProblem,
  newExpenseOf,
  problemOfSeriesStart,
  type ExpenseForm,
  type ExpenseFormProblem,
} from '../expense-form.ts';
import { toastWaiting, useChangeExpense } from '../expense-mutations.ts';
import { refreshSpending } from '../outbox/refresh-spending.ts';
import { areAllFieldsShown, showAllFields } from './all-fields-setting.ts';
import { firstDayOf } from '../outbox/expected-expense.ts';
import { deliver } from '../outbox/sender.ts';
import { fillFromLine, QuickEntryField } from './quick-entry-field.tsx';
import { SeveralExpenses } from './several-expenses.tsx';
import { SeveralLines } from './several-lines.tsx';
import { readText } from './text-from-elsewhere.ts';
import { useDraft } from '../use-draft.ts';

export interface ExpenseDraft {
  line: string;
  /** Fields that the user edited, which the line doesn't fill. */
  edited: Partial<ExpenseForm>;
  /** Lines of several expenses that are not added yet. */
  lines?: string[];
}

/** The draft for a text from elsewhere; null if it is too long, as a toast says. */
export function draftOf(text: string): ExpenseDraft | null {
  const read = readText(text, currentDay());
  return read && { line: '', edited: {}, ...read };
}

/** The input survives a failure and any close except Cancel, in `draft` (AE-1 to AE-6). */
export default function AddExpenseDialog({
  draft,
  onDraft,
  onClose,
  onAdded,
}: {
  draft: ExpenseDraft | null;
  onDraft: (draft: ExpenseDraft | null) => void;
  onClose: () => void;
  onAdded: () => void;
}) {
  const [today] = useState(currentDay);
  const form = useForm<ExpenseForm>({ defaultValues: emptyExpenseForm(today) });
  const [line, setLine] = useState(draft?.line ?? '');
  const { dirtyFields } = form.formState;
  const readEdited = useDraft(form, draft?.edited, () => fillFromLine(form, line, today));
  const [type, date, dayOfMonthText] = useWatch({
    control: form.control,
    name: ['type', 'date', 'dayOfMonth'],
  });
  const defaultDay = isDay(date) ? String(dayOfMonth(date)) : '';
  const [lines, setLines] = useState(draft?.lines ?? null);
  /** The lines as the user edited them. */
  const [texts, setTexts] = useState<string[]>([]);
  const [isEnteringSeveral, setIsEnteringSeveral] = useState(false);
  const [areAllShown, setAreAllShown] = useState(areAllFieldsShown);
  const [fieldsShown, setFieldsShown] = useState(
    () => new Set(Object.keys(draft?.edited ?? {}) as (keyof ExpenseForm)[]),
  );
  const isShown = (field: keyof ExpenseForm) => areAllShown || fieldsShown.has(field);
  /** A hidden field takes no focus. */
  const reveal = (field: keyof ExpenseForm) =>
    flushSync(() => setFieldsShown((shown) => new Set(shown).add(field === 'dayOfMonth' ? 'type' : field)));
  const close = () => {
    onDraft(null);
    onAdded();
    onClose();
  };
  const cancel = () => {
    onDraft(null);
    onClose();
  };
  const dismiss = () => {
    onDraft({
      line,
      edited: readEdited(),
      ...((lines ?? isEnteringSeveral) && texts.length > 0 && { lines: texts }),
    });
    onClose();
  };
  const save = useSaveExpense(today, close);

  /** A line's amount that is too large is a positive one. */
  const explainAmount = (problem: ExpenseFormProblem | null) => {
    const entry = parseQuickEntry(line, today);
    const isTooLarge = entry.amountProblem === 'too-large' && !dirtyFields.amount;
    const words = amountProblemWords(entry);
    return problem?.field === 'amount' && isTooLarge && words !== undefined
      ? { ...problem, description: words }
      : problem;
  };
  const submitForm = form.handleSubmit((values) => {
    const expense = newExpenseOf(values);
    const problem = explainAmount(firstProblem(values)) ?? problemOfSeriesStart(values, today);
    if (problem) reveal(problem.field);
    if (passes(form, problem) && expense) save.mutate(expense);
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const several = splitQuickEntry(line, today);
    // Several expenses fill no fields, so the form has nothing to save unless the user filled it.
    if (several.length < 2 || dirtyFields.name) return void submitForm(event);
    event.preventDefault();
    setLines(several);
  };

  if (lines) {
    return (
      <Dialog
        open
        onOpenChange={dismiss}
        title={lines.length === 1 ? 'Add 1 Expense' : `Add ${lines.length} Expenses`}
      >
        <SeveralExpenses
          // Lines left behind start as a new list.
          key={lines.length}
          lines={lines}
          today={today}
          onTexts={setTexts}
          onBack={() => setLines(null)}
          onLeft={(left) => {
            onAdded();
            // It may still name expenses that are added.
            setLine('');
            setIsEnteringSeveral(true);
            setLines(left);
          }}
          onAdded={close}
        />
      </Dialog>
    );
  }
  if (isEnteringSeveral) {
    return (
      <Dialog open onOpenChange={dismiss} title="Add several expenses">
        <SeveralLines
          today={today}
          text={texts.join('\n')}
          onBack={() => setIsEnteringSeveral(false)}
          onLines={setLines}
        />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={dismiss} title="Add an Expense">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <QuickEntryField
          form={form}
          today={today}
          line={line}
          onLine={setLine}
          onLines={setLines}
          onField={(field) => {
            reveal(field);
            form.setFocus(field);
          }}
        />
        <ExpenseFields form={form} isShown={isShown} />
        <div className={isShown('type') ? 'grid fit-cols-38 gap-3' : 'hidden'}>
          <SelectField
            label="Type"
            className={type === 'recurring' ? '' : 'col-span-full'}
            {...form.register('type')}
          >
            <option value="one-time">One-time</option>
            <option value="recurring">Recurring</option>
          </SelectField>
          {type === 'recurring' && (
            <DayOfMonthField
              day={dayOfMonthText || defaultDay}
              error={form.formState.errors.dayOfMonth?.message}
              placeholder={defaultDay}
              {...form.register('dayOfMonth')}
            />
          )}
        </div>
        <div className="-my-2 flex flex-wrap justify-between gap-x-4">
          <TextButton
            aria-expanded={areAllShown}
            onClick={() => {
              showAllFields(!areAllShown);
              setAreAllShown(!areAllShown);
            }}
          >
            {areAllShown ? 'Fewer fields' : 'More fields'}
          </TextButton>
          <TextButton onClick={() => setIsEnteringSeveral(true)}>Add several at once</TextButton>
        </div>
        <div className="grid fit-cols-30 gap-3">
          <Button look="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Add Expense'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function currentDay(): Day {
  return dayInZone(new Date(), browserTimeZone());
}

function useSaveExpense(today: Day, onSaved: () => void) {
  const queryClient = useQueryClient();
  // The same content keeps its request id: if the answer was lost, the expense is not added twice.
  const sent = useRef<{ content: string; requestId: string }>(null);
  const requestIdOf = (expense: NewExpense) => {
    const content = JSON.stringify(expense);
    if (sent.current?.content !== content) sent.current = { content, requestId: newRequestId() };
    return sent.current.requestId;
  };
  const { mutate: change } = useChangeExpense();
  const count = (expense: Expense) =>
    change({
      kind: 'edit',
      expense,
      patch: { counted: true },
      scope: expense.type === 'recurring' ? 'future' : 'one',
    });
  const remove = (expense: Expense) =>
    change({ kind: 'delete', expense, scope: expense.type === 'recurring' ? 'future' : 'one' });
  const actionFor = (expense: Expense) =>
    isUncountedBill(expense)
      ? { label: 'Count this', run: () => count(expense) }
      : { label: 'Undo', run: () => remove(expense) };
  return useMutation({
    mutationFn: (expense: NewExpense) => deliver({ kind: 'add', expense }, requestIdOf(expense)),
    onSuccess: ({ isWaiting, answer: added }, expense) => {
      if (isWaiting) {
        toastWaiting(expense.name);
      } else {
        void refreshSpending(queryClient);
        toast({
          title: 'Expense added',
          description: added?.merged
            ? `${expense.name}, as your bank reports it`
            : addedWords(expense, added, today),
          ...(added && !added.merged && { action: actionFor(added), durationMs: UNDO_MS }),
          picture: <Pig mood="content" width={44} coin="drop" className="-my-1 flex-none" />,
        });
      }
      onSaved();
    },
    onError: (error) =>
      toastFailure(error, { title: 'Error', description: 'Failed to add expense. Please try again.' }),
  });
}

function addedWords(expense: NewExpense, added: Expense | null, today: Day): string {
  const what = `${expense.name}, ${formatUsd(centsFromDollars(expense.amount))}`;
  const firstDay = firstDayOf(expense);
  const isAhead = expense.type === 'recurring' && firstDay > today;
  const reason = added && isUncountedBill(added) ? ' Fixed bills don’t count toward your budget.' : '';
  if (isAhead) return `${what} monthly. First one: ${expenseDay(firstDay, today)}.${reason}`;
  const repeats = expense.type === 'recurring' ? ' monthly' : '';
  if (reason !== '') return `${what}${repeats}.${reason}`;
  if (repeats !== '') return `${what}${repeats}`;
  const week = weekStartOf(expense.date);
  return `${what}, ${week === weekStartOf(today) ? 'this week' : formatWeek(week, today)}`;
}

/** The list hides fixed bills that don't count (PD-5). */
function isUncountedBill({ notCountedReason, kind }: Expense): boolean {
  return notCountedReason === 'kind' && kind === 'fixed-bill';
}
