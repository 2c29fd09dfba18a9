import { isDay } from '@oinkly/domain/days';
import { centsFromDollars, MAX_AMOUNT_CENTS } from '@oinkly/domain/money';
import type { AccountBase } from 'plaid';
import { z } from 'zod';
import type { BankTransaction } from '../../../ledger/index.ts';
import type { ProviderAccount, ProviderChanges } from '../../provider.ts';
import { shortened, storable } from '../../storable-text.ts';
import { bankCategoryOf } from './plaid-categories.ts';

const storableText = z.string().refine((text) => storable(text) === text);
const optionalText = storableText.nullish();
const calendarDay = z.string().refine(isDay);
const namedRow = z.object({ transaction_id: z.string() });
const removedRow = z.object({ transaction_id: z.string(), account_id: z.string() });
const transactionRow = z.object({
  transaction_id: storableText,
  account_id: storableText,
  pending_transaction_id: optionalText,
  amount: z.number(),
  iso_currency_code: optionalText,
  unofficial_currency_code: optionalText,
  date: calendarDay,
  authorized_date: calendarDay.nullish().catch(null),
  name: z.string().catch(''),
  merchant_name: z.string().nullish().catch(null),
  pending: z.boolean(),
  personal_finance_category: z
    .object({ primary: storableText, detailed: storableText })
    .nullish()
    .catch(null),
});

/** A page of `/transactions/sync`. */
export interface PlaidPage {
  added: unknown[];
  modified: unknown[];
  removed: unknown[];
  next_cursor: string;
  has_more: boolean;
}

/** An empty cursor: the bank has not prepared its data. */
export function toChanges(page: PlaidPage): ProviderChanges {
  const upserted: BankTransaction[] = [];
  const unreadable: string[] = [];
  for (const row of [...page.added, ...page.modified]) {
    const transaction = toTransaction(row);
    if (transaction) upserted.push(transaction);
    else unreadable.push(idOf(row));
  }
  const removed: ProviderChanges['removed'] = [];
  for (const given of page.removed) {
    const row = removedRow.safeParse(given).data;
    if (row) removed.push({ transactionId: row.transaction_id, providerAccountId: row.account_id });
    else unreadable.push(idOf(given));
  }
  return {
    upserted,
    removed,
    covered: [],
    unreadable,
    nextCursor: page.next_cursor === '' ? null : page.next_cursor,
    hasMore: page.has_more,
  };
}

/** Null without a usable id, day or amount. Other odd fields get a default. */
export function toTransaction(given: unknown): BankTransaction | null {
  const row = transactionRow.safeParse(given).data;
  const amountCents = centsOrNull(row?.amount);
  if (!row || amountCents === null) return null;
  const category = row.personal_finance_category;
  return {
    transactionId: row.transaction_id,
    providerAccountId: row.account_id,
    pendingTransactionId: row.pending_transaction_id ?? null,
    amountCents,
    currency: row.iso_currency_code ?? row.unofficial_currency_code ?? 'USD',
    postedOn: row.date,
    authorizedOn: row.authorized_date ?? null,
    name: shortened(row.name) || 'Card purchase',
    merchantName: shortened(row.merchant_name ?? '') || null,
    isPending: row.pending,
    category: category ? bankCategoryOf(category.primary, category.detailed) : null,
    reportedCategory: category?.detailed ?? null,
  };
}

export function toAccount(
  account: AccountBase,
  institution: Pick<ProviderAccount, 'institutionId' | 'institutionName'>,
): ProviderAccount {
  const { balances } = account;
  return {
    ...institution,
    providerAccountId: account.account_id,
    name: shortened(account.name),
    type: account.type,
    subtype: account.subtype ?? null,
    mask: account.mask ?? null,
    currentCents: centsOrNull(balances.current),
    availableCents: centsOrNull(balances.available),
    currency: balances.iso_currency_code ?? balances.unofficial_currency_code ?? null,
    reportedAt: null,
  };
}

function idOf(given: unknown): string {
  return namedRow.safeParse(given).data?.transaction_id ?? 'no id';
}

function centsOrNull(dollars: number | null | undefined): number | null {
  const isAmount = typeof dollars === 'number' && Math.abs(dollars) <= MAX_AMOUNT_CENTS / 100;
  return isAmount ? centsFromDollars(dollars) : null;
}
