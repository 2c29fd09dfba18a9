/** `spending` counts, and `fixed-bill` if the user wants it (PD-4). Money in is never an expense. */
export const MONEY_KINDS = [
  'spending',
  'fixed-bill',
  'transfer',
  'card-payment',
  'income',
  'refund',
] as const;

export type MoneyKind = (typeof MONEY_KINDS)[number];
