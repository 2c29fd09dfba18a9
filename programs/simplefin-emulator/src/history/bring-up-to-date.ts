import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction } from '@oinkly/test-banks/bank-file';
import { testBankOf } from '@oinkly/test-banks/banks';
import { addDays } from '@oinkly/test-banks/day';
import { createLedger, type Ledger } from '@oinkly/test-banks/ledger';
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
import { deleteTransaction, insertTransaction, listPending } from '../storage/transactions.ts';
import { balanceOf } from './balances.ts';
import { transactionOfEntry } from './transaction-of-entry.ts';

/** Days of movements that are written in one step, so that other requests are answered between the steps. */
const DAYS_A_STEP = 30;

interface PendingRow {
  account: Account;
  transactionId: string;
}

/** Writes the next new days. Returns whether they reach today. */
function writeNewDays(emulator: Emulator, connection: Connection, ledger: Ledger): boolean {
  const { database } = emulator;
  const today = emulator.today();
  const end = addDays(connection.ledgerDay, DAYS_A_STEP);
  const day = end < today ? end : today;
  const { customer } = testBankOf(connection.bankKey);
  const accounts = listAccounts(database, connection.connId);
  // The last one has replaced the others.
  const accountByRole = new Map(accounts.map((account) => [account.role, account]));
  const pendingRows = new Map<string, PendingRow>();
  for (const account of accounts) {
    for (const { transactionId, ledgerKey } of listPending(database, account.accountKey)) {
      if (ledgerKey !== null) pendingRows.set(ledgerKey, { account, transactionId });
    }
  }

  const moved = newMovements(ledger, new Set(pendingRows.keys()), connection.ledgerDay, day);
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
    if (known === undefined) continue;
    const isInUse = accountByRole.get(account.role) === account;
    updateAccount(database, { ...account, ...(isInUse && balanceOf(ledger, known, day)), balanceDate });
  }
  setLedgerDay(database, connection.connId, day);
  return day === today;
}

/**
 * Adds the days since the last call to the token's banks, in steps, with turns for other requests. A pending purchase
 * that posts gets a new id. A bank with a `con.` error adds nothing, so its data grows old. The banks' day never goes
 * back, even when the clock does.
 */
export async function bringUpToDate(emulator: Emulator, tokenId: string): Promise<void> {
  const { database } = emulator;
  const isBehind = ({ ledgerDay }: Connection) => ledgerDay < emulator.today();
  for (const { connId, bankKey, ledgerSeed } of listConnections(database, tokenId).filter(isBehind)) {
    const ledger = createLedger(testBankOf(bankKey).customer, ledgerSeed);
    const takeStep = (): boolean => {
      const isBroken = listProblems(database, tokenId).some(
        (problem) => problem.connId === connId && problem.code.startsWith('con.'),
      );
      // Another request or process may have been first.
      const connection = listConnections(database, tokenId).find((one) => one.connId === connId);
      if (connection === undefined || !isBehind(connection) || isBroken) return true;
      return writeNewDays(emulator, connection, ledger);
    };
    let isDone = false;
    while (!isDone) {
      await nextTurn();
      isDone = inTransaction(database, takeStep);
    }
  }
}
