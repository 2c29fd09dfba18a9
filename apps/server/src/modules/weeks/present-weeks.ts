import type { RouteResponse } from '@oinkly/contract/endpoints';
import { billsToAskAbout } from '@oinkly/domain/bills';
import { dollarsFromCents } from '@oinkly/domain/money';
import { presentMerchant, presentPriceChange } from '../expenses/index.ts';
import type { Weeks } from './weeks.service.ts';

/** Sums in dollars. */
export function presentWeeks({
  totals,
  hasExpenses,
  hasOnlyUncounted,
  toCome,
  priceChanges,
  merchants,
  requestIds,
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
    priceChanges: priceChanges.map((change) => ({ name: change.name, ...presentPriceChange(change) })),
    bill: billsToAskAbout(merchants.map(presentMerchant))[0] ?? null,
    requestIds,
  };
}
