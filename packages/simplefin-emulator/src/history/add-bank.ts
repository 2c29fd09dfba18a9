import { inTransaction } from '@oinkly/test-banks/bank-file';
import { testBankOf } from '@oinkly/test-banks/banks';
import { addDays } from '@oinkly/test-banks/day';
import { createLedger } from '@oinkly/test-banks/ledger';
import type { Emulator } from '../emulator.ts';
import { type Account, type Connection, insertAccount, insertConnection } from '../storage/connections.ts';
import { insertTransaction } from '../storage/transactions.ts';
import { balanceOf } from './balances.ts';
import { transactionOfEntry } from './transaction-of-entry.ts';

/** Adds a bank to a token, with the customer's accounts and history. Throws RangeError for an unknown bank. */
export function addBank(
  emulator: Emulator,
  tokenId: string,
  { bankKey, seed, historyDays }: { bankKey: string; seed: string; historyDays: number },
): Connection {
  const { database } = emulator;
  const { customer } = testBankOf(bankKey);
  const ledger = createLedger(customer, seed);
  const today = emulator.today();
  const balanceDate = Math.floor(emulator.now().getTime() / 1000);

  return inTransaction(database, () => {
    const connection = insertConnection(database, { tokenId, bankKey, ledgerSeed: seed, ledgerDay: today });
    const accounts = new Map<string, Account>();
    customer.accounts.forEach((account, position) => {
      accounts.set(
        account.role,
        insertAccount(database, {
          connId: connection.connId,
          accountId: `ACT-${position + 1}`,
          role: account.role,
          name: `${account.name} (${account.mask})`,
          currency: 'USD',
          balanceDate,
          ...balanceOf(ledger, account, today),
        }),
      );
    });
    const write = (entries: ReturnType<typeof ledger.pendingOn>, pending: boolean) => {
      for (const entry of entries) {
        const account = accounts.get(entry.role);
        if (account !== undefined) {
          insertTransaction(database, account.accountKey, transactionOfEntry(entry, customer, pending));
        }
      }
    };
    write(ledger.postedBetween(addDays(today, -historyDays), today), false);
    write(ledger.pendingOn(today), true);
    return connection;
  });
}
