import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction } from '@oinkly/test-banks/bank-file';
import { testBankOf } from '@oinkly/test-banks/banks';
import { addDays } from '@oinkly/test-banks/day';
import { createLedger } from '@oinkly/test-banks/ledger';
import type { Emulator } from '../emulator.ts';
import { type Account, type Connection, insertAccount, insertConnection } from '../storage/connections.ts';
import { findToken } from '../storage/tokens.ts';
import { insertTransaction } from '../storage/transactions.ts';
import { balanceOf } from './balances.ts';
import { transactionOfEntry } from './transaction-of-entry.ts';

/** Rows written in one step, so that other requests are answered between the steps. */
const ROWS_A_STEP = 250;

/**
 * Adds a bank to a token, with the customer's accounts and history. The history is written in steps. Throws RangeError for an
 * unknown bank.
 */
export async function addBank(
  emulator: Emulator,
  tokenId: string,
  { bankKey, seed, historyDays }: { bankKey: string; seed: string; historyDays: number },
): Promise<Connection> {
  const { database } = emulator;
  const { customer } = testBankOf(bankKey);
  const ledger = createLedger(customer, seed);
  const today = emulator.today();
  const balanceDate = Math.floor(emulator.now().getTime() / 1000);

  const accounts = new Map<string, Account>();
  const connection = inTransaction(database, () => {
    const added = insertConnection(database, { tokenId, bankKey, ledgerSeed: seed, ledgerDay: today });
    customer.accounts.forEach((account, position) => {
      accounts.set(
        account.role,
        insertAccount(database, {
          connId: added.connId,
          accountId: `ACT-${position + 1}`,
          role: account.role,
          name: `${account.name} (${account.mask})`,
          currency: 'USD',
          balanceDate,
          ...balanceOf(ledger, account, today),
        }),
      );
    });
    return added;
  });
  const posted = ledger.postedBetween(addDays(today, -historyDays), today);
  const rows = [
    ...posted.map((entry) => ({ entry, pending: false })),
    ...ledger.pendingOn(today).map((entry) => ({ entry, pending: true })),
  ];
  for (let start = 0; start < rows.length; start += ROWS_A_STEP) {
    await nextTurn();
    // Its user has ended the token.
    if (findToken(database, tokenId)?.disabledAt !== null) return connection;
    inTransaction(database, () => {
      for (const { entry, pending } of rows.slice(start, start + ROWS_A_STEP)) {
        const account = accounts.get(entry.role);
        if (account !== undefined)
          insertTransaction(database, account.accountKey, transactionOfEntry(entry, customer, pending));
      }
    });
  }
  return connection;
}
