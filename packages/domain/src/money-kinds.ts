/** PD-4. `spending` counts, and `fixed-bill` if the user wants it. Money in is never an expense. */
export const MONEY_KINDS = [
  'spending',
  'fixed-bill',
  'transfer',
  'card-payment',
  'income',
  'refund',
] as const;

export type MoneyKind = (typeof MONEY_KINDS)[number];
