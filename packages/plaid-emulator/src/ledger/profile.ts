import { primaryOf } from './category.ts';
import { addDays, type Day, mondayOf } from './day.ts';
import type { LedgerEntry } from './entry.ts';

interface ProfileWeek {
  monday: Day;
  spendingCents: number;
  refundedCents: number;
  rows: number;
}

const notSpending = new Set(['INCOME', 'TRANSFER_IN', 'TRANSFER_OUT', 'LOAN_PAYMENTS']);
const fixedBills = new Set([
  'RENT_AND_UTILITIES_RENT',
  'GENERAL_SERVICES_INSURANCE',
  'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT',
]);

/** No rent, insurance, loan, tax, transfer or income. */
export function isDiscretionary({ category, amountCents }: LedgerEntry): boolean {
  return amountCents > 0 && !notSpending.has(primaryOf(category)) && !fixedBills.has(category);
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
