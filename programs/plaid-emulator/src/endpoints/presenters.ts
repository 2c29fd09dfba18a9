import { findInstitution, type Institution, supportedCountry, supportedProducts } from '../institutions.ts';
import type { Account, Item } from '../storage/items.ts';
import type { StoredTransaction } from '../storage/transactions.ts';
import { itemError } from './open-item.ts';

const dollars = (cents: number | null): number | null => (cents === null ? null : cents / 100);

/** Plaid's `AccountBase`. */
export function presentAccount(account: Account): Record<string, unknown> {
  return {
    account_id: account.accountId,
    balances: {
      available: dollars(account.availableCents),
      current: dollars(account.currentCents),
      limit: dollars(account.limitCents),
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
    },
    holder_category: 'personal',
    mask: account.mask,
    name: account.name,
    official_name: account.officialName,
    subtype: account.subtype,
    type: account.type,
  };
}

export function presentItem(item: Item): Record<string, unknown> {
  return {
    item_id: item.itemId,
    institution_id: item.institutionId,
    institution_name: findInstitution(item.institutionId)?.name ?? null,
    webhook: item.webhook,
    auth_method: null,
    error: itemError(item)?.body ?? null,
    available_products: [],
    billed_products: item.products,
    products: item.products,
    consented_products: item.products,
    consent_expiration_time: null,
    update_type: 'background',
  };
}

export function presentTransaction(
  transaction: StoredTransaction,
  withOriginalDescription: boolean,
): Record<string, unknown> {
  return {
    ...transaction.details,
    transaction_id: transaction.transactionId,
    account_id: transaction.accountId,
    amount: transaction.amountCents / 100,
    date: transaction.date,
    authorized_date: transaction.authorizedDate,
    pending: transaction.pending,
    pending_transaction_id: transaction.pendingTransactionId,
    ...(withOriginalDescription ? { original_description: transaction.originalDescription } : {}),
    ...transaction.raw,
  };
}

/** Plaid's `Institution`; homepage and color only with metadata. */
export function presentInstitution(institution: Institution, withMetadata: boolean): Record<string, unknown> {
  return {
    institution_id: institution.institutionId,
    name: institution.name,
    products: supportedProducts,
    country_codes: [supportedCountry],
    routing_numbers: [institution.routingNumber],
    dtc_numbers: [],
    oauth: institution.oauth,
    ...(withMetadata
      ? { url: institution.website, primary_color: institution.primaryColor, logo: null }
      : {}),
  };
}
