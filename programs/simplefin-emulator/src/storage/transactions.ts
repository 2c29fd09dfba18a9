import type { DatabaseSync } from 'node:sqlite';
import { integer, integerOrNull, jsonObject, type Row, text, textOrNull } from '@oinkly/test-banks/columns';

export interface StoredTransaction {
  transactionId: string;
  ledgerKey: string | null;
  pending: boolean;
  /** Epoch seconds; 0 while pending. */
  posted: number;
  transactedAt: number | null;
  /** The other fields, in SimpleFIN's names. One of a name above replaces it in answers, however broken. */
  fields: Record<string, unknown>;
  /** How many of the next answers leave the row out. */
  hiddenAnswers: number;
}

/** Without an id, the account's next one is taken. */
export type NewTransaction = Omit<StoredTransaction, 'transactionId' | 'hiddenAnswers'> &
  Partial<Pick<StoredTransaction, 'transactionId'>>;

function toTransaction(row: Row): StoredTransaction {
  return {
    transactionId: text(row, 'transaction_id'),
    ledgerKey: textOrNull(row, 'ledger_key'),
    pending: integer(row, 'pending') === 1,
    posted: integer(row, 'posted'),
    transactedAt: integerOrNull(row, 'transacted_at'),
    fields: jsonObject(row, 'fields'),
    hiddenAnswers: integer(row, 'hidden_answers'),
  };
}

function nextTransactionId(database: DatabaseSync, accountKey: number): string {
  const row = database
    .prepare(
      `UPDATE accounts SET last_transaction_number = last_transaction_number + 1 WHERE account_key = ?
       RETURNING last_transaction_number`,
    )
    .get(accountKey);
  if (row === undefined) throw new Error(`There is no account ${accountKey}.`);
  return `TRN-${integer(row, 'last_transaction_number')}`;
}

/** Returns the new row's id. */
export function insertTransaction(database: DatabaseSync, accountKey: number, added: NewTransaction): string {
  const transactionId = added.transactionId ?? nextTransactionId(database, accountKey);
  database
    .prepare(
      `INSERT INTO transactions (account_key, transaction_id, ledger_key, pending, posted, transacted_at, fields)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      accountKey,
      transactionId,
      added.ledgerKey,
      added.pending ? 1 : 0,
      added.posted,
      added.transactedAt,
      JSON.stringify(added.fields),
    );
  return transactionId;
}

export function updateTransaction(
  database: DatabaseSync,
  accountKey: number,
  changed: StoredTransaction,
): void {
  database
    .prepare(
      `UPDATE transactions SET ledger_key = ?, pending = ?, posted = ?, transacted_at = ?, fields = ?, hidden_answers = ?
       WHERE account_key = ? AND transaction_id = ?`,
    )
    .run(
      changed.ledgerKey,
      changed.pending ? 1 : 0,
      changed.posted,
      changed.transactedAt,
      JSON.stringify(changed.fields),
      changed.hiddenAnswers,
      accountKey,
      changed.transactionId,
    );
}

export function deleteTransaction(database: DatabaseSync, accountKey: number, transactionId: string): void {
  database
    .prepare('DELETE FROM transactions WHERE account_key = ? AND transaction_id = ?')
    .run(accountKey, transactionId);
}

/** Gives a row its account's next id, and returns that. */
export function renumberTransaction(
  database: DatabaseSync,
  accountKey: number,
  transactionId: string,
): string {
  const newId = nextTransactionId(database, accountKey);
  database
    .prepare('UPDATE transactions SET transaction_id = ? WHERE account_key = ? AND transaction_id = ?')
    .run(newId, accountKey, transactionId);
  return newId;
}

export function findTransaction(
  database: DatabaseSync,
  accountKey: number,
  transactionId: string,
): StoredTransaction | null {
  const row = database
    .prepare('SELECT * FROM transactions WHERE account_key = ? AND transaction_id = ?')
    .get(accountKey, transactionId);
  return row === undefined ? null : toTransaction(row);
}

export function listPending(database: DatabaseSync, accountKey: number): StoredTransaction[] {
  return database
    .prepare('SELECT * FROM transactions WHERE account_key = ? AND pending = 1 ORDER BY rowid')
    .all(accountKey)
    .map(toTransaction);
}

export function countTransactions(database: DatabaseSync, accountKey: number): number {
  const row = database
    .prepare('SELECT count(*) AS stored FROM transactions WHERE account_key = ?')
    .get(accountKey);
  return row === undefined ? 0 : integer(row, 'stored');
}

/** Ordered by `posted`, so pending rows come first. */
export function listTransactions(database: DatabaseSync, accountKey: number): StoredTransaction[] {
  return database
    .prepare('SELECT * FROM transactions WHERE account_key = ? ORDER BY posted, rowid')
    .all(accountKey)
    .map(toTransaction);
}

/**
 * Returns the rows from `from` until before `to`, in epoch seconds, ordered by `posted`. A pending row counts
 * at the time of its purchase; without one, it is in every range.
 */
export function listTransactionsBetween(
  database: DatabaseSync,
  accountKey: number,
  { from, to, pending }: { from: number; to: number; pending: boolean },
): StoredTransaction[] {
  return database
    .prepare(
      `SELECT * FROM transactions
       WHERE account_key = :accountKey AND pending <= :pending AND (
         posted <> 0 AND posted >= :from AND posted < :to
         OR posted = 0 AND coalesce(transacted_at, :from) >= :from AND coalesce(transacted_at, :from) < :to)
       ORDER BY posted, rowid`,
    )
    .all({ accountKey, from, to, pending: pending ? 1 : 0 })
    .map(toTransaction);
}
