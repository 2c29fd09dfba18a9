import type { Day } from '@oinkly/test-banks/day';
import type { Ledger } from '@oinkly/test-banks/ledger';
import type { PersonAccount } from '@oinkly/test-banks/people';
import type { Balance } from '../storage/connections.ts';
import { decimalOf } from './amount.ts';

/** The amount owed on a card is negative. Savings have no available balance. */
export function balanceOf(ledger: Ledger, account: PersonAccount, day: Day): Omit<Balance, 'balanceDate'> {
  const postedCents = ledger.balanceCents(account, day);
  const heldCents = ledger
    .pendingOn(day)
    .reduce((total, entry) => (entry.role === account.role ? total + entry.pendingAmountCents : total), 0);
  switch (account.role) {
    case 'card':
      return {
        balance: decimalOf(-postedCents),
        availableBalance: decimalOf((account.limitCents ?? 0) - postedCents - heldCents),
      };
    case 'checking':
      return { balance: decimalOf(postedCents), availableBalance: decimalOf(postedCents - heldCents) };
    case 'savings':
    case 'club':
      return { balance: decimalOf(postedCents), availableBalance: null };
  }
}
