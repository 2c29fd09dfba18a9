import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { newIdentifier } from '../identifiers.ts';
import { integer, jsonObject, type Row, text, textOrNull } from './columns.ts';
import { inTransaction } from './database.ts';

/** A bank transaction as it is stored. */
export interface StoredTransaction {
  transactionId: string;
  accountId: string;
  /** The movement of the ledger that it shows; null for one that did not come from the ledger. */
  ledgerKey: string | null;
  /** Cents; positive is money out. */
  amountCents: number;
  /** `YYYY-MM-DD`: the day of posting, of the purchase while pending. */
  date: string;
  authorizedDate: string | null;
  pending: boolean;
  pendingTransactionId: string | null;
  originalDescription: string | null;
  /** Everything else of Plaid's `Transaction`, in Plaid's own names. */
  details: Record<string, unknown>;
  /** Fields that are given out as they stand here, however broken, in place of the others; null for none. */
  raw: Record<string, unknown> | null;
  /** Whether it is given out twice within one page. */
  repeated: boolean;
}

/** A transaction to be stored; its id is made up unless it is given. */
export type NewTransaction = Omit<StoredTransaction, 'transactionId' | 'raw' | 'repeated'> &
  Partial<Pick<StoredTransaction, 'transactionId' | 'raw' | 'repeated'>>;

/** Changes to one item's transactions; each takes the next place in the item's order of modification. */
export interface TransactionChanges {
  /** Adds a transaction and answers its id. */
  add(transaction: NewTransaction): string;
  /** Puts a transaction in the place of the stored one with its id; the same once more counts as a change. */
  replace(transaction: StoredTransaction): void;
  /** Removes a transaction; its id stays known, so that it can be reported as removed. */
  remove(transactionId: string): void;
}

/** The columns that a change can give a new content, in the order of both statements below. */
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
 * Makes changes to an item's transactions in one write transaction. Every change gets the item's next `modified_seq`,
 * which is what cursors of /transactions/sync point at.
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

/** The transactions of an item that are pending now, oldest first. */
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

/** The transaction of an item with an id that still stands, or null. */
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

/** The transactions of an item that still stand, oldest first. */
export function listStanding(database: DatabaseSync, itemId: string): StoredTransaction[] {
  return database
    .prepare('SELECT * FROM transactions WHERE item_id = ? AND removed = 0 ORDER BY created_seq')
    .all(itemId)
    .map(toTransaction);
}

/** Whether any item has, or had, a transaction with an id. */
export function isTransactionIdTaken(database: DatabaseSync, transactionId: string): boolean {
  const find = database.prepare('SELECT 1 FROM transactions WHERE transaction_id = ?');
  return find.get(transactionId) !== undefined;
}

/** How many of the item's transactions were added after a place in its order of modification and still stand. */
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

/** The ids of the transactions that stood at a place in the item's order of modification and were removed after it. */
export function listRemovedSince(database: DatabaseSync, itemId: string, sequence: number): string[] {
  return database
    .prepare(
      `SELECT transaction_id FROM transactions
       WHERE item_id = ? AND modified_seq > ? AND created_seq <= ? AND removed = 1 ORDER BY modified_seq`,
    )
    .all(itemId, sequence, sequence)
    .map((row) => text(row, 'transaction_id'));
}

/** All transactions of an account that still stand, oldest first. */
export function listTransactionIds(database: DatabaseSync, accountId: string): string[] {
  return database
    .prepare(
      'SELECT transaction_id FROM transactions WHERE account_id = ? AND removed = 0 ORDER BY created_seq',
    )
    .all(accountId)
    .map((row) => text(row, 'transaction_id'));
}

/** One change as somebody sees it who knows the item as it was at a certain place in its order of modification. */
export type Change = { sequence: number } & (
  | { kind: 'added' | 'modified'; transaction: StoredTransaction }
  | { kind: 'removed'; transactionId: string; accountId: string }
);

/** Which changes to read: those of an item, or of one of its accounts. */
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
 * Up to `limit` changes after the place `after` and not beyond `upTo`, by ascending last modification, for somebody who
 * has seen everything up to `knownUpTo`: what came since is added, what was known is modified or removed. What both came
 * and went since is left out, for that reader has never heard of it.
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

/** The last place in a stream's order of modification; 0 when nothing ever happened. */
export function lastSequence(database: DatabaseSync, { itemId, accountId }: ChangeStream): number {
  const streamed = accountId === null ? 'item_id = ?' : 'account_id = ?';
  const row = database
    .prepare(`SELECT coalesce(max(modified_seq), 0) AS last FROM transactions WHERE ${streamed}`)
    .get(accountId ?? itemId);
  return row === undefined ? 0 : integer(row, 'last');
}
