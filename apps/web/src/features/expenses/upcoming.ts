import type { Expense } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';

/** Whether it is an occurrence whose day has not begun: it is not listed before (PD-31). */
export function isUpcoming({ type, source, date }: Expense, today: Day): boolean {
  return type === 'recurring' && source === 'manual' && date > today;
}
