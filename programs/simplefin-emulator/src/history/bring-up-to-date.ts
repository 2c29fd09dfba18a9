import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction } from '@oinkly/test-banks/bank-file';
import { testBankOf } from '@oinkly/test-banks/banks';
import { createLedger } from '@oinkly/test-banks/ledger';
import { newMovements } from '@oinkly/test-banks/new-movements';
import type { Emulator } from '../emulator.ts';
import {
  type Account,
  type Connection,
  listAccounts,
  listConnections,
  setLedgerDay,
  updateAccount,
} from '../storage/connections.ts';
import { listProblems } from '../storage/problems.ts';
import { deleteTransaction, insertTransaction, listTransactions } from '../storage/transactions.ts';
import { balanceOf } from './balances.ts';
import { transactionOfEntry } from './transaction-of-entry.ts';

interface PendingRow {
  account: Account;
  transactionId: string;
}

function writeNewDays(emulator: Emulator, connection: Connection): void {
  const { database } = emulator;
  const today = emulator.today();
  const { customer } = testBankOf(connection.bankKey);
  const ledger = createLedger(customer, connection.ledgerSeed);
  const accounts = listAccounts(database, connection.connId);
  const accountByRole = new Map(accounts.map((account) => [account.role, account]));
  const pendingRows = new Map<string, PendingRow>();
  for (const account of accounts) {
    for (const { transactionId, ledgerKey, pending } of listTransactions(database, account.accountKey)) {
      if (pending && ledgerKey !== null) pendingRows.set(ledgerKey, { account, transactionId });
    }
  }

  const moved = newMovements(ledger, new Set(pendingRows.keys()), connection.ledgerDay, today);
  for (const entry of moved.posted) {
    const row = pendingRows.get(entry.key);
    if (row !== undefined) deleteTransaction(database, row.account.accountKey, row.transactionId);
    const account = accountByRole.get(entry.role);
    if (account !== undefined) {
      insertTransaction(database, account.accountKey, transactionOfEntry(entry, customer, false));
    }
  }
  for (const entry of moved.pending) {
    const account = accountByRole.get(entry.role);
    if (account !== undefined) {
      insertTransaction(database, account.accountKey, transactionOfEntry(entry, customer, true));
    }
  }
  const balanceDate = Math.floor(emulator.now().getTime() / 1000);
  for (const account of accounts) {
    const known = customer.accounts.find(({ role }) => role === account.role);
    if (known !== undefined) {
      updateAccount(database, { ...account, ...balanceOf(ledger, known, today), balanceDate });
    }
  }
  setLedgerDay(database, connection.connId, today);
}

/**
 * Adds the days since the last call to the token's banks. A pending purchase that posts gets a new id. A bank with a
 * `con.` error adds nothing, so its data grows old. Other requests are answered between the banks. The banks' day never goes back, even when the clock does.
 */
export async function bringUpToDate(emulator: Emulator, tokenId: string): Promise<void> {
  const { database } = emulator;
  const isBehind = ({ ledgerDay }: Connection) => ledgerDay < emulator.today();
  for (const { connId } of listConnections(database, tokenId).filter(isBehind)) {
    await nextTurn();
    inTransaction(database, () => {
      const isBroken = listProblems(database, tokenId).some(
        (problem) => problem.connId === connId && problem.code.startsWith('con.'),
      );
      // Another request or process may have been first.
      const connection = listConnections(database, tokenId).find((one) => one.connId === connId);
      if (connection !== undefined && isBehind(connection) && !isBroken) writeNewDays(emulator, connection);
    });
  }
}
