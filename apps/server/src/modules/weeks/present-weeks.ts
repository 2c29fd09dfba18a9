import type { RouteResponse } from '@oinkly/contract/endpoints';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { Weeks } from './weeks.service.ts';

/** Sums in dollars. */
export function presentWeeks({
  totals,
  hasExpenses,
  hasOnlyUncounted,
  toCome,
}: Weeks): RouteResponse<'listWeeks'> {
  return {
    weeks: [...totals].map(([weekStart, { spentCents, purchases }]) => ({
      weekStart,
      spent: dollarsFromCents(spentCents),
      purchases,
    })),
    hasExpenses,
    hasOnlyUncounted,
    toCome: dollarsFromCents(toCome.amountCents),
    toComeNames: toCome.names,
  };
}
