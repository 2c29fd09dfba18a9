import type { Expense } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';

/** Whether it is an occurrence in the future; lists hide those (PD-31). */
export function isUpcoming({ type, source, date }: Expense, today: Day): boolean {
  return type === 'recurring' && source === 'manual' && date > today;
}
