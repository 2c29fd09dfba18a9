import type { Expense, NewExpense } from '@oinkly/contract/expenses';
import { MAX_EXPENSE_NAME_LENGTH } from '@oinkly/domain/expense-fields';
import { dayOfMonth, type Day } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@oinkly/domain/expense-categories';
import { dollarsFromCents, formatUsd } from '@oinkly/domain/money';
import { parseQuickEntry } from '@oinkly/domain/quick-entry';
import { amountProblemWords, dayProblemWords, unreadWords } from '@oinkly/domain/quick-entry-words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { messageOf, refusalWords, toastFailure } from '../../../shared/ui/failure-toast.ts';
import { newRequestId } from '../../../shared/http/request-id.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { toast, UNDO_MS } from '../../../shared/ui/toast-store.ts';
import { expenseDay } from '../../../shared/words/expense-words.ts';
import { problemOfSeriesStart } from '../expense-form.ts';
import { toastWaiting } from '../expense-mutations.ts';
import { refreshSpending } from '../outbox/refresh-spending.ts';
import { deliver } from '../outbox/sender.ts';
import { QuickEntryChip } from './quick-entry-chip.tsx';

const MAX_LINES = 100;

interface Draft {
  /** Its number among the pasted lines, from 1. */
  number: number;
  text: string;
  /** Null uses the guess or 'Other'. */
  category: ExpenseCategory | null;
  /** Whether the user chose the other day that the line may mean. */
  isOtherDay: boolean;
  /** Keeps a line whose answer was lost from being added twice. */
  requestId: string;
}

/**
 * Each line is a quick entry (PD-32). Lines that can't be read don't hold the others back, and stay to be
 * corrected (PD-99). If adding one fails, it and the following ones stay.
 */
export function SeveralExpenses({
  lines,
  today,
  onTexts,
  onBack,
  onLeft,
  onAdded,
}: {
  lines: readonly string[];
  today: Day;
  /** Called with the lines that are not added yet, as the user edits them. */
  onTexts: (lines: string[]) => void;
  onBack: () => void;
  /** Called with the lines left if some were added. */
  onLeft: (lines: string[]) => void;
  /** Called when no line is left. */
  onAdded: () => void;
}) {
  const [drafts, setDrafts] = useState(() => lines.slice(0, MAX_LINES).map(draftOf));
  const queryClient = useQueryClient();
  const textsOf = (some: readonly Draft[]) => [...some.map(({ text }) => text), ...lines.slice(MAX_LINES)];
  const reportTexts = useEffectEvent((some: readonly Draft[]) => onTexts(textsOf(some)));
  useEffect(() => reportTexts(drafts), [drafts]);
  const readings = drafts.map((draft) => read(draft, today));
  const readyCount = readings.filter(isReady).length;
  const change = (index: number, rest: Partial<Draft>) =>
    // A changed line is a new request.
    setDrafts(
      drafts.map((draft, at) => (at === index ? { ...draft, ...rest, requestId: newRequestId() } : draft)),
    );

  const { mutate: removeAll } = useRemoveAll();
  const save = useMutation({
    mutationFn: async () => {
      // Each addition changes the drafts.
      const addedCount = readyCount;
      const left = textsOf(drafts.filter((_, index) => !isReady(readings[index])));
      let waitingCount = 0;
      const added: Expense[] = [];
      for (const reading of readings) {
        if (!isReady(reading)) continue;
        const { expense } = reading;
        const { requestId = newRequestId() } = expense;
        const { isWaiting, answer } = await deliver({ kind: 'add', expense }, requestId);
        if (isWaiting) waitingCount += 1;
        // A purchase that the bank reports too is not taken away.
        if (answer && !answer.merged) added.push(answer);
        setDrafts((left) => left.filter((draft) => draft.requestId !== requestId));
      }
      return { addedCount, waitingCount, left, added };
    },
    onSuccess: ({ addedCount, waitingCount, left, added }) => {
      if (waitingCount > 0) toastWaiting(waitingCount === 1 ? 'One expense' : `${waitingCount} expenses`);
      else
        toast({
          title: addedWords(addedCount),
          ...(added.length > 0 && {
            action: { label: 'Undo', run: () => removeAll(added) },
            durationMs: UNDO_MS,
          }),
          ...(left.length > 0 && { description: leftWords(left.length) }),
        });
      if (left.length > 0) onLeft(left);
      else onAdded();
    },
    onSettled: () => refreshSpending(queryClient),
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (readyCount > 0) save.mutate();
      }}
      className="flex flex-col gap-4"
    >
      {lines.length > MAX_LINES && (
        <p className="text-small text-ink-soft">
          Showing the first {MAX_LINES} of {lines.length} lines. Add the rest afterward.
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {drafts.map((draft, index) => {
          const reading = readings[index];
          const otherDay = reading && 'expense' in reading ? reading.otherDay : undefined;
          return (
            <li key={draft.number} className="border-line pb-1.5 not-last:border-b">
              <div className="flex items-start gap-2">
                <TextField
                  label={`Line ${draft.number}`}
                  className="flex-1"
                  autoComplete="off"
                  value={draft.text}
                  disabled={save.isPending}
                  error={reading && 'problem' in reading ? reading.problem : undefined}
                  hint={reading && 'words' in reading ? reading.words : undefined}
                  onChange={({ target }) => change(index, { text: target.value })}
                />
                <button
                  type="button"
                  aria-label={`Leave out line ${draft.number}`}
                  disabled={save.isPending}
                  onClick={() => setDrafts(drafts.filter((_, at) => at !== index))}
                  className="mt-7.5 grid size-target flex-none place-items-center text-ink-soft hover:text-ink"
                >
                  <X size={18} aria-hidden="true" />
                </button>
              </div>
              {otherDay !== undefined && (
                <div className="mt-2">
                  <QuickEntryChip
                    isOffer
                    aria-label={`${expenseDay(otherDay, today)} instead in line ${draft.number}`}
                    disabled={save.isPending}
                    onClick={() => change(index, { isOtherDay: !draft.isOtherDay })}
                  >
                    {expenseDay(otherDay, today)} instead
                  </QuickEntryChip>
                </div>
              )}
              <select
                aria-label={`Category of line ${draft.number}`}
                value={reading?.category}
                disabled={save.isPending}
                onChange={({ target }) => change(index, { category: categoryOf(target.value) })}
                className="-ml-1 min-h-11 cursor-pointer [field-sizing:content] rounded-small bg-transparent text-small text-ink-soft"
              >
                {EXPENSE_CATEGORIES.map((category) => (
                  <option key={category}>{category}</option>
                ))}
              </select>
            </li>
          );
        })}
      </ol>
      {drafts.length === 0 && <p className="text-ink-soft">Nothing left to add.</p>}
      {save.isError && (
        <p role="alert" className="text-over-text">
          {messageOf(save.error, 'Failed to add expense').replace(/\.$/, '')}. The expenses below haven’t been
          added.
        </p>
      )}
      <div className="grid fit-cols-30 gap-3">
        <Button look="secondary" disabled={save.isPending} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" disabled={readyCount === 0 || save.isPending}>
          {save.isPending ? 'Saving...' : buttonWords(readyCount, drafts.length)}
        </Button>
      </div>
    </form>
  );
}

/** `Add 5 Expenses, skip 1`. If no line can be read, what the button would do for all. */
function buttonWords(readyCount: number, count: number): string {
  if (count === 1) return 'Add Expense';
  const added = readyCount || count;
  const words = added === 1 ? 'Add 1 Expense' : `Add ${added} Expenses`;
  return added === count ? words : `${words}, skip ${count - added}`;
}

/** Deletes what was added, recurring expenses with their series. */
function useRemoveAll() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (added: readonly Expense[]) => {
      for (const expense of added) {
        const scope = expense.type === 'recurring' ? 'future' : 'one';
        await deliver({ kind: 'delete', expense, scope });
      }
    },
    onSuccess: (_, { length }) =>
      toast({ title: length === 1 ? 'Expense deleted' : `${length} expenses deleted` }),
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshSpending(queryClient),
  });
}

