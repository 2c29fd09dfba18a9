import { inTransaction } from '@oinkly/test-banks/bank-file';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { noonOf } from '../history/noon.ts';
import { SimplefinError } from '../simplefin-error.ts';
import type { Account } from '../storage/connections.ts';
import {
  deleteTransaction,
  findTransaction,
  insertTransaction,
  listTransactions,
  renumberTransaction,
  type StoredTransaction,
  updateTransaction,
} from '../storage/transactions.ts';

const transactionId = z.string().min(1);
const epochSeconds = z.number().int();

/** In SimpleFIN's names. `raw` is sent as it is, however broken. */
const transactionFields = {
  amount: z.string().optional(),
  description: z.string().optional(),
  posted: epochSeconds.optional(),
  transacted_at: epochSeconds.nullish(),
  payee: z.string().optional(),
  memo: z.string().optional(),
  mcc: z.string().nullish(),
  extra: z.record(z.string(), z.json()).optional(),
  raw: z.record(z.string(), z.json()).optional(),
};

type TransactionFields = z.infer<z.ZodObject<typeof transactionFields>>;

export const transactionChangeSchema = z.discriminatedUnion('op', [
  // By default posted today; with `pending`, bought today.
  z.strictObject({
    op: z.literal('add'),
    transaction_id: transactionId.optional(),
    pending: z.boolean().default(false),
    ...transactionFields,
    amount: z.string(),
    description: z.string(),
  }),
  // Replaces a pending row by a posted one with a new id. With `keeps_pending`, both are reported.
  z.strictObject({
    op: z.literal('post'),
    transaction_id: transactionId,
    new_transaction_id: transactionId.optional(),
    keeps_pending: z.boolean().default(false),
    ...transactionFields,
  }),
  z.strictObject({ op: z.literal('modify'), transaction_id: transactionId, ...transactionFields }),
  z.strictObject({ op: z.literal('remove'), transaction_id: transactionId }),
  // Leaves the row out of the next answers that would report it.
  z.strictObject({
    op: z.literal('hide'),
    transaction_id: transactionId,
    answers: z.number().int().min(0).default(1),
  }),
  // Gives new ids to these rows, or to all rows posted on these days.
  z.strictObject({
    op: z.literal('reissue'),
    transaction_ids: z.array(transactionId).min(1).optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
]);

export type TransactionChange = z.infer<typeof transactionChangeSchema>;

const refused = (message: string) => new SimplefinError(400, message);

/** Defined fields, also null ones. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function withFields(
  stored: Pick<StoredTransaction, 'posted' | 'transactedAt' | 'fields'>,
  { posted, transacted_at: transactedAt, raw, ...fields }: TransactionFields,
): Pick<StoredTransaction, 'posted' | 'transactedAt' | 'fields'> {
  return {
    posted: posted ?? stored.posted,
    transactedAt: transactedAt === undefined ? stored.transactedAt : transactedAt,
    fields: { ...stored.fields, ...given(fields), ...raw },
  };
}

function apply(emulator: Emulator, { accountKey }: Account, change: TransactionChange): string[] {
  const { database } = emulator;
  const noonToday = noonOf(emulator.today());

  function standing(id: string): StoredTransaction {
    const found = findTransaction(database, accountKey, id);
    if (found === null) throw refused(`There is no transaction ${id}`);
    return found;
  }
  function unused(id: string | undefined): string | undefined {
    if (id !== undefined && findTransaction(database, accountKey, id) !== null) {
      throw refused(`There is a transaction ${id}`);
    }
    return id;
  }

  switch (change.op) {
    case 'add': {
      const { op: _op, transaction_id: id, pending, ...fields } = change;
      const blank = pending
        ? { posted: 0, transactedAt: noonToday, fields: { pending: true } }
        : { posted: noonToday, transactedAt: null, fields: {} };
      const added = { ledgerKey: null, pending, ...withFields(blank, fields) };
      return [insertTransaction(database, accountKey, { ...added, transactionId: unused(id) })];
    }
    case 'post': {
      const {
        op: _op,
        transaction_id: id,
        new_transaction_id: newId,
        keeps_pending: keepsPending,
        ...changed
      } = change;
      const row = standing(id);
      if (!row.pending) throw refused(`Transaction ${id} is not pending`);
      const { pending: _pending, ...fields } = row.fields;
      const blank = { posted: noonToday, transactedAt: row.transactedAt, fields };
      const posted = { ledgerKey: null, pending: false, ...withFields(blank, changed) };
      // Without its key, the bank does not post a kept row again.
      if (keepsPending) updateTransaction(database, accountKey, { ...row, ledgerKey: null });
      else deleteTransaction(database, accountKey, id);
      return [insertTransaction(database, accountKey, { ...posted, transactionId: unused(newId) })];
    }
    case 'modify': {
      const { op: _op, transaction_id: id, ...fields } = change;
      const row = standing(id);
      updateTransaction(database, accountKey, { ...row, ...withFields(row, fields) });
      return [id];
    }
    case 'remove':
      deleteTransaction(database, accountKey, standing(change.transaction_id).transactionId);
      return [change.transaction_id];
    case 'hide':
      updateTransaction(database, accountKey, {
        ...standing(change.transaction_id),
        hiddenAnswers: change.answers,
      });
      return [change.transaction_id];
    case 'reissue': {
      const { transaction_ids: ids, from, to } = change;
      const first = from === undefined ? 1 : noonOf(from) - 43_200;
      const end = to === undefined ? Infinity : noonOf(to) + 43_200;
      const rows =
        ids?.map(standing) ??
        listTransactions(database, accountKey).filter(({ posted }) => posted >= first && posted < end);
      return rows.map((row) => renumberTransaction(database, accountKey, row.transactionId));
    }
  }
}

/**
 * Applies changes to an account's rows in order, all or none. Returns the ids of new and changed rows. Throws 400.
 */
export function changeTransactions(
  emulator: Emulator,
  account: Account,
  changes: readonly TransactionChange[],
): string[] {
  return inTransaction(emulator.database, () =>
    changes.flatMap((change) => apply(emulator, account, change)),
  );
}
