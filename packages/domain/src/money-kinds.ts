/** What a bank's row is (PD-4). Only `spending`, and `fixed-bill` where the user wants it, is counted; money in never is an expense. */
export const MONEY_KINDS = [
  'spending',
  'fixed-bill',
  'transfer',
  'card-payment',
  'income',
  'refund',
] as const;

export type MoneyKind = (typeof MONEY_KINDS)[number];
