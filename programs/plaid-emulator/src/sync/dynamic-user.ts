import { createRandom } from '@oinkly/test-banks/random';
import { dynamicUsername } from '../credentials.ts';
import type { Emulator } from '../emulator.ts';
import { personAt } from '../institutions.ts';
import { type Item, listAccounts } from '../storage/items.ts';
import { changeTransactions, findTransaction, listPending } from '../storage/transactions.ts';
import { postPending } from './custom-transactions.ts';
import { generatedPurchase } from './generated-purchases.ts';

export function isDynamic({ username }: Item): boolean {
  return username === dynamicUsername;
}

/** Posts the pending transactions of the last refresh and adds new pending purchases. */
export function bringDynamicTransactions(emulator: Emulator, item: Item): void {
  const { database } = emulator;
  const today = emulator.today();
  const person = personAt(item.institutionId);
  const accounts = listAccounts(database, item.itemId).filter(
    ({ subtype }) => subtype === 'checking' || subtype === 'credit card',
  );
  const random = createRandom(`${item.itemId}|refresh|${item.modifiedSequence}`);
  changeTransactions(database, item.itemId, (changes) => {
    for (const { transactionId, ledgerKey } of listPending(database, item.itemId)) {
      // The ledger's transactions post on their own day.
      const pending = ledgerKey === null ? findTransaction(database, item.itemId, transactionId) : null;
      if (pending === null) continue;
      // The clock may have gone back since the purchase.
      postPending(changes, pending, { date: pending.date > today ? pending.date : today });
    }
    for (let count = random.integer(1, 3); count > 0 && accounts.length > 0; count -= 1) {
      const { accountId } = random.pick(accounts);
      changes.add(generatedPurchase(random, person, accountId, { today, days: 1, pending: true }));
    }
  });
}
