import type { LedgerEntry } from '@oinkly/test-banks/entry';
import type { Person } from '@oinkly/test-banks/people';
import { createRandom } from '@oinkly/test-banks/random';
import type { NewTransaction } from '../storage/transactions.ts';
import { decimalOf } from './amount.ts';
import { merchantCategoryCodes } from './merchant-category-codes.ts';
import { noonOf } from './noon.ts';

const viaCardNetwork: ReadonlySet<LedgerEntry['code']> = new Set(['atm', 'purchase', 'refund']);

function descriptionOf(entry: LedgerEntry, person: Person): string {
  return entry.inTown
    ? `${entry.descriptor} ${person.city.toUpperCase()} ${person.region}`
    : entry.descriptor.trim();
}

/**
 * Translates a movement. Not every row has every optional field, as at real banks: `mcc` is missing, null or a
 * code, and a pending row says `pending` or has only `posted` 0.
 */
export function transactionOfEntry(entry: LedgerEntry, person: Person, pending: boolean): NewTransaction {
  const random = createRandom(`${person.key}|${entry.key}|simplefin`);
  const code = random.chance(0.85) ? merchantCategoryCodes[entry.category] : null;
  const hasPayee = random.chance(0.7);
  const saysPending = random.chance(0.5);
  const isCardRow = viaCardNetwork.has(entry.code);
  return {
    ledgerKey: entry.key,
    pending,
    posted: pending ? 0 : noonOf(entry.postedDay),
    transactedAt: pending || isCardRow ? noonOf(entry.authorizedDay) : null,
    fields: {
      amount: decimalOf(-(pending ? entry.pendingAmountCents : entry.amountCents)),
      description: descriptionOf(entry, person),
      ...(entry.party !== null && hasPayee ? { payee: entry.party.name } : {}),
      ...(isCardRow ? { mcc: code } : { memo: entry.code }),
      ...(pending && saysPending ? { pending: true } : {}),
      ...(entry.channel === 'online' ? { extra: { channel: entry.channel } } : {}),
    },
  };
}
