import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { inTransaction } from '@oinkly/test-banks/bank-file';
import { integer, jsonObject, type Row, text, textOrNull } from '@oinkly/test-banks/columns';
import { newIdentifier } from '../identifiers.ts';

export interface StoredTransaction {
  transactionId: string;
  accountId: string;
  ledgerKey: string | null;
  /** Positive is money out. */
  amountCents: number;
  /** `YYYY-MM-DD` of posting; of the purchase while pending. */
  date: string;
  authorizedDate: string | null;
  pending: boolean;
  pendingTransactionId: string | null;
  originalDescription: string | null;
  /** The other fields of Plaid's `Transaction`, in Plaid's names. */
  details: Record<string, unknown>;
  /** Fields to return as is, even if invalid. */
  raw: Record<string, unknown> | null;
  repeated: boolean;
}

/** The id is generated unless given. */
export type NewTransaction = Omit<StoredTransaction, 'transactionId' | 'raw' | 'repeated'> &
  Partial<Pick<StoredTransaction, 'transactionId' | 'raw' | 'repeated'>>;

/** Each change gets the item's next `modified_seq`. */
export interface TransactionChanges {
  /** Returns the new id. */
  add(transaction: NewTransaction): string;
  /** Identical content also counts as a change. */
  replace(transaction: StoredTransaction): void;
  /** Keeps the id to report it as removed. */
  remove(transactionId: string): void;
}

/** The columns that a change sets, in the order of both statements below. */
function contentOf(transaction: NewTransaction): SQLInputValue[] {
  return [
    transaction.accountId,
    transaction.ledgerKey,
    transaction.amountCents,
    transaction.date,
    transaction.authorizedDate,
    transaction.pending ? 1 : 0,
    transaction.pendingTransactionId,
    transaction.originalDescription,
    JSON.stringify(transaction.details),
    transaction.raw ? JSON.stringify(transaction.raw) : null,
    transaction.repeated ? 1 : 0,
  ];
}

/**
 * Changes an item's transactions in one write transaction. Each change gets the next `modified_seq`, to which
 * sync cursors point.
 */
