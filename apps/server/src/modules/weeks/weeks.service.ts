import type { Day } from '@oinkly/domain/days';
import type { StillToCome } from '@oinkly/domain/still-to-come';
import type { WeekTotal } from '@oinkly/domain/week-summaries';
import type { Database } from '../../db/database.ts';
import { readStillToCome } from '../expenses/index.ts';
import type { UserRow } from '../identity/index.ts';
import { hasCountedExpenses, hasListedExpenses, listWeekTotals } from '../ledger/index.ts';

export interface Weeks {
  /** By Monday, oldest first. Weeks without a counted expense are absent. */
  totals: ReadonlyMap<Day, WeekTotal>;
  hasExpenses: boolean;
  hasOnlyUncounted: boolean;
  /** This week. */
  toCome: StillToCome;
}

/** Reads the weeks between two Mondays, both included. */
export async function readWeeks(
  deps: { db: Database; clock: () => Date },
  user: UserRow,
  { from, to }: { from: Day; to: Day },
): Promise<Weeks> {
  const [totals, toCome] = await Promise.all([
    listWeekTotals(deps.db, user.id, from, to),
    readStillToCome(deps, user),
  ]);
  const hasExpenses = totals.size > 0 || (await hasCountedExpenses(deps.db, user.id));
  const hasOnlyUncounted = !hasExpenses && (await hasListedExpenses(deps.db, user.id));
  return { totals, hasExpenses, hasOnlyUncounted, toCome };
}
