import type { Expense, ExpensePatch, NewExpense } from '@oinkly/contract/expenses';
import { dayOfExpenseDate, dayOfMonth, formatDay, isDay, type Day } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@oinkly/domain/expense-categories';
import { MAX_EXPENSE_NAME_LENGTH, type EnteredField } from '@oinkly/domain/expense-fields';
import { centsFromDollars, dollarsFromCents, formatUsd } from '@oinkly/domain/money';
import { parseAmountText } from '@oinkly/domain/amount-text';
import { meaningsOfMoneyInput, parseMoneyInput } from '@oinkly/domain/money-input';
import { amountProblemWords } from '@oinkly/domain/quick-entry-words';
import { earliestSeriesStart, monthOf } from '@oinkly/domain/recurrence';
import { withoutUndefined } from '@oinkly/domain/without-undefined';

export type ExpenseForm = Record<Exclude<EnteredField, 'type' | 'paid'>, string> & Pick<Expense, 'type'>;

/** An invalid field with its toast (AE-4). */
export interface ExpenseFormProblem {
  field: keyof ExpenseForm;
  title: string;
  description: string;
}

/** The specification's call sends it; the server uses the session's user (D-4). */
const FIXED_USER_ID = 1;

export function emptyExpenseForm(today: Day): ExpenseForm {
  return { name: '', amount: '', date: today, type: 'one-time', dayOfMonth: '', category: '' };
}

export function expenseFormOf(expense: Expense): ExpenseForm {
  return {
    name: expense.name,
    amount: Math.abs(expense.amount).toFixed(2),
    date: dayOfExpenseDate(expense.date) ?? '',
    type: expense.type,
    dayOfMonth: expense.dayOfMonth === null ? '' : String(expense.dayOfMonth),
    category: expense.category,
  };
}

export function patchOf(form: ExpenseForm, expense: Expense): ExpensePatch {
  const before = expenseFormOf(expense);
  const amountCents = parseMoneyInput(form.amount);
  const isOtherAmount = amountCents !== null && amountCents !== Math.abs(centsFromDollars(expense.amount));
  const isOtherCategory = form.category !== before.category;
  const fields = {
    name: form.name.trim() === before.name ? undefined : form.name.trim(),
    amount: isOtherAmount ? dollarsFromCents(amountCents) : undefined,
    date: form.date === before.date ? undefined : form.date,
    category: isOtherCategory && isCategory(form.category) ? form.category : undefined,
    // Other controls change these.
    type: undefined,
    dayOfMonth: undefined,
    paid: undefined,
  } satisfies Record<EnteredField, unknown>;
  return withoutUndefined(fields);
}

/** Null if it can be saved. Later occurrences keep their months (PD-31). */
export function problemOfAllLater(form: ExpenseForm, expense: Expense): ExpenseFormProblem | null {
  if (form.date === expense.date || monthOf(form.date) === monthOf(expense.date)) return null;
  return {
    field: 'date',
    title: 'Another month',
    description: `Future expenses stay in their months. Keep this one in ${formatDay(expense.date, { month: 'long' })}, or change only this one.`,
  };
}

/** Null if a series can start. Its start cannot be too long before `today` (PD-31). */
export function problemOfSeriesStart(
  form: Pick<ExpenseForm, 'type' | 'date'>,
  today: Day,
): ExpenseFormProblem | null {
  const earliest = earliestSeriesStart(today);
  if (form.type === 'one-time' || form.date >= earliest) return null;
  const words = formatDay(earliest, { month: 'short', day: 'numeric', year: 'numeric' });
  return {
    field: 'date',
    title: 'Invalid date',
    description: `A recurring expense can’t start before ${words}.`,
  };
}

/** The form's first problem in the specification's order; null if it can be saved. */
export function firstProblem(form: ExpenseForm): ExpenseFormProblem | null {
  if (form.name.trim() === '') {
    return { field: 'name', title: 'Missing information', description: 'Please enter an expense name.' };
  }
  if (form.name.trim().length > MAX_EXPENSE_NAME_LENGTH) {
    return {
      field: 'name',
      title: 'Invalid name',
      description: `Please enter a name of at most ${MAX_EXPENSE_NAME_LENGTH} characters.`,
    };
  }
  if (!((parseMoneyInput(form.amount) ?? 0) > 0)) {
    const meanings = meaningsOfMoneyInput(form.amount);
    if (meanings.length > 0) {
      const choices = meanings.map((cents) => formatUsd(cents)).join(' or ');
      return { field: 'amount', title: 'Which amount?', description: `Write ${choices}.` };
    }
    const { amountProblem } = parseAmountText(form.amount);
    const limit = amountProblem === 'too-large' ? amountProblemWords({ amountProblem }) : undefined;
    return {
      field: 'amount',
      title: 'Invalid amount',
      description: limit ?? 'Please enter a valid positive amount.',
    };
  }
  if (!isDay(form.date)) {
    return { field: 'date', title: 'Missing information', description: 'Please select a date.' };
  }
  if (!isCategory(form.category)) {
    return { field: 'category', title: 'Missing information', description: 'Please select a category.' };
  }
  // If empty, the day of the date counts (AE-2).
  return form.type === 'recurring' && form.dayOfMonth.trim() !== '' ? problemOfDayOfMonth(form) : null;
}

/** Null for a whole number from 1 to 31 (AE-2). */
export function problemOfDayOfMonth(form: ExpenseForm): ExpenseFormProblem | null {
  if (enteredDayOfMonth(form.dayOfMonth) !== null) return null;
  return { field: 'dayOfMonth', title: 'Invalid day', description: 'Please enter a day from 1 to 31.' };
}

export function newExpenseOf(form: ExpenseForm): NewExpense | null {
  const amountCents = parseMoneyInput(form.amount);
  const { category } = form;
  if (firstProblem(form) !== null || amountCents === null || !isCategory(category)) return null;
  const isRecurring = form.type === 'recurring';
  return {
    name: form.name.trim(),
    amount: dollarsFromCents(amountCents),
    date: form.date,
    category,
    type: form.type,
    dayOfMonth: isRecurring ? recurringDay(form) : null,
    paid: false,
    userId: FIXED_USER_ID,
  } satisfies Record<EnteredField | 'userId', unknown>;
}

/** The day on which it recurs: the entered one, or else the date's (AE-2). */
function recurringDay(form: ExpenseForm): number {
  return enteredDayOfMonth(form.dayOfMonth) ?? dayOfMonth(form.date);
}

export function enteredDayOfMonth(text: string): number | null {
  const day = Number(text);
  return text.trim() !== '' && Number.isInteger(day) && day >= 1 && day <= 31 ? day : null;
}

export function isCategory(text: string): text is ExpenseCategory {
  return EXPENSE_CATEGORIES.some((category) => category === text);
}
