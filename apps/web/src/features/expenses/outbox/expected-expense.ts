import type { Expense, ExpensePatch, NewExpense } from '@oinkly/contract/expenses';
import { countsByKind, notCountedReason, type CountingSettings } from '@oinkly/domain/counted-kinds';
import { kindOfEdited, kindOfEntered, recursOn } from '@oinkly/domain/entered-expense';
import type { Day } from '@oinkly/domain/days';
import { occurrenceOnOrAfter } from '@oinkly/domain/recurrence';
import { withoutUndefined } from '@oinkly/domain/without-undefined';

/* What the server will answer to a change, by the same rules. */

/** Returns an added expense, of a new series the first one (PD-31). */
export function expectedNew(entered: NewExpense, id: number, settings: CountingSettings): Expense {
  const { name, amount, category, date: day, type = 'one-time', dayOfMonth, paid = false } = entered;
  const { kind } = kindOfEntered(entered, settings);
  return {
    id,
    name,
    amount,
    date: firstDayOf(entered),
    category,
    type,
    dayOfMonth: recursOn({ type, dayOfMonth, day }),
    seriesId: null,
    merged: false,
    paid,
    userId: '',
    source: 'manual',
    kind,
    ...countedAs({ kind, currency: 'USD' }, null, settings),
    refunded: 0,
    pending: false,
    currency: 'USD',
  };
}

/** Returns the day of an added expense, or the first one of a new series (PD-31). */
export function firstDayOf({ type = 'one-time', date: day, dayOfMonth }: NewExpense): Day {
  const recursEach = recursOn({ type, dayOfMonth, day });
  return recursEach === null ? day : occurrenceOnOrAfter(day, recursEach);
}

/** Returns an edited expense, also with another kind if its name or category says so (PD-4). */
export function expectedEdit(before: Expense, patch: ExpensePatch, settings: CountingSettings): Expense {
  const after = { ...before, ...fieldsSetBy(patch) };
  const dayOfMonth = recursOn({
    ...after,
    dayOfMonth: patch.dayOfMonth ?? before.dayOfMonth,
    day: after.date,
  });
  const kind = kindOfEdited(before, after, settings)?.kind ?? before.kind;
  const byHand = patch.counted === undefined ? before.countedByHand : patch.counted;
  const seriesId = after.type === 'recurring' ? before.seriesId : null;
  return { ...after, dayOfMonth, seriesId, kind, ...countedAs({ ...after, kind }, byHand, settings) };
}

/** Returns the fields that a patch sets, without `counted`. */
export function fieldsSetBy(patch: ExpensePatch) {
  const { counted: _counted, userId: _userId, ...fields } = patch;
  return withoutUndefined(fields);
}

function countedAs(
  { kind, currency }: Pick<Expense, 'kind' | 'currency'>,
  countedByHand: boolean | null,
  settings: CountingSettings,
): Pick<Expense, 'counted' | 'countedByHand' | 'notCountedReason'> {
  const reason = notCountedReason({
    currency,
    countsByKind: countsByKind(kind, settings),
    countedByHand,
  });
  return { counted: reason === null, countedByHand, notCountedReason: reason };
}
