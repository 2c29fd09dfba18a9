import type { Expense } from '@oinkly/contract/expenses';
import type { Day } from '@oinkly/domain/days';
import type { WeekTotal } from '@oinkly/domain/week-summaries';
import { useMemo, useSyncExternalStore } from 'react';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { useCountFixedBills } from '../../../shared/http/current-user.ts';
import { isUpcoming } from '../upcoming.ts';
import type { LoadedWeeks } from '../weeks-query.ts';
import { book } from './the-book.ts';
import { totalsWithWaiting } from './with-waiting.ts';
import { useOutbox } from './use-outbox.ts';

export function useTotalsWithWaiting(
  weeks: LoadedWeeks | undefined,
): ReadonlyMap<Day, WeekTotal> | undefined {
  const entries = useOutbox();
  const confirmed = useSyncExternalStore(book.subscribe, () => book.confirmed());
  const today = useToday();
  const countFixedBills = useCountFixedBills();
  return useMemo(() => {
    if (!weeks) return undefined;
    const missing = confirmed.filter(({ confirmedAs }) => confirmedAs > weeks.confirmedBefore);
    const counts = (expense: Expense) => expense.counted && !isUpcoming(expense, today);
    return totalsWithWaiting(weeks.totals, [...missing, ...entries], { countFixedBills }, counts);
  }, [weeks, confirmed, entries, countFixedBills, today]);
}
