import { addDays, type Day } from '@oinkly/test-banks/day';
import { type LedgerEntry, partyOf } from '@oinkly/test-banks/entry';
import { type Merchant, nationalMerchants } from '@oinkly/test-banks/merchants';
import type { Person } from '@oinkly/test-banks/people';
import type { Random } from '@oinkly/test-banks/random';
import type { NewTransaction } from '../storage/transactions.ts';
import { transactionOf } from './transaction-details.ts';

function priceOf(random: Random, { price }: Merchant): number {
  return 'menu' in price ? random.pick(price.menu) : random.integer(price.from, price.to);
}

/** A random purchase within the `days` days through `today`, at a national shop. */
export function generatedPurchase(
  random: Random,
  person: Person,
  accountId: string,
  { today, days, pending }: { today: Day; days: number; pending: boolean },
): NewTransaction {
  const merchant = random.pick(nationalMerchants);
  const day = addDays(today, -random.integer(0, days - 1));
  const amountCents = priceOf(random, merchant);
  const entry: LedgerEntry = {
    key: '',
    role: 'card',
    amountCents,
    pendingAmountCents: amountCents,
    authorizedDay: day,
    postedDay: day,
    showsPending: pending,
    descriptor: merchant.descriptor,
    category: merchant.category,
    channel: merchant.channel,
    code: 'purchase',
    party: partyOf(merchant),
    inTown: merchant.channel === 'in store',
  };
  // It is not in the customer's ledger, so no later day posts or repeats it.
  return { ...transactionOf(entry, person, accountId, pending), ledgerKey: null };
}
