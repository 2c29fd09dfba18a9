/** What the product must make of some bank categories, written by hand (PD-4). */
export const KINDS_BY_CATEGORY: Readonly<Record<string, { out: string; in: string; category: string }>> = {
  FOOD_AND_DRINK_RESTAURANT: { out: 'spending', in: 'refund', category: 'Dining' },
  FOOD_AND_DRINK_GROCERIES: { out: 'spending', in: 'refund', category: 'Groceries' },
  GENERAL_MERCHANDISE_ELECTRONICS: { out: 'spending', in: 'refund', category: 'Shopping' },
  TRAVEL_FLIGHTS: { out: 'spending', in: 'refund', category: 'Travel' },
  RENT_AND_UTILITIES_RENT: { out: 'fixed-bill', in: 'refund', category: 'Housing' },
  GENERAL_SERVICES_INSURANCE: { out: 'fixed-bill', in: 'refund', category: 'Other' },
  TRANSFER_OUT_SAVINGS: { out: 'transfer', in: 'transfer', category: 'Other' },
  LOAN_PAYMENTS_CREDIT_CARD_PAYMENT: { out: 'card-payment', in: 'card-payment', category: 'Other' },
  INCOME_WAGES: { out: 'transfer', in: 'income', category: 'Other' },
  // Merchant category codes.
  'code 5812': { out: 'spending', in: 'refund', category: 'Dining' },
  'code 5411': { out: 'spending', in: 'refund', category: 'Groceries' },
  'code 5732': { out: 'spending', in: 'refund', category: 'Shopping' },
  'code 4511': { out: 'spending', in: 'refund', category: 'Travel' },
  'code 6513': { out: 'fixed-bill', in: 'refund', category: 'Housing' },
  'code 6300': { out: 'fixed-bill', in: 'refund', category: 'Other' },
  'code 4829': { out: 'transfer', in: 'transfer', category: 'Other' },
  // A row without a code whose text names a cafe.
  cafe: { out: 'spending', in: 'refund', category: 'Dining' },
};

/** What the product makes of rows without a category. */
export const UNKNOWN_CATEGORY = { out: 'spending', in: 'refund', category: 'Other' };

/** What texts say of rows without a code. */
export const SIMPLEFIN_TEXT_CATEGORIES: Readonly<Record<string, string>> = {
  'CORNER CAFE #0012': 'cafe',
  'Corner-Café 13': 'cafe',
};

/** Everyday spending is the most frequent. */
export const CODES: readonly (string | null)[] = [
  '5812',
  '5411',
  '5732',
  '5812',
  '4511',
  '6513',
  '6300',
  '4829',
  null,
  null,
];

/** Everyday spending is the most frequent. */
export const CATEGORIES: readonly (string | null)[] = [
  'FOOD_AND_DRINK_RESTAURANT',
  'FOOD_AND_DRINK_GROCERIES',
  'GENERAL_MERCHANDISE_ELECTRONICS',
  'TRAVEL_FLIGHTS',
  ...Object.keys(KINDS_BY_CATEGORY).filter((category) => /^[A-Z]/.test(category)),
  null,
];

/** A user's name for a shop, by `merchant`, whatever number follows. */
export const MANUAL_NAMES: Readonly<Record<string, string>> = {
  cafe: 'corner cafe',
  juniper: 'Juniper Table',
};

/** Equal `merchant`s are one shop for refunds. */
export const SHOPS = [
  { name: 'CORNER CAFE #0012', merchant_name: 'Corner Cafe', merchant: 'cafe' },
  { name: 'Corner-Café 13', merchant_name: null, merchant: 'cafe' },
  { name: 'JUNIPER TABLE', merchant_name: 'Juniper Table', merchant: 'juniper' },
  { name: '4711', merchant_name: null, merchant: '4711' },
] as const;

export function merchantOf(row: { name: string; merchantName: string | null }): string {
  const shop = SHOPS.find(
    ({ name, merchant_name }) => name === row.name && merchant_name === row.merchantName,
  );
  if (!shop) throw new Error(`There is no shop ${row.name}`);
  return shop.merchant;
}