export function changeTransactions<T>(
  database: DatabaseSync,
  itemId: string,
  work: (changes: TransactionChanges) => T,
): T {
  return inTransaction(database, () => {
    const row = database.prepare('SELECT modified_seq FROM items WHERE item_id = ?').get(itemId);
    if (row === undefined) throw new Error(`There is no item ${itemId}.`);
    let sequence = integer(row, 'modified_seq');
    const insert = database.prepare(
      `INSERT INTO transactions (account_id, ledger_key, amount_cents, date, authorized_date, pending,
         pending_transaction_id, original_description, details, raw, repeated,
         transaction_id, item_id, created_seq, modified_seq)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const update = database.prepare(
      `UPDATE transactions SET account_id = ?, ledger_key = ?, amount_cents = ?, date = ?, authorized_date = ?,
         pending = ?, pending_transaction_id = ?, original_description = ?, details = ?, raw = ?, repeated = ?,
         modified_seq = ?
       WHERE transaction_id = ? AND item_id = ? AND removed = 0`,
    );
    const remove = database.prepare(
      'UPDATE transactions SET removed = 1, modified_seq = ? WHERE transaction_id = ? AND item_id = ? AND removed = 0',
    );

    const result = work({
      add(transaction) {
        sequence += 1;
        const transactionId = transaction.transactionId ?? newIdentifier();
        insert.run(...contentOf(transaction), transactionId, itemId, sequence, sequence);
        return transactionId;
      },
      replace(transaction) {
        sequence += 1;
        const { transactionId } = transaction;
        const { changes } = update.run(...contentOf(transaction), sequence, transactionId, itemId);
        if (changes === 0) throw new Error(`There is no transaction ${transactionId}.`);
      },
      remove(transactionId) {
        sequence += 1;
        const { changes } = remove.run(sequence, transactionId, itemId);
        if (changes === 0) throw new Error(`There is no transaction ${transactionId}.`);
      },
    });
    database.prepare('UPDATE items SET modified_seq = ? WHERE item_id = ?').run(sequence, itemId);
    return result;
  });
}

/** Oldest first. */
export function listPending(
  database: DatabaseSync,
  itemId: string,
): { transactionId: string; ledgerKey: string | null }[] {
  return database
    .prepare(
      `SELECT transaction_id, ledger_key FROM transactions
       WHERE item_id = ? AND pending = 1 AND removed = 0 ORDER BY created_seq`,
    )
    .all(itemId)
    .map((row) => ({ transactionId: text(row, 'transaction_id'), ledgerKey: textOrNull(row, 'ledger_key') }));
}

export function findTransaction(
  database: DatabaseSync,
  itemId: string,
  transactionId: string,
): StoredTransaction | null {
  const row = database
    .prepare('SELECT * FROM transactions WHERE transaction_id = ? AND item_id = ? AND removed = 0')
    .get(transactionId, itemId);
  return row === undefined ? null : toTransaction(row);
}

/** Transactions that are not removed, oldest first. */
export function listStanding(database: DatabaseSync, itemId: string): StoredTransaction[] {
  return database
    .prepare('SELECT * FROM transactions WHERE item_id = ? AND removed = 0 ORDER BY created_seq')
    .all(itemId)
    .map(toTransaction);
}

/** Transactions that are not removed, by day, newest first. */
export function listNewest(database: DatabaseSync, itemId: string, limit: number): StoredTransaction[] {
  return database
    .prepare(
      `SELECT * FROM transactions WHERE item_id = ? AND removed = 0 ORDER BY date DESC, created_seq DESC LIMIT ?`,
    )
    .all(itemId, limit)
    .map(toTransaction);
}

export function countStanding(database: DatabaseSync, itemId: string): number {
  const row = database
    .prepare('SELECT count(*) AS standing FROM transactions WHERE item_id = ? AND removed = 0')
    .get(itemId);
  return row === undefined ? 0 : integer(row, 'standing');
}

export function isTransactionIdTaken(database: DatabaseSync, transactionId: string): boolean {
  const find = database.prepare('SELECT 1 FROM transactions WHERE transaction_id = ?');
  return find.get(transactionId) !== undefined;
}

/** Counts transactions added after `sequence` and not removed. */
export function countAddedSince(
  database: DatabaseSync,
  itemId: string,
  sequence: number,
  fromDay = '',
): number {
  const row = database
    .prepare(
      `SELECT count(*) AS added FROM transactions
       WHERE item_id = ? AND modified_seq > ? AND created_seq > ? AND removed = 0 AND date >= ?`,
    )
    .get(itemId, sequence, sequence, fromDay);
  return row === undefined ? 0 : integer(row, 'added');
}

/** Ids of transactions that existed at `sequence` and were removed later. */
export function listRemovedSince(database: DatabaseSync, itemId: string, sequence: number): string[] {
  return database
    .prepare(
      `SELECT transaction_id FROM transactions
       WHERE item_id = ? AND modified_seq > ? AND created_seq <= ? AND removed = 1 ORDER BY modified_seq`,
    )
    .all(itemId, sequence, sequence)
    .map((row) => text(row, 'transaction_id'));
}

/** Ids not removed, oldest first. */
export function listTransactionIds(database: DatabaseSync, accountId: string): string[] {
  return database
    .prepare(
      'SELECT transaction_id FROM transactions WHERE account_id = ? AND removed = 0 ORDER BY created_seq',
    )
    .all(accountId)
    .map((row) => text(row, 'transaction_id'));
}

/** A change relative to a reader's known place in the order of modification. */
export type Change = { sequence: number } & (
  | { kind: 'added' | 'modified'; transaction: StoredTransaction }
  | { kind: 'removed'; transactionId: string; accountId: string }
);

/** An item's changes, or one account's. */
export interface ChangeStream {
  itemId: string;
  accountId: string | null;
}

function toTransaction(row: Row): StoredTransaction {
  return {
    transactionId: text(row, 'transaction_id'),
    accountId: text(row, 'account_id'),
    ledgerKey: textOrNull(row, 'ledger_key'),
    amountCents: integer(row, 'amount_cents'),
    date: text(row, 'date'),
    authorizedDate: textOrNull(row, 'authorized_date'),
    pending: integer(row, 'pending') === 1,
    pendingTransactionId: textOrNull(row, 'pending_transaction_id'),
    originalDescription: textOrNull(row, 'original_description'),
    details: jsonObject(row, 'details'),
    raw: row['raw'] === null ? null : jsonObject(row, 'raw'),
    repeated: integer(row, 'repeated') === 1,
  };
}

/**
 * Lists an item's changes by last modification. To a reader that knows everything through `knownUpTo`, later
 * rows are added, known ones modified or removed; rows added and removed since are left out.
 */
export function listChanges(
  database: DatabaseSync,
  { itemId, accountId }: ChangeStream,
  { knownUpTo, after, upTo }: { knownUpTo: number; after: number; upTo: number },
  limit: number,
): Change[] {
  const streamed = accountId === null ? 'item_id = ?' : 'account_id = ?';
  return database
    .prepare(
      `SELECT * FROM transactions
       WHERE ${streamed} AND modified_seq > ? AND modified_seq <= ? AND NOT (removed = 1 AND created_seq > ?)
       ORDER BY modified_seq LIMIT ?`,
    )
    .all(accountId ?? itemId, after, upTo, knownUpTo, limit)
    .map((row): Change => {
      const sequence = integer(row, 'modified_seq');
      if (integer(row, 'removed') === 1) {
        return {
          sequence,
          kind: 'removed',
          transactionId: text(row, 'transaction_id'),
          accountId: text(row, 'account_id'),
        };
      }
      const kind = integer(row, 'created_seq') > knownUpTo ? 'added' : 'modified';
      return { sequence, kind, transaction: toTransaction(row) };
    });
}

/** `modified_seq`; 0 without changes. */
export function lastSequence(database: DatabaseSync, { itemId, accountId }: ChangeStream): number {
  const streamed = accountId === null ? 'item_id = ?' : 'account_id = ?';
  const row = database
    .prepare(`SELECT coalesce(max(modified_seq), 0) AS last FROM transactions WHERE ${streamed}`)
    .get(accountId ?? itemId);
  return row === undefined ? 0 : integer(row, 'last');
}
