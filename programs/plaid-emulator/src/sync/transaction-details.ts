import type { LedgerEntry } from '@oinkly/test-banks/entry';
import type { Person } from '@oinkly/test-banks/people';
import { entityIdOf } from '../identifiers.ts';
import { categoryOf } from '../personal-finance-category.ts';
import type { NewTransaction } from '../storage/transactions.ts';

const bankTransfers = new Set(['direct debit', 'bill payment', 'transfer']);

/** Fields of Plaid's `Transaction` that banks rarely set. */
export const emptyDetails = {
  merchant_name: null,
  merchant_entity_id: null,
  website: null,
  logo_url: null,
  check_number: null,
  account_owner: null,
  authorized_datetime: null,
  datetime: null,
  iso_currency_code: 'USD',
  unofficial_currency_code: null,
  counterparties: [],
  location: {
    address: null,
    city: null,
    region: null,
    postal_code: null,
    country: null,
    lat: null,
    lon: null,
    store_number: null,
  },
  payment_meta: {
    by_order_of: null,
    payee: null,
    payer: null,
    payment_method: null,
    payment_processor: null,
    ppd_id: null,
    reason: null,
    reference_number: null,
  },
};

function location(entry: LedgerEntry, person: Person): Record<string, string | null> {
  const town = entry.inTown ? person : null;
  return {
    ...emptyDetails.location,
    city: town?.city ?? null,
    region: town?.region ?? null,
    postal_code: town?.postalCode ?? null,
    country: town === null ? null : 'US',
    store_number: /#(\d+)/.exec(entry.descriptor)?.[1] ?? null,
  };
}

function paymentMeta(entry: LedgerEntry): Record<string, string | null> {
  const name = entry.party?.name ?? null;
  const byTransfer = bankTransfers.has(entry.code);
  return {
    ...emptyDetails.payment_meta,
    payee: byTransfer && entry.amountCents > 0 ? name : null,
    payer: byTransfer && entry.amountCents < 0 ? name : null,
    payment_method: byTransfer ? 'ACH' : null,
  };
}

function originalDescriptionOf(entry: LedgerEntry, person: Person): string {
  return entry.inTown
    ? `${entry.descriptor} ${person.city.toUpperCase()} ${person.region}`
    : entry.descriptor;
}

/** The fields that posting doesn't change. */
function transactionDetails(entry: LedgerEntry, person: Person): Record<string, unknown> {
  const { party } = entry;
  const entityId = party === null || party.key === null ? null : entityIdOf(party.key);
  return {
    ...emptyDetails,
    name: entry.descriptor.trim(),
    merchant_name: party?.type === 'merchant' ? party.name : null,
    merchant_entity_id: party?.type === 'merchant' ? entityId : null,
    website: party?.website ?? null,
    payment_channel: entry.channel,
    transaction_code: entry.code,
    personal_finance_category: {
      ...categoryOf(entry.category),
      confidence_level: party === null ? 'HIGH' : 'VERY_HIGH',
      version: 'v1',
    },
    counterparties:
      party === null
        ? []
        : [
            {
              name: party.name,
              type: party.type,
              entity_id: entityId,
              website: party.website,
              logo_url: null,
              confidence_level: 'VERY_HIGH',
            },
          ],
    location: location(entry, person),
    payment_meta: paymentMeta(entry),
  };
}

export function transactionOf(
  entry: LedgerEntry,
  person: Person,
  accountId: string,
  pending: boolean,
): NewTransaction {
  return {
    accountId,
    ledgerKey: entry.key,
    amountCents: pending ? entry.pendingAmountCents : entry.amountCents,
    date: pending ? entry.authorizedDay : entry.postedDay,
    authorizedDate: entry.authorizedDay,
    pending,
    pendingTransactionId: null,
    originalDescription: originalDescriptionOf(entry, person),
    details: transactionDetails(entry, person),
  };
}
