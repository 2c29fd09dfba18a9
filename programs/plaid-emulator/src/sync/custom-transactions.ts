import type { Day } from '@oinkly/test-banks/day';
import { z } from 'zod';
import { findPrimary } from '../personal-finance-category.ts';
import type { NewTransaction, StoredTransaction, TransactionChanges } from '../storage/transactions.ts';
import { emptyDetails } from './transaction-details.ts';

export const calendarDay = z.iso.date();

/** Settable fields in Plaid's names. Amounts in dollars, positive for money out. */
export const transactionFields = {
  amount: z.number().optional(),
  name: z.string().min(1).optional(),
  merchant_name: z.string().min(1).nullish(),
  date: calendarDay.optional(),
  authorized_date: calendarDay.nullish(),
  pending: z.boolean().optional(),
  iso_currency_code: z.string().min(1).nullish(),
  unofficial_currency_code: z.string().min(1).nullish(),
  /** A detailed category, version 1, or null. */
  category: z
    .string()
    .refine((category) => findPrimary(category) !== null, 'must be a detailed personal finance category')
    .nullish(),
  payment_channel: z.enum(['in store', 'online', 'other']).optional(),
  /** Fields to return as is, even if invalid. */
  raw: z.record(z.string(), z.json()).optional(),
};

export type TransactionFields = z.infer<z.ZodObject<typeof transactionFields>>;

const usualCategory = 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE';

function presentCategory(detailed: string): Record<string, unknown> {
  return {
    primary: findPrimary(detailed),
    detailed,
    confidence_level: detailed === usualCategory ? 'LOW' : 'HIGH',
    version: 'v1',
  };
}

/** Posted today, with empty fields to fill in. */
export function blankTransaction(accountId: string, today: Day): NewTransaction {
  return {
    accountId,
    ledgerKey: null,
    amountCents: 0,
    date: today,
    authorizedDate: today,
    pending: false,
    pendingTransactionId: null,
    originalDescription: null,
    details: {
      ...emptyDetails,
      name: '',
      payment_channel: 'in store',
      transaction_code: null,
      personal_finance_category: presentCategory(usualCategory),
    },
  };
}

/**
 * `raw` keeps an amount that is not whole cents: Plaid's Sandbox has up to seven decimals, and faults need
 * any number.
 */
function storedAmount(amount: number): { amountCents: number; raw: { amount?: number } } {
  const cents = Math.round(amount * 100);
  if (!Number.isSafeInteger(cents)) return { amountCents: 0, raw: { amount } };
  return { amountCents: cents, raw: cents / 100 === amount ? {} : { amount } };
}

/** Defined fields, also null ones. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A newly set field loses its raw value. */
export function withFields<T extends NewTransaction>(transaction: T, fields: TransactionFields): T {
  const { amount, name, date, category, raw: brokenFields, ...rest } = fields;
  const stored = amount === undefined ? null : storedAmount(amount);
  const kept = Object.entries(transaction.raw ?? {}).filter(([field]) => !(field in given(fields)));
  const raw = { ...Object.fromEntries(kept), ...stored?.raw, ...brokenFields };
  const { authorized_date: authorizedDate, pending, ...details } = rest;
  return {
    ...transaction,
    amountCents: stored?.amountCents ?? transaction.amountCents,
    date: date ?? transaction.date,
    authorizedDate: authorizedDate === undefined ? transaction.authorizedDate : authorizedDate,
    pending: pending ?? transaction.pending,
    originalDescription: name ?? transaction.originalDescription,
    details: {
      ...transaction.details,
      ...given({ name, ...details }),
      ...(category === undefined
        ? {}
        : { personal_finance_category: category === null ? null : presentCategory(category) }),
    },
    raw: Object.keys(raw).length === 0 ? null : raw,
  };
}

/** Under a new id, which it returns. The new transaction names the pending one if `isMatched`. */
export function postPending(
  changes: TransactionChanges,
  pending: StoredTransaction,
  fields: TransactionFields,
  { transactionId, isMatched = true }: { transactionId?: string | undefined; isMatched?: boolean } = {},
): string {
  changes.remove(pending.transactionId);
  const posted: NewTransaction = { ...pending, transactionId, pending: false, repeated: false };
  posted.pendingTransactionId = isMatched ? pending.transactionId : null;
  return changes.add(withFields(posted, fields));
}