function addedWords(count: number): string {
  return count === 1 ? 'Expense added' : `${count} expenses added`;
}

function leftWords(count: number): string {
  return count === 1 ? 'One line is left.' : `${count} lines are left.`;
}

type Reading = { category: ExpenseCategory } & (Understood | { problem: string });

interface Understood {
  expense: NewExpense;
  words: string;
  otherDay?: Day;
}

function isReady(reading: Reading | undefined): reading is Extract<Reading, Understood> {
  return reading !== undefined && 'expense' in reading;
}

/** A line without a day is for today. */
function read(draft: Draft, today: Day): Reading {
  const entry = parseQuickEntry(draft.text, today);
  const { name, amountCents } = entry;
  const category = draft.category ?? entry.category ?? 'Other';
  if (name === undefined) return { category, problem: 'A name is missing.' };
  if (name.length > MAX_EXPENSE_NAME_LENGTH) {
    return { category, problem: `The name is longer than ${MAX_EXPENSE_NAME_LENGTH} characters.` };
  }
  if (amountCents === undefined) {
    return { category, problem: amountProblemWords(entry) ?? 'An amount is missing, such as $4.25.' };
  }
  const dayProblem = dayProblemWords(entry);
  if (dayProblem !== undefined) return { category, problem: dayProblem };
  const first = entry.day ?? today;
  const [day, otherDay] =
    draft.isOtherDay && entry.otherDay !== undefined ? [entry.otherDay, first] : [first, entry.otherDay];
  const type = entry.isMonthly ? 'recurring' : 'one-time';
  const startProblem = problemOfSeriesStart({ type, date: day }, today);
  if (startProblem) return { category, problem: startProblem.description };
  const words = [
    name,
    formatUsd(amountCents),
    expenseDay(day, today),
    ...(entry.isMonthly ? ['monthly'] : []),
  ];
  return {
    category,
    words: [words.join(', '), unreadWords(entry)].filter((part) => part !== undefined).join('. '),
    ...(otherDay !== undefined && { otherDay }),
    expense: {
      name,
      amount: dollarsFromCents(amountCents),
      date: day,
      category,
      type,
      ...(entry.isMonthly && { dayOfMonth: entry.recursOn ?? dayOfMonth(day) }),
      requestId: draft.requestId,
    },
  };
}

function draftOf(text: string, index: number): Draft {
  return { number: index + 1, text, category: null, isOtherDay: false, requestId: newRequestId() };
}

function categoryOf(text: string): ExpenseCategory | null {
  return EXPENSE_CATEGORIES.find((category) => category === text) ?? null;
}
