import type { MoneyKind } from './money-kinds.ts';

const SPENDING: readonly MoneyKind[] = ['spending'];
const SPENDING_AND_BILLS: readonly MoneyKind[] = ['spending', 'fixed-bill'];

/** The kinds that count unless the user decides otherwise (PD-4, PD-5). */
export function countedKinds(countFixedBills: boolean): readonly MoneyKind[] {
  return countFixedBills ? SPENDING_AND_BILLS : SPENDING;
}

/** The user's settings that decide what counts. */
export interface CountingSettings {
  countFixedBills: boolean;
}

/** Returns whether an expense counts unless the user decides otherwise (PD-4, PD-5). */
export function countsByKind(kind: MoneyKind, { countFixedBills }: CountingSettings): boolean {
  return countedKinds(countFixedBills).includes(kind);
}

export type NotCountedReason = 'by-hand' | 'kind' | 'currency';

/** Returns why an expense doesn't count (PD-4, PD-5); null if it does. `countedByHand` is the user's choice, null without one. */
export function notCountedReason(expense: {
  currency: string;
  countsByKind: boolean;
  countedByHand: boolean | null;
}): NotCountedReason | null {
  const { currency, countsByKind, countedByHand } = expense;
  if (currency !== 'USD') return 'currency';
  if (countedByHand !== null) return countedByHand ? null : 'by-hand';
  return countsByKind ? null : 'kind';
}
