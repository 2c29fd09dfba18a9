import type { DuplicateOffer } from '@oinkly/contract/expenses';
import type { MonthlyPayments } from '@oinkly/contract/recurring';
import type { Refund } from '@oinkly/contract/refunds';
import { billsToAskAbout } from '@oinkly/domain/bills';
import type { Day } from '@oinkly/domain/days';
import { refundsToMatch } from './refunds.ts';

/** A question that waits for the user. */
export type Thing = { key: string } & (
  | { kind: 'duplicate'; offer: DuplicateOffer }
  | { kind: 'refund'; refund: Refund }
  | { kind: 'bill' | 'monthly'; payments: MonthlyPayments }
);

/** Lists possible duplicates, refunds to match, and monthly payments to decide on. A week has its own refunds only, and no payments. */
export function thingsToCheck({
  offers,
  refunds,
  merchants,
  week,
}: {
  offers: readonly DuplicateOffer[];
  refunds: readonly Refund[];
  merchants: readonly MonthlyPayments[];
  week: Day | null;
}): Thing[] {
  const payments = week === null ? merchants : [];
  return [
    ...offers.map((offer) => ({
      kind: 'duplicate' as const,
      key: `duplicate ${offer.manual.id} ${offer.bank.id}`,
      offer,
    })),
    ...refundsToMatch(refunds, week).map((refund) => ({
      kind: 'refund' as const,
      key: `refund ${refund.id}`,
      refund,
    })),
    ...billsToAskAbout(payments).map((bill) => ({
      kind: 'bill' as const,
      key: `bill ${bill.merchantKey}`,
      payments: bill,
    })),
    ...payments
      .filter(({ confirmed }) => !confirmed)
      .map((monthly) => ({
        kind: 'monthly' as const,
        key: `monthly ${monthly.merchantKey}`,
        payments: monthly,
      })),
  ];
}
