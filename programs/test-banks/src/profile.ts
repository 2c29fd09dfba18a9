import type { Category } from './category.ts';
import { addDays, type Day, mondayOf } from './day.ts';
import type { LedgerEntry } from './entry.ts';

interface ProfileWeek {
  monday: Day;
  spendingCents: number;
  refundedCents: number;
  rows: number;
}

const notDiscretionary: ReadonlySet<Category> = new Set([
  'interest',
  'tax refund',
  'wages',
  'transfer in',
  'investment sale',
  'savings in',
  'transfer out',
  'investment',
  'savings out',
  'cash withdrawal',
  'card payment',
  'student loan',
  'rent',
  'insurance',
  'tax',
]);

/** No rent, insurance, loan, tax, transfer or income. */
export function isDiscretionary({ category, amountCents }: LedgerEntry): boolean {
  return amountCents > 0 && !notDiscretionary.has(category);
}

/** Profiles only whole weeks between `from` and `to`, by purchase day. */
export function profileWeeks(entries: readonly LedgerEntry[], from: Day, to: Day): ProfileWeek[] {
  const weeks = new Map<Day, ProfileWeek>();
  const first = mondayOf(addDays(from, 6));
  for (let monday = first; addDays(monday, 6) <= to; monday = addDays(monday, 7)) {
    weeks.set(monday, { monday, spendingCents: 0, refundedCents: 0, rows: 0 });
  }
  for (const entry of entries) {
    const week = weeks.get(mondayOf(entry.authorizedDay));
    if (week === undefined) continue;
    week.rows += 1;
    if (isDiscretionary(entry)) week.spendingCents += entry.amountCents;
    if (entry.code === 'refund') week.refundedCents -= entry.amountCents;
  }
  return [...weeks.values()];
}
