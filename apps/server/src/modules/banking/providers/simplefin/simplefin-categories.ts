import type { BankCategory, PaymentType } from '@oinkly/domain/classification';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';

/* Merchant category codes (ISO 18245). The first range that holds a code decides. */

type Row = [from: number, to: number, expenseCategory: ExpenseCategory, paymentType?: PaymentType];

const RANGES: readonly Row[] = [
  // Money that moves, cash and fixed bills.
  [4829, 4829, 'Other', 'transfer'],
  [6010, 6011, 'Other'],
  [6012, 6012, 'Other', 'transfer'],
  [6050, 6051, 'Other', 'transfer'],
  [6211, 6211, 'Other', 'transfer'],
  [6529, 6540, 'Other', 'transfer'],
  [5960, 5960, 'Other', 'fixed-bill'],
  [6300, 6399, 'Other', 'fixed-bill'],
  [6513, 6513, 'Housing', 'fixed-bill'],
  [9311, 9311, 'Other', 'fixed-bill'],
  // Getting around and traveling.
  [3000, 3350, 'Travel'],
  [3351, 3500, 'Transportation'],
  [3501, 3999, 'Travel'],
  [4411, 4411, 'Travel'],
  [4511, 4582, 'Travel'],
  [4722, 4723, 'Travel'],
  [4011, 4789, 'Transportation'],
  [5511, 5599, 'Transportation'],
  [7011, 7033, 'Travel'],
  [7511, 7549, 'Transportation'],
  // The home.
  [4812, 4900, 'Utilities'],
  [5983, 5983, 'Utilities'],
  [780, 780, 'Housing'],
  [1520, 1799, 'Housing'],
  [5200, 5271, 'Housing'],
  [5712, 5722, 'Housing'],
  [7622, 7699, 'Housing'],
  // Food.
  [5411, 5499, 'Groceries'],
  [5811, 5814, 'Dining'],
  [5921, 5921, 'Dining'],
  // Health, care and learning.
  [5912, 5912, 'Healthcare'],
  [5975, 5976, 'Healthcare'],
  [8011, 8099, 'Healthcare'],
  [5977, 5977, 'Personal Care'],
  [7210, 7251, 'Personal Care'],
  [7297, 7298, 'Personal Care'],
  [7997, 7997, 'Personal Care'],
  [5942, 5943, 'Education'],
  [8211, 8351, 'Education'],
  // Fun and things.
  [5815, 5818, 'Entertainment'],
  [5968, 5968, 'Entertainment'],
  [7800, 7999, 'Entertainment'],
  [5044, 5199, 'Shopping'],
  [5300, 5399, 'Shopping'],
  [5600, 5999, 'Shopping'],
];

/** Null for unknown codes. */
export function categoryOfCode(code: string): BankCategory | null {
  if (!/^\d{4}$/.test(code)) return null;
  const row = RANGES.find(([from, to]) => Number(code) >= from && Number(code) <= to);
  return row ? { paymentType: row[3] ?? 'purchase', expenseCategory: row[2] } : null;
}
