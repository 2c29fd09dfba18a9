import { z } from 'zod';
import { depositoryAccount } from '../depository-account.ts';
import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import { PlaidError } from '../plaid-error.ts';
import { type Item, listAccounts } from '../storage/items.ts';
import {
  changeTransactions,
  findTransaction,
  isTransactionIdTaken,
  listStanding,
  type NewTransaction,
  type StoredTransaction,
  type TransactionChanges,
} from '../storage/transactions.ts';
import {
  blankTransaction,
  calendarDay,
  postPending,
  transactionFields,
  withFields,
} from '../sync/custom-transactions.ts';
import { withTransactionWebhooks } from '../webhooks/transaction-webhooks.ts';

const transactionId = z.string().min(1);
const { pending: _pending, ...postedFields } = transactionFields;

export const ledgerChangeSchema = z.discriminatedUnion('op', [
  // The default is a posted purchase of today on the depository account.
  z.strictObject({
    op: z.literal('add'),
    account_id: z.string().optional(),
    transaction_id: transactionId.optional(),
    ...transactionFields,
    amount: z.number(),
    name: z.string().min(1),
  }),
  // Today by default. Without `matched` the posted transaction does not name the pending one.
  z.strictObject({
    op: z.literal('post'),
    transaction_id: transactionId,
    new_transaction_id: transactionId.optional(),
    matched: z.boolean().default(true),
    ...postedFields,
  }),
  z.strictObject({ op: z.literal('modify'), transaction_id: transactionId, ...transactionFields }),
  // Drops a pending transaction or takes back a posted one.
  z.strictObject({ op: z.literal('remove'), transaction_id: transactionId }),
  // By default a full refund, today.
  z.strictObject({
    op: z.literal('refund'),
    transaction_id: transactionId,
    new_transaction_id: transactionId.optional(),
    amount: z.number().positive().optional(),
    date: calendarDay.optional(),
  }),
  // Twice within one page, until its next change.
  z.strictObject({ op: z.literal('repeat'), transaction_id: transactionId }),
  // Reports unchanged transactions, by default all, as modified.
  z.strictObject({ op: z.literal('reissue'), transaction_ids: z.array(transactionId).min(1).optional() }),
]);

type LedgerChange = z.infer<typeof ledgerChangeSchema>;

const refused = (message: string) => new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', message);

/** The depository account by default. Throws INVALID_ACCOUNT_ID. */
export function accountIdOf(emulator: Emulator, item: Item, accountId: string | undefined): string {
  if (accountId === undefined) return depositoryAccount(emulator, item).accountId;
  const accounts = listAccounts(emulator.database, item.itemId);
  if (accounts.some((account) => account.accountId === accountId)) return accountId;
  throw namedError('INVALID_ACCOUNT_ID');
}

function apply(emulator: Emulator, item: Item, changes: TransactionChanges, change: LedgerChange): string[] {
  const { database } = emulator;
  const today = emulator.today();

  function standing(id: string): StoredTransaction {
    const found = findTransaction(database, item.itemId, id);
    if (found === null) throw refused(`transaction_id: the item has no transaction ${id}`);
    return found;
  }
  function fresh(id: string | undefined): string | undefined {
    if (id !== undefined && isTransactionIdTaken(database, id)) {
      throw refused(`transaction_id: there was a transaction ${id} before`);
    }
    return id;
  }
  function replace(transaction: StoredTransaction): string[] {
    changes.replace(transaction);
    return [transaction.transactionId];
  }

  switch (change.op) {
    case 'add': {
      const { op: _op, account_id: accountId, transaction_id: id, ...fields } = change;
      const blank = blankTransaction(accountIdOf(emulator, item, accountId), today);
      const date = fields.date ?? today;
      const added = withFields(blank, { authorized_date: date, ...fields });
      return [changes.add({ ...added, transactionId: fresh(id) })];
    }
    case 'post': {
      const {
        op: _op,
        transaction_id: id,
        new_transaction_id: newId,
        matched: isMatched,
        ...fields
      } = change;
      const pending = standing(id);
      if (!pending.pending) throw refused(`transaction_id: ${id} is not pending`);
      const options = { transactionId: fresh(newId), isMatched };
      return [postPending(changes, pending, { date: today, ...fields }, options)];
    }
    case 'modify': {
      const { op: _op, transaction_id: id, ...fields } = change;
      return replace({ ...withFields(standing(id), fields), repeated: false });
    }
    case 'remove':
      changes.remove(standing(change.transaction_id).transactionId);
      return [change.transaction_id];
    case 'refund': {
      const purchase = standing(change.transaction_id);
      const date = change.date ?? today;
      const refund: NewTransaction = {
        ...blankTransaction(purchase.accountId, today),
        transactionId: fresh(change.new_transaction_id),
        originalDescription: purchase.originalDescription,
        details: { ...purchase.details, transaction_code: 'refund' },
      };
      const amount = -(change.amount ?? purchase.amountCents / 100);
      return [changes.add(withFields(refund, { amount, date, authorized_date: date }))];
    }
    case 'repeat':
      return replace({ ...standing(change.transaction_id), repeated: true });
    case 'reissue': {
      const again = change.transaction_ids?.map(standing) ?? listStanding(database, item.itemId);
      return again.flatMap(replace);
    }
  }
}

/**
 * Applies changes to an item's ledger, with their webhooks. Returns the ids of new and changed transactions.
 * Throws INVALID_FIELD.
 */
export function changeLedger(emulator: Emulator, item: Item, wanted: readonly LedgerChange[]): string[] {
  return withTransactionWebhooks(emulator, item.itemId, () =>
    changeTransactions(emulator.database, item.itemId, (changes) =>
      wanted.flatMap((change) => apply(emulator, item, changes, change)),
    ),
  );
}
