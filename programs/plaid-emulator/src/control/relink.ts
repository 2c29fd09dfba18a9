import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { Emulator } from '../emulator.ts';
import { personAt } from '../institutions.ts';
import { linkItem } from '../link-item.ts';
import { findItem, type Item, listAccounts, markUpdated } from '../storage/items.ts';
import { issuePublicToken } from '../storage/public-tokens.ts';
import { changeTransactions, listStanding } from '../storage/transactions.ts';
import { withTransactionWebhooks } from '../webhooks/transaction-webhooks.ts';

/** Links the same login again: the same accounts and transactions get new ids. Returns the public token. */
export function relink(emulator: Emulator, item: Item): string {
  const { database } = emulator;
  return inTransaction(database, () => {
    const accounts = listAccounts(database, item.itemId);
    const shared = personAt(item.institutionId).accounts.filter(({ role }) =>
      accounts.some((account) => account.role === role),
    );
    const { itemId } = linkItem(emulator, {
      institutionId: item.institutionId,
      roles: shared.map(({ role }) => role),
      products: item.products,
      webhook: item.webhook,
      username: item.username,
      daysRequested: item.daysRequested,
    });
    withTransactionWebhooks(emulator, itemId, () => copyTransactions(emulator, item, itemId));
    return issuePublicToken(database, itemId, emulator.now());
  });
}

function copyTransactions({ database }: Emulator, from: Item, toItemId: string): void {
  if (from.ledgerDay === null || findItem(database, toItemId) === null) return;
  const newIds = new Map(listAccounts(database, toItemId).map(({ role, accountId }) => [role, accountId]));
  const accountIds = new Map(
    listAccounts(database, from.itemId).map(({ role, accountId }) => [accountId, newIds.get(role)]),
  );
  changeTransactions(database, toItemId, (changes) => {
    for (const transaction of listStanding(database, from.itemId)) {
      const accountId = accountIds.get(transaction.accountId);
      if (accountId === undefined) continue;
      changes.add({ ...transaction, accountId, transactionId: undefined, pendingTransactionId: null });
    }
  });
  markUpdated(database, toItemId, from);
}
