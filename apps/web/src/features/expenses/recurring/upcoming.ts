import type { Expense } from '@oinkly/contract/expenses';
import type { Day } from '@oinkly/domain/days';

/** Lists hide future occurrences (PD-31). */
export function isUpcoming({ type, source, date }: Expense, today: Day): boolean {
  return type === 'recurring' && source === 'manual' && date > today;
}
